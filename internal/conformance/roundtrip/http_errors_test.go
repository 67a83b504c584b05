package roundtrip

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
)

const form = "application/x-www-form-urlencoded"

// TestHTTPErrors checks the status, the text and a header of responses to
// requests with an unsupported media type, path or method.
func TestHTTPErrors(t *testing.T) {
	server := serve(t, mustNotBeCalled(t))
	call := envelope(soap.SOAP11, element("getAllStationsXML", ""))
	const (
		soapTypes = "text/xml, application/soap+xml"
		filter    = path + "/getStationsFilterXML"
	)
	for _, test := range []struct {
		name                string
		method, target, typ string
		body                string
		status              int
		contains            string // text that the response contains
		header, headerValue string // header of the response
	}{
		{"JSON for an envelope", "POST", path, "application/json", "{}", 415, `"application/json"`, "Accept-Post", soapTypes},
		{"no media type", "POST", path, "", call, 415, "", "Accept-Post", soapTypes},
		{"a form at the bare path", "POST", path, form, "a=b", 415, form, "Accept-Post", soapTypes},
		{"application/xml", "POST", path, "application/xml", call, 415, "application/xml", "Accept-Post", soapTypes},
		{"invalid media type", "POST", path, ";;=\"", call, 415, "", "Accept-Post", soapTypes},
		{"XML for a form", "POST", filter, "text/xml", call, 415, "text/xml", "Accept-Post", form},
		{"form without a media type", "POST", filter, "", "StationText=a", 415, "", "Accept-Post", form},
		{"multipart form", "POST", filter, "multipart/form-data; boundary=x", "--x--", 415, "multipart/form-data", "Accept-Post", form},
		{"form in an unknown encoding", "POST", filter, form + "; charset=koi8-r", "StationText=a", 415, "koi8-r", "Accept-Post", form},
		{"form in UTF-16", "POST", filter, form + "; charset=utf-16", "StationText=a", 415, "utf-16", "Accept-Post", form},

		{"unknown operation", "GET", path + "/noSuch", "", "", 404, `unknown operation "noSuch"`, "", ""},
		{"unknown operation, POST", "POST", path + "/noSuch", form, "", 404, `unknown operation "noSuch"`, "", ""},
		{"no operation", "GET", path + "/", "", "", 404, "unknown operation", "", ""},
		{"operation in another case", "GET", path + "/getallstationsxml", "", "", 404, path + "/getAllStationsXML", "", ""},
		{"With in another case", "GET", path + "/getStationDataByNameXML_WithNumMins?StationDesc=a", "", "", 404, "getStationDataByNameXML_withNumMins", "", ""},
		{"path in another case", "GET", "/Realtime/realtime.asmx", "", "", 404, path, "", ""},
		{"path below an operation", "GET", path + "/getAllStationsXML/", "", "", 404, "getAllStationsXML/", "", ""},
		{"line ends in the operation", "GET", path + "/a%0D%0AX:%20b%E2%80%A8c", "", "", 404, `"a\r\nX: b\u2028c"`, "", ""},
		{"markup in the operation", "GET", path + "/%3Cscript%3E", "", "", 404, "<script>", "X-Content-Type-Options", "nosniff"},
		{"another path", "GET", "/", "", "", 404, "nothing", "", ""},
		{"dots", "GET", path + "/../../etc/passwd", "", "", 404, "", "", ""},

		{"put", "PUT", path, "text/xml", call, 405, "", "Allow", "GET, HEAD, POST"},
		{"delete an operation", "DELETE", filter, "", "", 405, "", "Allow", "GET, HEAD, POST"},
		{"patch", "PATCH", filter, form, "StationText=a", 405, "", "Allow", "GET, HEAD, POST"},
		{"unknown method", "FETCH", path, "", "", 405, "", "Allow", "GET, HEAD, POST"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := request{test.method, test.target, map[string]string{}, test.body}
			if test.typ != "" {
				r.header["Content-Type"] = test.typ
			}
			got := send(t, server, r)
			if got.status != test.status {
				t.Errorf("got status %d, want %d", got.status, test.status)
			}
			if text := textLine(t, got); !strings.Contains(text, test.contains) {
				t.Errorf("got text %q, want it to contain %q", text, test.contains)
			}
			if test.header != "" {
				checkEqual(t, test.header, got.header.Get(test.header), test.headerValue)
			}
		})
	}
}

