package wsdl_test

import (
	"encoding/xml"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/wsdl"
)

type (
	schemaDocument struct {
		XMLName            xml.Name      `xml:"http://www.w3.org/2001/XMLSchema schema"`
		TargetNamespace    string        `xml:"targetNamespace,attr"`
		ElementFormDefault string        `xml:"elementFormDefault,attr"`
		Elements           []element     `xml:"element"`
		ComplexTypes       []complexType `xml:"complexType"`
	}
	element struct {
		Name          string       `xml:"name,attr"`
		Type          string       `xml:"type,attr"`
		MinOccurs     string       `xml:"minOccurs,attr"`
		MaxOccurs     string       `xml:"maxOccurs,attr"`
		Nillable      string       `xml:"nillable,attr"`
		Documentation string       `xml:"annotation>documentation"`
		ComplexType   *complexType `xml:"complexType"`
	}
	complexType struct {
		Name          string    `xml:"name,attr"`
		Documentation string    `xml:"annotation>documentation"`
		Elements      []element `xml:"sequence>element"`
	}
)

func readSchema(t *testing.T) schemaDocument {
	t.Helper()
	var document schemaDocument
	readDocument(t, wsdl.Schema, &document)
	return document
}

// readDocument decodes a document of the contract into a value.
func readDocument(t *testing.T, name string, document any) {
	t.Helper()
	text, err := fs.ReadFile(wsdl.Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(text, document); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func (s schemaDocument) element(t *testing.T, name string) element {
	t.Helper()
	i := slices.IndexFunc(s.Elements, func(e element) bool { return e.Name == name })
	if i < 0 {
		t.Fatalf("no global element %s", name)
	}
	return s.Elements[i]
}

func (s schemaDocument) complexType(t *testing.T, name string) complexType {
	t.Helper()
	i := slices.IndexFunc(s.ComplexTypes, func(c complexType) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("no type %s", name)
	}
	return s.ComplexTypes[i]
}

// particle returns an element as "name type min..max", with the defaults of XML Schema filled in.
func (e element) particle() string {
	low, high := e.MinOccurs, e.MaxOccurs
	if low == "" {
		low = "1"
	}
	if high == "" {
		high = "1"
	}
	return e.Name + " " + e.Type + " " + low + ".." + high
}

func particles(elements []element) []string {
	var list []string
	for _, e := range elements {
		list = append(list, e.particle())
	}
	return list
}

func TestSchemaNamespace(t *testing.T) {
	schema := readSchema(t)
	if schema.TargetNamespace != wsdl.Namespace || !strings.HasSuffix(wsdl.Namespace, "/") {
		t.Errorf("target namespace %q, want %q", schema.TargetNamespace, wsdl.Namespace)
	}
	if schema.ElementFormDefault != "qualified" {
		t.Errorf("elementFormDefault is %q: the specification puts all elements in the namespace", schema.ElementFormDefault)
	}
}

// TestRecords compares every record with section 2 (fields, order, types, required fields) and its array with sections
// 2 and 4.5.
func TestRecords(t *testing.T) {
	schema := readSchema(t)
	for _, r := range records {
		var want []string
		for field := range strings.FieldsSeq(r.fields) {
			field, required := strings.CutSuffix(field, "!")
			name, typ, typed := strings.Cut(field, ":")
			if !typed {
				typ = "string"
			}
			bounds := " 0..1"
			if required {
				bounds = " 1..1"
			}
			want = append(want, name+" xs:"+typ+bounds)
		}
		if got := particles(schema.complexType(t, r.name).Elements); !slices.Equal(got, want) {
			t.Errorf("%s has\n%q, want\n%q", r.name, got, want)
		}
		want = []string{r.name + " tns:" + r.name + " 0..unbounded"}
		if got := particles(schema.complexType(t, r.array).Elements); !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", r.array, got, want)
		}
		if root := schema.element(t, r.array); root.Type != "tns:"+r.array {
			t.Errorf("the element %s is of type %s", r.array, root.Type)
		}
	}
	if want := 2 * len(records); len(schema.ComplexTypes) != want {
		t.Errorf("%d named types, want %d", len(schema.ComplexTypes), want)
	}
}

// TestRequestsAndResponses compares the wrapper elements with sections 4.2 and 4.4.
func TestRequestsAndResponses(t *testing.T) {
	schema := readSchema(t)
	for _, o := range operations {
		var want []string
		for _, p := range o.parameters {
			want = append(want, p+" xs:string 0..1")
		}
		request := schema.element(t, o.member)
		if got := particles(request.ComplexType.Elements); !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", o.member, got, want)
		}
		response := schema.element(t, o.member+"Response")
		want = []string{o.result + " tns:" + o.array + " 0..1"}
		if got := particles(response.ComplexType.Elements); !slices.Equal(got, want) {
			t.Errorf("%sResponse has %q, want %q", o.member, got, want)
		}
	}
	if want := 2*len(operations) + len(records); len(schema.Elements) != want {
		t.Errorf("%d global elements, want %d", len(schema.Elements), want)
	}
}

// TestSchemaDocumentation checks that every type, field and parameter has a line of documentation, which becomes Go
// documentation, and that no element is nillable, so that a list is a list of records.
func TestSchemaDocumentation(t *testing.T) {
	schema := readSchema(t)
	check := func(owner string, elements []element) {
		for _, e := range elements {
			if !strings.HasSuffix(e.Name, "Result") && !strings.HasPrefix(e.Name, "obj") {
				checkDocumentation(t, owner+"."+e.Name, e.Documentation)
			}
			if e.Nillable != "" {
				t.Errorf("%s.%s is nillable", owner, e.Name)
			}
		}
	}
	for _, c := range schema.ComplexTypes {
		checkDocumentation(t, c.Name, c.Documentation)
		check(c.Name, c.Elements)
	}
	for _, e := range schema.Elements {
		if e.ComplexType != nil {
			checkDocumentation(t, e.Name, e.Documentation)
			check(e.Name, e.ComplexType.Elements)
		}
	}
}

func checkDocumentation(t *testing.T, what, text string) {
	t.Helper()
	if text == "" || text != strings.TrimSpace(text) || !strings.HasSuffix(text, ".") || strings.Contains(text, "\n") {
		t.Errorf("the documentation of %s is not a single line that ends with a full stop: %q", what, text)
	}
}
