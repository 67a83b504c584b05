package serve_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
)

const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>%s</s:Body></s:Envelope>`

// sent returns what a handler answers to a request.
func sent(h http.Handler, method, target, mediaType, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("Content-Type", mediaType)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// replying returns a service with one reply. Headers are pairs.
func replying(status int, mediaType, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Add(headers[i], headers[i+1])
		}
		w.Header().Set("Content-Type", mediaType)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// TestGatewayFailures: callers get the status of a service that cannot be called and headers for it, and nothing else of its response or of its
// address, which the log has.
func TestGatewayFailures(t *testing.T) {
	d := describe(t, "testdata/stops.wsdl")
	const date = "Sat, 28 Nov 2026 12:00:00 GMT"
	for name, c := range map[string]struct {
		service http.HandlerFunc // nil: it does not run
		status  int
		headers string // WWW-Authenticate and Retry-After
		logged  string
	}{
		"closed":          {nil, 502, "[] []", "connection refused"},
		"hangs":           {hang, 504, "[] []", "timeout awaiting response headers"},
		"breaks off":      {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 502, "[] []", "EOF"},
		"page":            {replying(502, "text/html", "<p>secret"), 502, "[] []", "<p>secret"},
		"wrong address":   {replying(404, "text/plain", "secret"), 502, "[] []", "secret"},
		"redirect":        {replying(302, "text/html", "", "Location", "http://secret/"), 502, "[] []", "http://secret/"},
		"garbage":         {replying(200, "text/xml", "secret"), 502, "[] []", "secret"},
		"garbage in list": {replying(200, "text/xml", fmt.Sprintf(envelope, `<listResponse xmlns="urn:stops"><stop><id>secret</id></stop></listResponse>`)), 502, "[] []", "secret"},
		"not an envelope": {replying(200, "application/json", `"secret"`), 502, "[] []", "secret"},
		"401":             {replying(401, "text/plain", "secret", "WWW-Authenticate", `Basic realm="a"`, "WWW-Authenticate", "Bearer"), 401, `[Basic realm="a" Bearer] []`, "secret"},
		"401 invalid":     {replying(401, "text/plain", "secret", "WWW-Authenticate", "Basic \x01"), 502, "[] []", "malformed"},
		"401 too long":    {replying(401, "text/plain", "secret", "WWW-Authenticate", strings.Repeat("a", 100_000)), 502, "[] []", "exceeded 65536 bytes"},
		"403":             {replying(403, "text/html", "secret"), 403, "[] []", "secret"},
		"429":             {replying(429, "text/html", "secret", "Retry-After", "120"), 429, "[] [120]", "secret"},
		"503":             {replying(503, "text/html", "secret", "Retry-After", date), 503, "[] [" + date + "]", "secret"},
		"503 invalid":     {replying(503, "text/html", "secret", "Retry-After", "secret"), 503, "[] []", "secret"},
		"504":             {replying(504, "text/html", "secret"), 504, "[] []", "secret"},
	} {
		t.Run(name, func(t *testing.T) {
			service := httptest.NewServer(c.service)
			defer service.Close()
			if c.service == nil {
				service.Close()
			}
			var log bytes.Buffer
			config := serve.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))}
			if name == "hangs" {
				config.Timeout = 50 * time.Millisecond
			}
			address := gateway(t, d, service.URL+"/secret", config)
			reason := "The gateway could not call the service: " + http.StatusText(c.status) + "."
			code := "Server"
			if c.status < 500 {
				code = "Client"
			}
			check := func(response *http.Response, status int, want string) {
				t.Helper()
				defer response.Body.Close()
				body, _ := io.ReadAll(response.Body)
				headers := fmt.Sprint(response.Header.Values("WWW-Authenticate"), response.Header.Values("Retry-After"))
				if response.StatusCode != status || headers != c.headers || !strings.Contains(string(body), want) {
					t.Errorf("%d %s %s\nwant %d %s %s", response.StatusCode, headers, body, status, c.headers, want)
				}
				if all := fmt.Sprint(response.Header, string(body)); strings.Contains(all, "secret") || strings.Contains(all, service.URL) {
					t.Errorf("the caller reads %s", all)
				}
			}
			check(ask(t, t.Context(), address, "0"), c.status,
				fmt.Sprintf(`{"title":%q,"status":%d,"detail":%q,"code":%q}`, http.StatusText(c.status), c.status, reason, code))
			if got := log.String(); !strings.Contains(got, `level=WARN msg="call failed" operation=list binding=JSON status=`+fmt.Sprint(c.status)) || !strings.Contains(got, c.logged) {
				t.Errorf("log: %s", got)
			}

			response, err := http.Post(address, "text/xml", strings.NewReader(fmt.Sprintf(envelope, `<list xmlns="urn:stops"><text>0</text></list>`)))
			if err != nil {
				t.Fatal(err)
			}
			if c.status == http.StatusUnauthorized {
				check(response, 401, reason+"\n")
			} else {
				check(response, 500, "<faultcode>soap:"+code+"</faultcode><faultstring>"+reason+"</faultstring>")
			}

			client, err := soap.NewCaller(d.Services[0], address, contract.JSON, []soap.ClientOption{jsonhttp.WithJSON()})
			if err != nil {
				t.Fatal(err)
			}
			op := d.Services[0].Operations[0]
			request, err := jsonhttp.ReadRequest(d.Services[0], op, []byte(`{"text":"0"}`))
			if err != nil {
				t.Fatal(err)
			}
			var fault *soap.Fault
			if _, err = client.Do(t.Context(), op, request); !errors.As(err, &fault) || fault.Status != c.status || fault.Reason != reason {
				t.Errorf("a client: %v", err)
			}
		})
	}
}

// hang returns when the gateway does not wait any more.
func hang(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}