// TestOptions checks that OPTIONS tells the methods of a resource, and is not found where there is none.
func TestOptions(t *testing.T) {
	server := serve(t, mustNotBeCalled(t))
	for target, status := range map[string]int{path: 204, path + "/getAllStationsXML": 204, path + "/noSuch": 404} {
		got := send(t, server, request{method: "OPTIONS", target: target})
		if allow := got.header.Get("Allow"); got.status != status || status == 204 && (allow != "GET, HEAD, POST" || len(got.body) > 0) {
			t.Errorf("%s: got status %d, Allow %q, %s", target, got.status, allow, got.body)
		}
	}
}

// TestUnknownContentCodingIs415 sends requests with a Content-Encoding that the
// server does not support.
func TestUnknownContentCodingIs415(t *testing.T) {
	server := serve(t, mustNotBeCalled(t))
	for _, b := range []soap.Binding{soap.SOAP11, soap.SOAP12, soap.HTTPPost} {
		r := formRequest(b, "getStationsFilterXML", "StationText=a")
		if isSOAP(b) {
			r = soapRequest(b, "getStationsFilterXML", element("getStationsFilterXML", ""))
		}
		r.header["Content-Encoding"] = "br"
		got := send(t, server, r)
		if text := textLine(t, got); got.status != 415 || !strings.Contains(text, `"br"`) {
			t.Errorf("%s: got status %d, text %q; want 415 and the coding", b, got.status, text)
		}
		if got.header.Get("Accept-Encoding") == "" {
			t.Errorf("%s: missing Accept-Encoding header", b)
		}
	}
}

// TestInvalidParametersAre400 checks that HTTP GET and POST respond to invalid
// parameters with status 400 and a text that names the mistake.
func TestInvalidParametersAre400(t *testing.T) {
	server := serve(t, mustNotBeCalled(t))
	for _, test := range []struct{ name, operation, parameters, contains string }{
		{"repeated", "getStationsFilterXML", "StationText=a&StationText=a", `"StationText"`},
		{"repeated, both empty", "getStationsFilterXML", "StationText&StationText=", `"StationText"`},
		{"the second repeated", "getTrainMovementsXML", "TrainDate=a&TrainId=b&TrainDate=c", `"TrainDate"`},
		{"repeated with an escape", "getStationsFilterXML", "StationText=a&Station%54ext=b", `"StationText"`},
		{"lower case", "getStationsFilterXML", "stationtext=a", `"StationText"`},
		{"upper case", "getStationsFilterXML", "STATIONTEXT=a", `"StationText"`},
		{"both cases", "getStationsFilterXML", "StationText=a&stationText=b", `"StationText"`},
		{"another parameter's case", "getStationDataByNameXML_withNumMins", "StationDesc=a&numMins=5", `"NumMins"`},
		{"bad escape", "getStationsFilterXML", "StationText=%zz", `%zz`},
		{"half an escape", "getStationsFilterXML", "StationText=100%", `%`},
		{"half an escape and a digit", "getStationsFilterXML", "StationText=%4", `%4`},
		{"bad escape in a name", "getStationsFilterXML", "Station%Text=a", `%Te`},
		{"bad escape in an unknown parameter", "getStationsFilterXML", "x=%&StationText=a", `%`},
		{"bad escape without parameters", "getAllStationsXML", "x=%q1", `%q1`},
		{"invalid UTF-8", "getStationsFilterXML", "StationText=%FF", "UTF-8"},
		{"overlong UTF-8", "getStationsFilterXML", "StationText=%C0%80", "UTF-8"},
		{"surrogate", "getStationsFilterXML", "StationText=%ED%A0%80", "UTF-8"},
		{"NUL", "getStationsFilterXML", "StationText=a%00", "U+0000"},
		{"control character", "getStationsFilterXML", "StationText=%1B", "U+001B"},
		{"U+FFFE", "getStationsFilterXML", "StationText=%EF%BF%BE", "U+FFFE"},
		{"too many", "getStationsFilterXML", strings.Repeat("a&", 20_000), "10000"},
	} {
		for _, b := range []soap.Binding{soap.HTTPGet, soap.HTTPPost} {
			t.Run(test.name+"/"+b.String(), func(t *testing.T) {
				checkError(t, b, send(t, server, formRequest(b, test.operation, test.parameters)), soap.FaultClient, test.contains)
			})
		}
	}
}

