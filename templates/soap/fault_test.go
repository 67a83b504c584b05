package soap

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// sendFault writes a fault and reads it back as a client would.
func sendFault(t testing.TB, b contract.Binding, f *Fault) *Fault {
	t.Helper()
	e := codec.NewEncoder(nil, false)
	defer e.Release()
	openEnvelope(e, b, nil)
	encodeFault(e, b, f)
	closeEnvelope(e)
	if e.Err() != nil {
		t.Fatalf("%+v: %v", f, e.Err())
	}
	return readFault(t, b, string(e.Bytes()))
}

func readFault(t testing.TB, b contract.Binding, doc string) *Fault {
	t.Helper()
	d := codec.NewDecoder([]byte(doc), []schema.Namespace{{}}, schema.Limits{})
	defer d.Release()
	d.Root()
	d.Open()
	d.Child()
	d.Open()
	d.Child()
	f := decodeFault(d)
	leaveBody(d)
	if d.Err() != nil {
		t.Fatalf("%s: %v", doc, d.Err())
	}
	return f
}

func TestFaultRoundTrip(t *testing.T) {
	x, y := xsd.QName{Space: "urn:x&y", Local: "Bad"}, xsd.QName{Space: "urn:z", Local: "Wörse"}
	faults := []Fault{
		{Code: FaultServer, Reason: "no", Lang: "en"},
		{Code: FaultClient, Reason: "é <&> \"'\r\n", Lang: "de-DE"},
		{Code: FaultMustUnderstand, Lang: "en"},
		{Code: FaultVersionMismatch, Reason: "v", Lang: "en"},
		{Code: FaultServer, Subcodes: []xsd.QName{x}, Lang: "en"},
		{Code: FaultClient, Subcodes: []xsd.QName{{Local: "Authentication"}}, Lang: "en"},
		{Code: FaultServer, Reason: "r", Lang: "en", Actor: "urn:a?b&c", Detail: `<a xmlns="urn:a" b="1">&lt;x<![CDATA[<]]></a><b/>`},
	}
	for _, f := range faults {
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			want := f
			want.remote = true
			if got := sendFault(t, b, &f); !reflect.DeepEqual(*got, want) {
				t.Errorf("%s: %+v, want %+v", b, *got, want)
			}
		}
	}
	all := Fault{Code: FaultDataEncodingUnknown, Subcodes: []xsd.QName{x, y, {Local: "z"}}, Lang: "en", Node: "urn:n", remote: true}
	if got := sendFault(t, contract.SOAP12, &all); !reflect.DeepEqual(*got, all) {
		t.Errorf("%+v", *got)
	}
	if got := sendFault(t, contract.SOAP11, &Fault{Code: FaultDataEncodingUnknown}); got.Code != FaultClient {
		t.Errorf("DataEncodingUnknown in SOAP 1.1: %+v", *got)
	}
	if got := sendFault(t, contract.SOAP11, &Fault{Reason: "r", Node: "urn:n"}); got.Lang != "" {
		t.Errorf("a language that nobody gave: %+v", *got)
	}
}

func TestFaultNeverFails(t *testing.T) {
	bad := "a\x00\x1F\xFF\uFFFE"
	f := &Fault{Code: FaultCode(bad), Reason: bad, Lang: bad, Actor: bad, Node: bad, Subcodes: []xsd.QName{{Space: bad, Local: "x"}, {Space: "urn:x", Local: bad}, {Space: "", Local: "a b"}, {Space: "", Local: "<a>"}, {Space: "", Local: ""}}}
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		if got := sendFault(t, b, f); got.Reason != "a\uFFFD\uFFFD\uFFFD\uFFFD" || got.Code != FaultServer {
			t.Errorf("%s: %+v", b, got)
		}
	}
}

