package xsdcheck

import (
	"iter"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// representation checks constraints on single elements that the grammar does not express (schema representation
// constraints).
func (d *documentChecker) representation(e *xmltree.Element) {
	switch e.Name.Local {
	case "schema":
		d.globals(e)
	case "all", "choice", "sequence":
		if e.Parent.Name.Local != "group" {
			break
		}
		for _, name := range []string{"minOccurs", "maxOccurs"} {
			if a := e.Attr(name); a != nil {
				d.report(schemaAttribute, a.Pos(), "%s cannot have %s in a named group", diag.Quote(e.RawName()), diag.Quote(name))
			}
		}
	case "notation":
		if e.Attr("public") == nil && e.Attr("system") == nil {
			d.report(schemaAttribute, e.Pos(), "%s has neither a public nor a system identifier", diag.Quote(e.RawName()))
		}
	case "selector", "field":
		if e.Attr("xpath") == nil {
			d.report(schemaAttribute, e.Pos(), "%s has no attribute \"xpath\"", diag.Quote(e.RawName()))
		}
	case "import":
		d.imported(e)
	case "redefine":
		d.redefined(e)
	}
}

// globals reports components with the same name in one schema element.
func (d *documentChecker) globals(e *xmltree.Element) {
	seen := make(map[[2]string]*xmltree.Element)
	for child := range globalsOf(e) {
		space, name := xsd.SymbolSpaces[child.Name.Local], strings.TrimSpace(child.Get("name"))
		if space == "" || name == "" {
			continue
		}
		key := [2]string{space, name}
		if first := seen[key]; first != nil {
			r := d.report(schemaDuplicate, child.Pos(), "%s %s is defined twice", space, diag.Quote(name))
			*r = r.WithRelated(first.Pos(), "the other definition")
			continue
		}
		seen[key] = child
	}
}

// globalsOf returns the elements of the components that a schema defines or redefines.
func globalsOf(e *xmltree.Element) iter.Seq[*xmltree.Element] {
	return func(yield func(*xmltree.Element) bool) {
		for child := range e.Elements() {
			if !yield(child) {
				return
			}
			if child.Name.Local != "redefine" {
				continue
			}
			for inner := range child.Elements() {
				if !yield(inner) {
					return
				}
			}
		}
	}
}

// imported checks the namespace of an import (Import Constraints and Semantics, clause 1).
func (d *documentChecker) imported(e *xmltree.Element) {
	namespace, given := e.Value("namespace")
	target, hasTarget := e.Parent.Value("targetNamespace")
	switch {
	case given && namespace == target && hasTarget:
		d.report(importNamespace, e.Pos(), "a schema imports its own namespace %s", diag.Quote(target))
	case !given && !hasTarget:
		d.report(importNamespace, e.Pos(), "an import without a namespace is not allowed in a schema without a target namespace")
	}
}

// redefined checks the components of a redefine, which refer to themselves (part 1, section 4.2.2).
func (d *documentChecker) redefined(e *xmltree.Element) {
	for child := range e.Elements() {
		name := strings.TrimSpace(child.Get("name"))
		switch child.Name.Local {
		case "simpleType", "complexType":
			if step := derivationOf(child); step == nil || !refersTo(step, "base", name, e) {
				d.report(redefineBase, child.Pos(), "the base of %s in a redefine must be the type itself", diag.Quote(name))
			}
		case "group", "attributeGroup":
			d.redefinedGroup(child, name, e)
		}
	}
}

func (d *documentChecker) redefinedGroup(group *xmltree.Element, name string, redefine *xmltree.Element) {
	references := 0
	defer func() { d.selfReference[group.Pos()] = references > 0 }()
	for inner := range group.All() {
		if inner == group || inner.Name != group.Name || !refersTo(inner, "ref", name, redefine) {
			continue
		}
		if references++; references > 1 {
			d.report(redefineBase, inner.Pos(), "%s refers to itself twice", diag.Quote(name))
		}
		for _, bound := range []string{"minOccurs", "maxOccurs"} {
			if value, ok := inner.Value(bound); ok && strings.TrimSpace(value) != "1" {
				d.report(redefineBase, inner.Pos(), "the reference of %s to itself must have %s 1", diag.Quote(name), bound)
			}
		}
	}
}

// derivationOf returns the restriction or extension of a type, or nil.
func derivationOf(e *xmltree.Element) *xmltree.Element {
	for child := range e.Elements() {
		switch child.Name.Local {
		case "simpleContent", "complexContent":
			return derivationOf(child)
		case "restriction", "extension":
			return child
		}
	}
	return nil
}

// refersTo reports whether an attribute is the name of a component of the schema that e is in.
func refersTo(e *xmltree.Element, attribute, local string, redefine *xmltree.Element) bool {
	value, ok := e.Value(attribute)
	if !ok {
		return false
	}
	name, err := e.ResolveQName(value)
	target := redefine.Parent.Get("targetNamespace")
	return err != nil || name == xsd.QName{Space: target, Local: local} || name == xsd.QName{Local: local}
}
