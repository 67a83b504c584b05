package wsa

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// TestBothSides: client and handler agree on the default actions, and each call has its own properties.
func TestBothSides(t *testing.T) {
	for _, b := range bindings {
		option := WithAddressing(Addressing{Required: true, NewID: numbers("id")})
		s := serve(nil, option)
		call := dial(t, s, b, option)
		for range 2 {
			if err := call(t.Context(), &opPing); err != nil {
				t.Fatal(err)
			}
		}
		got := s.got
		if !s.had || got.Action != pingAction || got.MessageID != "urn:id:3" || got.ReplyTo.Address != Anonymous || !strings.HasSuffix(got.To, "/ping") {
			t.Errorf("%s: %+v", b, got)
		}
		if err := call(t.Context(), &opTell); err != nil || s.got.Action != "urn:tell" || s.got.ReplyTo != nil {
			t.Errorf("%s: %v, %+v", b, err, s.got)
		}
		s.fails = &soap.Fault{Code: soap.FaultClient, Reason: "no"}
		var fault *soap.Fault
		if err := call(t.Context(), &opPing); !errors.As(err, &fault) || fault.Reason != "no" {
			t.Errorf("%s: %v", b, err)
		}
		plain := dial(t, s, b)
		if err := plain(t.Context(), &opPing); !errors.As(err, &fault) || fault.Subcodes[0].Local != "MessageAddressingHeaderRequired" || fault.Code != soap.FaultClient {
			t.Errorf("%s: %v", b, err)
		}
	}
}

