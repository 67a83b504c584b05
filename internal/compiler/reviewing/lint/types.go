package lint

import (
	"iter"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// typesOf yields the simple or the complex types that are written in the contract, named and anonymous ones.
func typesOf[T xsd.Type](p *pass) iter.Seq[T] {
	var types []T
	seen := make(map[xsd.Type]bool)
	var visit func(t xsd.Type)
	visitAnonymous := func(t xsd.Type) {
		if isAnonymous(t) {
			visit(t)
		}
	}
	visit = func(t xsd.Type) {
		if t == nil || seen[t] || !isWritten(t.Component()) {
			return
		}
		seen[t] = true
		if t, ok := t.(T); ok {
			types = append(types, t)
		}
		if t, ok := t.(*xsd.ComplexType); ok {
			for e := range t.OwnContent.Elements() {
				visitAnonymous(e.Type)
			}
			for _, use := range t.OwnAttributes {
				visitAnonymous(use.Attribute.Type)
			}
		}
	}
	for _, t := range p.Schemas.Types {
		visit(t)
	}
	for _, e := range p.Schemas.Elements {
		visitAnonymous(e.Type)
	}
	return slices.Values(types)
}

func isAnonymous(t xsd.Type) bool { return t.Component().Name.Local == "" }

// typeText describes a type for messages: by its name, or by the element or attribute that contains the anonymous type.
func typeText(t xsd.Type) string {
	if name := t.Component().Name.Local; name != "" {
		return "type " + diag.Quote(name)
	}
	if owner := t.OwnerOf(); owner != nil && owner.Component().Name.Local != "" {
		return "the type of " + diag.Quote(owner.Component().Name.Local)
	}
	return "an anonymous type"
}

// hasDocumentedMembers reports whether an element, an attribute or a value of a type has documentation.
func hasDocumentedMembers(t xsd.Type) bool {
	switch t := t.(type) {
	case *xsd.SimpleType:
		return slices.ContainsFunc(t.Facets, func(f *xsd.Facet) bool { return f.Documentation != "" })
	case *xsd.ComplexType:
		for e := range t.OwnContent.Elements() {
			if e.Documentation != "" {
				return true
			}
		}
		return slices.ContainsFunc(t.OwnAttributes, func(u *xsd.AttributeUse) bool {
			return u.Documentation != "" || u.Attribute.Documentation != ""
		})
	}
	return false
}
