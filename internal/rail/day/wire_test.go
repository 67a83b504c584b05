package day_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
)

const (
	servicePath = "/realtime/realtime.asmx"
	namespace   = "http://realtime.rail.example/"
)

// The same day over the wire: nothing is lost between the records and a client of any binding.
func TestDayThroughClients(t *testing.T) {
	for _, i := range instants(t) {
		t.Run(i.name, func(t *testing.T) {
			server := serve(t, i)
			for name, binding := range map[string]realtime.Binding{
				"SOAP 1.1": realtime.SOAP11, "SOAP 1.2": realtime.SOAP12, "HTTP GET": realtime.HTTPGet, "HTTP POST": realtime.HTTPPost,
			} {
				client, err := realtime.NewClient(server+servicePath, binding)
				if err != nil {
					t.Fatal(err)
				}
				t.Run(name, func(t *testing.T) {
					for _, c := range i.calls {
						c.check(t, i.name, client)
					}
				})
			}
		})
	}
}

// The same day in messages as section 4 of the specification has them, without any of our own code that reads or writes
// them: the elements of records and fields, their order and their text.
func TestDayInMessages(t *testing.T) {
	for _, i := range instants(t) {
		t.Run(i.name, func(t *testing.T) {
			server := serve(t, i)
			for name, request := range requests {
				t.Run(name, func(t *testing.T) {
					for _, c := range i.calls {
						r, err := request(server+servicePath, c)
						if err != nil {
							t.Fatal(err)
						}
						c.checkMessage(t, i.name, r)
					}
				})
			}
		})
	}
}

// requests make the request of a call in each binding.
var requests = map[string]func(address string, c call) (*http.Request, error){
	"SOAP 1.1": soap11, "SOAP 1.2": soap12, "HTTP GET": get, "HTTP POST": post,
}

func serve(t *testing.T, i instant) (address string) {
	server := httptest.NewServer(realtime.NewHandler(service(t, i)))
	t.Cleanup(server.Close)
	return server.URL
}

func get(address string, c call) (*http.Request, error) {
	return http.NewRequest("GET", address+"/"+c.operation+"?"+c.query(), nil)
}

func post(address string, c call) (*http.Request, error) {
	r, err := http.NewRequest("POST", address+"/"+c.operation, strings.NewReader(c.query()))
	if err == nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return r, err
}

func soap11(address string, c call) (*http.Request, error) {
	r, err := http.NewRequest("POST", address, strings.NewReader(c.envelope("http://schemas.xmlsoap.org/soap/envelope/")))
	if err == nil {
		r.Header.Set("Content-Type", "text/xml; charset=utf-8")
		r.Header.Set("SOAPAction", `"`+namespace+c.operation+`"`)
	}
	return r, err
}

func soap12(address string, c call) (*http.Request, error) {
	r, err := http.NewRequest("POST", address, strings.NewReader(c.envelope("http://www.w3.org/2003/05/soap-envelope")))
	if err == nil {
		r.Header.Set("Content-Type", "application/soap+xml; charset=utf-8")
	}
	return r, err
}

func (c call) query() string {
	values := url.Values{}
	for name, value := range c.arguments {
		values.Set(name, *value)
	}
	return values.Encode()
}

// envelope returns the request with its parameters in the order of the specification's table.
func (c call) envelope(soap string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="utf-8"?><e:Envelope xmlns:e="%s"><e:Body><%s xmlns="%s">`, soap, c.operation, namespace)
	for _, name := range []string{"StationType", "TrainType", "StationDesc", "StationCode", "NumMins", "StationText", "TrainId", "TrainDate"} {
		if value, ok := c.arguments[name]; ok {
			fmt.Fprintf(&b, "<%s>", name)
			_ = xml.EscapeText(&b, []byte(*value)) // a Builder takes everything
			fmt.Fprintf(&b, "</%s>", name)
		}
	}
	fmt.Fprintf(&b, `</%s></e:Body></e:Envelope>`, c.operation)
	return b.String()
}

// checkMessage sends the request and compares the records in the answer.
func (c call) checkMessage(t *testing.T, file string, r *http.Request) {
	t.Helper()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if c.fault != "" {
		if answer.StatusCode < 400 || !strings.Contains(string(body), "NumMins") {
			t.Errorf("%s.txt:%d: %s: status %d, %s, want a fault", file, c.line, c.text, answer.StatusCode, body)
		}
		return
	}
	if answer.StatusCode != http.StatusOK {
		t.Errorf("%s.txt:%d: %s: status %d, %s", file, c.line, c.text, answer.StatusCode, body)
		return
	}
	got, err := recordsIn(body, c.operation)
	if err != nil {
		t.Errorf("%s.txt:%d: %s: %v in %s", file, c.line, c.text, err, body)
	}
	if !slices.Equal(got, c.records) {
		t.Errorf("%s.txt:%d: %s:\n got %s\nwant %s", file, c.line, c.text, strings.Join(got, "\n     "), strings.Join(c.records, "\n     "))
	}
}

// A node is an element of an answer.
type node struct {
	XMLName  xml.Name
	Text     string `xml:",chardata"`
	Children []node `xml:",any"`
}

// recordsIn returns the records of an answer as lines. The error says where it is not what the specification wants.
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
				return nil, fmt.Errorf("%s does not have %s alone", array.XMLName.Local, want)
			}
			array = &array.Children[0]
		}
	}
	if array.XMLName != (xml.Name{Space: namespace, Local: want}) {
		return nil, fmt.Errorf("the records are in %v, not in %s", array.XMLName, want)
	}
	var lines []string
	for _, record := range array.Children {
		if want := (xml.Name{Space: namespace, Local: o.record}); record.XMLName != want {
			return nil, fmt.Errorf("a record is %v, want %v", record.XMLName, want)
		}
		var names, values []string
		for _, field := range record.Children {
			if field.XMLName.Space != namespace || len(field.Children) > 0 {
				return nil, fmt.Errorf("a field is %v", field.XMLName)
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
