package generator_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/testing/golden"
)

// TestNamesAreStable shuffles the declarations of contracts and adds others. All
// previous declarations must keep their Go names. (An added declaration can take the
// Go name of a previous one only if both names become the same in Go. That is a
// warning, and --rename prevents it.)
func TestNamesAreStable(t *testing.T) {
	t.Parallel()
	for _, c := range loadCases(t) {
		if c.Part("args") != nil || !slices.Contains(stableCases, c.Name) {
			continue
		}
		dir := t.TempDir()
		contract := c.extract(t, dir)
		want := exportedNames(t, generate(t, generator.Config{Contract: contract, Runtime: golden.Runtime}))
		documents, err := filepath.Glob(filepath.Join(dir, "*.[wx]s*"))
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewSource(1))
		for round := range 2 {
			for _, path := range documents {
				rewrite(t, path, func(root *xmltree.Element) []byte {
					return shuffled(random, root, root.Offset, root.End, round)
				})
			}
			got := exportedNames(t, generate(t, generator.Config{Contract: contract, Runtime: golden.Runtime}))
			for name := range maps.Keys(want) {
				if !got[name] {
					text, _ := os.ReadFile(contract)
					t.Fatalf("%s, round %d: %s is missing from\n%v\n%s", c.Name, round, name, slices.Sorted(maps.Keys(got)), text)
				}
			}
		}
	}
}

// stableCases are the cases of TestNamesAreStable. They have many names, and some clash.
var stableCases = []string{"clash-names", "clash-runtime", "anonymous-types", "several-services", "odd-names", "multi-namespace", "derived-types", "overloads", "faults"}

func rewrite(t *testing.T, path string, change func(root *xmltree.Element) []byte) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	document, diags := xmltree.Parse(path, text, xmltree.Limits{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	writeFile(t, path, change(document.Root))
}

// shuffled returns the text of an element with its declarations in random order. In
// schemas it adds declarations between them.
func shuffled(random *rand.Rand, e *xmltree.Element, from, to, round int) []byte {
	text := e.Doc.Text
	var slots [][]byte
	for child := range e.Elements() {
		if slices.Contains(topLevel, child.Name.Local) {
			slots = append(slots, text[child.Offset:child.End])
		}
	}
	order := random.Perm(len(slots))
	var out bytes.Buffer
	i := 0
	for child := range e.Elements() {
		switch {
		case slices.Contains(topLevel, child.Name.Local):
			out.Write(text[from:child.Offset])
			if e.Name.Local == "schema" {
				out.WriteString(added(e, round, i))
			}
			out.Write(slots[order[i]])
			i++
		case child.Name.Local == "types" || child.Name.Local == "schema":
			out.Write(text[from:child.Offset])
			out.Write(shuffled(random, child, child.Offset, child.End, round))
		default:
			continue
		}
		from = child.End
	}
	out.Write(text[from:to])
	return out.Bytes()
}

// added returns a declaration with a name that no contract has. The name contains the
// namespace, the round and a number.
func added(schema *xmltree.Element, round, number int) string {
	namespace, _ := schema.Value("targetNamespace")
	id := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return 'x'
	}, namespace)
	name := fmt.Sprintf("added%sR%dN%d", id, round, number)
	p := ""
	if schema.Prefix != "" {
		p = schema.Prefix + ":"
	}
	xs := "q"
	if number%2 == 0 {
		return fmt.Sprintf(`<%selement name="%s" type="%s:string" xmlns:%s="http://www.w3.org/2001/XMLSchema"/>`, p, name, xs, xs)
	}
	return fmt.Sprintf(`<%scomplexType name="%s" xmlns:%s="http://www.w3.org/2001/XMLSchema"><%ssequence><%selement name="id" type="%s:string"/></%ssequence></%scomplexType>`, p, name, xs, p, p, xs, p, p)
}

// TestTagsAreStable adds a namespace to contracts whose URI sorts before the others. All struct tags must stay the same. With the
// file of chosen names, they do so even if the document of the new namespace takes the prefixes of the others.
func TestTagsAreStable(t *testing.T) {
	t.Parallel()
	for _, c := range loadCases(t) {
		schema, listed := growingCases[c.Name]
		if !listed {
			continue
		}
		dir := t.TempDir()
		config := generator.Config{Contract: c.extract(t, dir), Runtime: golden.Runtime}
		files := generate(t, config)
		want := tagsOf(t, files)
		rewrite(t, filepath.Join(dir, schema), useFirst)
		for _, prefixes := range []string{"first", "p l u stops trips"} {
			declarations := regexp.MustCompile(`\w+`).ReplaceAllString(prefixes, `xmlns:$0="aaa:first"`)
			writeFile(t, filepath.Join(dir, filepath.Dir(schema), "first.xsd"), []byte(`<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" `+
				declarations+` targetNamespace="aaa:first"><s:element name="first" type="s:string"/></s:schema>`))
			got := tagsOf(t, generate(t, config))
			for field, tag := range want {
				if got[field] != tag {
					t.Errorf("%s: with the prefixes %s, %s has the tag %s, not %s", c.Name, prefixes, field, got[field], tag)
				}
			}
			if len(got) == len(want) {
				t.Errorf("%s: nothing is added to %v", c.Name, want)
			}
			config.ReadNames = func(name string) ([]byte, error) { return files[name], nil }
		}
	}
}

// growingCases are the cases of TestTagsAreStable, with the documents that get another namespace.
var growingCases = map[string]string{
	"multi-namespace": "schemas/library.xsd", "clash-namespaces": "clash-namespaces.wsdl", "substitution-heads": "substitution-heads.wsdl",
	"rpc-encoded": "rpc-encoded.wsdl", "orders": "orders.xsd",
}

// useFirst returns a document whose first schema imports the namespace aaa:first, and has a type with an element of that.
func useFirst(root *xmltree.Element) []byte {
	text := root.Doc.Text
	for e := range root.All() {
		if e.Name.Local == "schema" {
			start := e.Offset + bytes.IndexByte(text[e.Offset:], '>') + 1
			end := e.Offset + bytes.LastIndex(text[e.Offset:e.End], []byte("</"))
			return slices.Concat(text[:start], []byte(`<xs:import namespace="aaa:first" schemaLocation="first.xsd"/>`), text[start:end],
				[]byte(`<xs:complexType name="Added"><xs:sequence><xs:element xmlns:f="aaa:first" ref="f:first"/></xs:sequence></xs:complexType>`), text[end:])
		}
	}
	return text
}

// tagsOf returns the struct tags of fields and of descriptions of values, by the line that has them.
func tagsOf(t *testing.T, files map[string][]byte) map[string]string {
	t.Helper()
	tags := make(map[string]string)
	for _, name := range []string{"types.go", "contract.go"} {
		line := ""
		for _, text := range strings.Split(string(files[name]), "\n") {
			if !strings.HasPrefix(text, "\t") {
				line = text
			}
			before, tag, found := strings.Cut(text, "soap:")
			if !found {
				before, tag, found = strings.Cut(text, "Tag: ")
			}
			if found {
				tags[line+strings.Join(strings.Fields(before), " ")] = tag
			}
		}
	}
	return tags
}
