package wsdl_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/wsdl"
)

// wires are the bindings of the specification (section 4.1) in terms of WSDL 1.1 sections 3 to 5. MEMBER is the name of an operation's
// request element.
var wires = []struct {
	port, portType, prefix      string
	binding, operation, in, out string
}{
	{"RealtimeSoap", "RealtimeSoap", "soap", `style="document" transport="http://schemas.xmlsoap.org/soap/http"`,
		`soapAction="http://realtime.rail.example/MEMBER" style="document"`, `<soap:body use="literal"/>`, `<soap:body use="literal"/>`},
	{"RealtimeSoap12", "RealtimeSoap", "soap12", `style="document" transport="http://schemas.xmlsoap.org/soap/http"`,
		`soapAction="http://realtime.rail.example/MEMBER" soapActionRequired="false" style="document"`,
		`<soap12:body use="literal"/>`, `<soap12:body use="literal"/>`},
	{"RealtimeHttpGet", "RealtimeHttpGet", "http", `verb="GET"`, `location="/MEMBER"`, `<http:urlEncoded/>`, `<mime:mimeXml part="Body"/>`},
	{"RealtimeHttpPost", "RealtimeHttpPost", "http", `verb="POST"`, `location="/MEMBER"`,
		`<mime:content type="application/x-www-form-urlencoded"/>`, `<mime:mimeXml part="Body"/>`},
}

// documented and annotated are where components have documentation, whose text the specification does not have.
const (
	documented = `<documentation>A line.</documentation>`
	annotated  = `<xs:annotation><xs:documentation>A line.</xs:documentation></xs:annotation>`
)

// TestContract compares the contract with one that is made from the tables of the specification.
func TestContract(t *testing.T) {
	const head = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
  xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" name="Realtime"
  targetNamespace="%s">
%s<types><xs:schema><xs:import namespace="%[1]s" schemaLocation="%[3]s"/></xs:schema></types>`
	var b strings.Builder
	fmt.Fprintf(&b, head, wsdl.Namespace, documented, wsdl.Schema)
	ports := ""
	for i, w := range wires {
		if i != 1 { // both versions of SOAP have the same portType
			writePortType(&b, w.portType)
		}
		fmt.Fprintf(&b, `<binding name="%s" type="tns:%s"><%s:binding %s/>`, w.port, w.portType, w.prefix, w.binding)
		for _, o := range operations {
			input, output := o.names()
			fmt.Fprintf(&b, `<operation name="%s"><%s:operation %s/><input%s>%s</input><output%s>%s</output></operation>`,
				o.operation, w.prefix, strings.Replace(w.operation, "MEMBER", o.member, 1), input, w.in, output, w.out)
		}
		b.WriteString(`</binding>`)
		ports += fmt.Sprintf(`<port name="%s" binding="tns:%[1]s"><%s:address location="http://localhost:8080/realtime/realtime.asmx"/></port>`,
			w.port, w.prefix)
	}
	b.WriteString(`<service name="Realtime">` + documented + ports + `</service></definitions>`)
	compare(t, wsdl.Contract, b.String())
}

// writePortType writes a portType with its messages (sections 4.2 to 4.4). Over SOAP each has one part, an element; over HTTP a request
// has a part for each parameter.
func writePortType(b *strings.Builder, name string) {
	suffix := strings.TrimPrefix(name, "Realtime")
	list := ""
	for _, o := range operations {
		in := fmt.Sprintf(`<part name="parameters" element="tns:%s"/>`, o.member)
		out := fmt.Sprintf(`<part name="parameters" element="tns:%sResponse"/>`, o.member)
		if suffix != "Soap" {
			in, out = "", fmt.Sprintf(`<part name="Body" element="tns:%s"/>`, o.array)
			for _, p := range o.parameters {
				in += fmt.Sprintf(`<part name="%s" type="xs:string"/>`, p)
			}
		}
		fmt.Fprintf(b, `<message name="%s%sIn">%s</message><message name="%[1]s%[2]sOut">%[4]s</message>`, o.member, suffix, in, out)
		input, output := o.names()
		list += fmt.Sprintf(`<operation name="%s">%s<input%s message="tns:%s%sIn"/><output%s message="tns:%[4]s%[5]sOut"/></operation>`,
			o.operation, documented, input, o.member, suffix, output)
	}
	fmt.Fprintf(b, `<portType name="%s">%s</portType>`, name, list)
}

// names returns the attributes with the names of an operation's input and output, which only the members of an overload pair have.
func (o operation) names() (input, output string) {
	for _, other := range operations {
		if other.operation == o.operation && other.member != o.member {
			return fmt.Sprintf(` name="%s"`, o.member), fmt.Sprintf(` name="%sResponse"`, o.member)
		}
	}
	return "", ""
}

// TestSchema compares the schema with one that is made from the tables of the specification: the records with their fields (section 2),
// their arrays (sections 2 and 4.5), the requests and responses (sections 4.2 and 4.4). No element is nillable, so that a list is a list
// of records.
func TestSchema(t *testing.T) {
	const head = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="%s" elementFormDefault="qualified">`
	const complexType = `<xs:complexType%s>%s<xs:sequence>%s</xs:sequence></xs:complexType>`
	var b strings.Builder
	fmt.Fprintf(&b, head, wsdl.Namespace)
	for _, r := range records {
		fields := ""
		for field := range strings.FieldsSeq(r.fields) {
			field, required := strings.CutSuffix(field, "!")
			name, typ, typed := strings.Cut(field, ":")
			if !typed {
				typ = "string"
			}
			fields += fieldOf(name, "xs:"+typ, required, annotated)
		}
		fmt.Fprintf(&b, complexType, ` name="`+r.name+`"`, annotated, fields)
		item := fmt.Sprintf(`<xs:element name="%s" type="tns:%[1]s" minOccurs="0" maxOccurs="unbounded"/>`, r.name)
		fmt.Fprintf(&b, complexType, ` name="`+r.array+`"`, annotated, item)
		fmt.Fprintf(&b, `<xs:element name="%s" type="tns:%[1]s"/>`, r.array)
	}
	for _, o := range operations {
		parameters := ""
		for _, p := range o.parameters {
			parameters += fieldOf(p, "xs:string", false, annotated)
		}
		for name, content := range map[string]string{o.member: parameters, o.member + "Response": fieldOf(o.result, "tns:"+o.array, false, "")} {
			fmt.Fprintf(&b, `<xs:element name="%s">%s`+complexType+`</xs:element>`, name, annotated, "", "", content)
		}
	}
	compare(t, wsdl.Schema, b.String()+`</xs:schema>`)
}

