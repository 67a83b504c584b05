package cli

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/redact"
)

// TestCurlIsLiteral prints a command for a body and an address that curl could take for the name of a file and for a pattern.
func TestCurlIsLiteral(t *testing.T) {
	var out strings.Builder
	p := curlPrinter{out: &out, errors: io.Discard, redactor: &redact.Redactor{}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://service.example/{a}?b=[1]", strings.NewReader("@etc/passwd"))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = p.Do(r) // it sends nothing, which is an error
	if want := "curl --data-raw @etc/passwd --globoff 'http://service.example/%7Ba%7D?b=[1]'\n"; out.String() != want {
		t.Errorf("%s, want %s", &out, want)
	}
}