func TestFaultsOfOthers(t *testing.T) {
	tests := []struct {
		name    string
		binding contract.Binding
		body    string
		want    Fault
	}{
		{"unqualified code", contract.SOAP11, `<faultcode>Client</faultcode><faultstring>x</faultstring>`, Fault{Code: FaultClient, Reason: "x"}},
		{"code with white space", contract.SOAP11, "<faultcode>\n s:Client </faultcode>", Fault{Code: FaultClient}},
		{"prefix declared on the code", contract.SOAP11, `<faultcode xmlns:q="urn:q">q:Broken</faultcode>`, Fault{Code: FaultServer, Subcodes: []xsd.QName{{Space: "urn:q", Local: "Broken"}}}},
		{"prefix not declared", contract.SOAP11, `<faultcode>q:Broken</faultcode>`, Fault{Code: FaultServer, Subcodes: []xsd.QName{{Space: "", Local: "Broken"}}}},
		{"dotted", contract.SOAP11, `<faultcode>s:Server.Memory.Low</faultcode>`, Fault{Code: FaultServer, Subcodes: []xsd.QName{{Space: "", Local: "Memory.Low"}}}},
		{"of another namespace", contract.SOAP11, `<faultcode xmlns:q="urn:q">q:Client</faultcode>`, Fault{Code: FaultServer, Subcodes: []xsd.QName{{Space: "urn:q", Local: "Client"}}}},
		{"of WS-Security", contract.SOAP11, `<faultcode xmlns:w="` + codec.SecurityNamespace + `">w:FailedCheck</faultcode>`, Fault{Code: FaultClient, Subcodes: []xsd.QName{{Space: codec.SecurityNamespace, Local: "FailedCheck"}}}},
		{"of WS-Security, expired", contract.SOAP11, `<faultcode xmlns:w="` + codec.SecurityUtilityNamespace + `">w:MessageExpired</faultcode>`, Fault{Code: FaultClient, Subcodes: []xsd.QName{{Space: codec.SecurityUtilityNamespace, Local: "MessageExpired"}}}},
		{"qualified children", contract.SOAP11, `<s:faultcode>s:Client</s:faultcode><s:faultstring>x</s:faultstring>`, Fault{Code: FaultClient, Reason: "x"}},
		{"names of SOAP 1.2", contract.SOAP11, `<faultcode>s:Sender</faultcode>`, Fault{Code: FaultClient}},
		{"children of SOAP 1.2", contract.SOAP11, `<s:Code><s:Value>SOAP-ENV:Client</s:Value>` +
			`<s:Subcode><s:Value>rpc:BadArguments</s:Value></s:Subcode></s:Code>` +
			`<s:Reason><s:Text>no</s:Text></s:Reason><s:Role>urn:me</s:Role><s:Detail><why xmlns=""/></s:Detail>`,
			Fault{Code: FaultClient, Subcodes: []xsd.QName{{Local: "BadArguments"}}, Reason: "no", Actor: "urn:me", Detail: `<why xmlns=""/>`}},
		{"children of SOAP 1.1", contract.SOAP12, `<faultcode>s:Client</faultcode><faultstring>no</faultstring>` +
			`<faultactor>urn:me</faultactor><detail><why xmlns=""/></detail>`,
			Fault{Code: FaultClient, Reason: "no", Actor: "urn:me", Detail: `<why xmlns=""/>`}},
		{"empty detail", contract.SOAP11, `<detail/>`, Fault{Code: FaultServer}},
		{"namespaces from outside", contract.SOAP11, `<detail xmlns="urn:d" xmlns:u="urn:u" xmlns:v="urn:v"><a u:b="1"/>t<v:c xmlns="">v</v:c></detail>`,
			Fault{Code: FaultServer, Detail: `<a xmlns:u="urn:u" xmlns="urn:d" u:b="1"/>t<v:c xmlns:v="urn:v" xmlns="">v</v:c>`}},
		{"nothing", contract.SOAP12, ``, Fault{Code: FaultServer}},
		{"first text", contract.SOAP12, `<s:Reason><s:Text xml:lang="fr">a</s:Text><s:Text xml:lang="de">b</s:Text></s:Reason>`, Fault{Code: FaultServer, Reason: "a", Lang: "fr"}},
		{"English text", contract.SOAP12, `<s:Reason><s:Text xml:lang="fr">a</s:Text><s:Text xml:lang="en-GB">b</s:Text><s:Text xml:lang="en">c</s:Text></s:Reason>`, Fault{Code: FaultServer, Reason: "b", Lang: "en-GB"}},
	}
	for _, test := range tests {
		got := readFault(t, test.binding, envelope(test.binding, "<s:Fault>"+test.body+"</s:Fault>"))
		test.want.remote = true
		if !reflect.DeepEqual(*got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, *got, test.want)
		}
		if err := checkDetail(got.Detail, schema.Limits{}); err != nil {
			t.Errorf("%s: detail %q does not stand alone: %v", test.name, got.Detail, err)
		}
	}
}

// richFault is a fault type that makes its reason.
type richFault struct{ *Fault }

func (f richFault) FaultReason() string { return "rich " + f.Reason }

// otherFault is a fault of a package with another run-time, as this one finds it.
type otherFault interface {
	error
	FaultCode() string
	FaultSubcodes() [][2]string
	FaultReason() string
	FaultLang() string
	FaultActor() string
	FaultNode() string
	FaultDetail() string
	FaultStatus() int
	FaultRemote() bool
}