// TestUnusualParametersAreAccepted sends queries and forms as some clients and
// people write them.
func TestUnusualParametersAreAccepted(t *testing.T) {
	var got callRecorder
	server := serve(t, got.service())
	for _, test := range []struct {
		parameters string
		want       *string
	}{
		{"", nil},
		{"&", nil},
		{"=", nil},
		{"=a", nil},
		{"other=1&Other=2&other=3", nil},
		{"StationText", pointer("")},
		{"StationText=", pointer("")},
		{"&&StationText=a&&", pointer("a")},
		{"a=b&StationText=c=d&e", pointer("c=d")},
		{"StationText=a+b%20c%2Bd", pointer("a b c+d")},
		{"StationText=a;b", pointer("a;b")},
		{"StationText=a/b?c:d@e!$'()*,", pointer("a/b?c:d@e!$'()*,")},
		{"%53tationText=%c3%A9", pointer("é")},
		{"StationText=é世", pointer("é世")},
		{"StationText=%F0%9F%98%80", pointer("😀")},
		{"StationText=%0D%0A%09", pointer("\r\n\t")},
		{"StationText=<a>&amp;", pointer("<a>")},
	} {
		for _, b := range []soap.Binding{soap.HTTPGet, soap.HTTPPost} {
			got = callRecorder{}
			r := formRequest(b, "getStationsFilterXML", test.parameters)
			if answer := exchange(t, server, r); answer.status != http.StatusOK {
				t.Errorf("%s, %q: got status %d, want 200: %s", b, test.parameters, answer.status, answer.body)
				continue
			}
			if d := difference(got.arguments, []*string{test.want}); d != "" {
				t.Errorf("%s, %q: %s", b, test.parameters, d)
			}
		}
	}
	// Parameters of a POST are in its body, not in its URL.
	r := formRequest(soap.HTTPPost, "getStationsFilterXML", "StationText=body")
	r.target += "?StationText=url"
	if answer := send(t, server, r); answer.status != http.StatusOK || *got.arguments[0] != "body" {
		t.Errorf("got status %d, StationText %q; want 200 and the value in the body", answer.status, *got.arguments[0])
	}
	// Browsers add a charset.
	r = formRequest(soap.HTTPPost, "getStationsFilterXML", "StationText=%E9")
	r.header["Content-Type"] = form + "; charset=ISO-8859-1"
	if answer := send(t, server, r); answer.status != http.StatusOK || *got.arguments[0] != "é" {
		t.Errorf("got status %d, StationText %q; want 200 and é", answer.status, *got.arguments[0])
	}
	// An empty POST needs no Content-Type.
	for _, op := range operations {
		got = callRecorder{}
		if answer := send(t, server, request{method: "POST", target: path + "/" + op.name}); answer.status != http.StatusOK || got.operation != op.name {
			t.Errorf("%s: got status %d, called operation %q; want 200 and the operation", op.name, answer.status, got.operation)
		}
	}
}

// exchange is like send, but does not escape characters in the request line as
// net/http's client does.
func exchange(t *testing.T, server *httptest.Server, r request) response {
	t.Helper()
	if !strings.ContainsAny(r.target, "<>\"") && isASCII(r.target) {
		return send(t, server, r)
	}
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n", r.method, r.target)
	raw, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	var status int
	if _, err := fmt.Sscanf(string(head), "HTTP/1.1 %d", &status); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return response{status: status, body: body}
}

func isASCII(s string) bool { return len(s) == len([]rune(s)) }

