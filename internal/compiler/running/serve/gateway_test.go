package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
)

// stops is a service with a list, whose length the text of a request says.
type stops struct {
	info   *contract.Contract
	header http.Header   // of the last request
	left   chan struct{} // receives a value where a list is not read to its end
}

func (s *stops) list(ctx context.Context, op *contract.Operation, _ any) soap.Sequence {
	call, _ := soap.CallInfo(ctx)
	s.header = call.RequestHeader.Clone()
	_, text, _ := bytes.Cut(call.Request, []byte("text>"))
	var count int
	var fails error
	switch _, err := fmt.Sscanf(string(text), "%d", &count); {
	case bytes.HasPrefix(text, []byte("lost")):
		fails = &soap.Fault{Code: soap.FaultClient, Reason: "it is lost", Detail: `<lost xmlns="urn:stops"><line>5</line></lost>`}
	case bytes.HasPrefix(text, []byte("endless")):
		count = math.MaxInt
	case err != nil:
		fails = errors.New("not a number")
	case bytes.Contains(text, []byte("broken")):
		fails = errors.New("broken")
	}
	result, err := sample.Seed(1).Result(s.info, op)
	list := op.Result.NewList()
	reflect.ValueOf(list).Elem().Set(reflect.ValueOf(result).Slice(0, 1))
	return func(yield func(any, error) bool) {
		for range count {
			if !yield(list, err) {
				s.left <- struct{}{}
				return
			}
		}
		if fails != nil {
			yield(list, fails)
		}
	}
}

// gateway returns the address of a gateway before the service.
func (s *stops) gateway(t *testing.T) string {
	d := describe(t, "testdata/stops.wsdl")
	s.info, s.left = d.Services[0], make(chan struct{}, 1)
	quiet := slog.New(slog.DiscardHandler)
	service := httptest.NewServer(soap.NewHandler(s.info, nil, nil, []soap.HandlerOption{soap.WithStreams(s.info, s.list), soap.WithLogger(quiet)}))
	t.Cleanup(service.Close)
	return gateway(t, d, service.URL+"/stops", serve.Config{Logger: quiet})
}

// describe describes a contract, in which there must be no errors.
func describe(t testing.TB, name string) *generator.Described {
	t.Helper()
	d, err := generator.Describe(t.Context(), generator.Config{Contract: name})
	if err != nil || d.Diagnostics.HasErrors() {
		t.Fatal(err, d)
	}
	return d
}

// gateway returns the address of a gateway before the service at an address.
func gateway(t *testing.T, d *generator.Described, to string, config serve.Config) string {
	var err error
	if config.To, err = url.Parse(to); err != nil {
		t.Fatal(err)
	}
	config.JSON = jsonhttp.WithJSON()
	server := httptest.NewServer(serve.New(d.Services, d.Documents, config))
	t.Cleanup(server.Close)
	return server.URL + "/stops"
}

// ask asks the gateway for stops over JSON. Headers are pairs.
func ask(t *testing.T, ctx context.Context, address, text string, headers ...string) *http.Response {
	r, err := http.NewRequestWithContext(ctx, "POST", address+"/list", strings.NewReader(`{"text":"`+text+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// TestGateway: faults keep their details, and of the header of a request only the credentials of HTTP are passed on.
func TestGateway(t *testing.T) {
	var s stops
	address := s.gateway(t)
	for text, want := range map[string]string{
		"0":         `200 []`,
		"lost":      `400 {"title":"Bad Request","status":400,"detail":"it is lost","code":"Client","fault":{"lost":{"line":5}}}`,
		"x":         `500 {"title":"Internal Server Error","status":500,"detail":"The server could not process the request.","code":"Server"}`,
		"5, broken": `500 {"title":"Internal Server Error","status":500,"detail":"The server could not process the request.","code":"Server"}`,
	} {
		response := ask(t, t.Context(), address, text, "Authorization", "Bearer a", "Cookie", "b=c", "X-Other", "d", "Soapaction", "e")
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if got := fmt.Sprintf("%d %s", response.StatusCode, body); err != nil || got != want {
			t.Errorf("%s: %s, %v\nwant %s", text, got, err, want)
		}
		if h := s.header; h.Get("Authorization") != "Bearer a" || h.Get("Cookie") != "" || h.Get("X-Other") != "" || h.Get("SOAPAction") != `"urn:stops:list"` {
			t.Errorf("passed on: %v", h)
		}
	}
	response := ask(t, t.Context(), address, "100000, broken")
	defer response.Body.Close()
	if _, err := io.ReadAll(response.Body); response.StatusCode != http.StatusOK || err == nil {
		t.Errorf("status %d, %v: a list that is broken off looks complete", response.StatusCode, err)
	}
}

// TestLimitGateway: long lists are passed on item by item, as an array and as lines, and the transfer ends when the caller leaves.
func TestLimitGateway(t *testing.T) {
	const count, bound = 300_000, 4 << 20
	var s stops
	address := s.gateway(t)
	for _, accept := range []string{"application/json", "application/x-ndjson"} {
		var before, now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		response := ask(t, t.Context(), address, fmt.Sprint(count), "Accept", accept)
		defer response.Body.Close()
		body := bufio.NewReader(response.Body)
		items, size, most := 0, 0, uint64(0)
		for {
			part, err := body.ReadSlice('}')
			if size += len(part); err != nil {
				break
			}
			if items++; items%(count/10) == 0 {
				runtime.GC()
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
		if response.Header.Get("Content-Type") != accept || items != count || most > before.HeapAlloc+bound || size < 2*bound {
			t.Errorf("%s: %d items, %d MiB, %d bytes of memory", accept, items, size>>20, int64(most-before.HeapAlloc))
		}
		t.Logf("limit: gateway, memory for a list of %d MiB as %s | %d MiB | %.1f MiB", size>>20, accept, bound>>20, float64(int64(most-before.HeapAlloc))/(1<<20))
	}
	for _, accept := range []string{"application/json", "application/x-ndjson"} {
		ctx, cancel := context.WithCancel(t.Context())
		response := ask(t, ctx, address, "endless", "Accept", accept)
		if _, err := io.CopyN(io.Discard, response.Body, 1<<20); err != nil {
			t.Error(err)
		}
		cancel()
		response.Body.Close()
		<-s.left
	}
}

// TestGatewayTimeout has a service that begins to answer and does not end: the gateway says so.
func TestGatewayTimeout(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/xml")
		_, _ = io.WriteString(w, `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>`)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(service.Close)
	address := gateway(t, describe(t, "testdata/stops.wsdl"), service.URL, serve.Config{Logger: slog.New(slog.DiscardHandler), Timeout: 100 * time.Millisecond})
	response := ask(t, t.Context(), address, "1")
	defer response.Body.Close()
	if response.StatusCode != http.StatusGatewayTimeout {
		t.Errorf("status %d", response.StatusCode)
	}
}
