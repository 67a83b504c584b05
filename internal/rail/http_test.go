package rail_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/templates/soap"
)

const namespace = "http://realtime.rail.example/"

// httpRequests create the HTTP request in each binding.
var httpRequests = map[string]func(address string, req request) (*http.Request, error){
	"SOAP 1.1": viaSOAP11, "SOAP 1.2": viaSOAP12, "HTTP GET": viaGet, "HTTP POST": viaPost,
}

func viaGet(address string, req request) (*http.Request, error) {
	return http.NewRequest("GET", address+"/"+req.operation+"?"+req.query(), nil)
}

func viaPost(address string, req request) (*http.Request, error) {
	httpReq, err := http.NewRequest("POST", address+"/"+req.operation, strings.NewReader(req.query()))
	if err == nil {
		httpReq.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return httpReq, err
}

func viaSOAP11(address string, req request) (*http.Request, error) {
	httpReq, err := http.NewRequest("POST", address, strings.NewReader(req.envelope(soap11)))
	if err == nil {
		httpReq.Header.Set("Content-Type", "text/xml; charset=utf-8")
		httpReq.Header.Set("SOAPAction", `"`+namespace+req.operation+`"`)
	}
	return httpReq, err
}

func viaSOAP12(address string, req request) (*http.Request, error) {
	httpReq, err := http.NewRequest("POST", address, strings.NewReader(req.envelope(soap12)))
	if err == nil {
		httpReq.Header.Set("Content-Type", "application/soap+xml; charset=utf-8")
	}
	return httpReq, err
}

func (req request) query() string {
	values := url.Values{}
	for name, value := range req.arguments {
		values.Set(name, *value)
	}
	return values.Encode()
}

// envelope returns the request with its parameters in the order of the specification's table.
func (req request) envelope(soap string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="utf-8"?><e:Envelope xmlns:e="%s"><e:Body><%s xmlns="%s">`, soap, req.operation, namespace)
	for _, name := range []string{"StationType", "TrainType", "StationDesc", "StationCode", "NumMins", "StationText", "TrainId", "TrainDate"} {
		if value, ok := req.arguments[name]; ok {
			fmt.Fprintf(&b, "<%s>", name)
			_ = xml.EscapeText(&b, []byte(*value)) // a strings.Builder never returns an error
			fmt.Fprintf(&b, "</%s>", name)
		}
	}
	fmt.Fprintf(&b, `</%s></e:Body></e:Envelope>`, req.operation)
	return b.String()
}

// checkResponse sends the HTTP request and compares the records in the response.
func (req request) checkResponse(t *testing.T, file string, httpReq *http.Request) {
	t.Helper()
	response, err := http.DefaultClient.Do(httpReq)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if req.fault != "" {
		if response.StatusCode < 400 || !strings.Contains(string(body), "NumMins") {
			t.Errorf("%s.txt:%d: %s: status %d, %s, want a fault", file, req.line, req.text, response.StatusCode, body)
		}
		return
	}
	if response.StatusCode != http.StatusOK {
		t.Errorf("%s.txt:%d: %s: status %d, %s", file, req.line, req.text, response.StatusCode, body)
		return
	}
	got, err := recordsIn(body, req.operation)
	if err != nil {
		t.Errorf("%s.txt:%d: %s: %v in %s", file, req.line, req.text, err, body)
	}
	if !slices.Equal(got, req.records) {
		t.Errorf("%s.txt:%d: %s:\n got %s\nwant %s", file, req.line, req.text, strings.Join(got, "\n     "), strings.Join(req.records, "\n     "))
	}
}

// A node is an element of a response.
type node struct {
	XMLName  xml.Name
	Text     string `xml:",chardata"`
	Children []node `xml:",any"`
}

// recordsIn returns the records of a response as lines, or an error if the response does not match the specification.
func recordsIn(body []byte, name string) ([]string, error) {
	o := operations[name]
	var root node
	if err := xml.Unmarshal(body, &root); err != nil {
		return nil, err
	}
	array, want := &root, "ArrayOfO"+o.record[1:]
	if root.XMLName.Local == "Envelope" {
		for _, want = range []string{"Body", name + "Response", name + "Result"} {
			if len(array.Children) != 1 || array.Children[0].XMLName.Local != want {
				return nil, fmt.Errorf("%s does not consist of one %s", array.XMLName.Local, want)
			}
			array = &array.Children[0]
		}
	}
	if array.XMLName != (xml.Name{Space: namespace, Local: want}) {
		return nil, fmt.Errorf("the records are in %v, want %s", array.XMLName, want)
	}
	var lines []string
	for _, record := range array.Children {
		if want := (xml.Name{Space: namespace, Local: o.record}); record.XMLName != want {
			return nil, fmt.Errorf("record element %v, want %v", record.XMLName, want)
		}
		var names, values []string
		for _, field := range record.Children {
			if field.XMLName.Space != namespace || len(field.Children) > 0 {
				return nil, fmt.Errorf("invalid field element %v", field.XMLName)
			}
			names, values = append(names, field.XMLName.Local), append(values, field.Text)
		}
		if !slices.Equal(names, o.fields) {
			return nil, fmt.Errorf("the fields are %v, want %v", names, o.fields)
		}
		lines = append(lines, strings.Join(values, "|"))
	}
	return lines, nil
}

// A caseSource is a source and a clock that move from one test case to the next.
type caseSource struct {
	current atomic.Pointer[testCase]
	state   atomic.Pointer[running.State]
}

func (s *caseSource) State(time.Time) *running.State { return s.state.Load() }
func (s *caseSource) now() time.Time                 { return s.current.Load().clock }

func (s *caseSource) moment() response.Moment {
	state := s.state.Load()
	return response.Moment{Timetable: state.Timetable, State: state, Second: s.now()}
}

// One service with a cache answers the requests of all test cases in turn, each request twice.
func TestResponsesThroughCache(t *testing.T) {
	var s caseSource
	cache := response.New(response.Options{Moment: s.moment})
	service := rail.New(&s, s.now)
	server := httptest.NewServer(response.Conditional(realtime.NewHandler(service, soap.WithInterceptors(cache.Intercept))))
	defer server.Close()
	plan, _ := railway(t)
	for _, tc := range testCases(t) {
		s.current.Store(&tc)
		s.state.Store(&running.State{Timetable: plan})
		if tc.realtime != "" {
			s.state.Store(&running.State{Timetable: plan, Realtime: snapshot(t, plan, tc, [][]byte{realtimeData[tc.realtime](t)})})
		}
		for name, request := range httpRequests {
			t.Run(tc.name+" "+name, func(t *testing.T) {
				for range 2 {
					for _, req := range tc.requests {
						httpReq, err := request(server.URL+path, req)
						if err != nil {
							t.Fatal(err)
						}
						req.checkResponse(t, tc.name, httpReq)
					}
				}
			})
		}
	}
	if n := cache.Stats().Outcomes[response.Hit]; n == 0 {
		t.Error("the cache was not used")
	}
}