// TestRequestSizeLimit checks that every binding with a body responds with 413
// and one line of text to a request over the limit, whether its length is known
// or not, and that the next request succeeds.
func TestRequestSizeLimit(t *testing.T) {
	t.Parallel()
	const limit = 2000
	var got callRecorder
	small := serve(t, got.service(), soap.WithMaxRequestBytes(limit))
	standard := serve(t, got.service())
	for _, b := range []soap.Binding{soap.SOAP11, soap.SOAP12, soap.HTTPPost} {
		with := func(size int) request {
			r := formRequest(b, "getStationsFilterXML", "StationText=")
			if isSOAP(b) {
				r = soapRequest(b, "getStationsFilterXML", element("getStationsFilterXML", "<StationText></StationText>"))
				r.body = strings.Replace(r.body, "</StationText>", strings.Repeat("a", size-len(r.body))+"</StationText>", 1)
			} else {
				r.body += strings.Repeat("a", size-len(r.body))
			}
			return r
		}
		for _, test := range []struct {
			server *httptest.Server
			size   int
			limit  int
		}{{small, limit, limit}, {small, limit + 1, limit}, {small, 100 * limit, limit}, {standard, 10 << 20, 10 << 20}, {standard, 10<<20 + 1, 10 << 20}} {
			if test.server == standard && b != soap.HTTPPost {
				continue // test the default limit with one binding only
			}
			r := with(test.size)
			want := http.StatusOK
			if test.size > test.limit {
				want = http.StatusRequestEntityTooLarge
			}
			for _, chunked := range []bool{false, true} {
				answer, err := post(test.server, r, chunked)
				if err != nil {
					t.Fatalf("%s, %d bytes, chunked: %t: %v", b, test.size, chunked, err)
				}
				if answer.status != want {
					t.Errorf("%s, %d bytes, chunked: %t: got status %d, want %d", b, test.size, chunked, answer.status, want)
				}
				if want != http.StatusOK {
					if text := textLine(t, answer); !strings.Contains(text, fmt.Sprint(test.limit)) {
						t.Errorf("got text %q, want it to contain the limit %d", text, test.limit)
					}
				}
			}
		}
		if answer := send(t, small, with(limit)); answer.status != http.StatusOK {
			t.Errorf("%s: got status %d after a request over the limit, want 200", b, answer.status)
		}
	}
}

// post sends a request. If chunked is set, its length is not known in advance.
func post(server *httptest.Server, r request, chunked bool) (response, error) {
	var body io.Reader = strings.NewReader(r.body)
	if chunked {
		body = io.MultiReader(body)
	}
	out, err := http.NewRequest(r.method, server.URL+r.target, body)
	if err != nil {
		return response{}, err
	}
	for name, value := range r.header {
		out.Header[name] = []string{value}
	}
	in, err := server.Client().Do(out)
	if err != nil {
		return response{}, err
	}
	defer in.Body.Close()
	text, err := io.ReadAll(in.Body)
	return response{in.StatusCode, in.Header, text}, err
}

// TestHEADEqualsGETWithoutBody checks that HEAD has the status and the headers of
// GET for all targets.
func TestHEADEqualsGETWithoutBody(t *testing.T) {
	server := serve(t, listService(func(op operation) any { return records(op.recordType(), 3) }))
	targets := []string{path, path + "?wsdl", path + "?xsd=realtime.xsd", path + "?xsd=nothing", path + "/noSuch", path + "/getStationsFilterXML?StationText=%zz", "/"}
	for _, op := range operations {
		targets = append(targets, path+"/"+op.name+"?")
	}
	for _, target := range targets {
		get := send(t, server, request{method: "GET", target: target})
		head := send(t, server, request{method: "HEAD", target: target})
		if head.status != get.status || len(head.body) != 0 || len(get.body) == 0 {
			t.Errorf("%s: got HEAD status %d with %d bytes, GET status %d with %d bytes; want the same status and no body for HEAD", target, head.status, len(head.body), get.status, len(get.body))
		}
		for _, name := range []string{"Content-Type", "Content-Length"} {
			checkEqual(t, target+" "+name, head.header.Get(name), get.header.Get(name))
		}
		checkEqual(t, target+" Content-Length", head.header.Get("Content-Length"), fmt.Sprint(len(get.body)))
	}
}
