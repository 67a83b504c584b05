package resolve_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// seeds returns the contracts to mutate: the contracts of the test cases and of the
// rail service, each a main document and another document.
func seeds(f *testing.F) [][2]string {
	f.Helper()
	cases, err := filepath.Glob("../check/testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	var all [][2]string
	for _, name := range cases {
		archive := testfile.Archive(f, name)
		seed := [2]string{string(archive.Files[0].Data)}
		if len(archive.Files) > 2 {
			seed[1] = string(archive.Files[1].Data)
		}
		all = append(all, seed)
	}
	var rail [2]string
	for i, name := range []string{"realtime.wsdl", "realtime.xsd"} {
		text := testfile.Read(f, "../../../../wsdl/"+name)
		rail[i] = string(text)
	}
	return append(all, rail)
}

// FuzzResolve mutates the text of contracts. Resolving must not panic or hang, must
// give the same diagnostics twice, and must not leave nil pointers in a model
// without errors.
func FuzzResolve(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(resolveTwice)
}

// FuzzRearranged is FuzzResolve with well-formed contracts: elements are removed,
// duplicated and replaced by others, and attribute values are replaced by others.
func FuzzRearranged(f *testing.F) {
	all := seeds(f)
	for i := range all {
		for op := range byte(4) {
			f.Add(byte(i), []byte{op, 3, 7, op + 1, 12, 5, op, 40, 21})
		}
	}
	f.Fuzz(func(t *testing.T, which byte, edits []byte) {
		seed := all[int(which)%len(all)]
		for main := true; len(edits) >= 3; edits, main = edits[3:], !main {
			text := &seed[1]
			if main || *text == "" {
				text = &seed[0]
			}
			*text = rearrange(*text, edits[0], int(edits[1]), int(edits[2]))
		}
		resolveTwice(t, seed[0], seed[1])
	})
}

// rearrange makes a change to a document, unless the document is malformed or too
// long.
func rearrange(text string, op byte, a, b int) string {
	doc, _ := xmltree.Parse("", []byte(text), xmltree.Limits{})
	if doc == nil || len(text) > 1<<16 {
		return text
	}
	elements := slices.Collect(doc.Root.All())
	attrs := slices.Collect(doc.AllAttrs())
	e, other := elements[a%len(elements)], elements[b%len(elements)]
	source := text[other.Offset:other.End]
	switch {
	case op%4 == 0 && e != doc.Root:
		return text[:e.Offset] + text[e.End:]
	case op%4 == 1 && e != doc.Root:
		return text[:e.Offset] + source + text[e.Offset:]
	case op%4 == 2 && e != doc.Root:
		return text[:e.Offset] + source + text[e.End:]
	case op%4 == 3 && len(attrs) > 0:
		to, from := attrs[a%len(attrs)], attrs[b%len(attrs)]
		value := text[from.ValueStart:from.ValueEnd]
		return text[:to.ValueStart] + strings.NewReplacer(`"`, "&quot;", "'", "&apos;").Replace(value) + text[to.ValueEnd:]
	}
	return text
}

// resolveTwice resolves a contract twice and compares the diagnostics.
func resolveTwice(t *testing.T, main, other string) {
	fs := fstest.MapFS{"main.wsdl": {Data: []byte(main)}}
	for _, name := range []string{"t.xsd", "v.xsd", "w.xsd", "realtime.xsd", "v1/t.xsd", "v2/t.xsd"} {
		fs[name] = &fstest.MapFile{Data: []byte(other)}
	}
	first := run(t, fs)
	if second := run(t, fs); first != second {
		t.Errorf("two runs differ:\n%s\n%s", first, second)
	}
}

func run(t *testing.T, fs fstest.MapFS) string {
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fs)})
	if set == nil {
		if !diags.HasErrors() {
			t.Error("nothing loaded and no error reported")
		}
		return diags.String()
	}
	tooLarge := func(d diag.Diagnostic) bool { return d.ID == diag.TooLarge } // stays an error in lenient reading
	if lenient, more := resolve.ResolveLenient(set); slices.ContainsFunc(more, tooLarge) {
		checkComplete(t, lenient)
	} else if more.HasErrors() {
		t.Errorf("errors in lenient reading: %s", more)
	} else {
		checkComplete(t, lenient)
		check.Check(lenient)
	}
	m, more := resolve.Resolve(set)
	diags.Add(more...)
	if !diags.HasErrors() {
		checkComplete(t, m)
		diags.Add(check.Check(m)...)
	}
	return diags.Sorted().String()
}

// checkComplete checks that a model without errors has no nil references.
func checkComplete(t *testing.T, m *resolve.Model) {
	for _, e := range m.Schemas.Elements {
		if e.Type == nil {
			t.Errorf("element %v has no type", e.Name)
		}
	}
	for _, a := range m.Schemas.Attributes {
		if a.Type == nil {
			t.Errorf("attribute %v has no type", a.Name)
		}
	}
	for _, message := range m.Messages {
		for _, p := range message.Parts {
			if (p.Element == nil) == (p.Type == nil) {
				t.Errorf("part %s of %v has element %v and type %v", p.Name, message.Name, p.Element, p.Type)
			}
		}
	}
	for _, b := range m.Bindings {
		if b.PortType == nil {
			t.Errorf("binding %v has no portType", b.Name)
		}
		for _, o := range b.Operations {
			if o.Operation == nil || o.Input != nil && o.Input.Message.Message == nil {
				t.Errorf("operation %s of binding %v is not resolved", o.Name, b.Name)
			}
		}
	}
	for _, p := range m.PortTypes {
		for _, o := range p.Operations {
			if o.Input != nil && o.Input.Message == nil || o.Output != nil && o.Output.Message == nil {
				t.Errorf("operation %s has no message", o.Name)
			}
		}
	}
	for _, s := range m.Services {
		for _, p := range s.Ports {
			if p.Binding == nil {
				t.Errorf("port %s has no binding", p.Name)
			}
		}
	}
}
