package interop_test

import (
	"encoding/xml"
	"fmt"
	"io/fs"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/wsdl"
)

// Parameter values with a meaning. Any other value is echoed in the records.
const (
	asksForNothing = "nothing"
	asksForFault   = "fault"
	asksForError   = "error"
)

const (
	hardToCarry  = `<A&B>"' + %20 ]]> é世😀`
	harderToRead = "<&>\"' &amp; ]]> é世😀 <!-- a  b\tc\r\nd -->"
)

// sample is a record: its fields by element name, without the absent ones.
type sample = map[string]string

// samples lists the records that the service answers with. The peers' reports are compared with the same lists.
func samples(record string, parameters []*string) ([]sample, error) {
	for _, p := range parameters {
		switch {
		case p == nil:
		case *p == asksForNothing:
			return nil, nil
		case *p == asksForFault:
			return nil, errRefused
		case *p == asksForError:
			return nil, errBroken
		}
	}
	echo := fmt.Sprint("(", echoes(parameters), ")")
	plain, sparse, hard, bare := sample{}, sample{}, sample{}, sample{}
	for i, f := range recordFields()[record] {
		switch f.typ {
		case "xs:dateTime":
			plain[f.name], sparse[f.name] = "2026-11-21T10:11:12.345", "2026-11-21T10:11:12"
			hard[f.name], bare[f.name] = "1999-12-31T23:59:59.001", "2028-02-29T00:00:00"
		case "xs:int":
			plain[f.name], sparse[f.name] = "-3", "0"
			hard[f.name], bare[f.name] = "-2147483648", "2147483647"
		default:
			plain[f.name] = f.name + " " + echo
			if i%2 == 1 {
				sparse[f.name] = f.name
			}
			if i%3 != 1 {
				hard[f.name] = "  " + f.name + " " + harderToRead + " " + echo + " "
			} else {
				hard[f.name] = ""
			}
		}
	}
	return []sample{plain, sparse, hard, bare}, nil
}

// echoes writes parameters so that absent, empty and other values look different.
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

type recordField struct{ name, typ string }

// recordFields reads the fields of each record type from the contract.
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
	text, err := fs.ReadFile(wsdl.Files(), wsdl.Schema)
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

// recordName is the contract's name of a record type: objStation for ObjStation.
func recordName[Record any]() string {
	name := reflect.TypeFor[Record]().Name()
	return strings.ToLower(name[:1]) + name[1:]
}

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
		case *realtime.DateTime:
			at, err := realtime.ParseDateTime(text)
			if err != nil {
				panic(err)
			}
			*field = at
		default:
			panic(fmt.Sprintf("%s is a %T", name, field))
		}
	}
}

// goName is the Go name of an element: StationDescSp for StationDesc_sp.
func goName(element string) string {
	var name strings.Builder
	for word := range strings.SplitSeq(element, "_") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}
