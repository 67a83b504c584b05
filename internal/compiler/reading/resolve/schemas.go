package resolve

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// schema is an xs:schema element and the namespace that it defines: its own target
// namespace or, without one, the including schema's (a chameleon include).
type schema struct {
	*xsd.Schema
	root      *xmltree.Element    // the outermost schema that includes this one, else its own element
	chameleon bool                // whether the namespace comes from the including schema
	imports   map[string]diag.Pos // by namespace
	warned    map[string]bool     // namespaces used without an import
}

type schemaKey struct {
	element   *xmltree.Element
	namespace string
}

// loadSchemas is pass 1: it adds the schemas of all documents, each once for each
// namespace. Redefinitions are collected before components are registered, since
// they apply wherever the redefined component is used.
func (r *resolver) loadSchemas() {
	var all []*schema
	for _, doc := range r.model.Documents.Documents {
		for _, ref := range doc.References {
			r.checkTarget(ref)
		}
		if doc.Kind == load.WSDL || doc.WellKnown || doc == r.model.Main {
			for _, e := range doc.Schemas() {
				all = r.addSchema(all, e, e, e.Get("targetNamespace"), doc.WellKnown)
			}
		}
		for _, ref := range doc.References {
			if ref.Kind == load.WSDLImport && ref.Target != nil && ref.Target.Kind == load.Schema {
				all = r.addSchema(all, ref.Target.Root, ref.Target.Root, ref.Target.Root.Get("targetNamespace"), false)
			}
		}
	}
	for _, s := range all {
		r.collectRedefinitions(s)
	}
	for _, s := range all {
		r.registerGlobals(s)
	}
}

// addSchema adds a schema and the schemas that it refers to.
func (r *resolver) addSchema(all []*schema, e, root *xmltree.Element, namespace string, wellKnown bool) []*schema {
	key := schemaKey{e, namespace}
	if r.schemas[key] != nil {
		return all
	}
	s := &schema{
		Schema:    r.schemaOf(e, namespace),
		root:      root,
		chameleon: namespace != e.Get("targetNamespace"),
		imports:   make(map[string]diag.Pos),
		warned:    make(map[string]bool),
	}
	if s.WellKnown = wellKnown; wellKnown {
		r.builtIn[namespace] = true
	}
	r.schemas[key] = s
	r.known[namespace] = true
	r.model.Schemas.Schemas = append(r.model.Schemas.Schemas, s.Schema)
	all = append(all, s)
	for child := range e.Elements() {
		ref := r.references[child]
		if ref == nil {
			continue
		}
		if ref.Kind == load.SchemaImport {
			imported := child.Get("namespace")
			s.imports[imported] = child.Pos()
			s.Imports = append(s.Imports, imported)
		}
		if ref.Target == nil || ref.Target.WellKnown || ref.Target.Kind != load.Schema {
			continue
		}
		target := ref.Target.Root
		own := target.Get("targetNamespace")
		if ref.Kind == load.SchemaImport {
			all = r.addSchema(all, target, target, own, false)
			continue
		}
		own = cmp.Or(own, namespace)
		all = r.addSchema(all, target, root, own, false)
	}
	return all
}

func (r *resolver) schemaOf(e *xmltree.Element, namespace string) *xsd.Schema {
	r.checkAttributes(e)
	if a := e.Attr("targetNamespace"); a != nil && a.Value == "" {
		r.report(diag.BadValue, a.Pos(), "\"targetNamespace\" is empty").Hint = "leave the attribute out for a schema without a namespace"
	}
	return &xsd.Schema{
		TargetNamespace:     namespace,
		File:                e.Doc.File,
		Pos:                 e.Pos(),
		Documentation:       schemaDocumentation(e),
		Element:             e,
		ElementsQualified:   r.qualified(e.Attr("elementFormDefault"), false),
		AttributesQualified: r.qualified(e.Attr("attributeFormDefault"), false),
		BlockDefault:        r.derivations(e.Attr("blockDefault"), 0),
		FinalDefault:        r.derivations(e.Attr("finalDefault"), 0),
	}
}

// checkTarget compares the namespace in a reference with the target namespace of
// the document (XML Schema part 1, sections 4.2.1 to 4.2.3; WSDL 1.1, section
// 2.1.1).
func (r *resolver) checkTarget(ref *load.Reference) {
	if ref.Target == nil || ref.Target.WellKnown {
		return
	}
	want, pos := ref.TargetNamespace(), ref.Element.Pos()
	if ref.Namespace != nil {
		pos = ref.Namespace.Pos()
	}
	switch own := ref.Element.Parent.Get("targetNamespace"); {
	case ref.IsPart():
		if ref.Target.Root.Get("targetNamespace") == "" {
			return
		}
	case ref.Kind != load.SchemaImport || want != own: // checked below
	case ref.Namespace == nil:
		r.report(diag.ImportMismatch, pos, "an import without a namespace is not allowed in a schema without a target namespace")
		return
	default:
		r.report(diag.ImportMismatch, pos, "a schema imports its own namespace %s", diag.Quote(want)).Hint = "use include for documents of the same namespace"
		return
	}
	root := ref.Target.Root
	if got := root.Get("targetNamespace"); got != want {
		d := r.report(diag.ImportMismatch, pos, "%s has target namespace %s; want %s",
			diag.Quote(ref.Written()), diag.Quote(got), diag.Quote(want))
		relate(d, root.Pos(), "the referenced document")
		if ref.IsPart() {
			d.Severity = diag.Error // the components are in the wrong namespace
		}
	}
}

// redefinition is a component inside xs:redefine (part 1, section 4.2.2).
type redefinition struct {
	element *xmltree.Element
	schema  *schema
	target  *load.Document
}

// collectRedefinitions records the redefinitions in s.
func (r *resolver) collectRedefinitions(s *schema) {
	for e := range s.Element.Elements() {
		ref := r.references[e]
		if ref == nil || ref.Kind != load.Redefine || ref.Target == nil {
			continue
		}
		for child := range e.Elements() {
			kind, ok := redefinable[child.Name.Local]
			if !ok || child.Name.Space != xsd.Namespace {
				continue
			}
			key := componentKey{kind, xsd.QName{Space: s.TargetNamespace, Local: strings.TrimSpace(child.Get("name"))}}
			r.redefines[key] = append(r.redefines[key], &redefinition{child, s, ref.Target})
		}
	}
}

var redefinable = map[string]kind{
	"simpleType": typeKind, "complexType": typeKind, "group": groupKind, "attributeGroup": attributeGroupKind,
}

// registerRedefined registers the original of a redefined component and its
// redefinitions, each of which redefines the next.
func (r *resolver) registerRedefined(original *global) {
	original.component.Component().Redefined = true
	r.order = append(r.order, original)
	chain := slices.Clone(r.redefines[original.key])
	for i := len(chain) - 1; i >= 0; i-- {
		redefining := r.newGlobal(chain[i].schema, chain[i].element, original.key.kind)
		if redefining == nil {
			return
		}
		redefining.original = original
		if i == 0 {
			r.register(redefining)
			return
		}
		if outer := chain[i-1]; outer.target.Root != chain[i].schema.Element {
			d := r.report(diag.Duplicate, chain[i].element.Pos(), "%s %s is redefined twice", original.key.kind, diag.Quote(original.key.name.Local))
			relate(d, outer.element.Pos(), "the other redefinition")
		}
		redefining.component.Component().Redefined = true
		r.order = append(r.order, redefining)
		original = redefining
	}
}
