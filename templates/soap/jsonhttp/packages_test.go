package jsonhttp_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/compress"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/record"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/wirelog"
	"example.com/quartet/templates/soap/wsa"
	"example.com/quartet/templates/soap/wsse"
	"example.com/quartet/templates/soap/xsd"
)

// A service whose messages have credentials at every place of a message.

type (
	login struct {
		APIKey    *string // an attribute
		User      string
		Passwords []string
		Pin       *int32
		Token     *token
		Settings  []setting
		Any       []xsd.RawXML
	}
	token struct {
		ID   *string // an attribute
		Text string
	}
	setting struct{ Name, Value string }

	refusedLogin struct {
		soap.Fault
		Detail *login
	}
)

func (e *refusedLogin) As(target any) bool {
	return soap.ErrorAs(target, &e.Fault, &refused, e.Detail, nil)
}

var (
	typeOfLogin   = schema.Type{NS: 1, Name: "login", Zero: (*login)(nil)}
	typeOfToken   = schema.Type{NS: 1, Name: "token", Zero: (*token)(nil)}
	typeOfSetting = schema.Type{NS: 1, Name: "setting", Zero: (*setting)(nil)}

	loginTypes = schema.Table{Namespaces: depotNamespaces, Types: []schema.TypeRows{
		{Type: &typeOfLogin, Rows: []schema.Row{
			{Name: "apiKey", Kind: codec.KindString, At: schema.AtAttribute},
			{Name: "user", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
			{Name: "password", NS: 1, Kind: codec.KindString, Occurs: schema.Many},
			{Name: "pin", NS: 1, Kind: codec.KindInt32},
			{Name: "token", NS: 1, Kind: codec.KindStruct, Of: &typeOfToken},
			{Name: "setting", NS: 1, Kind: codec.KindStruct, Occurs: schema.Many, Of: &typeOfSetting},
			{Kind: codec.KindRawXML, Occurs: schema.Many, More: &schema.More{Any: &xsd.Wildcard{}}},
		}},
		{Type: &typeOfToken, Rows: []schema.Row{
			{Name: "id", Kind: codec.KindString, At: schema.AtAttribute},
			{Kind: codec.KindString, At: schema.AtContent, Occurs: schema.Once},
		}},
		{Type: &typeOfSetting, Rows: []schema.Row{
			{Name: "name", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
			{Name: "value", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
		}},
	}}

	refused = contract.Fault{Element: schema.ElementName{NS: 1, Local: "refused"}, Error: (*refusedLogin)(nil),
		Detail: &schema.Value{Zero: (**login)(nil), Row: schema.Row{Kind: codec.KindStruct, Of: &typeOfLogin}}}

	opLogin = operation("login", &typeOfLogin, &schema.Value{Zero: (*[]login)(nil), Row: schema.Row{Name: "login", NS: 1, Kind: codec.KindStruct, Occurs: schema.Many, Of: &typeOfLogin}})

	loginContract = contract.Contract{Service: "Depot", Namespaces: depotNamespaces, Types: &loginTypes, Ports: depotContract.Ports}
)

func init() {
	codec.Define(&loginTypes)
	opLogin.Faults = []*contract.Fault{&refused}
}

// secret is in all credentials, but for numbers, which have this one.
const secret, secretNumber = "s3cr<é>t", 918273

var secretLogin = login{
	APIKey: ptr(secret + "1"), User: "anna", Passwords: []string{secret + "2", secret + "3"}, Pin: ptr(int32(secretNumber)), Token: &token{ptr("5"), secret + "4"},
	Settings: []setting{{"color", "red"}},
	Any:      []xsd.RawXML{`<a xmlns="urn:a"><password>s3cr&lt;é&gt;t6</password><b secretKey='s3cr&lt;é&gt;t7'/></a>`},
}

// leaks returns what a text has of the credentials.
func leaks(text string) bool {
	return strings.Contains(text, "s3cr") || strings.Contains(text, "918273")
}

// TestPackages calls a service through the wrappers and transports of other packages: they know JSON.
func TestPackages(t *testing.T) {
	var calls []string
	note := func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		calls = append(calls, call.Operation+" over "+call.Binding.String())
		return next(ctx)
	}
	service := func(_ context.Context, _ *contract.Operation, req any) (any, error) {
		switch l := *req.(*login); l.User {
		case "typed":
			return nil, &refusedLogin{soap.Fault{Code: soap.FaultClient, Reason: "no"}, &l}
		case "other":
			return nil, &soap.Fault{Reason: "no", Detail: string(l.Any[0])}
		default:
			return []login{l, l}, nil
		}
	}
	zip, err := compress.New(6, 10)
	must(t, err)
	var serverLog, clientLog bytes.Buffer
	logTo := func(b *bytes.Buffer) wirelog.Log {
		return wirelog.Log{Logger: slog.New(slog.NewJSONHandler(b, nil)), MaxBody: 1 << 20}
	}
	dir := t.TempDir()
	recorder, err := record.NewRecorder(dir)
	must(t, err)
	zipped := 0
	count := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Content-Encoding") == "gzip" {
			zipped++
		}
		h := soap.NewHandler(loginContract.With(opLogin), nil, service, []soap.HandlerOption{jsonhttp.WithJSON(), soap.WithInterceptors(note), soap.WithLogger(slog.New(slog.DiscardHandler))})
		zip.Handler(logTo(&serverLog).Handler(h)).ServeHTTP(w, r)
	})
	server := httptest.NewServer(count)
	defer server.Close()
	recorder.Next = zip.Transport(logTo(&clientLog).Transport(http.DefaultTransport))
	call := func(transport http.RoundTripper, user string) (any, error) {
		c, err := soap.NewCaller(loginContract.With(opLogin), server.URL+"/depot", jsonhttp.Binding, []soap.ClientOption{jsonhttp.WithJSON(), soap.WithHTTPClient(&http.Client{Transport: transport})})
		must(t, err)
		sent := secretLogin
		sent.User = user
		return c.Do(t.Context(), opLogin, &sent)
	}
	got, err := call(recorder, "anna")
	if want := []login{secretLogin, secretLogin}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	var typed *refusedLogin
	if _, err := call(recorder, "typed"); !errors.As(err, &typed) || typed.Detail.Passwords[0] != secret+"2" {
		t.Errorf("%v", err)
	}
	var f *soap.Fault
	if _, err := call(recorder, "other"); !errors.As(err, &f) || !strings.Contains(f.Detail, "s3cr") {
		t.Errorf("%v, %+v", err, f)
	}
	if want := []string{"login over JSON", "login over JSON", "login over JSON"}; !reflect.DeepEqual(calls, want) || zipped != 3 {
		t.Errorf("%d compressed requests, calls %q", zipped, calls)
	}
	for _, log := range []string{serverLog.String(), clientLog.String()} {
		if leaks(log) || strings.Count(log, `"operation":"login"`) != 6 || !strings.Contains(log, "[redacted]") {
			t.Errorf("the log is\n%s", log)
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "post-login-*"+record.Extension))
	if err != nil || len(names) != 3 || recorder.Err() != nil {
		t.Errorf("recordings %q, %v, %v", names, err, recorder.Err())
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil || leaks(string(text)) || !bytes.Contains(text, []byte("anna")) && !bytes.Contains(text, []byte("typed")) && !bytes.Contains(text, []byte("other")) {
			t.Errorf("%v, the recording is\n%s", err, text)
		}
	}
	player, err := record.NewPlayer(os.DirFS(dir))
	must(t, err)
	played, err := call(player, "anna")
	if list, ok := played.([]login); err != nil || !ok || len(list) != 2 || list[1].User != "anna" || *list[1].Pin != 111111 || list[1].Settings[0].Value != "red" {
		t.Errorf("played %+v, %v", played, err)
	}
	if _, err := call(player, "typed"); !errors.As(err, &typed) || typed.Detail.User != "typed" {
		t.Errorf("played %v", err)
	}
	if len(calls) != 3 {
		t.Errorf("the player calls the service: %q", calls)
	}
}

