package resolve

import (
	"bytes"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// kind is a symbol space of XML Schema (part 1, section 2.5).
type kind string

const (
	typeKind           kind = "type"
	elementKind        kind = "element"
	attributeKind      kind = "attribute"
	groupKind          kind = "group"
	attributeGroupKind kind = "attribute group"
	notationKind       kind = "notation"
)

type componentKey struct {
	kind kind
	name xsd.QName
}

// global is a global component and the element that it is filled from.
type global struct {
	key       componentKey
	schema    *schema
	element   *xmltree.Element
	component xsd.Component
	original  *global // the component that a redefinition replaces
}

// registerGlobals adds every global component of s, still empty, to the set.
func (r *resolver) registerGlobals(s *schema) {
	for e := range s.Element.Elements() {
		k, isGlobal := xsd.SymbolSpaces[e.Name.Local]
		switch local := e.Name.Local; {
		case e.Name.Space == xsd.Namespace && isGlobal:
			r.registerGlobal(s, e, kind(k))
		case e.Name.Space == xsd.Namespace && (local == "import" || local == "include" || local == "redefine"):
			r.checkStructure(e) // the components in redefine are registered with their originals
		case !e.Is(xsd.Namespace, "annotation"):
			r.report(diag.UnexpectedElement, e.Pos(), "element %s is not allowed in a schema", diag.Quote(e.RawName()))
		}
	}
}

func (r *resolver) registerGlobal(s *schema, e *xmltree.Element, k kind) {
	g := r.newGlobal(s, e, k)
	if g == nil {
		return
	}
	if r.redefines[g.key] != nil {
		if previous := r.globals[g.key]; previous != nil {
			for previous.original != nil {
				previous = previous.original
			}
			r.duplicate(g, previous)
			return
		}
		r.registerRedefined(g)
		return
	}
	r.register(g)
}

func (r *resolver) register(g *global) {
	if previous := r.globals[g.key]; previous != nil {
		r.duplicate(g, previous)
		return
	}
	r.globals[g.key] = g
	r.order = append(r.order, g)
	r.model.Schemas.Add(g.component)
}

// duplicate reports that two components have the same name. Identical text is
// accepted, since contracts repeat whole schemas.
func (r *resolver) duplicate(g, previous *global) {
	if bytes.Equal(source(g.element), source(previous.element)) {
		return
	}
	versions := versions{g.element.Doc, previous.element.Doc}
	if g.schema.root == previous.schema.root || versions.later == versions.first {
		r.reportDuplicate(g, previous)
		return
	}
	// Different parts of a contract import two versions of one namespace.
	// Other tools, too, use the first definition that they find. One warning
	// for the pair of documents is enough.
	if r.versions[versions]++; r.versions[versions] == 1 {
		d := r.reportDuplicate(g, previous)
		d.Severity = diag.Warning
		d.Hint = "the documents define the namespace differently; for all components that both define, the other document is used"
	}
}

// versions is a pair of documents that define components with the same names.
type versions struct{ later, first *xmltree.Document }

func (r *resolver) reportDuplicate(g, previous *global) *diag.Diagnostic {
	d := r.report(diag.Duplicate, g.element.Pos(), "%s %s is defined twice in namespace %s",
		g.key.kind, diag.Quote(g.key.name.Local), diag.Quote(g.key.name.Space))
	relate(d, previous.element.Pos(), "the other definition")
	if r.lenient {
		d.Message += "; the other definition is used"
	}
	return d
}

func source(e *xmltree.Element) []byte { return e.Doc.Text[e.Offset:e.End] }

func (r *resolver) newGlobal(s *schema, e *xmltree.Element, k kind) *global {
	local, ok := r.name(e)
	if !ok {
		return nil
	}
	name := xsd.QName{Space: s.TargetNamespace, Local: local}
	g := &global{key: componentKey{k, name}, schema: s, element: e}
	info := r.info(s, e, name)
	switch k {
	case typeKind:
		if e.Name.Local == "simpleType" {
			g.component = &xsd.SimpleType{Info: info}
		} else {
			g.component = &xsd.ComplexType{Info: info}
		}
	case elementKind:
		g.component = &xsd.ElementDeclaration{Info: info, Global: true}
	case attributeKind:
		g.component = &xsd.AttributeDeclaration{Info: info, Global: true}
	case groupKind:
		group := &xsd.Group{Info: info}
		group.Content = &xsd.ModelGroup{Info: xsd.Info{Pos: info.Pos, Schema: s.Schema}, Definition: group}
		g.component = group
	case attributeGroupKind:
		g.component = &xsd.AttributeGroup{Info: info}
	case notationKind:
		g.component = &xsd.Notation{Info: info}
	}
	return g
}

// name returns the value of the required attribute name.
func (r *resolver) name(e *xmltree.Element) (string, bool) {
	a := e.Attr("name")
	if a == nil {
		r.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"name\"", diag.Quote(e.RawName()))
		return "", false
	}
	name := strings.Trim(a.Value, " \t\r\n")
	if xmltree.IsNCName(name) {
		return name, true
	}
	// WSDL names are not used as XML names, so an invalid name does no harm. In
	// a schema, the part after a colon may be a valid name.
	if e.Name.Space == wsdl11.Namespace && name != "" {
		r.report(diag.BadName, a.Pos(), "%s is not a valid name", diag.Quote(name))
		return name, true
	}
	if _, local, _ := strings.Cut(name, ":"); xmltree.IsNCName(local) {
		r.report(diag.BadName, a.Pos(), "%s is not an NCName; %s is used", diag.Quote(name), diag.Quote(local))
		return local, true
	}
	r.report(diag.BadValue, a.Pos(), "%s is not a valid name", diag.Quote(name))
	return "", false
}

func (r *resolver) info(s *schema, e *xmltree.Element, name xsd.QName) xsd.Info {
	return xsd.Info{Name: name, Pos: e.Pos(), Documentation: schemaDocumentation(e), Schema: s.Schema}
}

// schemaDocumentation returns the text of the xs:documentation elements in the
// annotations of e.
func schemaDocumentation(e *xmltree.Element) string {
	var paragraphs []string
	for annotation := range e.Named(xsd.Namespace, "annotation") {
		for d := range annotation.Named(xsd.Namespace, "documentation") {
			if text := d.Prose(); text != "" {
				paragraphs = append(paragraphs, text)
			}
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// reportUnmatched reports redefinitions of components that do not exist.
func (r *resolver) reportUnmatched() {
	for key, all := range r.redefines {
		for _, one := range all {
			if name := one.element.Attr("name"); name != nil && r.globals[key] == nil {
				r.report(diag.Unresolved, one.element.Pos(), "%s %s is redefined but not defined in %s",
					key.kind, diag.Quote(name.Value), diag.Quote(r.references[one.element.Parent].Written()))
			}
		}
	}
}
