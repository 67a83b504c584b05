package roundtrip

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"

	"example.com/quartet/templates/soap"
	"example.com/quartet/wsdl"
)

// schemaFields has the names of the elements of each record, in the order of the contract's schema.
var schemaFields = sync.OnceValue(func() map[string][]string {
	var doc struct {
		Types []struct {
			Name     string `xml:"name,attr"`
			Elements []struct {
				Name string `xml:"name,attr"`
			} `xml:"sequence>element"`
		} `xml:"complexType"`
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "wsdl", wsdl.Schema))
	if err != nil {
		panic(err)
	}
	if err := xml.Unmarshal(text, &doc); err != nil {
		panic(err)
	}
	names := make(map[string][]string)
	for _, t := range doc.Types {
		for _, e := range t.Elements {
			names[t.Name] = append(names[t.Name], e.Name)
		}
	}
	return names
})

// fieldsOf returns the names of the elements of a record, and the names of its Go fields.
func fieldsOf(record string) (elements, fields []string) {
	for _, element := range schemaFields()[record] {
		elements, fields = append(elements, element), append(fields, strings.Replace(element, "_sp", "Sp", 1))
	}
	return elements, fields
}

// lexical returns the fields of a record as text, nil for absent ones.
func lexical(record string, value reflect.Value) []*string {
	_, fields := fieldsOf(record)
	var list []*string
	for _, name := range fields {
		switch v := value.FieldByName(name).Interface().(type) {
		case *string:
			list = append(list, v)
		default:
			list = append(list, pointer(fmt.Sprint(v)))
		}
	}
	return list
}

// recordsXML returns records as XML according to the specification, without white
// space between elements.
func recordsXML(record string, list any) string {
	var b strings.Builder
	elements, _ := fieldsOf(record)
	v := reflect.ValueOf(list)
	for i := range v.Len() {
		b.WriteString("<" + record + ">")
		for j, text := range lexical(record, v.Index(i)) {
			if text != nil {
				b.WriteString("<" + elements[j] + ">" + escape(*text) + "</" + elements[j] + ">")
			}
		}
		b.WriteString("</" + record + ">")
	}
	return b.String()
}

// resultXML returns the response document of a call with these records.
func resultXML(op operation, b soap.Binding, records string) string {
	if !isSOAP(b) {
		return element(op.array, records)
	}
	return envelope(b, element(op.name+"Response", "<"+op.name+"Result>"+records+"</"+op.name+"Result>"))
}
