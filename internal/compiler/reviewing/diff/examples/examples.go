// Package examples has the examples of package diff's rules, for the tests of that package and for those that let both versions
// talk to each other. Only tests use it.
package examples

import (
	"context"
	"embed"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"go.yaml.in/yaml/v3"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/writing/plan"
)

//go:embed *.wsdl *.xsd *.yaml
var files embed.FS

// Example is a difference between two versions of a contract that a rule reports.
type Example struct {
	Rule     string
	Frame    string      // the name of a contract in this folder, or "schema": books.wsdl with declarations of the type book
	Old, New string      // a piece of the contract in both versions, or the declarations
	Reversed bool        // the contract in this folder is the new version
	Also     [][2]string // more pieces that are replaced
}

var all = sync.OnceValues(func() (all []Example, err error) {
	text, _ := files.ReadFile("examples.yaml") // it is embedded
	err = yaml.Unmarshal(text, &all)
	return all, err
})

// Of returns the example of a rule.
func Of(t testing.TB, rule string) Example {
	t.Helper()
	examples, err := all()
	for _, e := range examples {
		if e.Rule == rule {
			return e
		}
	}
	t.Fatalf("examples.yaml has no example of the rule %s: %v", rule, err)
	return Example{}
}

// Read resolves and plans a contract. ok is false if it has errors.
func Read(t testing.TB, documents fstest.MapFS, main string) (c diff.Contract, ok bool) {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///" + main, Read: load.FS(documents)})
	if set == nil || diags.HasErrors() {
		return c, false
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		return c, false
	}
	pkg, _ := plan.Plan(model, plan.Config{})
	return diff.Contract{Model: model, Plan: pkg}, true
}

// Versions returns both versions of the contract of an example.
func Versions(t testing.TB, e Example) (old, new string) {
	t.Helper()
	file, standard := e.Frame+".wsdl", `<xs:complexType name="book"><xs:sequence><xs:element name="title" type="xs:string"/></xs:sequence></xs:complexType>`
	switch e.Frame {
	case "schema":
		file = "books.wsdl"
	case "documents":
		file = "documents.xsd"
	}
	data, err := files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if e.Frame == "schema" {
		return strings.Replace(text, "<!--schema-->", e.Old, 1), strings.Replace(text, "<!--schema-->", e.New, 1)
	}
	text = strings.Replace(text, "<!--schema-->", standard, 1)
	other := text
	for _, piece := range append([][2]string{{e.Old, e.New}}, e.Also...) {
		have, want := piece[0], piece[1]
		if e.Reversed {
			have, want = want, have
		}
		if n := strings.Count(other, have); n != 1 {
			t.Fatalf("%s has %d times %s", file, n, have)
		}
		other = strings.Replace(other, have, want, 1)
	}
	if e.Reversed {
		return other, text
	}
	return text, other
}

// Contract reads the text of a contract that has no errors.
func Contract(t testing.TB, text string) diff.Contract {
	t.Helper()
	c, ok := Read(t, fstest.MapFS{"books.wsdl": {Data: []byte(text)}}, "books.wsdl")
	if !ok {
		t.Fatal("the contract has errors")
	}
	return c
}
