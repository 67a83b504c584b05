package docs

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
)

// TestJSONMapping compares the XML and the JSON of the examples in the documentation.
func TestJSONMapping(t *testing.T) {
	t.Parallel()
	d, err := generator.Describe(t.Context(), generator.Config{Contract: "testdata/json.wsdl"})
	if err != nil {
		t.Fatal(err)
	}
	info := d.Services[0]
	op := info.Operations[0]
	var got any
	handler := soap.NewHandler(info, nil, func(_ context.Context, _ *contract.Operation, request any) (any, error) {
		got = request
		return nil, nil
	}, []soap.HandlerOption{soap.WithPath("/show"), soap.WithLogger(slog.New(slog.DiscardHandler))})
	for _, row := range rows(t, "generator/JSON.md", "Values") {
		markup, documents := codeSpan.FindAllString(row[1], -1), codeSpan.FindAllString(row[2], -1)
		if len(markup) == 0 || len(markup) != len(documents) {
			t.Errorf("%s: %d examples of XML, and %d of JSON", row[0], len(markup), len(documents))
			continue
		}
		for i := range markup {
			got = nil
			request := httptest.NewRequest("POST", "/show", strings.NewReader(`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><show xmlns="urn:t" xmlns:o="urn:o" `+
				`xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`+strings.Trim(markup[i], "`")+`</show></e:Body></e:Envelope>`))
			request.Header.Set("Content-Type", "text/xml")
			answer := httptest.NewRecorder()
			if handler.ServeHTTP(answer, request); answer.Code >= 300 {
				t.Errorf("%s: %s", markup[i], answer.Body)
				continue
			}
			want := "{" + strings.Trim(documents[i], "`") + "}"
			if doc, err := jsonhttp.AppendRequest(nil, info, op, got); err != nil || string(doc) != want {
				t.Errorf("%s is %s in JSON (%v), not %s", markup[i], doc, err, want)
			}
			again, err := jsonhttp.ReadRequest(info, op, []byte(want))
			if err != nil {
				t.Errorf("%s: %v", want, err)
				continue
			}
			if doc, err := jsonhttp.AppendRequest(nil, info, op, again); err != nil || string(doc) != want {
				t.Errorf("%s is written as %s (%v)", want, doc, err)
			}
		}
	}
}
