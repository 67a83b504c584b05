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

func TestPanics(t *testing.T) {
	var log bytes.Buffer
	var value any = "secret"
	h := newDepotHandler(&depotFuncs{getStops: func(context.Context) ([]stop, error) { panic(value) }}, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	for _, b := range allBindings {
		log.Reset()
		w := askOperation(h, b, "getStops", "")
		if w.Code != 500 || strings.Contains(w.Body.String(), "secret") || !strings.Contains(w.Body.String(), "could not process") {
			t.Errorf("%s: %d %s", b, w.Code, w.Body)
		}
		if !strings.Contains(log.String(), "panic: secret") || !strings.Contains(log.String(), "handler_errors_test.go") {
			t.Errorf("%s: logged %q", b, log.String())
		}
	}
	value = http.ErrAbortHandler
	for _, b := range allBindings {
		func() {
			defer func() {
				if v := recover(); v != http.ErrAbortHandler {
					t.Errorf("%s: %v", b, v)
				}
			}()
			askOperation(h, b, "getStops", "")
		}()
	}
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
