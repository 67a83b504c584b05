package scaffold

import (
	"bytes"
	"flag"
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/testing/directive"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

var update = flag.Bool("update", false, "rewrite the expected files")

// TestGolden compares files for a small contract with those in testdata/stops.txtar, after the contract and the names of all files. It
// has the files that show what is made of a contract. TestProjects of package cli compiles and runs the others.
func TestGolden(t *testing.T) {
	const name = "testdata/stops.txtar"
	archive := testfile.Archive(t, name)
	files, err := Files(Config{
		Plan: planOf(t, archive.Files[0].Data), ImportPath: "example.com/stops", Package: "example.com/stops/gen/stops", PackageFolder: "gen/stops",
		Runtime: "example.com/stops/gen/soap", RuntimeFolder: "gen/soap", Page: true, Program: "go tool quartet",
		Contract: "contract/stops.wsdl", ConfigFile: "contracts:\n  - contract: contract/stops.wsdl\n    out: gen/stops\n    with: [page, soaptest]\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	got := &txtar.Archive{Comment: archive.Comment, Files: slices.Clone(archive.Files[:2])}
	var names []byte
	for _, f := range files {
		names = append(names, f.Name+"\n"...)
		if slices.ContainsFunc(archive.Files, func(shown txtar.File) bool { return shown.Name == f.Name }) {
			got.Files = append(got.Files, txtar.File(f))
		}
	}
	got.Files[1] = txtar.File{Name: "names", Data: names}
	if *update {
		testfile.Write(t, name, txtar.Format(got))
		return
	}
	if len(got.Files) != len(archive.Files) {
		t.Fatalf("%d files, want %d", len(got.Files), len(archive.Files))
	}
	for i, f := range got.Files {
		if want := archive.Files[i]; want.Name != f.Name || !bytes.Equal(want.Data, f.Data) {
			t.Errorf("%s differs; 'make golden' shows how", f.Name)
		}
	}
}

// planOf plans the package of a contract.
func planOf(t *testing.T, contract []byte) *ir.Package {
	t.Helper()
	model := testmodel.Of(t, "stops.wsdl", fstest.MapFS{"stops.wsdl": {Data: contract}})
	pkg, diags := plan.Plan(model, plan.Config{Runtime: "example.com/stops/gen/soap", ImportPath: "example.com/stops/gen/stops"})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return pkg
}

const oneService = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
<message name="in"/><portType name="P"><operation name="o"><input message="t:in"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="o"><soap:operation/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="p" binding="t:B"><soap:address location="http://localhost/s"/></port></service></definitions>`

// TestContractStaysOut makes the files for a contract that is full of lines that tools obey: none is in the output, and the files for
// make, CI and git do not depend on the contract.
func TestContractStaysOut(t *testing.T) {
	hostile := strings.Join(directive.Lines, "\n")
	escaped := html.EscapeString(strings.ReplaceAll(hostile, "\n", "\r\n"))
	escaped = strings.NewReplacer("\n", "&#10;", "\r", "&#13;", "\t", "&#9;").Replace(escaped)
	contract := strings.NewReplacer(
		`<operation name="o">`, `<operation name="o"><documentation>`+escaped+`</documentation>`,
		`<soap:operation/>`, `<soap:operation soapAction="`+escaped+`"/>`,
		`location="http://localhost/s"`, `location="http://localhost/s`+strings.ReplaceAll(url.PathEscape("\n"+hostile), "&", "&amp;")+`"`,
		`<port name="p"`, `<documentation>`+escaped+`</documentation><port name="p"`,
	).Replace(oneService)
	make := func(contract string) map[string]string {
		files, err := Files(Config{
			Plan: planOf(t, []byte(contract)), ImportPath: "example.com/stops", Package: "example.com/stops/gen/stops", Runtime: "example.com/stops/gen/soap",
			Contract: "contract/a.wsdl", ConfigFile: "contracts:\n",
		})
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, f := range files {
			all[f.Name] = string(f.Data)
		}
		return all
	}
	got, want := make(contract), make(oneService)
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for name, text := range got {
		if strings.HasSuffix(name, ".go") || name == "README.md" {
			if found := directive.InFile(name, []byte(text)); len(found) > 0 {
				t.Errorf("%s has lines that a tool obeys: %q", name, found)
			}
			continue
		}
		if text != want[name] {
			t.Errorf("%s depends on the text of the contract:\n%s", name, text)
		}
	}
	if got, want := strings.Count(got["README.md"], "\n"), strings.Count(want["README.md"], "\n"); got != want {
		t.Errorf("README.md has %d lines, want %d", got, want)
	}
}

// TestCheck has arguments that cannot be in a Makefile.
func TestCheck(t *testing.T) {
	for arg, ok := range map[string]bool{
		"contract/a.wsdl": true, "contract/a b(1),ü.wsdl": true, "http://a/b?c=d&e=f#g;h|i": true, "{urn:a}b/c=D": true,
		"a$b": false, "a'b": false, `a"b`: false, "a`b": false, `a\b`: false, "a\nb": false, "a\tb": false, "a\xffb": false,
		"a\u0085b": false, "a\u2028b": false, "a\u202eb": false,
	} {
		if err := checkText(arg); (err == nil) != ok {
			t.Errorf("%q: %v", arg, err)
		}
	}
	for _, c := range []Config{{Contract: "a$b"}, {Catalog: "a$b"}, {Repository: "a$b"}, {Compare: []string{"a$b"}}} {
		c.Plan = planOf(t, []byte(oneService))
		if _, err := Files(c); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}
