package wsse

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// A service with one operation, which says nothing and hears nothing.

var pingContract = contract.Contract{
	Service:    "Ping",
	Namespaces: []schema.Namespace{{}, {URI: "urn:ping"}},
	Ports: []contract.Port{
		{Name: "Soap11", Binding: contract.SOAP11, Address: "http://localhost/ping"},
		{Name: "Soap12", Binding: contract.SOAP12, Address: "http://localhost/ping"},
		{Name: "Get", Binding: contract.HTTPGet, Address: "http://localhost/ping"},
	},
}

var opPing = contract.Operation{Name: "ping", Wires: []contract.Wire{
	{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
		In:       schema.ElementName{NS: 1, Local: "ping"},
		Out:      []schema.ElementName{{NS: 1, Local: "pingResponse"}},
	},
	{Bindings: []contract.Binding{contract.HTTPGet}, Path: "/ping"},
}}

var bindings = []contract.Binding{contract.SOAP11, contract.SOAP12}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func at(t time.Time) func() time.Time { return func() time.Time { return t } }

func passwords(_ context.Context, user string) (string, bool, error) {
	switch user {
	case "anna":
		return "s&cret", true, nil
	case "broken":
		return "", false, errors.New("database s&cret is down")
	}
	return "", false, nil
}

// server is a handler that notes who called and what was sent and logged.
type server struct {
	http.Handler
	users    []string
	requests []string
	log      bytes.Buffer
}

func newServer(opts ...soap.HandlerOption) *server { return newServerOf(&pingContract, opts...) }

func newServerOf(c *contract.Contract, opts ...soap.HandlerOption) *server {
	s := &server{}
	note := soap.WithInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		s.requests = append(s.requests, string(call.Request))
		return next(ctx)
	})
	opts = append([]soap.HandlerOption{note, soap.WithLogger(slog.New(slog.NewTextHandler(&s.log, nil)))}, opts...)
	s.Handler = soap.NewHandler(c.With(&opPing), &contract.DocumentSet{}, func(ctx context.Context, _ *contract.Operation, _ any) (any, error) {
		user, _ := Username(ctx)
		s.users = append(s.users, user)
		return nil, nil
	}, opts)
	return s
}

func (s *server) call(t *testing.T, b contract.Binding, opts ...soap.ClientOption) error {
	t.Helper()
	return s.callWith(t.Context(), t, b, opts...)
}

func (s *server) callWith(ctx context.Context, t *testing.T, b contract.Binding, opts ...soap.ClientOption) error {
	t.Helper()
	web := httptest.NewServer(s)
	defer web.Close()
	c, err := soap.NewCaller(&pingContract, web.URL+"/ping", b, opts)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Do(ctx, &opPing, nil)
	return err
}

