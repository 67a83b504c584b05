package roundtrip

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"net/url"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/page"
)

// TestPageRequests reads the requests that the page shows of each operation: there is one for each binding, and the Go text is a call
// of the generated client.
func TestPageRequests(t *testing.T) {
	server := serve(t, always(nil, nil), page.Service())
	for _, op := range operations {
		for _, value := range []string{"", `a&b=c <"'é> +%41`} {
			query := url.Values{"op": {op.name}, "show": {"requests"}}
			for _, name := range op.parameters {
				if value != "" {
					query.Set("p."+name, value)
				}
			}
			checkPageRequests(t, op, send(t, server, request{"GET", path + "?" + query.Encode(), nil, ""}).body)
		}
	}
}

func checkPageRequests(t *testing.T, op operation, body []byte) {
	t.Helper()
	var all struct {
		Requests []struct{ Binding, Go, Error string }
	}
	if err := json.Unmarshal(body, &all); err != nil || len(all.Requests) != len(bindings) {
		t.Fatalf("%s: %v: %s", op.name, err, body)
	}
	for i, q := range all.Requests {
		if q.Error != "" || q.Binding != bindings[i].Code() || !strings.Contains(q.Go, "client."+op.method+"(ctx") {
			t.Errorf("%s over %s: %+v", op.name, bindings[i], q)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n\nfunc call() error {\n"+q.Go+"\nreturn nil\n}\n", 0); err != nil {
			t.Errorf("%s: %v\n%s", op.name, err, q.Go)
		}
	}
}
