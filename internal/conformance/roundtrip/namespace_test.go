package roundtrip

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

const otherNamespace = "urn:team:rail & co/"

var withOtherNamespace = soap.WithNamespace(namespace, otherNamespace)

// inOtherNamespace replaces the contract's namespace in XML text.
func inOtherNamespace(text string) string {
	return strings.ReplaceAll(text, namespace, strings.ReplaceAll(otherNamespace, "&", "&amp;"))
}

// TestNamespaceOption calls every operation over every binding with another
// namespace on both sides, and compares the messages with the specification.
func TestNamespaceOption(t *testing.T) {
	handler := realtime.NewHandler(service(func(_ context.Context, operation string, arguments []*string) (any, error) {
		for _, a := range arguments {
			if a == nil || *a != "x" {
				return nil, &soap.Fault{Reason: "wrong parameters"}
			}
		}
		return records(operationNamed(operation).recordType(), 3), nil
	}), noLog, withOtherNamespace)
	var got sentRequest
	server := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = sentRequest{r.Method, r.RequestURI, r.Header, body}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		handler.ServeHTTP(w, r)
	}))
	forAll(t, func(t *testing.T, op operation, b soap.Binding) {
		arguments := []*string{pointer("x"), pointer("x")}[:len(op.parameters)]
		result, err := op.call(t.Context(), dial(t, server, b, withOtherNamespace), arguments...)
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(result, records(op.recordType(), 3)); d != "" {
			t.Error(d)
		}
		if isSOAP(b) {
			content := ""
			for _, name := range op.parameters {
				content += "<" + name + ">x</" + name + ">"
			}
			sameInfoset(t, got.body, inOtherNamespace(envelope(b, element(op.name, content))))
		}
		if b == soap.SOAP11 {
			checkHeader(t, got.header, "Soapaction", []string{`"` + otherNamespace + op.name + `"`})
		}
		answer := send(t, server, request{got.method, got.target, map[string]string{"Content-Type": got.header.Get("Content-Type")}, string(got.body)})
		sameInfoset(t, answer.body, inOtherNamespace(resultXML(op, b, recordsXML(op.record, result))))
	})
}

// TestNamespaceOptionInContract checks that the served contract has the other
// namespace.
func TestNamespaceOptionInContract(t *testing.T) {
	server := serve(t, always(nil, nil), withOtherNamespace)
	doc := fetch(t, server.Client(), server.URL+path+"?wsdl=realtime.wsdl", "", nil)
	got := parse[contract](t, doc)
	checkEqual(t, "targetNamespace", got.Namespace, otherNamespace)
	checkEqual(t, "namespace of the import", got.Schemas[0].Imports[0].Namespace, otherNamespace)
	for i, b := range got.Bindings[:2] {
		for j, op := range b.Operations {
			if want := otherNamespace + operations[j].name; op.Action.SOAPAction != want {
				t.Errorf("binding %d: soapAction %q, want %q", i, op.Action.SOAPAction, want)
			}
		}
	}
	text := fetch(t, server.Client(), got.Schemas[0].Imports[0].Location, "", nil)
	checkEqual(t, "targetNamespace of the schema", parse[schema](t, text).Namespace, otherNamespace)
	for _, d := range [][]byte{doc, text} {
		if strings.Contains(string(d), namespace) {
			t.Errorf("the served contract contains %s", namespace)
		}
	}
	if _, err := realtime.NewClient("", soap.SOAP11, soap.WithNamespace("urn:unknown", "urn:x")); err == nil {
		t.Error("NewClient returns no error for a namespace that the contract does not have")
	}
}