// send posts an envelope with markup in its header.
func (s *server) send(b contract.Binding, header string) *httptest.ResponseRecorder {
	space, mediaType := soap.SOAP11Namespace, "text/xml"
	if b == contract.SOAP12 {
		space, mediaType = soap.SOAP12Namespace, "application/soap+xml"
	}
	r := httptest.NewRequest("POST", "/ping", strings.NewReader(fmt.Sprintf(
		`<s:Envelope xmlns:s="%s" xmlns:e="%[1]s" xmlns:w="%s" xmlns:u="%s"><s:Header>%s</s:Header><s:Body><ping xmlns="urn:ping"/></s:Body></s:Envelope>`,
		space, Namespace, UtilityNamespace, header)))
	r.Header.Set("Content-Type", mediaType)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// codeOf returns the local name of the code that WS-Security has for an error, all of which blame the client.
func codeOf(err error) string {
	f, ok := soap.AsFault(err)
	if !ok || len(f.Subcodes) == 0 || f.Code != soap.FaultClient {
		return fmt.Sprint(err)
	}
	return f.Subcodes[0].Local
}

func TestUsernameToken(t *testing.T) {
	tests := []struct {
		name     string
		send     Credentials
		verify   Verifier
		wantCode string
	}{
		{"text", Credentials{Username: "anna", Password: "s&cret"}, Verifier{}, ""},
		{"digest", Credentials{Username: "anna", Password: "s&cret", Digest: true}, Verifier{RequireDigest: true}, ""},
		{"timestamp", Credentials{Username: "anna", Password: "s&cret", Digest: true, Lifetime: time.Minute}, Verifier{RequireTimestamp: true, ReplyLifetime: time.Minute}, ""},
		{"text where a digest is needed", Credentials{Username: "anna", Password: "s&cret"}, Verifier{RequireDigest: true}, "UnsupportedSecurityToken"},
		{"wrong text", Credentials{Username: "anna", Password: "s&cre"}, Verifier{}, "FailedAuthentication"},
		{"wrong digest", Credentials{Username: "anna", Password: "s&cre", Digest: true}, Verifier{}, "FailedAuthentication"},
		{"unknown user, text", Credentials{Username: "otto"}, Verifier{}, "FailedAuthentication"},
		{"unknown user, digest", Credentials{Username: "otto", Digest: true}, Verifier{}, "FailedAuthentication"},
		{"no token", Credentials{Lifetime: time.Minute}, Verifier{}, "FailedAuthentication"},
		{"no timestamp", Credentials{Username: "anna", Password: "s&cret"}, Verifier{RequireTimestamp: true}, "InvalidSecurity"},
		{"old digest", Credentials{Username: "anna", Password: "s&cret", Digest: true, Now: at(noon.Add(-7 * time.Minute))}, Verifier{}, "MessageExpired"},
		{"digest within the window", Credentials{Username: "anna", Password: "s&cret", Digest: true, Now: at(noon.Add(-5 * time.Minute))}, Verifier{}, ""},
		{"digest of the future", Credentials{Username: "anna", Password: "s&cret", Digest: true, Now: at(noon.Add(2 * time.Minute))}, Verifier{}, "InvalidSecurity"},
		{"expired", Credentials{Username: "anna", Password: "s&cret", Lifetime: time.Second, Now: at(noon.Add(-2 * time.Minute))}, Verifier{}, "MessageExpired"},
		{"expired within the skew", Credentials{Username: "anna", Password: "s&cret", Lifetime: time.Second, Now: at(noon.Add(-50 * time.Second))}, Verifier{}, ""},
	}
	for _, test := range tests {
		if test.send.Now == nil {
			test.send.Now = at(noon)
		}
		test.verify.Password, test.verify.Now = passwords, at(noon)
		for _, b := range bindings {
			s := newServer(WithVerification(test.verify))
			err := s.call(t, b, WithCredentials(test.send))
			switch {
			case test.wantCode == "" && (err != nil || !slices.Equal(s.users, []string{"anna"})):
				t.Errorf("%s over %s: %v, %q", test.name, b, err, s.users)
			case test.wantCode != "" && (codeOf(err) != test.wantCode || len(s.users) > 0):
				t.Errorf("%s over %s: %v, want %s", test.name, b, err, test.wantCode)
			}
			if text := fmt.Sprint(err) + s.log.String(); strings.Contains(text, "cret") || strings.Contains(text, "anna") {
				t.Errorf("%s: the credentials are in %s", test.name, text)
			}
			if !strings.Contains(s.requests[0], `soap:mustUnderstand="1"`) || test.send.Digest && strings.Contains(s.requests[0], "cret") {
				t.Errorf("%s: %s", test.name, s.requests[0])
			}
		}
	}
}

func TestErrorsOfLookups(t *testing.T) {
	s := newServer(WithVerification(Verifier{Password: passwords}))
	for _, digest := range []bool{true, false} {
		err := s.call(t, contract.SOAP12, WithCredentials(Credentials{Username: "broken", Digest: digest}))
		if f, ok := soap.AsFault(err); !ok || f.Code != soap.FaultServer || strings.Contains(err.Error(), "database") {
			t.Errorf("%v", err)
		}
	}
	check := func(_ context.Context, user, password string) (bool, error) { return user+password == "ab", nil }
	s = newServer(WithVerification(Verifier{Check: check}))
	for _, test := range []struct {
		send Credentials
		want string
	}{
		{Credentials{Username: "a", Password: "b"}, "<nil>"},
		{Credentials{Username: "a", Password: "c"}, "FailedAuthentication"},
		{Credentials{Username: "a", Password: "b", Digest: true}, "UnsupportedSecurityToken"},
	} {
		if err := s.call(t, contract.SOAP11, WithCredentials(test.send)); codeOf(err) != test.want {
			t.Errorf("%v: %v, want %s", test.send, err, test.want)
		}
	}
}

// TestReplay: no digest is accepted twice, and what is remembered is bounded.
func TestReplay(t *testing.T) {
	now := noon
	s := newServer(WithVerification(Verifier{Password: passwords, Now: func() time.Time { return now }, MaxNonces: 4}))
	block := func() string {
		c := Credentials{Username: "anna", Password: "s&cret", Digest: true}
		b, err := c.block(now)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	first := block()
	if w := s.send(contract.SOAP11, first); w.Code != 200 {
		t.Fatal(w.Body)
	}
	for range 14 { // one minute each, until long after Created is too old
		if w := s.send(contract.SOAP12, first); w.Code != 400 {
			t.Errorf("at %s: %d %s", now, w.Code, w.Body)
		}
		now = now.Add(time.Minute)
	}
	if w := s.send(contract.SOAP11, block()); w.Code != 200 {
		t.Error(w.Body)
	}
	s.send(contract.SOAP11, block())
	if w := s.send(contract.SOAP11, block()); w.Code != 500 || !strings.Contains(w.Body.String(), "try again later") {
		t.Errorf("a third one within the window: %d %s", w.Code, w.Body)
	}
	now = now.Add(DefaultWindow + 2*DefaultSkew)
	if w := s.send(contract.SOAP11, block()); w.Code != 200 {
		t.Errorf("after the others have been forgotten: %s", w.Body)
	}
}

// TestShareOfMemory: a user who sends digests until they are refused leaves room for others, and has it again later.
func TestShareOfMemory(t *testing.T) {
	now := noon
	v := newVerification(Verifier{
		Password:  func(context.Context, string) (string, bool, error) { return secret, true, nil },
		Now:       func() time.Time { return now },
		MaxNonces: 64,
	})
	sent := 0
	send := func(name string) (accepted int) {
		for {
			sent++
			token := usernameToken{username: name, passwordType: digestType, nonce: []byte{byte(sent >> 8), byte(sent)}, created: now.Format(time.RFC3339), createdAt: now}
			sum := digest(token.nonce, token.created, secret)
			token.password = base64.StdEncoding.EncodeToString(sum[:])
			if err := v.authenticate(t.Context(), &token); err != nil {
				if f, ok := soap.AsFault(err); !ok || f.Code != soap.FaultServer {
					t.Fatal(err)
				}
				return accepted
			}
			accepted++
		}
	}
	for range 2 {
		got := []int{send("anna"), send("otto"), send("anna"), send("eve")}
		if want := []int{32, 16, 0, 8}; !slices.Equal(got, want) {
			t.Errorf("%d digests were accepted, want %d", got, want)
		}
		now = now.Add(DefaultWindow + 2*DefaultSkew)
	}
	send("anna")
	if len(v.used.users) != 1 || len(v.used.known) != 32 {
		t.Errorf("%d users and %d digests are remembered", len(v.used.users), len(v.used.known))
	}
}

// TestReplayOfParts sends a digest again, with its first white space moved from the nonce to Created.
func TestReplayOfParts(t *testing.T) {
	s := newServer(WithVerification(Verifier{Password: passwords, Now: func() time.Time { return noon }}))
	send := func(nonce, created string) int {
		sum := digest([]byte(nonce), created, "s&cret")
		encode := base64.StdEncoding.EncodeToString
		return s.send(contract.SOAP11, `<w:Security e:mustUnderstand="1"><w:UsernameToken><w:Username>anna</w:Username><w:Password Type="`+digestType+`">`+
			encode(sum[:])+`</w:Password><w:Nonce>`+encode([]byte(nonce))+`</w:Nonce><u:Created>`+created+`</u:Created></w:UsernameToken></w:Security>`).Code
	}
	created := noon.UTC().Format(time.RFC3339)
	if code := send("0123456789abcde ", created); code != 200 {
		t.Fatal(code)
	}
	for _, parts := range [][2]string{{"0123456789abcde ", created}, {"0123456789abcde", " " + created}} {
		if code := send(parts[0], parts[1]); code != 400 && code != 500 {
			t.Errorf("%q: %d", parts, code)
		}
	}
}

// TestRepeatedCall: a call that an interceptor repeats has another nonce.
func TestRepeatedCall(t *testing.T) {
	s := newServer(WithVerification(Verifier{Password: passwords}))
	twice := soap.WithTypedInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		return errors.Join(next(ctx), next(ctx))
	})
	if err := s.call(t, contract.SOAP12, twice, WithCredentials(Credentials{Username: "anna", Password: "s&cret", Digest: true})); err != nil || len(s.users) != 2 {
		t.Errorf("%v, %q", err, s.users)
	}
}

