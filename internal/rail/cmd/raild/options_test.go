package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"regexp"
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

func TestForwarded(t *testing.T) {
	for flag, want := range map[string]string{"--forwarded=false": "http://127.0.0.1", "--forwarded": "https://rail.example"} {
		printed, _ := start(t, "--clock", noon, flag)
		_, body := ask(t, address(t, printed)+"?wsdl", "Forwarded", "host=rail.example;proto=https")
		if !strings.Contains(body, `location="`+want) {
			t.Errorf("%s: %.3000s", flag, body)
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

// TestASMX checks that with the flag an unknown operation is an internal error, and names of parameters may be in any case.
func TestASMX(t *testing.T) {
	for flag, status := range map[string][2]int{"--asmx=false": {404, 400}, "--asmx": {500, 200}} {
		printed, _ := start(t, "--clock", noon, flag)
		base := address(t, printed)
		if response, body := ask(t, base+"/noSuch"); response.StatusCode != status[0] {
			t.Errorf("%s, unknown operation: %d %s", flag, response.StatusCode, body)
		}
		if response, body := ask(t, base+"/getAllStationsXML_WithStationType?stationType=S"); response.StatusCode != status[1] {
			t.Errorf("%s, parameter in another case: %d %.200s", flag, response.StatusCode, body)
		}
	}
}

// TestLenientPaths checks that with the flag paths may have two slashes, and names of operations may be in any case.
func TestLenientPaths(t *testing.T) {
	for flag, status := range map[string]int{"--lenient-paths=false": 404, "--lenient-paths": 200} {
		printed, _ := start(t, "--clock", noon, flag)
		base := strings.TrimSuffix(address(t, printed), servicePath)
		for _, path := range []string{
			"/realtime//realtime.asmx/getAllStationsXML", "//realtime/realtime.asmx//getAllStationsXML", "/realtime/realtime.asmx/GetAllStationsXML",
			"/Realtime/REALTIME.asmx/getallstationsxml_withstationtype?StationType=S", "//realtime/realtime.asmx?wsdl",
		} {
			if response, body := ask(t, base+path); response.StatusCode != status {
				t.Errorf("%s, %s: %d %.200s", flag, path, response.StatusCode, body)
			}
		}
		if response, _ := ask(t, base+"/realtime/realtime.asmx/getAllStationXML"); response.StatusCode != 404 {
			t.Errorf("%s, unknown operation: %d", flag, response.StatusCode)
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

// TestAddressing: with the flag a client that requires WS-Addressing calls any operation, also one that marks its header blocks as WCF
// does, and clients without it get what they always get. Without the flag a mandatory header block is refused.
func TestAddressing(t *testing.T) {
	strict := wsa.WithAddressing(wsa.Addressing{Required: true})
	mandatory := soap.WithRewrite(func(_ context.Context, _ *soap.Call, envelope []byte) ([]byte, error) {
		space := string(regexp.MustCompile(`xmlns:soap="([^"]*)"`).FindSubmatch(envelope)[1])
		return regexp.MustCompile(`<wsa:(To|Action) `).ReplaceAll(envelope, []byte(`<wsa:$1 xmlns:s="`+space+`" s:mustUnderstand="1" `)), nil
	})
	elsewhere := wsa.WithAddressing(wsa.Addressing{ReplyTo: &wsa.Endpoint{Address: "http://elsewhere.example/"}})
	for flag, wants := range map[string][3]string{
		"--addressing=false": {"no header blocks of WS-Addressing", "Action", "Action"},
		"--addressing":       {"<nil>", "<nil>", "must be the anonymous one"},
	} {
		printed, _ := start(t, "--clock", noon, flag)
		for _, b := range []soap.Binding{soap.SOAP11, soap.SOAP12} {
			plain, err := realtime.NewClient(address(t, printed), b)
			if err != nil {
				t.Fatal(err)
			}
			before, err := plain.GetStationDataByCodeXML(t.Context(), &realtime.GetStationDataByCodeXML{StationCode: new("STERG")})
			if err != nil {
				t.Fatal(err)
			}
			for i, options := range [][]soap.ClientOption{{strict}, {strict, mandatory}, {elsewhere, mandatory}} {
				client, err := realtime.NewClient(address(t, printed), b, options...)
				if err != nil {
					t.Fatal(err)
				}
				after, err := client.GetStationDataByCodeXML(t.Context(), &realtime.GetStationDataByCodeXML{StationCode: new("STERG")})
				if !strings.Contains(fmt.Sprint(err), wants[i]) || err == nil && !reflect.DeepEqual(before, after) {
					t.Errorf("%s over %s, client %d: %v, want %s", flag, b, i, err, wants[i])
				}
				if _, err = client.GetStationsFilterXML(t.Context(), &realtime.GetStationsFilterXML{StationText: new("a")}); !strings.Contains(fmt.Sprint(err), wants[i]) {
					t.Errorf("%s over %s, client %d, a list: %v", flag, b, i, err)
				}
			}
		}
	}
}
