package serve_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
)

// FuzzJSONValues sends random valid values over JSON, as requests and as results. What arrives is the same in XML.
func FuzzJSONValues(f *testing.F) {
	var services []*contract.Contract
	for _, name := range []string{"callvalue/testdata/attachments.wsdl", "callvalue/testdata/orders.wsdl", "callvalue/testdata/tags.wsdl", "judge/testdata/shop.wsdl", "../../../wsdl/realtime.wsdl"} {
		d := describe(f, "../"+name)
		services = append(services, d.Services...)
	}
	for i := range services {
		f.Add(byte(i), byte(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, service, operation byte, seed uint64) {
		info := services[int(service)%len(services)]
		op := info.Operations[int(operation)%len(info.Operations)]
		var sent, got, want any
		var err error
		if op.RequestType() != nil {
			if sent, err = sample.Seed(seed).Request(info, op); err != nil {
				t.Fatal(op.Name, err)
			}
		}
		if op.Result != nil {
			if want, err = sample.Seed(seed).Result(info, op); err != nil {
				t.Fatal(op.Name, err)
			}
		}
		answer := func(_ context.Context, _ *contract.Operation, req any) (any, error) {
			got = req
			return want, nil
		}
		handler := soap.NewHandler(info, nil, answer, []soap.HandlerOption{soap.WithPath("/s"), jsonhttp.WithJSON(jsonhttp.WithoutHeaders())})
		client, err := soap.NewCaller(info, "http://localhost/s", jsonhttp.Binding, []soap.ClientOption{jsonhttp.WithJSON(jsonhttp.WithoutHeaders()), soap.WithHTTPClient(inProcess{handler})})
		if err != nil {
			t.Fatal(err)
		}
		result, err := client.Do(t.Context(), op, sent)
		if err != nil {
			t.Fatal(op.Name, err)
		}
		if a, b := requestMarkup(t, info, op, sent), requestMarkup(t, info, op, got); !bytes.Equal(a, b) {
			t.Errorf("%s: the request\n%s\narrives as\n%s", op.Name, a, b)
		}
		if a, b := resultMarkup(info, op, want), resultMarkup(info, op, result); !op.OneWay && a != b {
			t.Errorf("%s: the result\n%s\narrives as\n%s", op.Name, a, b)
		}
	})
}

// inProcess is an HTTP client of a handler.
type inProcess struct{ http.Handler }

func (p inProcess) Do(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Result(), nil
}
