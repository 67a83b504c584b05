package roundtrip

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// sentRequest is a request as the server receives it.
type sentRequest struct {
	method, target string
	header         http.Header
	body           []byte
}

// recordingServer starts a server that stores each request in got and responds
// with an empty result of an operation.
func recordingServer(t *testing.T, op operation, b soap.Binding, got *sentRequest) *httptest.Server {
	t.Helper()
	return listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		*got = sentRequest{r.Method, r.RequestURI, r.Header, body}
		w.Header().Set("Content-Type", responseTypes[b])
		io.WriteString(w, resultXML(op, b, ""))
	}))
}

// TestRequestsFollowSpecification compares the client's requests with sections
// 4.1 and 4.4 of the specification.
func TestRequestsFollowSpecification(t *testing.T) {
	forAll(t, func(t *testing.T, op operation, b soap.Binding) {
		var got sentRequest
		server := recordingServer(t, op, b, &got)
		arguments := []*string{pointer("Harbour & Quay"), pointer("30")}[:len(op.parameters)]
		if _, err := op.call(t.Context(), dial(t, server, b), arguments...); err != nil {
			t.Fatal(err)
		}
		query := []string{"", "=Harbour+%26+Quay", "&", "=30"}
		encoded := ""
		for i, name := range op.parameters {
			encoded += query[2*i] + name + query[2*i+1]
		}
		switch b {
		case soap.SOAP11, soap.SOAP12:
			checkSOAPRequest(t, op, b, got)
		case soap.HTTPGet:
			checkEqual(t, "method", got.method, "GET")
			checkEqual(t, "target", got.target, path+"/"+op.name+"?"+encoded) // with a question mark even without parameters
			checkEqual(t, "body", string(got.body), "")
			checkHeader(t, got.header, "Content-Type", nil)
			checkHeader(t, got.header, "Soapaction", nil)
		case soap.HTTPPost:
			checkEqual(t, "method", got.method, "POST")
			checkEqual(t, "target", got.target, path+"/"+op.name)
			checkEqual(t, "body", string(got.body), encoded)
			checkHeader(t, got.header, "Content-Type", []string{"application/x-www-form-urlencoded"})
			checkHeader(t, got.header, "Soapaction", nil)
			checkHeader(t, got.header, "Content-Length", []string{fmt.Sprint(len(encoded))})
		}
	})
}

func checkSOAPRequest(t *testing.T, op operation, b soap.Binding, got sentRequest) {
	t.Helper()
	checkEqual(t, "method", got.method, "POST")
	checkEqual(t, "target", got.target, path)
	content := ""
	for i, name := range op.parameters {
		content += "<" + name + ">" + [...]string{"Harbour &amp; Quay", "30"}[i] + "</" + name + ">"
	}
	sameInfoset(t, got.body, envelope(b, element(op.name, content)))
	mediaType := requestTypes[b]
	if b == soap.SOAP12 {
		mediaType += `; action="` + namespace + op.name + `"` // in addition to the specification: other servers need it
	}
	checkHeader(t, got.header, "Content-Type", []string{mediaType})
	if b == soap.SOAP11 {
		checkHeader(t, got.header, "Soapaction", []string{`"` + namespace + op.name + `"`})
	} else {
		checkHeader(t, got.header, "Soapaction", nil)
	}
}

func checkEqual(t testing.TB, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func checkHeader(t testing.TB, header http.Header, name string, want []string) {
	t.Helper()
	if got := header[name]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %q, want %q", name, got, want)
	}
}

// TestResponsesFollowSpecification sends requests as in the specification, and
// compares the server's responses with its sections 4.1 and 4.5.
func TestResponsesFollowSpecification(t *testing.T) {
	list := func(op operation) any { return records(op.recordType(), 5) }
	for kind, s := range map[string]realtime.Realtime{"records": listService(list), "no records": always(nil, nil)} {
		server := serve(t, s)
		t.Run(kind, func(t *testing.T) {
			forAll(t, func(t *testing.T, op operation, b soap.Binding) {
				content, form := "", ""
				for _, name := range op.parameters {
					content += "<" + name + ">x</" + name + ">"
					form += "&" + name + "=x"
				}
				r := soapRequest(b, op.name, element(op.name, content))
				if !isSOAP(b) {
					r = formRequest(b, op.name, form[min(len(form), 1):])
				}
				want := ""
				if kind == "records" {
					want = recordsXML(op.record, list(op))
				}
				got := send(t, server, r)
				if got.status != http.StatusOK {
					t.Fatalf("got status %d, want 200: %s", got.status, got.body)
				}
				checkEqual(t, "Content-Type", got.contentType(), responseTypes[b])
				checkEqual(t, "Content-Length", got.header.Get("Content-Length"), fmt.Sprint(len(got.body)))
				sameInfoset(t, got.body, resultXML(op, b, want))
			})
		})
	}
}
