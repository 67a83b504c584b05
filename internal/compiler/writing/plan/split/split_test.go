package split

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
)

// TestDivide divides the service's package and the namespaces urn:a and urn:b, which
// refer to each other in different ways.
func TestDivide(t *testing.T) {
	service, a, b := Origin{}, Origin{Space: "urn:a", Schema: true}, Origin{Space: "urn:b", Schema: true}
	refer := func(from, to Origin) Reference {
		return Reference{From: from, To: to, FromPos: diag.Pos{File: "x.xsd", Line: 1, Col: 1}, FromName: "from", Name: "to"}
	}
	named := func(namespace, path string) NamespacePackage {
		return NamespacePackage{Namespace: namespace, ImportPath: path, Pos: diag.Pos{File: "option", Line: 1, Col: 1}}
	}
	for _, test := range []struct {
		name       string
		packages   []NamespacePackage
		references []Reference
		a, b       string // paths of the packages; "" is the service's
		message    string
	}{
		{name: "all in the service's package"},
		{name: "one package", packages: []NamespacePackage{named("urn:a", "m/a")}, a: "m/a"},
		{name: "the service's path", packages: []NamespacePackage{named("urn:a", "m/s"), named(AllNamespaces, "m")}, b: "m/urn/b"},
		{name: "one way", packages: []NamespacePackage{named("urn:a", "m/a"), named("urn:b", "m/b")}, references: []Reference{refer(a, b), refer(service, a)}, a: "m/a", b: "m/b"},
		{
			name: "a cycle", packages: []NamespacePackage{named(AllNamespaces, "m")}, references: []Reference{refer(a, b), refer(b, a)},
			a: "m/urn/a", b: "m/urn/a", message: "refer to each other and share the package m/urn/a",
		},
		{
			name: "a cycle of packages that the user requests", packages: []NamespacePackage{named("urn:a", "m/a"), named("urn:b", "m/b")}, references: []Reference{refer(a, b), refer(b, a)},
			a: "m/a", b: "m/a", message: "cannot be in two packages",
		},
		{
			name: "a cycle with one package that the user requests", packages: []NamespacePackage{named("urn:b", "m/z"), named(AllNamespaces, "m")}, references: []Reference{refer(a, b), refer(b, a)},
			a: "m/z", b: "m/z", message: "refer to each other and share the package m/z",
		},
		{
			name: "the first reference is named", packages: []NamespacePackage{named("urn:a", "m/a")},
			references: []Reference{{From: a, To: service, FromPos: diag.Pos{Line: 3}, FromName: "third", Name: "x"}, {From: a, To: service, FromPos: diag.Pos{Line: 1}, FromName: "first", Name: "x"}, {From: a, To: service, FromPos: diag.Pos{Line: 2}, FromName: "second", Name: "x"}},
			message:    `"first" uses "x"`,
		},
		{
			name: "through another to the service's package", packages: []NamespacePackage{named(AllNamespaces, "m")}, references: []Reference{refer(a, b), refer(b, service)},
			message: "stay in the service's package",
		},
	} {
		options := Options{ImportPath: "m/s", Packages: test.packages, Main: "urn:main"}
		division, diags := Divide(options, []Origin{a, b}, test.references)
		for origin, want := range map[Origin]string{service: "", a: test.a, b: test.b} {
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
