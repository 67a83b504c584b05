package serve_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/templates/soap/jsonhttp"
)

// described is a description in OpenAPI.
type described struct {
	text  []byte
	Paths map[string]struct {
		Post struct {
			Summary     string
			Tags        []string
			RequestBody struct {
				Content map[string]struct{ Example json.RawMessage }
			}
			NotCallable bool `json:"x-not-callable"`
		}
	}
	Components struct{ Schemas map[string]json.RawMessage }
}

// describedIn reads a description.
func describedIn(t *testing.T, text []byte) (d described) {
	t.Helper()
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	d.text = text
	return d
}

// problem returns why JSON does not match a named schema, nil if it does.
func (d *described) problem(t *testing.T, schema string, text []byte) error {
	t.Helper()
	c := jsonschema.NewCompiler()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.text))
	if err != nil || c.AddResource("https://description.example", document) != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("https://description.example#/components/schemas/" + schema)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}

// TestDescriptionIsTrue calls all services of a contract as the description in OpenAPI says, which the command and the server make: the
// examples are answered, or refused where the description says so, and faults match its schemas.
func TestDescriptionIsTrue(t *testing.T) {
	config := generator.Config{Contract: "testdata/openapi.wsdl"}
	outlined, err := generator.OutlineOf(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	text, err := outlined.OpenAPI(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, err := generator.Describe(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	settings := serve.Config{Logger: slog.New(slog.DiscardHandler), JSON: jsonhttp.WithJSON()}
	server := serve.New(d.Services, d.Documents, settings)
	settings.Faults = []serve.Fault{{Rate: 1}}
	failing := serve.New(d.Services, d.Documents, settings)
	all := describedIn(t, text)
	if len(all.Paths) != 4 {
		t.Errorf("the paths are %v", all.Paths)
	}
	for path, item := range all.Paths {
		service := path[:2]
		served := describedIn(t, sent(server, "GET", service+"?openapi", "", "").Body.Bytes()).Paths[path[2:]].Post
		example := item.Post.RequestBody.Content["application/json"].Example
		if served.NotCallable != item.Post.NotCallable || served.Summary != item.Post.Summary || item.Post.Tags[0] != strings.ToUpper(service[1:]) {
			t.Errorf("%s: described as %+v, and by the server as %+v", path, item.Post, served)
		}
		w := sent(server, "POST", path, "application/json", string(example))
		if item.Post.NotCallable {
			if w.Code != 400 || !strings.Contains(w.Body.String(), "the operation needs the SOAP header block {urn:t}session") {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
			continue
		}
		if w.Code != 200 || len(served.RequestBody.Content["application/json"].Example) == 0 {
			t.Errorf("%s with %s: %d %s", path, example, w.Code, w.Body)
		}
		if err := all.problem(t, "FindResponse", w.Body.Bytes()); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		w = sent(failing, "POST", path, "application/json", string(example))
		if err := all.problem(t, "findProblem", w.Body.Bytes()); err != nil || !strings.Contains(w.Body.String(), `"fault":{"lost":{"at":`) {
			t.Errorf("%s: %v, %s", path, err, w.Body)
		}
		if all.problem(t, "findProblem", []byte(`{"title": "x", "status": 500, "code": "Server", "fault": {"lost": {"at": 1}}}`)) == nil {
			t.Error("a fault with a number as its time matches")
		}
	}
	for _, name := range []string{"color", "findProblem", "find2Problem", "FindResponse", "Lost", "ProblemDetails"} {
		if all.Components.Schemas[name] == nil {
			t.Errorf("there is no schema %s", name)
		}
	}
}
