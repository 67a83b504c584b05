package plan_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// TestDivide divides the service's package and the namespaces urn:a and urn:b, which
// refer to each other in different ways.
func TestDivide(t *testing.T) {
	service, a, b := split.Origin{}, split.Origin{Space: "urn:a", Schema: true}, split.Origin{Space: "urn:b", Schema: true}
	refer := func(from, to split.Origin) split.Reference {
		return split.Reference{From: from, To: to, FromPos: diag.Pos{File: "x.xsd", Line: 1, Col: 1}, FromName: "from", Name: "to"}
	}
	named := func(namespace, path string) split.NamespacePackage {
		return split.NamespacePackage{Namespace: namespace, ImportPath: path, Pos: diag.Pos{File: "option", Line: 1, Col: 1}}
	}
	for _, test := range []struct {
		name       string
		packages   []split.NamespacePackage
		references []split.Reference
		a, b       string // paths of the packages; "" is the service's
		message    string
	}{
		{name: "all in the service's package"},
		{name: "one package", packages: []split.NamespacePackage{named("urn:a", "m/a")}, a: "m/a"},
		{name: "the service's path", packages: []split.NamespacePackage{named("urn:a", "m/s"), named(split.AllNamespaces, "m")}, b: "m/urn/b"},
		{name: "one way", packages: []split.NamespacePackage{named("urn:a", "m/a"), named("urn:b", "m/b")}, references: []split.Reference{refer(a, b), refer(service, a)}, a: "m/a", b: "m/b"},
		{
			name: "a cycle", packages: []split.NamespacePackage{named(split.AllNamespaces, "m")}, references: []split.Reference{refer(a, b), refer(b, a)},
			a: "m/urn/a", b: "m/urn/a", message: "refer to each other and share the package m/urn/a",
		},
		{
			name: "a cycle of packages that the user requests", packages: []split.NamespacePackage{named("urn:a", "m/a"), named("urn:b", "m/b")}, references: []split.Reference{refer(a, b), refer(b, a)},
			a: "m/a", b: "m/a", message: "cannot be in two packages",
		},
		{
			name: "a cycle with one package that the user requests", packages: []split.NamespacePackage{named("urn:b", "m/z"), named(split.AllNamespaces, "m")}, references: []split.Reference{refer(a, b), refer(b, a)},
			a: "m/z", b: "m/z", message: "refer to each other and share the package m/z",
		},
		{
			name: "the first reference is named", packages: []split.NamespacePackage{named("urn:a", "m/a")},
			references: []split.Reference{{From: a, To: service, FromPos: diag.Pos{Line: 3}, FromName: "third", Name: "x"}, {From: a, To: service, FromPos: diag.Pos{Line: 1}, FromName: "first", Name: "x"}, {From: a, To: service, FromPos: diag.Pos{Line: 2}, FromName: "second", Name: "x"}},
			message:    `"first" uses "x"`,
		},
		{
			name: "through another to the service's package", packages: []split.NamespacePackage{named(split.AllNamespaces, "m")}, references: []split.Reference{refer(a, b), refer(b, service)},
			message: "stay in the service's package",
		},
	} {
		options := split.Options{ImportPath: "m/s", Packages: test.packages, Main: "urn:main"}
		division, diags := split.Divide(options, []split.Origin{a, b}, test.references)
		for origin, want := range map[split.Origin]string{service: "", a: test.a, b: test.b} {
			got := ""
			if p := division.Of(origin); p != nil {
				got = p.Path
			}
			if got != want {
				t.Errorf("%s: %q is in %q, want %q", test.name, origin.Space, got, want)
			}
		}
		if text := diags.String(); !strings.Contains(text, test.message) || test.message == "" && text != "" {
			t.Errorf("%s: %q, want %q", test.name, text, test.message)
		}
	}
}
