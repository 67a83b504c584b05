// Package wiretest has what the behaviour tests of the golden cases share: a server for
// a handler, clients of it, comparison of results, and messages that are not from a generated
// client.
package wiretest

import (
	"bytes"
	"encoding/xml"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"output.example/soap"
)

// Serve serves a handler until the end of the test and returns its URL, without a path. All prefixes in
// envelopes that are answers must be declared.
func Serve(t testing.TB, handler http.Handler) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &answerWriter{ResponseWriter: w}
		handler.ServeHTTP(answer, r)
		CheckNames(t, answer.body.String())
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// answerWriter keeps what is written.
type answerWriter struct {
	http.ResponseWriter
	body bytes.Buffer
}

func (w *answerWriter) Write(b []byte) (int, error) {
	w.body.Write(b)
	return w.ResponseWriter.Write(b)
}

// Unwrap is for [http.ResponseController].
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// CheckNames reports the prefixes in an envelope that are not declared: of elements, of attributes, and of the names of types
// in attributes of XML Schema instances and of SOAP encoding. Other documents are not looked at.
func CheckNames(t testing.TB, envelope string) {
	if d := xml.NewDecoder(strings.NewReader(envelope)); strings.HasPrefix(envelope, "<?xml") && strings.Contains(envelope, ":Envelope") {
		scopes := [][]string{{"", "xml", "xmlns"}}
		for token, err := d.RawToken(); err == nil; token, err = d.RawToken() {
			switch token := token.(type) {
			case xml.StartElement:
				scope, used := slices.Clone(scopes[len(scopes)-1]), []string{token.Name.Space}
				for _, a := range token.Attr {
					prefix, _, isName := strings.Cut(a.Value, ":")
					switch used = append(used, a.Name.Space); {
					case a.Name.Space == "xmlns":
						scope = append(scope, a.Name.Local)
					case isName && a.Name.Space != "" && slices.Contains([]string{"type", "arrayType", "itemType"}, a.Name.Local):
						used = append(used, prefix)
					}
				}
				for _, prefix := range used {
					if !slices.Contains(scope, prefix) {
						t.Errorf("the prefix %s is not declared at %s in %s", prefix, token.Name.Local, envelope)
					}
				}
				scopes = append(scopes, scope)
			case xml.EndElement:
				scopes = scopes[:len(scopes)-1]
			}
		}
	}
}

// Dial returns what newClient returns, the function NewClient of a generated package.
// The test ends if that fails.
func Dial[C any](t testing.TB, newClient func(string, soap.Binding, ...soap.ClientOption) (C, error), address string, b soap.Binding, opts ...soap.ClientOption) C {
	t.Helper()
	client, err := newClient(address, b, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Returns compares what a call returns with want, by [reflect.DeepEqual]:
//
//	wiretest.Returns(t, &Answer{Count: 4})(client.Ask(ctx, question))
//
// An error, or another value, is an error of the test.
func Returns[T any](t testing.TB, want T) func(got T, err error) {
	return func(got T, err error) {
		t.Helper()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v\nwant %+v", got, err, want)
		}
	}
}

// An Answer is a handler that gives the same response to every request, for instance one of
// another implementation.
type Answer struct {
	Status          int
	MediaType, Body string
}

// ServeHTTP implements [http.Handler].
func (a *Answer) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", a.MediaType)
	w.WriteHeader(a.Status)
	io.WriteString(w, a.Body)
}

// Post posts an XML document and returns the status and the body of the response. The
// header has names, each followed by its value; they may replace the Content-Type.
func Post(t testing.TB, address, document string, header ...string) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, address, strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "text/xml")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	return read(t, response, err)
}

// Get gets a URL and returns the status and the body of the response.
func Get(t testing.TB, address string) (status int, answer string) {
	t.Helper()
	response, err := http.Get(address)
	return read(t, response, err)
}

func read(t testing.TB, response *http.Response, err error) (status int, answer string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// Handle passes an XML document to a handler and returns the status and the body of the
// response.
func Handle(handler http.Handler, path, document string) (status int, answer string) {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(document))
	r.Header.Set("Content-Type", "text/xml")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// Echo passes a message with the content of the element {urn:t}echo to a handler. It
// returns the content of the element echoResponse of the response, or the whole response
// if it has no such element.
func Echo(handler http.Handler, content string) string {
	const open, end = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` +
		`<echo xmlns="urn:t" xmlns:t="urn:t" xmlns:o="urn:o" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema">`, `</echo></s:Body></s:Envelope>`
	_, answer := Handle(handler, "/t", open+content+end)
	_, inner, found := strings.Cut(answer, "<echoResponse")
	if !found {
		return answer
	}
	_, inner, _ = strings.Cut(inner, ">")
	inner, _, _ = strings.Cut(inner, "</echoResponse>")
	return inner
}

// A Recorder is an HTTP client that keeps the last request and response.
type Recorder struct{ Request, Response Message }

// A Message is an HTTP request or response.
type Message struct {
	Header http.Header
	Body   string
}

// Do implements the interface of WithHTTPClient.
func (r *Recorder) Do(request *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	r.Request = Message{request.Header, string(body)}
	request.Body = io.NopCloser(strings.NewReader(r.Request.Body))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if body, err = io.ReadAll(response.Body); err != nil {
		return nil, err
	}
	r.Response = Message{response.Header, string(body)}
	response.Body = io.NopCloser(strings.NewReader(r.Response.Body))
	return response, nil
}
