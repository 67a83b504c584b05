package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/realtime/realtimetest"
	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/cli"
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

// run runs a command of quartet.
func run(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = cli.Main(args, &out, &errs)
	return code, out.String(), errs.String()
}

// TestCallRaild calls the operations of the rail service with quartet call over each
// binding: they all have the same result.
func TestCallRaild(t *testing.T) {
	server := raild(t)
	for _, call := range [][]string{
		{"getAllStationsXML"},
		{"getAllStationsXML", "StationType=M"},
		{"getVendorTrainsXML"},
		{"getCurrentTrainsXML"},
		{"getCurrentTrainsXML", "TrainType=S"},
		{"getStationDataByNameXML", "StationDesc=Northgate"},
		{"getStationDataByNameXML", "StationDesc=Northgate", "NumMins=30"},
		{"getStationDataByCodeXML", "StationCode=NORTG"},
		{"getStationDataByCodeXML", "StationCode=NORTG", "NumMins=30"},
		{"getStationsFilterXML", "StationText=north"},
	} {
		t.Run(strings.Join(call, " "), func(t *testing.T) {
			want := ""
			for _, binding := range []string{"soap11", "soap12", "get", "post"} {
				args := append([]string{"call", railContract}, call...)
				code, out, errs := run(append(args, "--endpoint", server.URL+railPath, "--binding", binding)...)
				var list []map[string]any
				if err := json.Unmarshal([]byte(out), &list); code != 0 || err != nil || len(list) == 0 {
					t.Fatalf("%s: exit code %d, %s%s", binding, code, errs, out)
				}
				if want == "" {
					want = out
				}
				if out != want {
					t.Errorf("over %s: %s, want %s", binding, out, want)
				}
			}
		})
	}
}

// TestCallFaultOfRaild shows a fault.
func TestCallFaultOfRaild(t *testing.T) {
	server := raild(t)
	code, out, errs := run("call", railContract, "getAllStationsXML", "StationType=X", "--endpoint", server.URL+railPath, "--user", "ann:secret", "--auth", "wsse")
	if code != 4 || out != "" || !strings.Contains(errs, "answered with a fault") || strings.Contains(errs, "secret") {
		t.Errorf("exit code %d, %s, %s", code, out, errs)
	}
}

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

// BenchmarkCall is quartet call with the rail service; BenchmarkGeneratedCall is the
// exchange without it.
func BenchmarkCall(b *testing.B) {
	server := raild(b)
	for b.Loop() {
		if code, _, errs := run("call", railContract, "getStationsFilterXML", "StationText=north", "--endpoint", server.URL+railPath); code != 0 {
			b.Fatal(errs)
		}
	}
}

func BenchmarkGeneratedCall(b *testing.B) {
	client, err := realtime.NewClient(raild(b).URL+railPath, soap.SOAP11)
	if err != nil {
		b.Fatal(err)
	}
	text := "north"
	for b.Loop() {
		if _, err := client.GetStationsFilterXML(context.Background(), &realtime.GetStationsFilterXML{StationText: &text}); err != nil {
			b.Fatal(err)
		}
	}
}