// TestServicePage: what the page of a service sends has the header blocks that the service requires.
func TestServicePage(t *testing.T) {
	for _, b := range bindings {
		var info *soap.ServiceInfo
		s := serve(nil, WithAddressing(Addressing{Required: true, NewID: numbers("page")}), soap.WithPage(func(of *soap.ServiceInfo) http.Handler {
			info = of
			return http.NotFoundHandler()
		}))
		page := httptest.NewRequest("GET", "/ping", nil)
		s.ServeHTTP(httptest.NewRecorder(), page)
		r, err := info.NewRequest(page, &opPing, b, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != 200 || s.got.Action != pingAction || s.got.MessageID != "urn:page:1" {
			t.Errorf("%s: %d %s, %+v", b, w.Code, w.Body, s.got)
		}
	}
}

func TestPropertiesOfACall(t *testing.T) {
	s := serve(nil, WithAddressing(Addressing{}))
	call := dial(t, s, contract.SOAP12, WithAddressing(Addressing{To: "urn:to", FaultTo: &Endpoint{Address: None}}))
	ctx := With(t.Context(), Properties{
		MessageID: "urn:own", RelatesTo: "urn:before", From: &Endpoint{Address: "urn:me", Metadata: `<a:Metadata xmlns:a="` + Namespace + `"/>`},
		ReplyTo:    &Endpoint{Address: Anonymous, Parameters: []xsd.RawXML{`<x:p xmlns:x="urn:x">&lt;</x:p>`}},
		Parameters: []xsd.RawXML{`<q xmlns="urn:q"/>`},
	})
	if err := call(ctx, &opPing); err != nil {
		t.Fatal(err)
	}
	got := s.got
	if got.MessageID != "urn:own" || got.RelatesTo != "urn:before" || got.From.Address != "urn:me" || got.From.Metadata == "" ||
		got.To != "urn:to" || got.FaultTo.Address != None || len(got.ReplyTo.Parameters) != 1 {
		t.Errorf("%+v", got)
	}
	err := call(With(t.Context(), Properties{ReplyTo: &Endpoint{Address: None}}), &opPing)
	var status *soap.HTTPError
	if !errors.As(err, &status) || status.Status != http.StatusAccepted {
		t.Errorf("an answer that goes elsewhere: %v", err)
	}
	if err := call(With(t.Context(), Properties{Action: "urn:other"}), &opPing); err == nil || !strings.Contains(err.Error(), "ActionNotSupported") {
		t.Errorf("another action: %v", err)
	}
}

// TestTwoActionsOfTheContract: the contract of Amazon SQS has a soapAction and another action of WS-Addressing.
func TestTwoActionsOfTheContract(t *testing.T) {
	op := opPing
	op.Wires = slices.Clone(op.Wires)
	op.Wires[0].Action, op.Wires[0].More = "ping", &contract.WireMore{Addressed: "urn:ping"}
	for _, b := range bindings {
		h := soap.NewHandler(pingContract(nil).With(&op), &contract.DocumentSet{}, func(ctx context.Context, _ *contract.Operation, _ any) (any, error) {
			if got, _ := Received(ctx); got.Action != "urn:ping" {
				t.Errorf("%s: action %q", b, got.Action)
			}
			return nil, nil
		}, []soap.HandlerOption{WithAddressing(Addressing{})})
		if err := dial(t, h, b, WithAddressing(Addressing{}))(t.Context(), &op); err != nil {
			t.Errorf("%s: %v", b, err)
		}
	}
}

// TestPasswordStaysInHTTP: To has the URL that is called without the password in it.
func TestPasswordStaysInHTTP(t *testing.T) {
	s := serve(nil, WithAddressing(Addressing{}))
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	address := server.URL + "/ping"
	c, err := soap.NewCaller(pingContract(nil), strings.Replace(address, "//", "//joe:secret@", 1), contract.SOAP11, []soap.ClientOption{WithAddressing(Addressing{})})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Do(t.Context(), &opPing, nil); err != nil || s.got.To != address {
		t.Errorf("To is %q, %v", s.got.To, err)
	}
}

// TestAnswersInTheVersionOfTheRequest also has what WCF sends: To with mustUnderstand.
func TestAnswersInTheVersionOfTheRequest(t *testing.T) {
	for _, b := range bindings {
		for space, anonymous := range map[string]string{Namespace: Anonymous, OldNamespace: oldAnonymous} {
			s := serve(nil, WithAddressing(Addressing{}))
			status, body := ask(s, b, space, pingBlocks(`<a:To s:mustUnderstand="1">urn:to</a:To>`+endpoint("ReplyTo", anonymous, "")), "ping")
			m := answered(t, b, body)
			if status != 200 || m.space != space || m.Action != pingReply || m.RelatesTo != "urn:m:1" || m.MessageID == "" || m.To != anonymous {
				t.Errorf("%s, %s: %d %+v", b, space, status, m)
			}
			s.fails = errors.New("secret")
			_, body = ask(s, b, space, pingBlocks(""), "ping")
			if m := answered(t, b, body); !m.fault || m.RelatesTo != "urn:m:1" || !strings.HasSuffix(m.Action, "/fault") {
				t.Errorf("%s, %s: %s", b, space, body)
			}
			_, body = ask(s, b, space, pingBlocks(""), "other")
			if m := answered(t, b, body); !m.fault || m.RelatesTo != "urn:m:1" {
				t.Errorf("%s, %s: a refusal: %s", b, space, body)
			}
		}
	}
	if _, body := ask(serve(nil, WithAddressing(Addressing{})), contract.SOAP11, Namespace, "", "ping"); strings.Contains(body, Namespace) {
		t.Errorf("a request without addressing: %s", body)
	}
}

// TestFaults has the codes and details of WS-Addressing 1.0 SOAP Binding, section 6.4.
func TestFaults(t *testing.T) {
	action, id := block("Action", pingAction), block("MessageID", "urn:m:1")
	for _, test := range []struct{ name, blocks, code, specific, detail, soapAction string }{
		{"no Action", id, headerRequired, "", "Action", ""},
		{"no MessageID", action, headerRequired, "", "MessageID", ""},
		{"two MessageIDs", action + id + id, invalidHeader, "InvalidCardinality", "MessageID", ""},
		{"two Actions", action + action + id, invalidHeader, "InvalidCardinality", "Action", ""},
		{"two versions", action + id + `<To xmlns="` + OldNamespace + `"/>`, invalidHeader, "", "To", ""},
		{"no address", pingBlocks(block("ReplyTo", "")), invalidHeader, "MissingAddressInEPR", "ReplyTo", ""},
		{"not anonymous", pingBlocks(endpoint("FaultTo", "http://a.example/", "")), invalidHeader, "OnlyAnonymousAddressSupported", "FaultTo", ""},
		{"a header as a parameter", pingBlocks(endpoint("ReplyTo", Anonymous, block("ReferenceParameters", block("To", "urn:x")))), invalidHeader, "InvalidEPR", "ReplyTo", ""},
		{"a long text", action + block("MessageID", strings.Repeat("x", maxText+1)), invalidHeader, "", "MessageID", ""},
		{"an element in Action", block("Action", strings.Replace(pingAction, "/", "/<z/>", 1)) + id, invalidHeader, "", "Action", ""},
		{"an element in MessageID", action + block("MessageID", "urn:<z>x</z>m"), invalidHeader, "", "MessageID", ""},
		{"an element in RelatesTo", pingBlocks(block("RelatesTo", "urn:<z/>m")), invalidHeader, "", "RelatesTo", ""},
		{"an element in an Address", pingBlocks(endpoint("ReplyTo", Anonymous+"<z/>", "")), invalidHeader, "", "ReplyTo", ""},
		{"another action", block("Action", "urn:other") + id, notSupported, "", "urn:other", ""},
		{"two actions", action + id, invalidHeader, "ActionMismatch", "Action", "urn:unknown"},
	} {
		for _, b := range bindings {
			s := serve(nil, WithAddressing(Addressing{}))
			header := []string{"SOAPAction", `"` + test.soapAction + `"`}
			if b == contract.SOAP12 {
				header = []string{"Content-Type", `application/soap+xml; action="` + test.soapAction + `"`}
			}
			_, body := ask(s, b, Namespace, test.blocks, "ping", header...)
			m := answered(t, b, body)
			for _, code := range []string{test.code, test.specific} {
				if has := strings.Contains(body, "q:"+code+"<"); code != "" && has == (b == contract.SOAP11 && code == test.code && test.specific != "") {
					t.Errorf("%s, %s: %s: %s", test.name, b, code, body)
				}
			}
			if s.calls > 0 || !m.fault || m.Action != Namespace+"/fault" || !strings.Contains(body, test.detail+"<") || strings.Contains(body, "FaultDetail") != (b == contract.SOAP11) {
				t.Errorf("%s, %s: %s", test.name, b, body)
			}
		}
	}
}

// TestFaultsOfTheSubmission has its codes, in the detail also with SOAP 1.1.
func TestFaultsOfTheSubmission(t *testing.T) {
	s := serve(nil, WithAddressing(Addressing{}))
	for blocks, code := range map[string]string{
		block("MessageID", "urn:m"):                        oldRequired,
		pingBlocks(block("Action", "x")):                   oldInvalid,
		block("Action", "x") + block("MessageID", "urn:m"): notSupported,
	} {
		if _, body := ask(s, contract.SOAP11, OldNamespace, blocks, "ping"); !strings.Contains(body, "q:"+code+"<") || !strings.Contains(body, "<detail>") {
			t.Errorf("%s: %s", code, body)
		}
	}
	if status, body := ask(s, contract.SOAP11, OldNamespace, block("Action", pingAction), "ping"); status != 200 {
		t.Errorf("a request that says nothing about answers needs no MessageID: %s", body)
	}
}

// TestRepliesThatBelongElsewhere: a client checks to which message a reply belongs, and its action.
func TestRepliesThatBelongElsewhere(t *testing.T) {
	reply := func(blocks string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/xml")
			w.Write([]byte(`<s:Envelope xmlns:s="` + soap.SOAP11Namespace + `" xmlns:a="` + Namespace + `"><s:Header>` + blocks +
				`</s:Header><s:Body><pingResponse xmlns="` + pingNS + `"/></s:Body></s:Envelope>`))
		})
	}
	right := block("RelatesTo", "urn:c:1")
	for blocks, want := range map[string]string{
		`<a:Action s:mustUnderstand="1">` + pingReply + "</a:Action>" + right: "",
		"": "no header blocks",
		block("Action", pingReply) + block("RelatesTo", "urn:c:2"): `belongs to the message "urn:c:2"`,
		block("Action", pingReply):                                 `belongs to the message ""`,
		block("Action", "urn:other") + right:                       `action of the response is "urn:other"`,
		block("Action", pingReply) + block("Action", "") + right:   "more than once",
	} {
		err := dial(t, reply(blocks), contract.SOAP11, WithAddressing(Addressing{Required: true, NewID: numbers("c")}))(t.Context(), &opPing)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", blocks, err, want)
		}
	}
	for _, blocks := range []string{"", block("Action", "urn:other"), block("Action", pingReply) + right} {
		if err := dial(t, reply(blocks), contract.SOAP11, WithAddressing(Addressing{NewID: numbers("c")}))(t.Context(), &opPing); err != nil {
			t.Errorf("not required: %s: %v", blocks, err)
		}
	}
}

