package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// errorsOf are services that fail, and what of it may be seen.
func TestErrorsOfTheService(t *testing.T) {
	foreign := foreignFault{"Client", "foreign\nreason"}
	tests := []struct {
		name   string
		err    error
		class  string // of SOAP 1.1
		status int    // of HTTP bindings
		reason string
		logged string
	}{
		{"plain", errors.New("secret\nplan"), "Server", 500, "The server could not process the request.", "secret"},
		{"fault", &Fault{Reason: "full"}, "Server", 500, "full", ""},
		{"client's fault", &Fault{Code: FaultClient, Reason: "<bad>\r\nX: y\u2028z\x00"}, "Client", 400, "<bad>", ""},
		{"wrapped fault", fmt.Errorf("secret: %w", &Fault{Code: FaultClient, Reason: "bad"}), "Client", 400, "bad", ""},
		{"foreign fault", fmt.Errorf("x: %w", foreign), "Client", 400, "foreign", ""},
		{"unknown code", &Fault{Code: "Whatever", Reason: "bad"}, "Server", 500, "bad", ""},
		{"nil fault", (*Fault)(nil), "Server", 500, "The server", "nil fault"},
		{"foreign nil", (*nilFault)(nil), "Server", 500, "The server", "nil"},
		{"not offered", fmt.Errorf("x: %w", ErrNotOffered), "Server", 500, "not offered", ""},
		{"bad detail", &Fault{Reason: "r", Detail: "<a>"}, "Server", 500, "r", "detail of a fault left out"},
		{"unsendable result", nil, "Server", 500, "The server", "U+0000"},
		{"decode error of a client", &schema.DecodeError{Line: 1, Message: "secret"}, "Server", 500, "The server", "secret"},
		{"status", &Fault{Status: 404, Reason: "gone"}, "Client", 404, "gone", ""},
		{"status of a server", &Fault{Code: FaultClient, Status: 503, Reason: "later"}, "Client", 503, "later", ""},
		{"status of HTTP authentication", &Fault{Status: 401}, "", 401, "Unauthorized", ""},
		{"status of a result", &Fault{Status: 200, Reason: "bad"}, "Server", 500, "bad", ""},
		{"remote fault", &Fault{Code: FaultClient, Status: 404, Reason: "secret", remote: true}, "Client", 400, "The request was not accepted.", "secret"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var log bytes.Buffer
			h := newDepotHandler(&depotFuncs{getStops: func(context.Context) ([]stop, error) {
				return []stop{{Name: "\x00"}}, test.err
			}}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
			for _, b := range allBindings {
				log.Reset()
				w := askOperation(h, b, "getStops", "")
				if strings.Contains(w.Body.String(), "secret") {
					t.Errorf("%s: %s", b, w.Body)
				}
				if test.logged == "" && log.Len() > 0 || !strings.Contains(log.String(), test.logged) {
					t.Errorf("%s: logged %q, want %q", b, log.String(), test.logged)
				}
				if strings.Count(log.String(), "\n") > 1 {
					t.Errorf("%s: logged %q", b, log.String())
				}
				if !b.IsSOAP() || test.status == http.StatusUnauthorized {
					checkText(t, w, test.status, test.reason)
					continue
				}
				code, reason := faultOf(t, w)
				want, status := "soap:"+test.class, 500
				if b == contract.SOAP12 {
					want = map[string]string{"Client": "soap:Sender", "Server": "soap:Receiver"}[test.class]
					if test.class == "Client" {
						status = 400
					}
				}
				if code != want || !strings.Contains(reason, test.reason) || w.Code != status {
					t.Errorf("%s: %d %s: %s", b, w.Code, code, reason)
				}
			}
		})
	}
}

type foreignFault struct{ code, reason string }

func (f foreignFault) Error() string { return "secret" }

func (f foreignFault) FaultCode() string { return f.code }

func (f foreignFault) FaultReason() string { return f.reason }

// nilFault is a fault of another package whose methods need a value.
type nilFault struct{ foreignFault }

// askOperation asks for an operation over a binding; content is the content of the
// element, or the query or form.
func askOperation(h http.Handler, b contract.Binding, name, content string, headers ...string) *httptest.ResponseRecorder {
	switch b {
	case contract.HTTPGet:
		return ask(h, "GET", depotPath+"/"+name+"?"+content, "", "", headers...)
	case contract.HTTPPost:
		return ask(h, "POST", depotPath+"/"+name, formMediaType, content, headers...)
	}
	return ask(h, "POST", depotPath, contentType(b), envelope(b, element(name, content)), headers...)
}

