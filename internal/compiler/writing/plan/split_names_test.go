package plan_test

import (
	"go/token"
	"path"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/split"
)

var folders = []struct{ uri, folder, name string }{
	{"http://example.com/orders", "example.com/orders", "orders"},
	{"http://example.com/schemas/orders/v2", "example.com/schemas/orders/v2", "ordersv2"},
	{"http://schemas.example/ws/2005/02/trust", "schemas.example/ws/2005/02/trust", "trust"},
	{"http://example.com/orders/1.0", "example.com/orders/1.0", "orders10"},
	{"urn:example:orders", "urn/example/orders", "orders"},
	{"http://example.com/orders/", "example.com/orders_a5jod", "orders"},
	{"http://example.com/Orders", "example.com/orders_nra3p", "orders"},
	{"https://example.com/orders", "example.com/orders_fntp4", "orders"},
	{"http://orders", "orders_wzdk2", "orders"},
	{"orders", "orders_dqliv", "orders"},
	{"urn:../../x", "urn/x_vbar6", "x"},
	{"http://example.com/internal/type", "example.com/xinternal/type_bov5n", "nstype"},
	{"http://example.com/%2e%2e/ü/_a", "example.com/2e_2e/a_b5hku", "a"},
	{"/", "n_rjpnv", "n"},
	{"", "none", "none"},
	{"none", "none_cqf63", "none"},
	{"http://example.com/2005/02", "example.com/2005/02", "examplecom200502"},
	{"http://example.com/AZ-az-09", "example.com/az-az-09_updji", "azaz09"},
	// The segments have up to 120 bytes.
	{"http://example.com/" + strings.Repeat("a", 40) + "/" + strings.Repeat("b", 40) + "/" + strings.Repeat("c", 25), "example.com/" + strings.Repeat("a", 40) + "/" + strings.Repeat("b", 40) + "/" + strings.Repeat("c", 25), strings.Repeat("c", 25)},
	{"http://example.com/" + strings.Repeat("a", 40) + "/" + strings.Repeat("b", 40) + "/" + strings.Repeat("c", 26), "example.com/" + strings.Repeat("a", 40) + "/" + strings.Repeat("b", 40) + "_pxvns", strings.Repeat("b", 40)},
}

// hash matches what keeps the folders of namespaces apart that differ in other characters only.
var hash = regexp.MustCompile(`_[a-z2-7]{5}$`)

func TestNamespaceFolder(t *testing.T) {
	seen := make(map[string]string)
	for _, f := range folders {
		folder := split.Folder(f.uri)
		if name := split.PackageName("m.example/gen/" + hash.ReplaceAllString(folder, "")); folder != f.folder || name != f.name {
			t.Errorf("%q has the folder %s and the package %s, want %s and %s", f.uri, folder, name, f.folder, f.name)
		}
		if other, ok := seen[strings.ToLower(folder)]; ok {
			t.Errorf("%q and %q have the same folder %s", other, f.uri, folder)
		}
		seen[strings.ToLower(folder)] = f.uri
	}
}

// TestPrefix makes prefixes of the last word of a URI that says something.
func TestPrefix(t *testing.T) {
	for uri, want := range map[string]string{"http://example.com/Orders/ws/v2": "orders", "urn:AZTEC": "aztec", "urn:a:wsdl": "n", "http://example.com/abcdefghijklm": "abcdefghijkl"} {
		if word, _, _ := strings.Cut(split.TableEntry(uri).Prefix, "-"); word != want {
			t.Errorf("%s: %s, want %s", uri, word, want)
		}
	}
}

// TestRelativePath goes from the folder of a package to that of another.
func TestRelativePath(t *testing.T) {
	for _, c := range [][3]string{
		{"m/a/b", "m/c/d", "../../c/d"}, {"m/a", "m/a/b", "b"}, {"m/a/b", "m/a", ".."}, {"m/a", "m/a", ""}, {"m/a/b", "n/a/b", "../../../n/a/b"},
	} {
		if got := split.RelativePath(c[0], c[1]); got != c[2] {
			t.Errorf("from %s to %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

var (
	plainSegment = regexp.MustCompile(`^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$`)
	plainPrefix  = regexp.MustCompile(`^[a-z]+-[a-z2-7]{5}$`)
)

// FuzzNamespaceNames checks that the names made from any URI are valid names of
// folders, packages and prefixes.
func FuzzNamespaceNames(f *testing.F) {
	for _, row := range folders {
		f.Add(row.uri)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		folder := split.Folder(uri)
		if path.Clean("/"+folder) != "/"+folder || len(folder) > 200 {
			t.Errorf("the folder of %q is %q", uri, folder)
		}
		for _, s := range strings.Split(folder, "/") {
			if !plainSegment.MatchString(s) || s == "internal" || s == "vendor" || s == "testdata" || s == "nul" {
				t.Errorf("the folder of %q is %q", uri, folder)
			}
		}
		if name := split.PackageName("m.example/" + folder); !token.IsIdentifier(name) || name != strings.ToLower(name) || name == "main" {
			t.Errorf("the package of %q is %q", uri, name)
		}
		e := split.TableEntry(uri)
		if e.Prefix != "xml" && e.Prefix != "xsd" && !plainPrefix.MatchString(e.Prefix) || !token.IsIdentifier(e.Const) || token.IsExported(e.Const) {
			t.Errorf("%q has the prefix %q and the constant %q", uri, e.Prefix, e.Const)
		}
		if e.ID < 1<<30 || e.ID >= 1<<31 {
			t.Errorf("%q has the number %d", uri, e.ID)
		}
	})
}