func TestInvalidHeaders(t *testing.T) {
	user := `<w:UsernameToken><w:Username>anna</w:Username><w:Password>s&amp;cret</w:Password></w:UsernameToken>`
	secure := func(content string) string { return `<w:Security e:mustUnderstand="1">` + content + `</w:Security>` }
	token := func(content string) string {
		return secure(`<w:UsernameToken><w:Username>anna</w:Username>` + content + `</w:UsernameToken>`)
	}
	stamp := func(content string) string { return secure(`<u:Timestamp>` + content + `</u:Timestamp>` + user) }
	digested := `<w:Password Type="` + digestType + `">AAAA</w:Password>`
	tests := map[string]string{
		secure(user): "",
		secure(user + `<w:BinarySecurityToken ValueType="` + x509v3 + `">AAAA</w:BinarySecurityToken>`):        "",
		secure(user + `<w:BinarySecurityToken ValueType="urn:kerberos">AAAA</w:BinarySecurityToken>`):          "UnsupportedSecurityToken",
		token(`<w:Password Type="` + textType + `">s&amp;cret</w:Password><other xmlns="urn:x"/>`):             "",
		stamp(`<u:Created>2026-11-21T12:00:00Z</u:Created>`):                                                   "",
		token(`<x:Password xmlns:x="urn:x"/><x:Password xmlns:x="urn:x"/><w:Password>s&amp;cret</w:Password>`): "",
		stamp(``): "InvalidSecurity",
		stamp(`<u:Created>2026-11-21T13:00:00.5+01:00</u:Created><u:Expires>2026-11-21T12:00:01</u:Expires>`): "",
		``:                        "FailedAuthentication",
		secure(``):                "FailedAuthentication",
		secure(user) + secure(``): "InvalidSecurity",
		secure(user + user):       "InvalidSecurity",
		secure(user + `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>`):                  "UnsupportedSecurityToken",
		stamp(`<u:Created>2026-11-21T11:00:00Z</u:Created>`):                                            "MessageExpired",
		stamp(`<u:Expires>2026-11-21T11:00:00Z</u:Expires>`):                                            "MessageExpired",
		stamp(`<u:Created>noon</u:Created>`):                                                            "InvalidSecurity",
		stamp(`<u:Created>2026-11-21T12:00:10Z</u:Created><u:Expires>2026-11-21T12:00:01Z</u:Expires>`): "InvalidSecurity",
		stamp(`<u:Expires>2026-11-21T12:10:00Z</u:Expires><u:Expires>2026-11-21T12:10:00Z</u:Expires>`): "InvalidSecurity",
		token(``): "FailedAuthentication",
		token(`<w:Password Type="urn:x">s</w:Password>`):                                                                          "UnsupportedSecurityToken",
		token(`<w:Password>s&amp;cret</w:Password><w:Password>s&amp;cret</w:Password>`):                                           "InvalidSecurityToken",
		token(`<w:Password>` + strings.Repeat("x", 2000) + `</w:Password>`):                                                       "InvalidSecurityToken",
		token(`<w:Password>s&amp;cret<x/></w:Password>`):                                                                          "InvalidSecurity",
		token(`<w:Password><x>other</x>s&amp;<!-- -->cret</w:Password>`):                                                          "InvalidSecurity",
		token(`<w:Password><w:Password>other</w:Password>s&amp;cret</w:Password>`):                                                "InvalidSecurity",
		token(`<w:Password>s&amp;<!-- -->cret</w:Password>`):                                                                      "",
		token(`<w:Password>s&amp;cret</w:Password><w:Nonce>AA<x/>AA</w:Nonce>`):                                                   "InvalidSecurity",
		token(`<w:Password>s&amp;cret</w:Password><u:Created>2026-11-21T12:00:00Z<x/></u:Created>`):                               "InvalidSecurity",
		secure(`<w:UsernameToken><w:Username>an<x>other</x>na</w:Username><w:Password>s&amp;cret</w:Password></w:UsernameToken>`): "InvalidSecurity",
		stamp(`<u:Created>2026-11-21T12:00:00Z<x/></u:Created>`):                                                                  "InvalidSecurity",
		token(digested): "InvalidSecurityToken",
		token(digested + `<w:Nonce>AAAA</w:Nonce>`):                                             "InvalidSecurityToken",
		token(digested + `<w:Nonce>!</w:Nonce>`):                                                "InvalidSecurityToken",
		token(digested + `<u:Created>yesterday</u:Created>`):                                    "InvalidSecurityToken",
		token(digested + `<w:Nonce EncodingType="urn:x">A</w:Nonce>`):                           "UnsupportedSecurityToken",
		token(digested + `<w:Nonce>AAAA</w:Nonce><u:Created>2026-11-21T12:00:00Z</u:Created>`):  "FailedAuthentication",
		token(`<w:Password>s&amp;cret</w:Password><u:Created>2026-11-21T11:00:00Z</u:Created>`): "MessageExpired",
	}
	for header, want := range tests {
		for _, b := range bindings {
			s := newServer(WithVerification(Verifier{Password: passwords, Now: at(noon)}))
			w := s.send(b, header)
			if ok := w.Code == 200; ok != (want == "") || !strings.Contains(w.Body.String(), ":"+want) {
				t.Errorf("%s over %s: %d %s, want %s", header, b, w.Code, w.Body, want)
			}
			if ok := len(s.users) > 0; ok != (want == "") || strings.Contains(w.Body.String()+s.log.String(), "cret") {
				t.Errorf("%s over %s: %q %s %s", header, b, s.users, w.Body, &s.log)
			}
		}
	}
}

