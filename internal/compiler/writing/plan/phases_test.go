package plan

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/split"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// TestCheckContainment reports structs whose values would never end.
func TestCheckContainment(t *testing.T) {
	for _, c := range []struct {
		name  string
		field ir.Field // field whose type is the struct itself
		want  bool
	}{
		{"required", ir.Field{}, true},
		{"optional", ir.Field{Occurs: ir.Optional}, false},
		{"repeated", ir.Field{Occurs: ir.Many}, false},
		{"nillable", ir.Field{Nillable: true}, false},
		{"an interface", ir.Field{Poly: true}, false},
	} {
		outer, inner := &ir.Struct{WSDLName: "outer"}, &ir.Struct{WSDLName: "inner"}
		derived := &ir.Struct{WSDLName: "derived", Base: inner}
		f := c.field
		f.Struct = outer
		inner.Fields, outer.Fields = []*ir.Field{&f}, []*ir.Field{{Struct: derived}}
		diags := checkContainment([]*ir.Struct{outer, inner, derived}, false)
		if got := len(diags) == 3; got != c.want || !got && diags != nil {
			t.Errorf("%s: %s", c.name, diags)
		}
	}
}

// TestIdentify compares the types that xsi:type may name, and those that get an interface.
func TestIdentify(t *testing.T) {
	packages := split.Options{ImportPath: "x", Packages: []split.NamespacePackage{{Namespace: "urn:p", ImportPath: "x/p"}}}
	for _, c := range []struct {
		name       string
		anyType    bool
		holders    string // types of which a field may hold a value of a derived type
		options    split.Options
		identified string
		interfaces string
	}{
		{"derived types and their bases", false, "", split.Options{}, "base derived", ""},
		{"a field of the base", false, "base", split.Options{}, "base derived", "base"},
		{"a field of another type", false, "plain", split.Options{}, "base derived", ""},
		{"xs:anyType", true, "", split.Options{}, "base derived plain separate", ""},
		{"a package for a namespace", false, "", packages, "base derived separate", ""},
	} {
		types := &typing.Result{Types: make(map[*xsd.ComplexType]*ir.Struct), Derived: make(map[*xsd.ComplexType]bool), Holders: make(map[*ir.Struct]bool), Origins: make(typing.Origins), AnyType: c.anyType}
		byName := make(map[string]*ir.Struct)
		for _, name := range []string{"base", "derived", "plain", "separate", ""} {
			component := &xsd.ComplexType{}
			component.Name = xsd.QName{Space: "urn:t", Local: name}
			s := &ir.Struct{WSDLName: name}
			types.Types[component], byName[name], types.Structs = s, s, append(types.Structs, s)
			types.Derived[component] = name == "base"
			types.Holders[s] = name != "" && name == c.holders
		}
		byName["derived"].Base = byName["base"]
		types.Origins[byName["separate"]] = split.Origin{Space: "urn:p", Schema: true}
		found := identify(types, c.options)
		var names, interfaces []string
		for _, s := range types.Structs {
			if found.types[s] {
				names = append(names, s.WSDLName)
			}
		}
		for _, n := range found.names {
			interfaces = append(interfaces, n.Decl.(*ir.Struct).WSDLName)
		}
		if got := strings.Join(names, " "); got != c.identified {
			t.Errorf("%s: %s, want %s", c.name, got, c.identified)
		}
		if got := strings.Join(interfaces, " "); got != c.interfaces {
			t.Errorf("%s: interfaces of %s, want %s", c.name, got, c.interfaces)
		}
	}
}
