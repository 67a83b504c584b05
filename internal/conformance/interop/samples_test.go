package interop_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/xsd"
	"example.com/quartet/wsdl"
)

// Parameter values that request an empty list, a fault or an error. Other values are echoed in the records.
const (
	requestsNothing = "nothing"
	requestsFault   = "fault"
	requestsError   = "error"
)

// Texts with characters that are hard to transmit, in parameters and in fields.
const (
	specialText = `<A&B>"' + %20 ]]>`
	unicodeText = "é世"
	astralText  = "😀" // beyond U+FFFF
	specialXML  = "<&>\"' &amp; ]]> é世😀 <!-- a  b\tc\r\nd -->"
)

// sample is a record: the values of its fields by element name. Absent fields are not in it.
type sample = map[string]string

// samples returns the records of the service's answer, with which the peers' answers are compared, too.
func samples(record string, parameters []*string) ([]sample, error) {
	for _, p := range parameters {
		switch {
		case p == nil:
		case *p == requestsNothing:
			return nil, nil
		case *p == requestsFault:
			return nil, errRefused
		case *p == requestsError:
			return nil, errBroken
		}
	}
	echo := fmt.Sprint("(", echoes(parameters), ")")
	plain, sparse, special, minimal := sample{}, sample{}, sample{}, sample{}
	for i, f := range recordFields()[record] {
		switch f.Type {
		case "xs:dateTime":
			plain[f.Name], sparse[f.Name] = "2026-11-21T10:11:12.345", "2026-11-21T10:11:12"
			special[f.Name], minimal[f.Name] = "1999-12-31T23:59:59.001", "2028-02-29T00:00:00"
		case "xs:int":
			plain[f.Name], sparse[f.Name] = "-3", "0"
			special[f.Name], minimal[f.Name] = "-2147483648", "2147483647"
		default:
			plain[f.Name] = f.Name + " " + echo
			if i%2 == 1 {
				sparse[f.Name] = f.Name
			}
			if i%3 != 1 {
				special[f.Name] = "  " + f.Name + " " + specialXML + " " + echo + " "
			} else {
				special[f.Name] = ""
			}
		}
	}
	return []sample{plain, sparse, special, minimal}, nil
}

// echoes formats parameters so that absent, empty and other values are distinguished.
func echoes(parameters []*string) string {
	var list []string
	for _, p := range parameters {
		if p == nil {
			list = append(list, "absent")
		} else {
			list = append(list, strconv.Quote(*p))
		}
	}
	return strings.Join(list, ", ")
}

type recordField struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// recordFields returns the fields of each record type in the contract's schema.
var recordFields = sync.OnceValue(func() map[string][]recordField {
	var schema struct {
		Types []struct {
			Name   string `xml:"name,attr"`
			Fields []struct {
				Name string `xml:"name,attr"`
				Type string `xml:"type,attr"`
			} `xml:"sequence>element"`
		} `xml:"complexType"`
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "wsdl", wsdl.Schema))
	if err != nil {
		panic(err)
	}
	if err := xml.Unmarshal(text, &schema); err != nil {
		panic(err)
	}
	records := make(map[string][]recordField)
	for _, t := range schema.Types {
		for _, f := range t.Fields {
			records[t.Name] = append(records[t.Name], recordField{f.Name, f.Type})
		}
	}
	return records
})

// fill sets the fields of a record.
func fill(record any, values sample) {
	v := reflect.ValueOf(record).Elem()
	for name, text := range values {
		switch field := v.FieldByName(goName(name)).Addr().Interface().(type) {
		case **string:
			*field = &text
		case *int32:
			n, err := strconv.ParseInt(text, 10, 32)
			if err != nil {
				panic(err)
			}
			*field = int32(n)
		case *xsd.DateTime:
			at, err := xsd.ParseDateTime(text)
			if err != nil {
				panic(err)
			}
			*field = at
		default:
			panic(fmt.Sprintf("%s is a %T", name, field))
		}
	}
}

// goName returns the Go name of an element: StationDescSp for StationDesc_sp.
func goName(element string) string {
	var name strings.Builder
	for word := range strings.SplitSeq(element, "_") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}