// TestOtherBindings: what cannot carry a token is refused by the handler, and not changed by the client.
func TestOtherBindings(t *testing.T) {
	c := WithCredentials(Credentials{Username: "anna", Password: "s&cret"})
	if err := newServer(WithVerification(Verifier{Password: passwords})).call(t, contract.HTTPGet, c); err == nil || !strings.Contains(err.Error(), "needs a security token") {
		t.Errorf("a call without a token: %v", err)
	}
	if err := newServer().call(t, contract.HTTPGet, c); err != nil {
		t.Error(err)
	}
}

// TestResponses: a client checks the Timestamp of a response.
func TestResponses(t *testing.T) {
	for _, b := range bindings {
		for content, want := range map[string]string{
			``: "",
			`<wsu:Timestamp><wsu:Created>2026-11-21T12:00:00Z</wsu:Created><wsu:Expires>2026-11-21T12:05:00Z</wsu:Expires></wsu:Timestamp>`: "",
			`<wsu:Timestamp><wsu:Expires>2026-11-21T11:00:00Z</wsu:Expires></wsu:Timestamp>`:                                                "expired",
			`<wsse:BinarySecurityToken/>`: "not supported",
		} {
			header := soap.NewHeader[xsd.RawXML](headerName)
			header.MustUnderstand = true
			s := newServer(soap.WithUnderstood(headerName), soap.WithInterceptors(func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
				header.Reply(ctx, xsd.RawXML(`<wsse:Security xmlns:wsse="`+Namespace+`" xmlns:wsu="`+UtilityNamespace+`">`+content+`</wsse:Security>`))
				return next(ctx)
			}))
			err := s.call(t, b, WithCredentials(Credentials{Username: "anna", Now: at(noon)}))
			if _, isFault := soap.AsFault(err); isFault || (err == nil) != (want == "") || !strings.Contains(fmt.Sprint(err), want) {
				t.Errorf("%s over %s: %v, want %q", content, b, err, want)
			}
		}
	}
}

func TestCredentialsArePrintedWithoutPassword(t *testing.T) {
	c := Credentials{Username: "anna", Password: "s&cret"}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "c", c)
	for _, text := range []string{fmt.Sprint(c), fmt.Sprintf("%+v %#v %s", c, c, &c), log.String()} {
		if strings.Contains(text, "cret") || !strings.Contains(text, "anna") {
			t.Errorf("printed as %s", text)
		}
	}
	if err := newServer().call(t, contract.SOAP12, WithCredentials(Credentials{Username: "anna", Password: "\x00cret"})); err == nil || strings.Contains(err.Error(), "cret") {
		t.Error(err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a Verifier that can verify nothing")
			}
		}()
		WithVerification(Verifier{})
	}()
}
