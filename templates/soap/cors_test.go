package soap

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/cors"
	"example.com/quartet/templates/soap/wirelog"
)

// allowing returns a handler that scripts of some origins may use.
func allowing(t testing.TB, h http.Handler, origins ...string) http.Handler {
	t.Helper()
	policy, err := cors.New(origins...)
	if err != nil {
		t.Fatal(err)
	}
	return policy.Handler(h)
}

// corsOf returns the headers that are for browsers, sorted.
func corsOf(w *httptest.ResponseRecorder) string {
	var all []string
	for name, values := range w.Header() {
		if strings.HasPrefix(name, "Access-Control-") || name == "Vary" {
			all = append(all, name+": "+strings.Join(values, ", "))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func TestCORS(t *testing.T) {
	count, board := depotPath+"/count", "https://board.example"
	exact := allowing(t, newDepotHandler(echo()), "HTTPS"+strings.TrimPrefix(board, "https"), "http://localhost:3000") // in any case
	every := allowing(t, wirelog.Log{Logger: discard}.Handler(newDepotHandler(echo())), "*")                           // inside another wrapper
	off := newDepotHandler(echo())
	const preflight = "Access-Control-Request-Method"
	allowedByName := "Access-Control-Allow-Origin: " + board + "\nVary: Origin"
	for _, test := range []struct {
		name, method, target string
		headers              []string
		status               int
		exact, every         string
	}{
		{"allowed", "GET", count, []string{"Origin", board}, 200, allowedByName, "Access-Control-Allow-Origin: *"},
		{"HEAD", "HEAD", count, []string{"Origin", board}, 200, allowedByName, "Access-Control-Allow-Origin: *"},
		{"with a port", "GET", count, []string{"Origin", "http://localhost:3000"}, 200, "Access-Control-Allow-Origin: http://localhost:3000\nVary: Origin", "Access-Control-Allow-Origin: *"},
		{"no origin", "GET", count, nil, 200, "Vary: Origin", ""},
		{"an error", "GET", depotPath + "/getStop", []string{"Origin", board}, 400, allowedByName, "Access-Control-Allow-Origin: *"},
		{"unknown operation", "GET", depotPath + "/nothing", []string{"Origin", board}, 404, allowedByName, "Access-Control-Allow-Origin: *"},
		{"POST", "POST", count, []string{"Origin", board}, 200, "", ""},
		{"the contract", "GET", depotPath + "?wsdl", []string{"Origin", board}, 200, "", ""},
		{"no preflight", "OPTIONS", count, []string{"Origin", board}, 204, "", ""},
		{"preflight elsewhere", "OPTIONS", depotPath, []string{"Origin", board, preflight, "POST"}, 204, "", ""},
		{"preflight", "OPTIONS", count, []string{"Origin", board, preflight, "GET"}, 204,
			"Access-Control-Allow-Methods: GET, HEAD\nAccess-Control-Allow-Origin: " + board + "\nAccess-Control-Max-Age: 600\nVary: Origin, Access-Control-Request-Headers",
			"Access-Control-Allow-Methods: GET, HEAD\nAccess-Control-Allow-Origin: *\nAccess-Control-Max-Age: 600\nVary: Access-Control-Request-Headers"},
		{"preflight for a header", "OPTIONS", count, []string{"Origin", board, preflight, "GET", "Access-Control-Request-Headers", "x-key,authorization"}, 204,
			"Access-Control-Allow-Headers: x-key,authorization\nAccess-Control-Allow-Methods: GET, HEAD\nAccess-Control-Allow-Origin: " + board + "\nAccess-Control-Max-Age: 600\nVary: Origin, Access-Control-Request-Headers",
			"Access-Control-Allow-Headers: x-key,authorization\nAccess-Control-Allow-Methods: GET, HEAD\nAccess-Control-Allow-Origin: *\nAccess-Control-Max-Age: 600\nVary: Access-Control-Request-Headers"},
	} {
		w := ask(exact, test.method, test.target, formMediaType, "", test.headers...)
		if w.Code != test.status || corsOf(w) != test.exact {
			t.Errorf("%s: %d\n%s\nwant\n%s", test.name, w.Code, corsOf(w), test.exact)
		}
		if w = ask(every, test.method, test.target, formMediaType, "", test.headers...); w.Code != test.status || corsOf(w) != test.every {
			t.Errorf("%s, any origin: %d\n%s\nwant\n%s", test.name, w.Code, corsOf(w), test.every)
		}
		if got := corsOf(ask(off, test.method, test.target, formMediaType, "", test.headers...)); got != "" {
			t.Errorf("%s without the option: %s", test.name, got)
		}
	}
	for _, origin := range []string{"https://other.example", "https://board.example.evil", "https://board.example:8443", "http://board.example", "null", board + "/"} {
		if w := ask(exact, "GET", count, "", "", "Origin", origin); w.Code != 200 || corsOf(w) != "Vary: Origin" {
			t.Errorf("%s: %d %s", origin, w.Code, corsOf(w))
		}
		w := ask(exact, "OPTIONS", count, "", "", "Origin", origin, preflight, "GET")
		if checkText(t, w, 403, "not allowed"); strings.Contains(corsOf(w), "Allow") {
			t.Errorf("%s: %s", origin, corsOf(w))
		}
	}
	if info := ContractOf(every); info == nil || info.Service != depotContract.Service {
		t.Error("the contract of the handler inside is not found")
	}
	other := allowing(t, http.NotFoundHandler(), board)
	if w := ask(other, "GET", "/anything", "", "", "Origin", board); w.Code != 404 || corsOf(w) != allowedByName {
		t.Errorf("another handler: %d %s", w.Code, corsOf(w))
	}
	if w := ask(exact, "POST", depotPath, "text/xml", envelope(contract.SOAP11, element("count", "")), "Origin", board); w.Code != 200 || corsOf(w) != "" {
		t.Errorf("SOAP: %d %s", w.Code, corsOf(w))
	}
	for _, bad := range []string{"", "board.example", "https://board.example/", "https://", "https://a.example/x", "*.example", "https://a.example:443", "http://a.example:80", "https://bücher.example"} {
		if _, err := cors.New(board, bad); err == nil || !strings.Contains(err.Error(), strconv.Quote(bad)) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
