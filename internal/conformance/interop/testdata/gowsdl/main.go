// Command client calls the rail service with the client that gowsdl generated. The protocol is in ../README.md.
package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"log"
	"os"
	"reflect"
	"strconv"
	"strings"

	"client/rail"

	"github.com/hooklift/gowsdl/soap"
)

type call struct {
	Operation string          `json:"operation"`
	Member    string          `json:"member"`
	Arguments json.RawMessage `json:"arguments"`
}

type fault struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

type answer struct {
	Records []map[string]string `json:"records"`
	Fault   *fault              `json:"fault,omitempty"`
}

func main() {
	var request struct {
		Address string `json:"address"`
		Calls   []call `json:"calls"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&request); err != nil {
		log.Fatal(err)
	}
	client := soap.NewClient(request.Address)
	answers := json.NewEncoder(os.Stdout)
	for _, c := range request.Calls {
		if err := answers.Encode(c.send(reflect.ValueOf(rail.NewRealtimeSoap(client)))); err != nil {
			log.Fatal(err)
		}
	}
}

// send calls the method of an operation: func(*Request) (*Response, error).
func (c call) send(service reflect.Value) answer {
	method := service.MethodByName(strings.ToUpper(c.Member[:1]) + c.Member[1:])
	request := reflect.New(method.Type().In(0).Elem())
	if err := json.Unmarshal(c.Arguments, request.Interface()); err != nil {
		log.Fatal(err)
	}
	out := method.Call([]reflect.Value{request})
	if err, failed := out[1].Interface().(error); failed {
		return answer{Fault: faultOf(err)}
	}
	return answer{Records: records(out[0].Elem())}
}

// faultOf returns the fault in a response. gowsdl's client does not parse the envelope of a response with an error
// status, but returns its bytes.
func faultOf(err error) *fault {
	var status *soap.HTTPError
	if !errors.As(err, &status) {
		return &fault{Reason: err.Error()}
	}
	var envelope struct {
		XMLName xml.Name `xml:"http://schemas.xmlsoap.org/soap/envelope/ Envelope"`
		Code    string   `xml:"Body>Fault>faultcode"`
		Reason  string   `xml:"Body>Fault>faultstring"`
	}
	if xml.Unmarshal(status.ResponseBody, &envelope) != nil {
		return &fault{Reason: err.Error()}
	}
	return &fault{envelope.Code[strings.Index(envelope.Code, ":")+1:], envelope.Reason}
}

// records returns the array in a response, which contains a result, which contains an array.
func records(response reflect.Value) []map[string]string {
	result := response.Field(1) // after XMLName
	list := []map[string]string{}
	if result.IsNil() {
		return list
	}
	array := result.Elem().Field(0)
	for i := range array.Len() {
		list = append(list, fields(array.Index(i).Elem()))
	}
	return list
}

// fields returns the fields of a record by element name. It omits empty strings, which may have been absent.
func fields(record reflect.Value) map[string]string {
	list := make(map[string]string)
	for i := range record.NumField() {
		name, _, _ := strings.Cut(record.Type().Field(i).Tag.Get("json"), ",")
		switch value := record.Field(i).Interface().(type) {
		case string:
			if value != "" {
				list[name] = value
			}
		case int32:
			list[name] = strconv.Itoa(int(value))
		case soap.XSDDateTime:
			list[name] = value.ToGoTime().Format("2006-01-02T15:04:05.999999999")
		}
	}
	return list
}