func TestAnswersThatGoElsewhere(t *testing.T) {
	for _, b := range bindings {
		in := &inbox{sent: make(chan string, 1), status: 202}
		s := serve(nil, WithAddressing(Addressing{Send: in, Allow: func(a string) bool { return strings.HasPrefix(a, "https://client.example/") }}))
		to := endpoint("ReplyTo", "https://client.example/in", block("ReferenceParameters", `<x:p xmlns:x="urn:x">1</x:p>`))
		status, body := ask(s, b, Namespace, pingBlocks(to), "ping")
		if status != http.StatusAccepted || body != "" {
			t.Errorf("%s: %d %s", b, status, body)
		}
		head, sent, _ := strings.Cut(<-in.sent, "\n")
		m := answered(t, b, sent)
		if !strings.HasPrefix(head, "https://client.example/in ") || m.To != "https://client.example/in" || m.RelatesTo != "urn:m:1" || m.Action != pingReply ||
			!strings.Contains(sent, `wsa:IsReferenceParameter="true" xmlns:x="urn:x">1</x:p>`) {
			t.Errorf("%s: %s\n%s", b, head, sent)
		}
		s.fails = errors.New("secret")
		ask(s, b, Namespace, pingBlocks(to+endpoint("FaultTo", "https://client.example/faults", "")), "ping")
		if sent := <-in.sent; !strings.HasPrefix(sent, "https://client.example/faults ") || !strings.Contains(sent, "Fault>") {
			t.Errorf("%s: %s", b, sent)
		}
		status, body = ask(s, b, Namespace, pingBlocks(endpoint("ReplyTo", None, "")), "ping")
		if status != http.StatusAccepted || body != "" || len(in.sent) > 0 {
			t.Errorf("%s: nothing is to be answered: %d %s", b, status, body)
		}
	}
}

