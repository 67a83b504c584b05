package resolve_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/check"
	"example.com/quartet/internal/load"
	"example.com/quartet/internal/resolve"
)

// FuzzResolve changes contracts: no panic, no hang, the same diagnostics in
// another run, and no pointer missing in a model without errors.
func FuzzResolve(f *testing.F) {
	cases, err := filepath.Glob("../check/testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		second := ""
		if len(archive.Files) > 2 {
			second = string(archive.Files[1].Data)
		}
		f.Add(string(archive.Files[0].Data), second)
	}
	for _, name := range []string{"realtime.wsdl", "realtime.xsd"} {
		text, err := os.ReadFile("../../wsdl/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), string(text))
	}
	f.Fuzz(func(t *testing.T, main, other string) {
		fs := fstest.MapFS{"main.wsdl": {Data: []byte(main)}}
		for _, name := range []string{"t.xsd", "v.xsd", "w.xsd", "realtime.xsd", "v1/t.xsd", "v2/t.xsd"} {
			fs[name] = &fstest.MapFile{Data: []byte(other)}
		}
		first := run(t, fs)
		if second := run(t, fs); first != second {
			t.Errorf("two runs differ:\n%s\n%s", first, second)
		}
	})
}

func run(t *testing.T, fs fstest.MapFS) string {
	set, diags := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(fs)})
	if set == nil {
		if !diags.HasErrors() {
			t.Error("nothing loaded and no reason given")
		}
		return diags.String()
	}
	m, more := resolve.Resolve(set)
	diags.Add(more...)
	if !diags.HasErrors() {
		complete(t, m)
		diags.Add(check.Check(m)...)
	}
	return diags.Sorted().String()
}

// complete holds a model without errors to what the models promise.
func complete(t *testing.T, m *resolve.Model) {
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
	for _, s := range m.Services {
		for _, p := range s.Ports {
			if p.Binding == nil {
				t.Errorf("port %s has no binding", p.Name)
			}
		}
	}
}