// A body that does not arrive before a deadline gets another status than one that ends too early, as its client may send
// it again.
func TestBodiesThatDoNotArrive(t *testing.T) {
	h := newDepotHandler(&depotFuncs{})
	for _, test := range []struct {
		err    error
		status int
		close  string
	}{
		{&net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}, http.StatusRequestTimeout, "close"},
		{io.ErrUnexpectedEOF, http.StatusBadRequest, ""},
	} {
		r := httptest.NewRequest(http.MethodPost, depotPath, io.MultiReader(strings.NewReader("<"), iotest.ErrReader(test.err)))
		r.Header.Set("Content-Type", "text/xml")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != test.status || w.Header().Get("Connection") != test.close {
			t.Errorf("%v: status %d and %v, want %d", test.err, w.Code, w.Header(), test.status)
		}
	}
}

// checkerFunc is a Checker of messages.
type checkerFunc func(ctx context.Context, doc []byte, what *Comparison) error

func (f checkerFunc) Message(ctx context.Context, doc []byte, what *Comparison) error {
	return f(ctx, doc, what)
}
func (checkerFunc) Value(context.Context, *contract.Operation, any) error { return nil }

func withChecker(f checkerFunc) Option {
	return WithChecker(func(*contract.Contract) Checker { return f })
}

// TestRequestOfClientThatHasGone: a long request is not read on, and the service is not called.
func TestRequestOfClientThatHasGone(t *testing.T) {
	long := envelope(contract.SOAP11, element("getStop", strings.Repeat("<x>\u00e9</x>", 1<<18)))
	for mediaType, body := range map[string]string{
		"text/xml":                     long,
		"text/xml; charset=ISO-8859-1": strings.ReplaceAll(long, "\u00e9", "\xe9"),
	} {
		handler := newDepotHandler(&depotFuncs{getStop: func(context.Context, *getStop) (*stop, error) {
			t.Error("the service is called")
			return nil, nil
		}})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, depotPath, strings.NewReader(body))
		r.Header.Set("Content-Type", mediaType)
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, r); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "interrupted") {
			t.Errorf("%s: %d %s", mediaType, w.Code, w.Body)
		}
	}
}

// TestResultForClientThatHasGone: a long result is not encoded to its end, also where that is in memory.
func TestResultForClientThatHasGone(t *testing.T) {
	for name, option := range map[string]HandlerOption{
		"streamed":  handlerOnly(func(*config) {}),
		"in memory": withChecker(func(context.Context, []byte, *Comparison) error { t.Error("the reply is complete"); return nil }),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		handler := newDepotHandler(&depotFuncs{getStops: func(context.Context) ([]stop, error) {
			cancel()
			return make([]stop, 1<<16), nil
		}}, option)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, depotPath+"/getStops", nil))
		if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "<stop>") {
			t.Errorf("%s: %d, %d bytes", name, w.Code, w.Body.Len())
		}
	}
}

// TestClientCheckerHasLimits: what a client validates has the context of the call, and the limit of memory that handlers have.
func TestClientCheckerHasLimits(t *testing.T) {
	server := newServer(t, newDepotHandler(&depotFuncs{getStop: func(context.Context, *getStop) (*stop, error) { return &stop{}, nil }}))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	calls := 0
	c := dialDepot(t, server.URL+depotPath, contract.SOAP11, withChecker(func(ctx context.Context, doc []byte, what *Comparison) error {
		d := codec.NewDecoder(doc, what.Names, what.Limits)
		defer d.Release()
		what.Memory(d)
		if calls++; d.TakeMemory(16<<20+8*int64(len(doc))+1) || !strings.Contains(d.Err().Error(), "bytes of memory") {
			t.Errorf("message %d: there is no limit", calls)
		}
		if calls < 2 {
			return nil
		}
		cancel()
		<-ctx.Done()
		return codec.ErrInterrupted
	}))
	if _, err := c.GetStop(ctx, &getStop{}); !errors.Is(err, context.Canceled) || calls != 2 {
		t.Errorf("%d messages, %v", calls, err)
	}
}

