package compiler_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
)

// TestInput loads main documents that are not read: references are relative to the address that they are given.
func TestInput(t *testing.T) {
	const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="b.xsd"/></xs:schema>`
	files := fstest.MapFS{
		"dir/a.xsd": {Data: []byte("this is not read")},
		"dir/b.xsd": {Data: []byte(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="a.xsd"/></xs:schema>`)},
	}
	for _, c := range []struct{ main, input, want string }{
		{"fs:///dir/a.xsd", schema, ""},
		{"fs:///dir/other.xsd", schema, "a.xsd:1:1: not well-formed"}, // dir/b.xsd includes it
		{"fs:///a.xsd", schema, `"b.xsd" cannot be read: the file does not exist`},
		{"fs:///dir/a.xsd", "", "a.xsd:1:1: not well-formed"},
		{"http://host.example/a.xsd", strings.Replace(schema, "b.xsd", "fs:///dir/b.xsd", 1), "a document that was fetched cannot refer to local files"},
	} {
		set, diags := load.Load(context.Background(), load.Config{Main: c.main, Input: []byte(c.input), Read: load.FS(files)})
		if c.want != "" {
			if !strings.Contains(diags.String(), c.want) {
				t.Errorf("%s: %s, want %s", c.main, diags, c.want)
			}
			continue
		}
		if len(diags) > 0 || len(set.Documents) != 2 || set.Main.Kind != load.Schema {
			t.Errorf("%s: %v, %s", c.main, set, diags)
		}
	}
}
