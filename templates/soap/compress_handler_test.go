package soap_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"example.com/quartet/templates/soap/compress"
)

// TestFlushBeforeWrite: the header that a flush sends says that the body is compressed.
func TestFlushBeforeWrite(t *testing.T) {
	zip, err := compress.New(gzip.BestSpeed, 0)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(zip.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
		io.WriteString(w, "text")
	})))
	defer server.Close()
	response, err := http.Get(server.URL) // accepts gzip, and reads it
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if got, err := io.ReadAll(response.Body); err != nil || string(got) != "text" || !response.Uncompressed {
		t.Errorf("got %q, %v, compressed: %v", got, err, response.Uncompressed)
	}
}

// TestLateWrite: what a handler writes after it has returned is not in the response to another request.
func TestLateWrite(t *testing.T) {
	zip, err := compress.New(gzip.BestSpeed, 0)
	if err != nil {
		t.Fatal(err)
	}
	var late http.ResponseWriter
	handler := zip.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "te")
		if late != nil {
			io.WriteString(late, "of the first request")
		}
		io.WriteString(w, "xt")
		late = w
	}))
	for range 2 {
		request, recorder := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
		request.Header.Set("Accept-Encoding", "gzip")
		handler.ServeHTTP(recorder, request)
		body, err := gzip.NewReader(recorder.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(body); err != nil || string(got) != "text" {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

func TestAccepted(t *testing.T) {
	for header, want := range map[string]bool{
		"":                          false,
		"gzip":                      true,
		"GZip":                      true,
		"x-gzip":                    true,
		"deflate, gzip;q=0.5":       true,
		"gzip;q=0":                  false,
		"gzip; Q = 0.000":           false,
		"*":                         true,
		"*;q=0":                     false,
		"*, gzip;q=0":               false,
		"identity, gzip;q=0.5":      false,
		"identity;q=0.2, gzip":      true,
		"identity;q=0, *;q=0.1":     true,
		"gzip;q=2":                  false,
		"gzip;q=NaN":                false,
		"gzip;level=9":              false,
		"br;q=1, deflate":           false,
		" , gzip ;q=1.0 , identity": true,
	} {
		if got := compress.Accepted([]string{header}); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
}
