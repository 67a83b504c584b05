package wsa

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// A service with a question, whose answer may be a fault, and a one-way operation.

const pingNS = "http://ping.example"

func pingContract(policy *contract.Policy) *contract.Contract {
	return &contract.Contract{
		Service: "Ping", PortType: pingNS + "/Ping",
		Namespaces: []schema.Namespace{{}, {URI: pingNS}},
		Ports: []contract.Port{
			{Name: "Soap11", Binding: contract.SOAP11, Address: "http://localhost/ping", Policy: policy},
			{Name: "Soap12", Binding: contract.SOAP12, Address: "http://localhost/ping", Policy: policy},
		},
	}
}

var (
	opPing = contract.Operation{Name: "ping", Wires: []contract.Wire{{
		Bindings: bindings,
		In:       schema.ElementName{NS: 1, Local: "ping"},
		Out:      []schema.ElementName{{NS: 1, Local: "pingResponse"}},
	}}}
	opTell = contract.Operation{Name: "tell", OneWay: true, Wires: []contract.Wire{{
		Bindings: bindings, Action: "urn:tell", In: schema.ElementName{NS: 1, Local: "tell"},
	}}}

	bindings = []contract.Binding{contract.SOAP11, contract.SOAP12}
)

// pingServer is a handler that notes what it is asked.
type pingServer struct {
	http.Handler
	got   Properties
	had   bool
	fails error
	calls int
	log   safeBuffer
}

// safeBuffer is a buffer for several goroutines.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func serve(policy *contract.Policy, opts ...soap.HandlerOption) *pingServer {
	s := &pingServer{}
	opts = append(opts, soap.WithLogger(slog.New(slog.NewTextHandler(&s.log, nil))))
	s.Handler = soap.NewHandler(pingContract(policy).With(&opPing, &opTell), &contract.DocumentSet{}, func(ctx context.Context, _ *contract.Operation, _ any) (any, error) {
		s.calls++
		s.got, s.had = Received(ctx)
		return nil, s.fails
	}, opts)
	return s
}

// dial returns a function that calls an operation of a server, through which all messages go.
func dial(t *testing.T, h http.Handler, b contract.Binding, opts ...soap.ClientOption) func(context.Context, *contract.Operation) error {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := soap.NewCaller(pingContract(nil), server.URL+"/ping", b, opts)
	if err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context, op *contract.Operation) error {
		_, err := c.Do(ctx, op, nil)
		return err
	}
}

// numbers returns NewID that counts.
func numbers(prefix string) func() string {
	n := 0
	return func() string { n++; return fmt.Sprintf("urn:%s:%d", prefix, n) }
}

// ask sends an envelope with header blocks, in which a is the prefix of an addressing namespace and s of the envelope's.
func ask(h http.Handler, b contract.Binding, space, blocks, operation string, header ...string) (status int, body string) {
	envelope, mediaType := soap.SOAP11Namespace, "text/xml"
	if b == contract.SOAP12 {
		envelope, mediaType = soap.SOAP12Namespace, "application/soap+xml"
	}
	text := fmt.Sprintf(`<s:Envelope xmlns:s="%s" xmlns:a="%s"><s:Header>%s</s:Header><s:Body><%s xmlns="%s"/></s:Body></s:Envelope>`,
		envelope, space, blocks, operation, pingNS)
	r := httptest.NewRequest("POST", "/ping", strings.NewReader(text))
	r.Header.Set("Content-Type", mediaType)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func block(local, text string) string { return "<a:" + local + ">" + text + "</a:" + local + ">" }

func endpoint(local, address, more string) string {
	return block(local, block("Address", address)+more)
}

const (
	pingAction = pingNS + "/Ping/pingRequest"
	pingReply  = pingNS + "/Ping/pingResponse"
)

func pingBlocks(more string) string {
	return block("Action", pingAction) + block("MessageID", "urn:m:1") + more
}

// answered returns the header blocks of an answer.
func answered(t *testing.T, b contract.Binding, body string) *message {
	t.Helper()
	m := read([]byte(body), b)
	if !m.envelope || m.problem != nil {
		t.Fatalf("%v: %s", m.problem, body)
	}
	return m
}

// inbox is a doer that keeps what is sent.
type inbox struct {
	sent   chan string
	status int
	fails  bool
}

func (i *inbox) Do(r *http.Request) (*http.Response, error) {
	body, _ := io.ReadAll(r.Body)
	i.sent <- r.URL.String() + " " + r.Header.Get("Content-Type") + "\n" + string(body)
	if i.fails {
		return nil, errors.New("no connection")
	}
	return &http.Response{StatusCode: i.status, Body: http.NoBody}, nil
}