// A contract whose ports are at different places, whose only SOAP is 1.2, with
// an operation without a request element and an HTTP operation at the port's
// own path.
var scatteredContract = contract.Contract{
	Service:    "Scattered",
	Namespaces: []schema.Namespace{{}, {URI: depotNS, Prefix: "soap"}},
	Ports: []contract.Port{
		{Name: "A", Binding: contract.SOAP12, Address: "https://a.example/soap"},
		{Name: "B", Binding: contract.HTTPGet, Address: "https://a.example"},
	},
}

var opPing = contract.Operation{
	Name: "ping", Wires: []contract.Wire{
		{Bindings: []contract.Binding{contract.SOAP12}, Out: []schema.ElementName{{NS: 1, Local: "pong"}}},
		{Bindings: []contract.Binding{contract.HTTPGet}, Path: "", Out: []schema.ElementName{{NS: 1, Local: "pong"}}},
	},
	Result:         intResult,
	ResultRequired: true,
}

func TestScatteredPorts(t *testing.T) {
	h := serveMethods(&scatteredContract, nil, []method{methodOf(&opPing, func(context.Context, any) (any, error) { return int32(7), nil })}, nil)
	const pong = `<soap:pong xmlns:soap="` + depotNS + `">7</soap:pong>`
	if w := ask(h, "POST", "/soap", "application/soap+xml", envelope(contract.SOAP12, "")); w.Body.String() != codec.XMLProlog+`<soap:Envelope xmlns:soap="`+SOAP12Namespace+`"><soap:Body>`+pong+`</soap:Body></soap:Envelope>` {
		t.Errorf("empty Body: %d %s", w.Code, w.Body)
	}
	if w := ask(h, "GET", "/", "", ""); w.Body.String() != codec.XMLProlog+pong {
		t.Errorf("operation at the port's path: %d %s", w.Code, w.Body)
	}
	w := ask(h, "POST", "/soap", "text/xml", envelope(contract.SOAP12, ""))
	checkText(t, w, 415, "use application/soap+xml")
	if got := w.Header().Get("Accept-Post"); got != "application/soap+xml" {
		t.Errorf("Accept-Post: %s", got)
	}
	w = ask(h, "POST", "/", formMediaType, "")
	checkText(t, w, 405, "GET, HEAD")
	if got := w.Header().Get("Allow"); got != "GET, HEAD" {
		t.Errorf("Allow: %s", got)
	}
	if w := ask(h, "GET", "/soap?wsdl", "", ""); w.Code != 200 || strings.Contains(w.Body.String(), "?wsdl") {
		t.Errorf("no documents: the page, without a link: %d %s", w.Code, w.Body)
	}
	for _, b := range []contract.Binding{contract.SOAP12, contract.HTTPGet} {
		c, err := NewCaller(&scatteredContract, "", b, []ClientOption{WithHTTPClient(serverOf(h))})
		must(t, err)
		if got, err := Invoke[int32](context.Background(), c, &opPing, nil); err != nil || got != 7 {
			t.Errorf("%s: %v, %v", b, got, err)
		}
	}
}

func TestAnswersStayShort(t *testing.T) {
	h := newDepotHandler(echo())
	long := strings.Repeat("é", 50_000)
	for name, w := range map[string]interface{ Len() int }{
		"element":   ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, `<x xmlns="`+long+`"/>`)).Body,
		"root":      ask(h, "POST", depotPath, "text/xml", `<x xmlns="`+long+`"/>`).Body,
		"blocks":    askNoted(newNotedHandler(), contract.SOAP12, strings.Repeat(`<d:unknown s:mustUnderstand="1"/>`, 10_000)).Body,
		"action":    ask(h, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element("count", "")), "SOAPAction", long+"#getStops").Body,
		"media":     ask(h, "POST", depotPath, long, "").Body,
		"charset":   ask(h, "POST", depotPath, "text/xml; charset="+long, "").Body,
		"operation": ask(h, "GET", depotPath+"/"+strings.Repeat("x", 50_000), "", "").Body,
		"document":  ask(h, "GET", depotPath+"?wsdl="+strings.Repeat("x", 50_000), "", "").Body,
		"parameter": ask(h, "POST", depotPath+"/getStop", formMediaType, "Code=%00"+long).Body,
		"value":     ask(h, "POST", depotPath+"/getStop", formMediaType, "Code=a&NumMins="+long).Body,
	} {
		if w.Len() > 3000 {
			t.Errorf("%s: %d bytes", name, w.Len())
		}
	}
}
