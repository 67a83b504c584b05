package compiler_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// compiled returns the published schema, which has the keys of the tests.
func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(testfile.Read(t, "../../generator/quartet.schema.json")))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("quartet.schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("quartet.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// asJSON returns the value of a YAML document as a reader of JSON returns it. It reports false if it has none.
func asJSON(text string) (value any, ok bool) {
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return nil, false
	}
	data, err := json.Marshal(value)
	if err != nil {
		return nil, false
	}
	value, err = jsonschema.UnmarshalJSON(bytes.NewReader(data))
	return value, err == nil
}

// TestSchema checks that the schema refuses what the reader refuses, and accepts what it accepts.
func TestSchema(t *testing.T) {
	schema := compiled(t)
	refused := 0
	for _, m := range mistakes {
		value, ok := asJSON(m.text)
		if !ok || len(m.text) > 1000 || bytes.Contains([]byte(m.text), []byte("---")) || bytes.Contains([]byte(m.text), []byte("<<")) || bytes.Contains([]byte(m.text), []byte("!")) {
			continue // not YAML, or nothing that a schema can say
		}
		refused++
		if err := schema.Validate(value); err == nil {
			t.Errorf("%q is valid", m.text)
		}
	}
	if refused < 20 {
		t.Errorf("only %d documents were validated", refused)
	}
	for _, text := range []string{
		"contracts: [{contract: a}]",
		"initialisms: [ID]\ncontracts: [{contract: a, out: b, lenient: false, with: [page, wsse], package: c, rename: {a: B}, initialisms: [API]}]",
		"contracts: [{contract: a, package: [c, d], suppress: [{rule: r, at: x, reason: y}, {rule: s, reason: t}]}]",
	} {
		value, ok := asJSON(text)
		if _, diags := project.Read("quartet.yaml", []byte(text), keys); !ok || diags != nil {
			t.Errorf("%s: %v", text, diags)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