// TestAddressesOfVersions: none is an address of version 1.0 only, anonymous one of both.
func TestAddressesOfVersions(t *testing.T) {
	for _, test := range []struct {
		space, address string
		status         int
	}{
		{Namespace, None, 202}, {OldNamespace, None, 500}, {Namespace, OldNamespace + "/role/none", 500}, {Namespace, Anonymous, 200}, {Namespace, oldAnonymous, 200},
		{OldNamespace, Anonymous, 200}, {OldNamespace, oldAnonymous, 200}, {Namespace, "https://a.example/x", 500},
	} {
		for _, local := range []string{"ReplyTo", "FaultTo"} {
			want, s := test.status, serve(nil, WithAddressing(Addressing{}))
			if local == "FaultTo" && want == 202 {
				want = 200 // there is no fault
			}
			if status, body := ask(s, contract.SOAP11, test.space, pingBlocks(endpoint(local, test.address, "")), "ping"); status != want || want == 500 && s.calls > 0 {
				t.Errorf("%s, %s %s: %d %s, want %d", test.space, local, test.address, status, body, want)
			}
		}
	}
}

// TestKeptReplies: each answer of a cache has its own MessageID and RelatesTo.
func TestKeptReplies(t *testing.T) {
	var kept []byte
	cache := func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		if call.Reply = kept; kept != nil {
			return nil
		}
		err := next(ctx)
		kept = bytes.Clone(call.Reply)
		return err
	}
	s := serve(nil, WithAddressing(Addressing{NewID: numbers("s")}), soap.WithInterceptors(cache))
	call := dial(t, s, contract.SOAP11, WithAddressing(Addressing{Required: true}))
	for range 3 {
		if err := call(t.Context(), &opPing); err != nil {
			t.Error(err)
		}
	}
	if s.calls != 1 {
		t.Errorf("%d calls", s.calls)
	}
}

