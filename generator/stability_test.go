package generator_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// TestNamesAreStable shuffles the declarations of contracts and adds others. All
// previous declarations must keep their Go names. (An added declaration can take the
// Go name of a previous one only if both names become the same in Go. That is a
// warning, and --rename prevents it.)
func TestNamesAreStable(t *testing.T) {
	t.Parallel()
	contracts := map[string]string{"rail": copyRail(t)}
	for _, c := range loadCases(t) {
		if c.Part("args") == nil && slices.Contains(stableCases, c.Name) {
			contracts[c.Name] = c.extract(t, t.TempDir())
		}
	}
	for name, contract := range contracts {
		want := exportedNames(t, generate(t, generator.Config{Contract: contract, Runtime: golden.Runtime}))
		documents, err := filepath.Glob(filepath.Join(filepath.Dir(contract), "*.[wx]s*"))
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
			for declared := range want {
				if !got[declared] {
					text, _ := os.ReadFile(contract)
					t.Fatalf("%s, round %d: %s is missing from\n%v\n%s", name, round, declared, slices.Sorted(maps.Keys(got)), text)
				}
			}
		}
	}
}

// stableCases are the cases of TestNamesAreStable. They have many names, and some clash.
var stableCases = []string{"clash-names", "clash-runtime", "anonymous-types", "several-services", "odd-names", "multi-namespace", "derived-types", "overloads", "faults", "own-interface"}

func rewrite(t *testing.T, path string, change func(root *xmltree.Element) []byte) {
	t.Helper()
	text := testfile.Read(t, path)
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