func TestAsFault(t *testing.T) {
	f := &Fault{Code: FaultClient, Subcodes: []xsd.QName{{Space: "urn:x", Local: "Bad"}}, Reason: "r", Lang: "de", Actor: "a", Node: "n", Detail: "<d/>", Status: 409, remote: true}
	if got, ok := AsFault(fmt.Errorf("x: %w", f)); !ok || got != f {
		t.Errorf("%+v", got)
	}
	rich := *f
	rich.Reason = "rich r"
	if got, ok := AsFault(fmt.Errorf("x: %w", richFault{f})); !ok || !reflect.DeepEqual(got, &rich) {
		t.Errorf("%+v", got)
	}
	var other otherFault
	if !errors.As(fmt.Errorf("x: %w", f), &other) {
		t.Fatal("other run-times do not find the fault")
	}
	if got, ok := AsFault(struct{ otherFault }{other}); !ok || !reflect.DeepEqual(got, f) {
		t.Errorf("of another run-time: %+v", got)
	}
	if n := reflect.TypeFor[*lostStop]().NumMethod(); n > 4 {
		t.Errorf("an error type has %d methods, which are compiled for each error type of a contract", n)
	}
	if got, ok := AsFault(foreignFault{"Client", "r"}); !ok || got.Code != FaultClient || got.Reason != "r" || got.FaultRemote() {
		t.Errorf("%+v", got)
	}
	for _, err := range []error{
		nil, errors.New("x"), (*Fault)(nil), (*lostStop)(nil), fmt.Errorf("x: %w", (*lostStop)(nil)), errors.Join((*lostStop)(nil), f),
		richFault{}, (*richFault)(nil),
	} {
		if got, ok := AsFault(err); ok {
			t.Errorf("%v is taken for a fault: %+v", err, got)
		}
	}
	if text := (&Fault{Code: FaultClient, Subcodes: []xsd.QName{{Space: "urn:x", Local: "Bad"}}, Reason: "r"}).Error(); text != `Client/{urn:x}Bad fault: "r"` {
		t.Error(text)
	}
	if text := new(Fault).Error(); !strings.HasPrefix(text, "Server fault") {
		t.Error(text)
	}
}

// bare is an operation whose response is one element of a complex type, called
// with an action that no escape may change.
var bare = contract.Operation{
	Name: "bare", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
		Action:   `urn:a"b\c`,
		In:       schema.ElementName{NS: 1, Local: "bare"},
		Out:      []schema.ElementName{{NS: 1, Local: "stop"}},
	}},
	Result: stopResult,
}

var bareContract = contract.Contract{
	Service:    "Bare",
	Namespaces: depotNamespaces,
	Types:      &depotTypes,
	Ports:      []contract.Port{{Name: "a", Binding: contract.SOAP11, Address: "http://localhost/bare"}, {Name: "b", Binding: contract.SOAP12, Address: "http://localhost/bare"}},
}

// required is an operation whose response must have an element inside its
// wrapper, or as the root of a document.
var required = contract.Operation{
	Name: "required", Wires: []contract.Wire{
		{
			Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: "urn:required",
			In:  schema.ElementName{NS: 1, Local: "required"},
			Out: []schema.ElementName{{NS: 1, Local: "requiredResponse"}, {NS: 1, Local: "stop"}}, OutMust: true,
		},
		{Bindings: []contract.Binding{contract.HTTPGet, contract.HTTPPost}, Path: "/required", Out: []schema.ElementName{{NS: 1, Local: "stop"}}},
	},
	Result: stopResult,
}

// TestNilForRequiredResult calls services that return nil where the contract requires an element, whether or not responses are kept
// for interceptors: that is a fault of the server. Any action finds its way.
func TestNilForRequiredResult(t *testing.T) {
	c := bareContract
	c.Ports = nil
	for _, b := range allBindings {
		c.Ports = append(c.Ports, contract.Port{Name: b.String(), Binding: b, Address: "http://localhost/bare"})
	}
	var result *stop
	var log strings.Builder
	service := func(context.Context, any) (any, error) { return result, nil }
	pass := func(ctx context.Context, call *Call, next func(context.Context) error) error { return next(ctx) }
	for _, options := range [][]HandlerOption{nil, {WithInterceptors(pass)}} {
		options = append(options, WithLogger(loggerTo(&log)))
		server := newServer(t, serveMethods(&c, nil, []method{methodOf(&required, service), methodOf(&bare, service)}, options))
		for _, b := range allBindings {
			for _, op := range []*contract.Operation{&required, &bare} {
				if op == &bare && !b.IsSOAP() {
					continue
				}
				caller, err := NewCaller(&c, server.URL+"/bare", b, nil)
				must(t, err)
				result = &stop{Name: "left"}
				if got, err := Invoke[*stop](t.Context(), caller, op, nil); err != nil || got.Name != "left" {
					t.Errorf("%v: %v, %v", b, got, err)
				}
				result = nil
				log.Reset()
				_, err = Invoke[*stop](t.Context(), caller, op, nil)
				logged := log.String()
				if f, ok := AsFault(err); !ok || f.Code != FaultServer || !strings.Contains(logged, "level=ERROR") || !strings.Contains(logged, "nil") {
					t.Errorf("%v, %s: the error of nil is %v, logged\n%s", b, op.Name, err, logged)
				}
			}
		}
	}
}
