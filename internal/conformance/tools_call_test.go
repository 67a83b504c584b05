package conformance_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/realtime/realtimetest"
	"example.com/quartet/generator"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
)

const railContract = "../../wsdl/realtime.wsdl"

// morning is a time at which trains run.
var morning = time.Date(2026, time.November, 21, 8, 15, 0, 0, time.UTC)

// raild starts the rail service.
func raild(t testing.TB) *httptest.Server {
	t.Helper()
	railway, err := fiction.New(1)
	if err != nil {
		t.Fatal(err)
	}
	service := rail.New(railway, func() time.Time { return morning })
	server := httptest.NewServer(realtime.NewHandler(service))
	t.Cleanup(server.Close)
	return server
}

const railPath = "/realtime/realtime.asmx"

// wire keeps what a client sends and receives.
type wire struct {
	handler        http.Handler
	request, reply []byte
	target         string
	header         http.Header
}

func (w *wire) Do(r *http.Request) (*http.Response, error) {
	w.request, w.target, w.header = nil, r.Method+" "+r.URL.String(), r.Header
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		w.request = body
	}
	in := httptest.NewRequestWithContext(r.Context(), r.Method, r.URL.String(), bytes.NewReader(w.request))
	in.Header = r.Header
	answer := httptest.NewRecorder()
	w.handler.ServeHTTP(answer, in)
	w.reply = bytes.Clone(answer.Body.Bytes())
	return answer.Result(), nil
}

// described returns the rail contract as it is described at run time.
func described(t testing.TB) *contract.Contract {
	t.Helper()
	d, err := generator.Describe(context.Background(), generator.Config{Contract: railContract})
	if err != nil || len(d.Services) != 1 {
		t.Fatal(err, d.Diagnostics)
	}
	return d.Services[0]
}

// TestDescribedBytes compares a client and a handler that were described at run time with
// the generated ones: their requests and responses have the same bytes.
func TestDescribedBytes(t *testing.T) {
	logger := slog.New(slog.DiscardHandler)
	info := described(t)
	other := soap.ContractOf(realtime.NewHandler(&realtimetest.Fake{}))
	own := &wire{handler: sample.NewHandler(info, soap.WithLogger(logger))}
	theirs := &wire{handler: sample.NewHandler(other, soap.WithLogger(logger))}
	for _, port := range info.Ports {
		caller, err := soap.NewCaller(info, "", port.Binding, []soap.ClientOption{soap.WithHTTPClient(own)})
		if err != nil {
			t.Fatal(err)
		}
		otherCaller, err := soap.NewCaller(other, "", soap.Binding(port.Binding), []soap.ClientOption{soap.WithHTTPClient(theirs)})
		if err != nil {
			t.Fatal(err)
		}
		for i, op := range info.Operations {
			var req, otherReq any
			if op.RequestType() != nil {
				if req, err = sample.Request(info, op); err != nil {
					t.Fatal(err)
				}
				if otherReq, err = sample.Request(other, other.Operations[i]); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := caller.Do(t.Context(), op, req); err != nil {
				t.Error(err)
			}
			if _, err := otherCaller.Do(t.Context(), other.Operations[i], otherReq); err != nil {
				t.Error(err)
			}
			if own.target != theirs.target || !bytes.Equal(own.request, theirs.request) || !reflect.DeepEqual(own.header, theirs.header) {
				t.Errorf("%s over %s: the request is\n%s %v %s, and with generated code\n%s %v %s", op.Name, port.Binding, own.target, own.header, own.request, theirs.target, theirs.header, theirs.request)
			}
			if len(own.reply) == 0 || !bytes.Equal(own.reply, theirs.reply) {
				t.Errorf("%s over %s: the response is\n%s, and with generated code\n%s", op.Name, port.Binding, own.reply, theirs.reply)
			}
		}
	}
	if names := info.Operations; !slices.ContainsFunc(names, func(op *contract.Operation) bool { return op.OverloadOf != "" }) || len(names) != len(other.Operations) {
		t.Errorf("%d operations, want %d", len(names), len(other.Operations))
	}
}