// TestProtection: what checks a caller refuses JSON as it refuses HTTP GET, and what is only for envelopes lets both pass.
func TestProtection(t *testing.T) {
	verifier := wsse.Verifier{Password: func(context.Context, string) (string, bool, error) { return "x", true, nil }}
	byHTTP := func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		if (call.Binding == contract.JSON || call.Binding == contract.HTTPGet) && call.RequestHeader.Get("Authorization") != "Bearer x" {
			return &soap.Fault{Code: soap.FaultClient, Reason: "who are you?"}
		}
		return next(ctx)
	}
	needs := &contract.Policy{Needs: []contract.Need{{Assertion: xsd.QName{Space: contract.SecurityPolicyNamespaces()[2], Local: "UsernameToken"}, Option: "wsse.WithCredentials"}}}
	for _, c := range []struct {
		name    string
		option  soap.HandlerOption
		policy  *contract.Policy
		refused string // reason; "": the call is answered
	}{
		{name: "none"},
		{name: "WithVerification", option: wsse.WithVerification(verifier), refused: "The operation needs a security token, which only SOAP can carry."},
		{name: "WithTrust", option: wsse.WithTrust(wsse.Trust{Roots: x509.NewCertPool()}), refused: "The operation needs a signature, which only SOAP can carry."},
		{name: "WithTrust before WithVerification", option: soap.Options(wsse.WithTrust(wsse.Trust{Roots: x509.NewCertPool()}), wsse.WithVerification(verifier)), refused: "The operation needs a signature, which only SOAP can carry."},
		{name: "interceptor", option: soap.WithInterceptors(byHTTP), refused: "who are you?"},
		{name: "typed interceptor", option: soap.WithTypedInterceptors(byHTTP), refused: "who are you?"},
		{name: "WithCredentials", option: wsse.WithCredentials(wsse.Credentials{Username: "a", Password: "b", Lifetime: time.Minute})},
		{name: "WithAddressing", option: wsa.WithAddressing(wsa.Addressing{Required: true})},
		{name: "policy", policy: needs},
	} {
		calls := 0
		op := contract.Operation{Name: "ping", Wires: []contract.Wire{
			{Bindings: []contract.Binding{contract.SOAP11}, In: opSize.Wires[0].In, Out: opSize.Wires[0].Out},
			{Bindings: []contract.Binding{contract.HTTPGet}, Path: "/ping"},
		}}
		info := contract.Contract{Service: "Ping", Namespaces: depotNamespaces, Types: &depotTypes, Ports: []contract.Port{
			{Binding: contract.SOAP11, Address: "http://localhost/depot", Policy: c.policy}, {Binding: contract.HTTPGet, Address: "http://localhost/depot"},
		}}
		h := soap.NewHandler(info.With(&op), nil, func(context.Context, *contract.Operation, any) (any, error) { calls++; return nil, nil },
			[]soap.HandlerOption{jsonhttp.WithJSON(), c.option, soap.WithLogger(slog.New(slog.DiscardHandler))})
		overJSON, overGET := ask(h, "POST", "/depot/ping", "application/json", "{}"), ask(h, "GET", "/depot/ping", "", "")
		if (overJSON.Code == http.StatusOK) != (overGET.Code == http.StatusOK) || (c.refused == "") != (calls == 2) || calls == 1 {
			t.Errorf("%s: status %d over JSON, %d over HTTP GET, %d calls", c.name, overJSON.Code, overGET.Code, calls)
		}
		if want := `Bad Request application/problem+json {"title":"Bad Request","status":400,"detail":"` + c.refused + `"`; c.refused != "" && answerOf(overJSON)[:len(want)] != want {
			t.Errorf("%s: %s", c.name, answerOf(overJSON))
		}
	}
}