func fieldOf(name, typ string, required bool, annotation string) string {
	occurs := ` minOccurs="0"`
	if required {
		occurs = ""
	}
	return fmt.Sprintf(`<xs:element name="%s" type="%s"%s>%s</xs:element>`, name, typ, occurs, annotation)
}

// compare compares a document of the contract with the text that is expected, apart from the order of its components.
func compare(t *testing.T, name, want string) {
	t.Helper()
	if diff := udiff.Unified("specification", name, outline(t, []byte(want)), outline(t, testfile.Read(t, name))); diff != "" {
		t.Error(diff)
	}
}

// outline returns the elements of a document with their attributes, a line for each, the components in order of their text. Documentation
// is "a line" if it is a single line that ends with a full stop, as it becomes Go documentation.
func outline(t *testing.T, text []byte) string {
	t.Helper()
	var components []string
	var b strings.Builder
	for d, depth := xml.NewDecoder(bytes.NewReader(text)), 0; ; {
		token, err := d.Token()
		if err == io.EOF {
			slices.Sort(components)
			return strings.Join(components, "")
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", depth), token.Name)
			slices.SortFunc(token.Attr, func(a, b xml.Attr) int { return strings.Compare(a.Name.Local, b.Name.Local) })
			for _, a := range token.Attr {
				if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
					fmt.Fprintf(&b, " %s=%q", a.Name.Local, a.Value)
				}
			}
			b.WriteString("\n")
			depth++
		case xml.CharData:
			switch line := strings.TrimSpace(string(token)); {
			case line == "":
			case line == string(token) && strings.HasSuffix(line, ".") && !strings.Contains(line, "\n"):
				b.WriteString("a line\n")
			default:
				fmt.Fprintf(&b, "%q\n", token)
			}
		case xml.EndElement:
			depth--
		}
		if depth == 1 && b.Len() > 0 {
			components = append(components, b.String())
			b.Reset()
		}
	}
}
