package resolve

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// resolver builds one model. It works in passes, so that no reference depends
// on the order of the documents:
//
//  1. find every schema, with the namespace that it is included into, and add
//     every global component, still empty, to the set;
//  2. fill the components from their elements; a reference is a pointer to a
//     component that may still be empty;
//  3. compute inherited properties, base types first;
//  4. build the WSDL components.
type resolver struct {
	model *Model
	diags diag.List

	references map[*xmltree.Element]*load.Reference
	schemas    map[schemaKey]*schema
	redefines  map[componentKey][]*redefinition
	globals    map[componentKey]*global
	order      []*global       // in the order of registration, including the originals of redefinitions
	known      map[string]bool // namespaces with a loaded document
	incomplete map[string]bool // namespaces with a document that was not loaded
	builtIn    map[string]bool // namespaces of the built-in documents

	simple         []*xsd.SimpleType
	complex        []*xsd.ComplexType
	pendingSimple  map[*xsd.SimpleType]*simpleSource
	pendingComplex map[*xsd.ComplexType]*complexSource
	groups         map[*xsd.AttributeGroup]*attributeGroupSource
	inheritsType   map[*xsd.ElementDeclaration]bool // elements that get the type of their substitution group's head element
	keyRefs        []keyRef
	constraints    map[xsd.QName]*xsd.IdentityConstraint

	budget     int // maximum of attributes: see Model.Budget
	attributes int // number of attributes of the types and attribute groups that are complete

	lenient         bool
	unbound         map[*wsdl11.BindingOperation]bool     // operations of HTTP bindings that are left out
	unresolvedIndex int                                   // 1 + index in diags of the last diagnostic about an unresolved name; 0 for none
	byLocal         map[componentKey][]xsd.Component      // by local names, for lenient look-ups; built on first use
	placeholders    map[xsd.QName]*xsd.ElementDeclaration // in place of missing elements

	versions    map[versions]int // number of duplicate components
	suggestions int              // number of searches for similar names
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
		inheritsType:   make(map[*xsd.ElementDeclaration]bool),
		versions:       make(map[versions]int),
		constraints:    make(map[xsd.QName]*xsd.IdentityConstraint),
		placeholders:   make(map[xsd.QName]*xsd.ElementDeclaration),
	}
	r.budget = r.model.Budget()
	for _, doc := range set.Documents {
		for _, ref := range doc.References {
			r.references[ref.Element] = ref
			if ref.Failed {
				r.incomplete[ref.TargetNamespace()] = true
			}
		}
	}
	return r
}

// report adds a diagnostic and returns a pointer to it, which is valid until the
// next call.
func (r *resolver) report(id string, pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	r.diags.Add(diag.New(id, pos, format, args...))
	return &r.diags[len(r.diags)-1]
}

// relate adds a related position to a diagnostic.
func relate(d *diag.Diagnostic, pos diag.Pos, format string, args ...any) {
	*d = d.WithRelated(pos, format, args...)
}
