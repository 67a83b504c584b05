package serve_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/redact"
)

// TestRefusalsAreLogged sends requests that are refused, and a form with a parameter that is ignored: the log has the reasons.
func TestRefusalsAreLogged(t *testing.T) {
	d := describe(t, "../../../../wsdl/realtime.wsdl")
	const form, operation = "application/x-www-form-urlencoded", "/getStationsFilterXML"
	for _, c := range []struct{ path, mediaType, body, answer, logged string }{
		{operation, form, ` {"StationText": "a"}`, "415", "the body is JSON, but its media type says a form"},
		{operation, "", `{"StationText": "a"}`, "415", `the media type \"\" is not supported`},
		{operation, "application/json", `{"text": "a"}`, "400", "the member is not known"},
		{"/getStations", "application/json", `{}`, "404", `unknown operation \"getStations\"`},
		{"/getStations", form, ``, "404", `unknown operation \"getStations\"`},
		{operation, form, `StationText=a&secret=b&StationCode=c`, "200", `msg="parameters ignored that the operation does not have"`},
		{operation, form, `StationText=a&secret=b&StationCode=c`, "200", `parameters="secret, StationCode"`},
		{operation, form, `StationText=%7B`, "200", "status=200"},
	} {
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, nil))
		server := serve.Logged(serve.New(d.Services, d.Documents, serve.Config{Logger: logger, JSON: jsonhttp.WithJSON()}), logger, redact.Redactor{})
		w := sent(server, "POST", "/realtime/realtime.asmx"+c.path, c.mediaType, c.body)
		if fmt.Sprint(w.Code) != c.answer || !strings.Contains(log.String(), c.logged) {
			t.Errorf("%s as %s: %d %s\nlog: %s", c.body, c.mediaType, w.Code, w.Body, &log)
		}
	}
}

// TestGatewayValidates sends a request that is not valid to a gateway, over JSON and SOAP: the service gets it only without validation.
func TestGatewayValidates(t *testing.T) {
	d := describe(t, "testdata/openapi.wsdl")
	d.Services = d.Services[:1]
	const values = `{"c": "green", "cs": ["red"], "n": 1, "d": "2026-11-21", "a": ""}`
	const elements = `<find xmlns="urn:t"><c>green</c><cs>red</cs><n>1</n><d>2026-11-21</d><a/></find>`
	for _, unchecked := range []bool{false, true} {
		received := 0
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			received++
			w.Header().Set("Content-Type", "text/xml")
			_, _ = fmt.Fprintf(w, envelope, `<findResponse xmlns="urn:t"><c>grey</c><e>PT1H</e></findResponse>`)
		}))
		defer service.Close()
		address := strings.TrimSuffix(gateway(t, d, service.URL, serve.Config{Logger: slog.New(slog.DiscardHandler), NoValidate: unchecked}), "/stops")
		for _, c := range [][3]string{{"/s/find", "application/json", values}, {"/s", "text/xml", fmt.Sprintf(envelope, elements)}} {
			before := received
			response, err := http.Post(address+c[0], c[1], strings.NewReader(c[2]))
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if sent := received > before; sent != unchecked || (response.StatusCode == http.StatusOK) != unchecked {
				t.Errorf("%s, without validation %t: %d, sent %t", c[1], unchecked, response.StatusCode, sent)
			}
		}
	}
}
