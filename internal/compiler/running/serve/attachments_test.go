package serve_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
)

// TestSwaRef: a sample of a wsi:swaRef refers to an attachment, which is in the response, and a gateway passes attachments on.
func TestSwaRef(t *testing.T) {
	d := describe(t, "testdata/claims.wsdl")
	info, quiet := d.Services[0], slog.New(slog.DiscardHandler)
	submit := info.Operations[0]
	var got []string
	service := httptest.NewServer(soap.NewHandler(info, nil, func(ctx context.Context, op *contract.Operation, req any) (any, error) {
		call, _ := soap.CallInfo(ctx)
		for _, a := range call.Attachments() {
			got = append(got, a.ID+"|"+a.MediaType+"|"+string(a.Content))
			call.Attach(soap.Attachment{ID: a.ID, MediaType: a.MediaType, Content: []byte("back")})
		}
		return sample.Result(info, op)
	}, []soap.HandlerOption{soap.WithLogger(quiet)}))
	defer service.Close()
	samples := httptest.NewServer(serve.New(d.Services, d.Documents, serve.Config{Logger: quiet}))
	defer samples.Close()
	request, err := sample.Request(info, submit)
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{samples.URL: "sample", gateway(t, d, service.URL+"/claims", serve.Config{Logger: quiet}): "back"} {
		for _, b := range []soap.Binding{soap.SOAP11, soap.SOAP12} {
			caller, err := soap.NewCaller(info, strings.TrimSuffix(address, "/stops")+"/claims", b, nil)
			if err != nil {
				t.Fatal(err)
			}
			got = nil
			ctx, outbound := soap.NewOutbound(t.Context())
			url := outbound.Attach(soap.Attachment{MediaType: "text/plain", Content: []byte("there")})
			result, err := caller.Do(ctx, submit, request)
			if found := outbound.Attachments(url)[0]; err != nil || found == nil || string(found.Content) != want || !strings.Contains(soap.Text(result), url) {
				t.Errorf("%s over %s: %s, %v, %+v", want, b, soap.Text(result), err, outbound.Attachments())
			}
			if want == "back" && strings.Join(got, " ") != "attachment=1@attachments.invalid|text/plain|there" {
				t.Errorf("the service got %q", got)
			}
		}
		response, err := http.Post(strings.TrimSuffix(address, "/stops")+"/claims/submit", "application/json", strings.NewReader(`{"title":"t","photo":"cid:a"}`))
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if want == "back" && string(body) != `"cid:attachment=1@attachments.invalid"` {
			t.Errorf("over JSON: %s", body)
		}
	}
}

// doer sends requests.
type doer func(*http.Request) (*http.Response, error)

func (d doer) Do(r *http.Request) (*http.Response, error) { return d(r) }

// TestGatewayAttachments: a gateway passes attachments on whose Content-IDs or media types a header cannot have, in both directions.
func TestGatewayAttachments(t *testing.T) {
	d := describe(t, "testdata/claims.wsdl")
	info, quiet := d.Services[0], slog.New(slog.DiscardHandler)
	hostile := strings.NewReplacer("<one>", "<a b>", "<two>", "<é<>", "<three>", "<same>", "<four>", "<same>", "image/x", "text/plain; a=\"\u2028\"")
	rewritten := func(message []byte) (io.Reader, int64) {
		text := hostile.Replace(string(message))
		return strings.NewReader(text), int64(len(text))
	}
	ids := []string{"one", "two", "three", "four"}
	var got []string
	handler := soap.NewHandler(info, nil, func(ctx context.Context, op *contract.Operation, _ any) (any, error) {
		call, _ := soap.CallInfo(ctx)
		for i, a := range call.Attachments() {
			got = append(got, a.ID+"|"+a.MediaType)
			call.Attach(soap.Attachment{ID: ids[i], MediaType: "image/x", Content: a.Content})
		}
		return sample.Result(info, op)
	}, []soap.HandlerOption{soap.WithLogger(quiet)})
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, r)
		w.Header().Set("Content-Type", answer.Header().Get("Content-Type"))
		text, _ := rewritten(answer.Body.Bytes())
		_, _ = io.Copy(w, text)
	}))
	defer service.Close()
	send := doer(func(r *http.Request) (*http.Response, error) {
		message, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		text, size := rewritten(message)
		r.Body, r.ContentLength, r.GetBody = io.NopCloser(text), size, nil
		return http.DefaultClient.Do(r)
	})
	address := gateway(t, d, service.URL+"/claims", serve.Config{Logger: quiet})
	caller, err := soap.NewCaller(info, strings.TrimSuffix(address, "/stops")+"/claims", soap.SOAP11, []soap.ClientOption{soap.WithHTTPClient(send)})
	if err != nil {
		t.Fatal(err)
	}
	request, err := sample.Request(info, info.Operations[0])
	if err != nil {
		t.Fatal(err)
	}
	ctx, outbound := soap.NewOutbound(t.Context())
	for _, id := range ids {
		outbound.Attach(soap.Attachment{ID: id, MediaType: "image/x", Content: []byte(id)})
	}
	const want = "a%20b|application/octet-stream %C3%A9%3C|application/octet-stream same|application/octet-stream 4-same|application/octet-stream"
	_, err = caller.Do(ctx, info.Operations[0], request)
	var back []string
	for _, a := range outbound.Attachments() {
		back = append(back, a.ID+"|"+a.MediaType)
	}
	if err != nil || strings.Join(got, " ") != want || strings.Join(back, " ") != want {
		t.Errorf("%v\nthere %q\nback  %q\nwant  %q", err, got, back, want)
	}
}

// TestAttachmentsOfLists: a gateway passes lists on item by item, and logs what arrives after them.
func TestAttachmentsOfLists(t *testing.T) {
	d := describe(t, "testdata/stops.wsdl")
	info := d.Services[0]
	service := httptest.NewServer(soap.NewHandler(info, nil, func(ctx context.Context, op *contract.Operation, _ any) (any, error) {
		call, _ := soap.CallInfo(ctx)
		call.Attach(soap.Attachment{ID: "photo", Content: []byte("lost")})
		return sample.Result(info, op)
	}, []soap.HandlerOption{soap.WithLogger(slog.New(slog.DiscardHandler))}))
	defer service.Close()
	var log bytes.Buffer
	response := ask(t, t.Context(), gateway(t, d, service.URL+"/stops", serve.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))}), "3")
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || !strings.HasPrefix(string(body), "[{") || !strings.Contains(log.String(), "attachment left out") || !strings.Contains(log.String(), "id=photo") {
		t.Errorf("%s, %v, log %s", body, err, log.String())
	}
}
