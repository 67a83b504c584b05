package flatten_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/flatten"
)

// FuzzContract flattens contracts in which elements are removed, duplicated and replaced by others, and attribute values are
// replaced by others. What comes out of one without errors has none either, and the same components.
func FuzzContract(f *testing.F) {
	names := testfile.Names(f, "testdata/*.txtar")
	var cases [][]txtar.File
	for i, name := range names {
		archive := testfile.Archive(f, name)
		cases = append(cases, slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "want/") }))
		for op := range byte(4) {
			f.Add(byte(i), []byte{0, op, 9, 12, 1, op + 1, 3, 5, 2, 0, 4, 4})
		}
	}
	f.Fuzz(func(t *testing.T, which byte, changes []byte) {
		files := slices.Clone(cases[int(which)%len(cases)])
		for ; len(changes) >= 4; changes = changes[4:] {
			file := &files[int(changes[0])%len(files)]
			file.Data = rearrange(file.Data, changes[1], int(changes[2]), int(changes[3]))
		}
		base := configOf(&txtar.Archive{Files: files}).Read
		m := tryModel(base)
		if m == nil {
			return
		}
		for _, o := range forms {
			result, diags := flatten.Contract(m, o)
			if (result == nil) != diags.HasErrors() {
				t.Fatalf("%+v: %v, %s", o, result, diags)
			}
			if result == nil {
				continue
			}
			again := tryModel(load.Overlay(map[string][]byte{m.Main.URI: result.Text}, base))
			if again == nil {
				t.Fatalf("%+v: errors in\n%s\nmade of\n%s", o, result.Text, txtar.Format(&txtar.Archive{Files: files}))
			}
			if want, got := counts(m), counts(again); !slices.Equal(want, got) {
				t.Errorf("%+v: %v components, want %v in\n%s\nmade of\n%s", o, got, want, result.Text, txtar.Format(&txtar.Archive{Files: files}))
			}
		}
	})
}

// rearrange makes a change to a document, unless the document is malformed or too long.
func rearrange(text []byte, op byte, a, b int) []byte {
	doc, _ := xmltree.Parse("", text, xmltree.Limits{})
	if doc == nil || len(text) > 1<<14 {
		return text
	}
	elements, attrs := slices.Collect(doc.Root.All()), slices.Collect(doc.AllAttrs())
	e, other := elements[a%len(elements)], elements[b%len(elements)]
	source := text[other.Offset:other.End]
	switch {
	case op%4 == 0 && e != doc.Root:
		return slices.Concat(text[:e.Offset], text[e.End:])
	case op%4 == 1 && e != doc.Root:
		return slices.Concat(text[:e.Offset], source, text[e.Offset:])
	case op%4 == 2 && e != doc.Root:
		return slices.Concat(text[:e.Offset], source, text[e.End:])
	case op%4 == 3 && len(attrs) > 0:
		to, from := attrs[a%len(attrs)], attrs[b%len(attrs)]
		value := strings.NewReplacer(`"`, "&quot;", "'", "&apos;").Replace(string(text[from.ValueStart:from.ValueEnd]))
		return slices.Concat(text[:to.ValueStart], []byte(value), text[to.ValueEnd:])
	}
	return text
}

// tryModel returns the model of a contract, nil if it has errors.
func tryModel(read load.Reader) *resolve.Model {
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: read})
	if set == nil || diags.HasErrors() {
		return nil
	}
	m, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		return nil
	}
	return m
}

func counts(m *resolve.Model) []int {
	return []int{len(m.Messages), len(m.PortTypes), len(m.Bindings), len(m.Services), len(m.Schemas.Elements), len(m.Schemas.Types)}
}
