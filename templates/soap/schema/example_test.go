package schema_test

import (
	"fmt"
	"log"

	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Stop and its description are what quartet generates.
type Stop struct {
	Name  string
	Zones []int32
}

var typeOfStop = schema.Type{NS: 1, Name: "stop", Zero: (*Stop)(nil)}

var contractTypes = schema.Table{
	Namespaces: []schema.Namespace{{}, {URI: "urn:example:stops"}},
	Types: []schema.TypeRows{
		{Type: &typeOfStop, Rows: []schema.Row{
			{Name: "name", NS: 1, Kind: kind.String, Occurs: schema.Once},
			{Name: "zone", NS: 1, Kind: kind.Int32, Occurs: schema.Many},
		}},
	},
}

func init() { schema.Define(&contractTypes) }

func ExampleAppend() {
	name := xsd.QName{Space: "urn:example:stops", Local: "stop"}
	doc, err := schema.Append(nil, name, &Stop{Name: "Bay & Ferry", Zones: []int32{1, 2}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", doc)
	// Output: <stop xmlns="urn:example:stops"><name>Bay &amp; Ferry</name><zone>1</zone><zone>2</zone></stop>
}

func ExampleUnmarshal() {
	doc := `<s:stop xmlns:s="urn:example:stops"><s:name>Bay &amp; Ferry</s:name><s:zone>1</s:zone></s:stop>`
	name := xsd.QName{Space: "urn:example:stops", Local: "stop"}
	var stop Stop
	if err := schema.Unmarshal([]byte(doc), name, &stop); err != nil {
		log.Fatal(err)
	}
	fmt.Println(stop.Name, stop.Zones)
	// Output: Bay & Ferry [1]
}
