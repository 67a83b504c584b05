package scaffold

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// services makes services of lines such as "Orders SOAP11 /orders HTTPGet /orders".
func services(text string) []*ir.Service {
	bindings := map[string]contract.Binding{"SOAP11": contract.SOAP11, "SOAP12": contract.SOAP12, "HTTPGet": contract.HTTPGet, "HTTPPost": contract.HTTPPost, "HTTPPut": contract.HTTPPut}
	var list []*ir.Service
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		s := &ir.Service{Name: fields[0]}
		for i := 1; i < len(fields); i += 2 {
			s.Ports = append(s.Ports, contract.Port{Binding: bindings[fields[i]], Address: "http://localhost" + fields[i+1]})
		}
		list = append(list, s)
	}
	return list
}

func TestRoutes(t *testing.T) {
	for _, test := range []struct{ services, want, requests string }{
		{"A SOAP11 /a SOAP12 /a\nB SOAP11 /b", "A[/a] B[/b]", "POST /a A, POST /b B, POST /a/x 404, GET /c 404"},
		{"A SOAP11 /a HTTPGet /a HTTPPost /a\nB SOAP11 /b", "A[/a /a/] B[/b]", "GET /a/op A, POST /a A, POST /a/op A"},
		{"A SOAP11 /s\nAGet HTTPGet /s\nAPost HTTPPost /s", "A[/s] AGet[GET /s/] APost[POST /s/]", "POST /s A, GET /s A, GET /s/op AGet, POST /s/op APost, PUT /s/op 405"},
		{"AGet HTTPGet /s\nA SOAP11 /s", "AGet[/s/] A[/s]", "POST /s A, GET /s/op AGet"},
		{"A SOAP11 /s\nB SOAP11 /s\nC SOAP12 /C", "A[/s] B[/B] C[/C]", "POST /s A, POST /B B"},
		{"A SOAP11 /s\nC SOAP11 /s\nD SOAP11 /C", "A[/s] C[/C2] D[/C]", "POST /C2 C, POST /C D"},
		{"A SOAP11 /\nB SOAP11 /b HTTPGet /", "A[/{$}] B[/b /]", "POST / A, POST /b B, GET /op B"},
		{"A SOAP11 /x//y\nB SOAP11 /b/../c\nC SOAP11 /d/", "A[/A] B[/B] C[/d/{$}]", "POST /A A, POST /d/ C"},
		{"A SOAP11 /%7Bid%7D/%20\nB SOAP11 /ü", "A[/%7Bid%7D/%20] B[/%C3%BC]", "POST /%7Bid%7D/%20 A, POST /%c3%bc B, POST /1/%20 404"},
		{"AGet HTTPGet /s\nAPost HTTPPost /s\nB SOAP11 /s/b", "AGet[/AGet /AGet/] APost[/APost /APost/] B[/s/b]", "GET /AGet/op AGet, POST /APost/op APost, POST /s/b B"},
		{"A\nB SOAP12 ", "A[/{$}] B[/B]", "POST / A, POST /B B"},
	} {
		test.services = strings.ReplaceAll(test.services, "SOAP12 \n", "SOAP12 /\n")
		if strings.HasSuffix(test.services, " ") {
			test.services += "/"
		}
		mux, got := http.NewServeMux(), ""
		for _, s := range routed(services(test.services)) {
			got += fmt.Sprintf("%s%v ", s.Name, s.Patterns)
			for _, p := range s.Patterns {
				mux.HandleFunc(p, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, s.Name) })
			}
		}
		if got = strings.TrimSpace(got); got != test.want {
			t.Errorf("%s: got %s, want %s", test.services, got, test.want)
		}
		for _, request := range strings.Split(test.requests, ", ") {
			fields := strings.Fields(request)
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, httptest.NewRequest(fields[0], fields[1], nil))
			answer := w.Body.String()
			if w.Code != http.StatusOK {
				answer = fmt.Sprint(w.Code)
			}
			if answer != fields[2] {
				t.Errorf("%s: %s: got %s", test.services, request, answer)
			}
		}
	}
}

func TestFileNames(t *testing.T) {
	taken := map[string]bool{"service": true}
	for _, test := range [][2]string{{"Realtime", "realtime"}, {"REALTIME", "realtime2"}, {"Service", "service2"}, {"A_test", "atest"}, {"X_linux", "xlinux"}, {"Ü", "service3"}} {
		if got := fileName(test[0], taken); got != test[1] {
			t.Errorf("%s: %s, want %s", test[0], got, test[1])
		}
	}
}

func TestHealthPath(t *testing.T) {
	for text, want := range map[string]string{
		"A SOAP11 /":                        "/healthz",
		"A SOAP11 /healthz":                 "/healthzz",
		"A HTTPGet /healthz\nB SOAP11 /b":   "/healthzz",
		"A SOAP11 /healthz\nB SOAP11 /b":    "/healthzz",
		"A SOAP11 /health/\nB SOAP11 /bzzz": "/healthz",
	} {
		if got := healthPath(routed(services(text))); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