func TestByPolicy(t *testing.T) {
	for use, want := range map[contract.Use]string{contract.Unmentioned: "", contract.Optional: pingReply, contract.Required: pingReply} {
		s := serve(&contract.Policy{Addressing: use}, ByPolicy())
		_, body := ask(s, contract.SOAP12, Namespace, pingBlocks(""), "ping")
		if m := answered(t, contract.SOAP12, body); m.Action != want {
			t.Errorf("%v: %s", use, body)
		}
		status, body := ask(s, contract.SOAP12, Namespace, "", "ping")
		if refused := status != 200; refused != (use == contract.Required) {
			t.Errorf("%v: %s", use, body)
		}
	}
	s := serve(&contract.Policy{Addressing: contract.Required}, ByPolicy(), WithAddressing(Addressing{}))
	if status, body := ask(s, contract.SOAP11, Namespace, "", "ping"); status != 200 {
		t.Errorf("the explicit option replaces it: %s", body)
	}
	if status, _ := ask(serve(nil, ByPolicy()), contract.SOAP11, Namespace, "", "ping"); status != 200 {
		t.Error("a contract without a policy")
	}
}

// TestByPolicyOfPorts: addressing is used if any port of a binding mentions it, and required if all of them require it.
func TestByPolicyOfPorts(t *testing.T) {
	none, required := &contract.Policy{MTOM: contract.Optional}, &contract.Policy{Addressing: contract.Required}
	for _, test := range []struct {
		first, second *contract.Policy
		refuses       bool
	}{{nil, required, false}, {none, required, false}, {required, none, false}, {required, required, true}} {
		info := pingContract(test.first)
		info.Ports = append(info.Ports[:1], contract.Port{Name: "Second", Binding: contract.SOAP11, Address: "http://localhost/second", Policy: test.second})
		h := soap.NewHandler(info.With(&opPing), &contract.DocumentSet{}, func(context.Context, *contract.Operation, any) (any, error) {
			return nil, nil
		}, []soap.HandlerOption{ByPolicy()})
		_, body := ask(h, contract.SOAP11, Namespace, pingBlocks(""), "ping")
		if m := answered(t, contract.SOAP11, body); m.Action != pingReply {
			t.Errorf("%v, %v: %s", test.first, test.second, body)
		}
		if status, body := ask(h, contract.SOAP11, Namespace, "", "ping"); status != 200 != test.refuses {
			t.Errorf("%v, %v: %s", test.first, test.second, body)
		}
	}
}

func TestMessageIDs(t *testing.T) {
	a, b := newID(), newID()
	if a == b || len(a) != len("urn:uuid:00000000-0000-4000-8000-000000000000") || a[len("urn:uuid:00000000-0000-")] != '4' {
		t.Errorf("%s, %s", a, b)
	}
}
