package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/wsa"
)

// ask sends a request with headers, and returns the response and its body, not decompressed.
func ask(t testing.TB, address string, header ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func TestGzip(t *testing.T) {
	for _, test := range []struct{ level, coding, vary string }{{"0", "", ""}, {"1", "gzip", "Accept-Encoding"}} {
		printed, _ := start(t, "--clock", noon, "--gzip", test.level)
		response, body := ask(t, address(t, printed)+"/getAllStationsXML", "Accept-Encoding", "gzip")
		if response.Header.Get("Content-Encoding") != test.coding || response.Header.Get("Vary") != test.vary || strings.HasPrefix(body, "<?xml") != (test.coding == "") {
			t.Errorf("--gzip %s: %v", test.level, response.Header)
		}
	}
}

// The clock runs at the given speed, and responses of a fast clock must not be cached.
func TestSpeed(t *testing.T) {
	printed, _ := start(t, "--clock", noon, "--speed", "100000")
	base := address(t, printed)
	first, _ := ask(t, base+"/getStationDataByCodeXML?StationCode=STERG")
	eventually(t, "the clock goes on", func() bool {
		next, _ := ask(t, base+"/getStationDataByCodeXML?StationCode=STERG")
		return next.Header.Get("Etag") != first.Header.Get("Etag")
	})
	if got := first.Header.Get("Cache-Control"); got != "public, max-age=0" {
		t.Errorf("Cache-Control %q", got)
	}
}

// TestAnswersOfFlags compares what flags change about answers: the addresses of the contract behind a proxy, what an .asmx service does
// with unknown operations and the case of parameters, and which paths lead to an operation.
func TestAnswersOfFlags(t *testing.T) {
	type answer struct {
		path   string
		status int
		want   string
	}
	for flag, answers := range map[string][]answer{
		"--forwarded=false":     {{"?wsdl", 200, `location="http://127.0.0.1`}},
		"--forwarded":           {{"?wsdl", 200, `location="https://rail.example`}},
		"--asmx=false":          {{"/noSuch", 404, ""}, {"/getAllStationsXML_WithStationType?stationType=S", 400, ""}},
		"--asmx":                {{"/noSuch", 500, ""}, {"/getAllStationsXML_WithStationType?stationType=S", 200, ""}},
		"--lenient-paths=false": {{"//getAllStationsXML", 404, ""}, {"/GetAllStationsXML", 404, ""}},
		"--lenient-paths":       {{"//getAllStationsXML", 200, ""}, {"/GetAllStationsXML", 200, ""}, {"/getAllStationXML", 404, ""}},
	} {
		printed, _ := start(t, "--clock", noon, flag)
		for _, a := range answers {
			response, body := ask(t, address(t, printed)+a.path, "Forwarded", "host=rail.example;proto=https")
			if response.StatusCode != a.status || !strings.Contains(body, a.want) {
				t.Errorf("%s, %s: %d %.500s", flag, a.path, response.StatusCode, body)
			}
		}
	}
}

// TestCORS checks that browsers let pages of the origins read results, and no others; also where they have a result already.
func TestCORS(t *testing.T) {
	printed, _ := start(t, "--clock", noon, "--cors", "https://board.example", "--cors", "HTTP://localhost:3000")
	target := address(t, printed) + "/getAllStationsXML"
	first, _ := ask(t, target)
	for _, test := range []struct {
		method, origin, allowed string
		status                  int
	}{
		{http.MethodGet, "https://board.example", "https://board.example", 200},
		{http.MethodGet, "http://localhost:3000", "http://localhost:3000", 200},
		{http.MethodGet, "https://other.example", "", 200},
		{http.MethodGet, "", "", 200},
		{http.MethodOptions, "https://board.example", "https://board.example", 204},
		{http.MethodOptions, "https://other.example", "", 403},
	} {
		for _, known := range []string{"", first.Header.Get("Etag")} {
			request, err := http.NewRequestWithContext(t.Context(), test.method, target, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header = http.Header{"Origin": {test.origin}, "If-None-Match": {known}}
			if test.origin == "" {
				request.Header.Del("Origin")
			}
			if test.method == http.MethodOptions {
				request.Header.Set("Access-Control-Request-Method", http.MethodGet)
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			status := test.status
			if known != "" && status == 200 {
				status = 304
			}
			if got := response.Header.Get("Access-Control-Allow-Origin"); got != test.allowed || response.StatusCode != status {
				t.Errorf("%s from %q with %q: %d %q, want %d %q", test.method, test.origin, known, response.StatusCode, got, status, test.allowed)
			}
		}
	}
}

// TestAddressing: with the flag a client that requires WS-Addressing is answered as it wants.
func TestAddressing(t *testing.T) {
	for flag, want := range map[string]string{"--addressing=false": "no header blocks of WS-Addressing", "--addressing": "<nil>"} {
		printed, _ := start(t, "--clock", noon, flag)
		client, err := realtime.NewClient(address(t, printed), soap.SOAP12, wsa.WithAddressing(wsa.Addressing{Required: true}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.GetStationsFilterXML(t.Context(), &realtime.GetStationsFilterXML{StationText: new("a")})
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %s", flag, err, want)
		}
	}
}
