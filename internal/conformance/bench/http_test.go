package bench

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/validate"
)

const mediaType = "text/xml; charset=utf-8"

// staticHandler reads the request and sends a prepared response. No handler of net/http
// can be faster.
func staticHandler(response []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		answer(w, response)
	})
}

// stdHandler serves the operation with net/http and encoding/xml.
func stdHandler(e *stdEnvelope) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in stdRequest
		if err := xml.NewDecoder(r.Body).Decode(&in); err != nil || in.Body.Request == nil {
			http.Error(w, "not a request", http.StatusBadRequest)
			return
		}
		out, err := xml.Marshal(e)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		answer(w, out)
	})
}

func answer(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body)
}

// BenchmarkServe serves responses with n records over several keep-alive connections on
// loopback. The time is the elapsed time divided by the requests of all connections.
func BenchmarkServe(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.Run("impl=quartet", func(b *testing.B) { benchmarkServe(b, realtime.NewHandler(board{list: records(n)}), n) })
			b.Run("impl=encoding-xml", func(b *testing.B) { benchmarkServe(b, stdHandler(newStdEnvelope(n)), n) })
			b.Run("impl=static", func(b *testing.B) { benchmarkServe(b, staticHandler(document(compact, n)), n) })
		})
	}
}

func benchmarkServe(b *testing.B, handler http.Handler, n int) {
	server := httptest.NewServer(handler)
	defer server.Close()
	l, err := newLoad(server.Listener.Addr().String(), max(1, 1000/n))
	if err != nil {
		b.Fatal(err)
	}
	defer l.close()
	measure(b, l.round)
	requests := float64(b.N * l.requests())
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/requests, "ns/op")
	b.ReportMetric(requests/b.Elapsed().Seconds(), "req/s")
}

// BenchmarkCall calls a server that sends a prepared response, over one connection on
// loopback. quartet-validated validates the response. bare sends a prepared request and reads the response into memory.
func BenchmarkCall(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			server := httptest.NewServer(staticHandler(document(compact, n)))
			defer server.Close()
			url := server.URL + path
			b.Run("impl=quartet", func(b *testing.B) { benchmarkCall(b, url, n) })
			b.Run("impl=encoding-xml", func(b *testing.B) { benchmarkStdCall(b, url, n) })
			b.Run("impl=quartet-validated", func(b *testing.B) { benchmarkCall(b, url, n, validate.WithValidation()) })
			b.Run("impl=bare", func(b *testing.B) { benchmarkBareCall(b, url) })
		})
	}
}

func benchmarkCall(b *testing.B, url string, n int, options ...soap.ClientOption) {
	client, err := realtime.NewClient(url, soap.SOAP11, options...)
	if err != nil {
		b.Fatal(err)
	}
	req := &realtime.GetStationDataByCodeXML{StationCode: soap.Ptr("HARBQ")}
	b.ReportAllocs()
	measure(b, func() error {
		list, err := client.GetStationDataByCodeXML(b.Context(), req)
		return countError(len(list), n, err)
	})
}

// benchmarkStdCall makes the call with net/http and encoding/xml.
func benchmarkStdCall(b *testing.B, url string, n int) {
	b.ReportAllocs()
	measure(b, func() error {
		in := new(stdRequest)
		in.Body.Request = new(struct{ StationCode *string })
		in.Body.Request.StationCode = soap.Ptr("HARBQ")
		body, err := xml.Marshal(in)
		if err != nil {
			return err
		}
		e := new(stdEnvelope)
		err = post(b, url, body, func(r io.Reader) error { return xml.NewDecoder(r).Decode(e) })
		return countError(len(*e.records()), n, err)
	})
}

func benchmarkBareCall(b *testing.B, url string) {
	b.ReportAllocs()
	measure(b, func() error {
		return post(b, url, []byte(request), func(r io.Reader) error {
			_, err := io.ReadAll(r)
			return err
		})
	})
}

// post sends a request with net/http and reads the response to the end.
func post(b *testing.B, url string, body []byte, read func(io.Reader) error) error {
	r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", mediaType)
	r.Header.Set("SOAPAction", `"`+namespace+`getStationDataByCodeXML"`)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %s", response.Status)
	}
	if err := read(response.Body); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, response.Body) // so that the connection is reused
	return err
}
