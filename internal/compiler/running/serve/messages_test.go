package serve_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/serve"
)

// desk returns the contract in testdata/desk.wsdl, whose messages are elements in the Body without one around them.
func desk(t *testing.T) *generator.Described {
	d, err := generator.Describe(t.Context(), generator.Config{Contract: "testdata/desk.wsdl"})
	if err != nil || len(d.Services) != 1 {
		t.Fatal(err, d.Diagnostics)
	}
	return d
}

// TestPageShowsElementsOfBodies has the pages of operations: the elements of a substitution group, the parts of a request, and a
// result that is no element.
func TestPageShowsElementsOfBodies(t *testing.T) {
	d := desk(t)
	server := serve.New(d.Services, d.Documents, serve.Config{Logger: slog.New(slog.DiscardHandler)})
	for operation, want := range map[string][]string{
		"draw": {`<code>one of</code>`, `<li data-name="circle">`, `<li data-name="square">`, `<textarea id="xml"`, `circle&gt;`, `<code>result</code>`},
		"swap": {`<li data-name="count">`, `<code>remark</code> <span class="type">xs:string</span>`},
		"ring": {"The operation has no parameters."},
	} {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest("GET", "/desk?op="+operation, nil))
		for _, text := range want {
			if !strings.Contains(w.Body.String(), text) {
				t.Errorf("%s: %q is missing", operation, text)
			}
		}
	}
}
