package cli_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/testfile"
)

// railContract returns the rail contract with addresses that begin with server.
func railContract(t *testing.T, server string) []byte {
	t.Helper()
	text := testfile.Read(t, "../../../../wsdl/realtime.wsdl")
	return bytes.ReplaceAll(text, []byte("http://localhost:8080"), []byte(server))
}

// callStations calls an operation of the rail contract with credentials that contain the word hunter2.
func callStations(contract, binding string, args ...string) (code int, errors string) {
	all := []string{"call", contract, "getAllStationsXML", "--config=", "--binding", binding, "--user", "ann:hunter2", "--header", "X-Key: hunter2", "--header", "Host: hunter2.example"}
	if strings.HasPrefix(binding, "soap") {
		all = append(all, "--soap-header", `<o:t xmlns:o="urn:o">hunter2</o:t>`)
	}
	var stdout, stderr bytes.Buffer
	code = cli.Main(append(all, args...), &stdout, &stderr)
	return code, stderr.String()
}

// TestLimitCallOrigins calls services whose contracts, redirects of contracts, or answers lead to another origin. Nothing that
// says who calls arrives there.
func TestLimitCallOrigins(t *testing.T) {
	requests, leaks, calls := 0, 0, 0
	var contract []byte
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/contract/") {
			_, _ = w.Write(contract)
			return
		}
		requests++
		body, _ := io.ReadAll(r.Body)
		if sent := fmt.Sprint(r.Host, r.RequestURI, r.Header, string(body)); strings.Contains(sent, "hunter2") || r.Header.Get("Authorization") != "" {
			leaks++
			t.Errorf("another origin gets %s", sent)
		}
		w.Header().Set("Content-Type", "text/xml")
		_, _ = io.WriteString(w, `<ArrayOfObjStation xmlns="http://realtime.rail.example/"/>`)
	}))
	defer other.Close()
	contract = railContract(t, other.URL)
	status := http.StatusFound
	named := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/contract/here/") {
			_, _ = w.Write(contract)
			return
		}
		http.Redirect(w, r, other.URL+r.URL.Path, status)
	}))
	defer named.Close()
	for _, binding := range []string{"soap11", "soap12", "get", "post"} {
		for _, place := range []string{"here", "redirected"} {
			requests, status = 0, http.StatusFound
			address := named.URL + "/contract/" + place + "/realtime.wsdl"
			code, errors := callStations(address, binding, "--allow-private", "--catalog", named.URL+"/contract/"+place+"/realtime.xsd=../../../../wsdl/realtime.xsd")
			want := "the contract is from " + named.URL + ", but has an address at " + other.URL + ": "
			if calls++; code != 2 || requests > 0 || !strings.Contains(errors, want) {
				t.Errorf("contract %s over %s: code %d, %d requests, %s", place, binding, code, requests, errors)
			}
		}
		for _, status = range []int{301, 302, 303, 307, 308} {
			for _, form := range []string{"--json", "--verbose"} {
				requests = 0
				follows := binding == "get" // without headers
				code, errors := callStations("../../../../wsdl/realtime.wsdl", binding, form, "--endpoint", named.URL)
				if calls++; (code == 0) != follows || (requests == 1) != follows {
					t.Errorf("status %d over %s: code %d, %d requests, %s", status, binding, code, requests, errors)
				}
			}
		}
	}
	t.Logf("limit: contract or redirect of call to another origin | no credentials | those of %d of %d calls", leaks, calls)
}
