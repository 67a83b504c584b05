package roundtrip

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
)

const otherNamespace = "urn:team:rail & co/"

var inOther = realtime.WithNamespace(namespace, otherNamespace)

func swapped(text string) string {
	return strings.ReplaceAll(text, namespace, strings.ReplaceAll(otherNamespace, "&", "&amp;"))
}

// TestNamespace: a team's own namespace, given at run time on both sides, works
// with every operation over every binding, to the letter.
func TestNamespace(t *testing.T) {
	handler := realtime.NewHandler(service(func(_ context.Context, operation string, arguments []*string) (any, error) {
		for _, a := range arguments {
			if a == nil || *a != "x" {
				return nil, &realtime.Fault{Reason: "wrong parameters"}
			}
		}
		return records(operationNamed(operation).recordType(), 3), nil
	}), quiet, inOther)
	var got sent
	server := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = sent{r.Method, r.RequestURI, r.Header, body}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		handler.ServeHTTP(w, r)
	}))
	forAll(t, func(t *testing.T, op operation, b realtime.Binding) {
		arguments := []*string{pointer("x"), pointer("x")}[:len(op.parameters)]
		result, err := op.call(t.Context(), dial(t, server, b, inOther), arguments...)
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
			sameInfoset(t, got.body, swapped(envelope(b, element(op.name, content))))
		}
		if b == realtime.SOAP11 {
			checkHeader(t, got.header, "Soapaction", []string{`"` + otherNamespace + op.name + `"`})
		}
		answer := send(t, server, request{got.method, got.target, map[string]string{"Content-Type": got.header.Get("Content-Type")}, string(got.body)})
		sameInfoset(t, answer.body, swapped(resultXML(op, b, recordsXML(op.record, result))))
	})
}

// TestNamespaceOnOneSide: with a namespace of its own, a side does not take the
// contract's any more.
func TestNamespaceOnOneSide(t *testing.T) {
	server := serve(t, always([]realtime.ObjStation{{StationDesc: pointer("x")}}, nil))
	swapped := serve(t, always([]realtime.ObjStation{{StationDesc: pointer("x")}}, nil), inOther)
	for _, b := range bindings {
		for name, client := range map[string]*realtime.Client{"client": dial(t, server, b, inOther), "handler": dial(t, swapped, b)} {
			list, err := client.GetAllStationsXML(t.Context())
			switch {
			case err == nil:
				t.Errorf("%s, %s alone: %d records", b, name, len(list))
			case isSOAP(b):
				if f := as[*realtime.Fault](err); f == nil || f.Code != realtime.FaultClient || !strings.Contains(f.Reason, "getAllStationsXML") {
					t.Errorf("%s, %s alone: %v", b, name, err)
				}
			case as[*realtime.DecodeError](err) == nil:
				t.Errorf("%s, %s alone: %v", b, name, err)
			}
		}
		if !isSOAP(b) {
			continue
		}
		// The contract's soapAction is none of this namespace's either.
		r := soapRequest(b, "getAllStationsXML", strings.ReplaceAll(element("getAllStationsXML", ""), namespace, "urn:team:rail &amp; co/"))
		if b == realtime.SOAP12 {
			r.header["Content-Type"] += `; action="` + namespace + `getAllStationsXML"`
		}
		checkRefused(t, b, send(t, swapped, r), realtime.FaultClient, namespace+"getAllStationsXML", otherNamespace+"getAllStationsXML")
	}
}

// TestNamespaceInContract: the contract that is handed out says what is served.
func TestNamespaceInContract(t *testing.T) {
	server := serve(t, always(nil, nil), inOther)
	doc := fetch(t, server.Client(), server.URL+path+"?wsdl", "", nil)
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
			t.Errorf("the contract still has %s", namespace)
		}
	}
}

// TestNamespaceMistakes: a namespace that the contract does not have, or one
// that is none, is an error of NewClient; a handler answers nothing but that.
func TestNamespaceMistakes(t *testing.T) {
	for _, option := range []realtime.Option{
		realtime.WithNamespace("urn:unknown", "urn:x"),
		realtime.WithNamespace(strings.TrimSuffix(namespace, "/"), "urn:x"),
		realtime.WithNamespace(namespace, ""),
		realtime.WithNamespace(namespace, "urn:\x00"),
	} {
		for _, b := range bindings {
			if _, err := realtime.NewClient("", b, option); err == nil {
				t.Error("NewClient took a namespace that makes no sense")
			}
		}
		got := send(t, serve(t, unasked(t), option), request{method: "GET", target: path + "/getAllStationsXML"})
		if textIn(t, got); got.status != http.StatusInternalServerError {
			t.Errorf("status %d", got.status)
		}
	}
}
