package compiler_test

import (
	"testing"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// TestBuiltins checks the hierarchy of built-in types (part 2, section 3).
func TestBuiltins(t *testing.T) {
	all := xsd.Builtins()
	if len(all) != 46 { // anyType, anySimpleType, 19 primitive and 25 derived types
		t.Errorf("%d built-in types", len(all))
	}
	seen := map[xsd.Type]bool{}
	primitives := 0
	for _, b := range all {
		name := b.Component().Name
		if xsd.Builtin(name) != b || new(xsd.Set).Type(name) != b {
			t.Errorf("%v is not found by its name", name)
		}
		if base := b.BaseType(); base != nil && !seen[base] {
			t.Errorf("the base of %v comes after it", name)
		}
		seen[b] = true
		if !xsd.DerivedFrom(b, xsd.AnyType) {
			t.Errorf("%v is not derived from anyType", name)
		}
		if s, ok := b.(*xsd.SimpleType); ok && s.Primitive == s {
			primitives++
		}
	}
	if primitives != 19 {
		t.Errorf("%d primitive types, want 19", primitives)
	}
	if xsd.Builtin(xsd.QName{Space: "urn:x", Local: "string"}) != nil {
		t.Error("a built-in type in another namespace")
	}
}

func TestBuiltinFacets(t *testing.T) {
	simple := func(name string) *xsd.SimpleType {
		return xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: name}).(*xsd.SimpleType)
	}
	for name, want := range map[string]struct{ primitive, space, max string }{
		"string":          {"string", "preserve", ""},
		"NCName":          {"string", "collapse", ""},
		"byte":            {"decimal", "collapse", "127"},
		"unsignedLong":    {"decimal", "collapse", "18446744073709551615"},
		"negativeInteger": {"decimal", "collapse", "-1"},
		"dateTime":        {"dateTime", "collapse", ""},
	} {
		s := simple(name)
		max := ""
		if f := s.Effective(lexical.MaxInclusive); f != nil {
			max = f.Value
		}
		if s.Primitive.Name.Local != want.primitive || s.Whitespace() != want.space || max != want.max {
			t.Errorf("%s: primitive %s, white space %s, maximum %s", name, s.Primitive.Name.Local, s.Whitespace(), max)
		}
	}
	if l := simple("IDREFS"); l.Variety != xsd.List || l.Item != simple("IDREF") || l.Whitespace() != "collapse" {
		t.Errorf("IDREFS is %+v", l)
	}
}

func TestWildcardAllows(t *testing.T) {
	other := &xsd.Wildcard{Constraint: xsd.NotNamespace, Namespaces: []string{"urn:t"}}
	if other.Allows("urn:t") || other.Allows("") || !other.Allows("urn:u") {
		t.Error("##other is wrong")
	}
}
