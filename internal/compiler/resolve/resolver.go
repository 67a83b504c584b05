package resolve

import (
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/xmltree"
	"example.com/quartet/internal/compiler/xsd"
)

// resolver builds one model. It works in passes, so that no reference depends
// on the order of the documents:
//
//  1. every schema is found, with the namespace it is included into, and every
//     global component gets its place in the set, still empty;
//  2. the components are filled from their elements; a reference is a pointer
//     to a component that may itself be empty still;
//  3. what is inherited is worked out, bases first;
//  4. the WSDL side is built on the finished schemas.
type resolver struct {
	model *Model
	diags diag.List

	references map[*xmltree.Element]*load.Reference
	schemas    map[schemaKey]*schema
	redefines  map[componentKey][]*redefinition
	globals    map[componentKey]*global
	order      []*global       // as registered; originals of redefinitions among them
	known      map[string]bool // namespaces that a document was loaded for
	incomplete map[string]bool // namespaces of which a document could not be loaded
	builtIn    map[string]bool // namespaces of the built-in documents

	simple         []*xsd.SimpleType
	complex        []*xsd.ComplexType
	pendingSimple  map[*xsd.SimpleType]*simpleSource
	pendingComplex map[*xsd.ComplexType]*complexSource
	groups         map[*xsd.AttributeGroup]*attributeGroupSource
	heads          map[*xsd.ElementDeclaration]bool // elements whose type is their head's
	keyRefs        []keyRef
	constraints    map[xsd.QName]*xsd.IdentityConstraint

	lenient  bool
	open     int                                   // behind the diagnostic that take completes; 0 for none
	byLocal  map[kind]map[string][]xsd.Component   // for lenient look-ups; nil before the first
	invented map[xsd.QName]*xsd.ElementDeclaration // in place of elements that are not there

	versions    map[versions]int // warned about, with the number of components
	suggestions int              // how many were looked for
}

func newResolver(set *load.Set) *resolver {
	r := &resolver{
		model:          &Model{Main: set.Main, Documents: set, Schemas: new(xsd.Set)},
		references:     make(map[*xmltree.Element]*load.Reference),
		schemas:        make(map[schemaKey]*schema),
		redefines:      make(map[componentKey][]*redefinition),
		globals:        make(map[componentKey]*global),
		known:          make(map[string]bool),
		incomplete:     make(map[string]bool),
		builtIn:        map[string]bool{xmltree.XMLNamespace: true, xsd.Namespace: true},
		pendingSimple:  make(map[*xsd.SimpleType]*simpleSource),
		pendingComplex: make(map[*xsd.ComplexType]*complexSource),
		groups:         make(map[*xsd.AttributeGroup]*attributeGroupSource),
		heads:          make(map[*xsd.ElementDeclaration]bool),
		versions:       make(map[versions]int),
		constraints:    make(map[xsd.QName]*xsd.IdentityConstraint),
	}
	for _, doc := range set.Documents {
		for _, ref := range doc.References {
			r.references[ref.Element] = ref
			if ref.Failed {
				r.incomplete[namespaceOf(ref)] = true
			}
		}
	}
	return r
}

// namespaceOf returns the namespace that a reference is to bring components of.
func namespaceOf(ref *load.Reference) string {
	switch {
	case ref.Kind == load.Include || ref.Kind == load.Redefine:
		return targetNamespace(ref.Element.Parent)
	case ref.Namespace != nil:
		return ref.Namespace.Value
	}
	return ""
}

// report adds a diagnostic and returns it for adding to it.
func (r *resolver) report(id string, pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	r.diags.Add(diag.New(id, pos, format, args...))
	return &r.diags[len(r.diags)-1]
}

// relate adds a related place to a reported diagnostic.
func relate(d *diag.Diagnostic, pos diag.Pos, format string, args ...any) {
	*d = d.WithRelated(pos, format, args...)
}
