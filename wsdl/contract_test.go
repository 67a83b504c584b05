package wsdl_test

import (
	"encoding/xml"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/wsdl"
)

const (
	nsSOAP11 = "http://schemas.xmlsoap.org/wsdl/soap/"
	nsSOAP12 = "http://schemas.xmlsoap.org/wsdl/soap12/"
	nsHTTP   = "http://schemas.xmlsoap.org/wsdl/http/"
	nsMIME   = "http://schemas.xmlsoap.org/wsdl/mime/"
)

type (
	definitions struct {
		XMLName         xml.Name `xml:"http://schemas.xmlsoap.org/wsdl/ definitions"`
		TargetNamespace string   `xml:"targetNamespace,attr"`
		Import          struct {
			Namespace      string `xml:"namespace,attr"`
			SchemaLocation string `xml:"schemaLocation,attr"`
		} `xml:"types>schema>import"`
		Messages []struct {
			Name  string `xml:"name,attr"`
			Parts []part `xml:"part"`
		} `xml:"message"`
		PortTypes []struct {
			Name       string      `xml:"name,attr"`
			Operations []operation `xml:"operation"`
		} `xml:"portType"`
		Bindings []binding `xml:"binding"`
		Services []struct {
			Name  string `xml:"name,attr"`
			Ports []port `xml:"port"`
		} `xml:"service"`
	}
	part struct {
		Name    string `xml:"name,attr"`
		Element string `xml:"element,attr"`
		Type    string `xml:"type,attr"`
	}
	port struct {
		Name    string      `xml:"name,attr"`
		Binding string      `xml:"binding,attr"`
		Details []extension `xml:",any"`
	}
	binding struct {
		Name       string      `xml:"name,attr"`
		Type       string      `xml:"type,attr"`
		Operations []operation `xml:"operation"`
		Details    []extension `xml:",any"`
	}
	operation struct {
		Name          string      `xml:"name,attr"`
		Documentation string      `xml:"documentation"`
		Input         message     `xml:"input"`
		Output        message     `xml:"output"`
		Details       []extension `xml:",any"`
	}
	message struct {
		Name    string      `xml:"name,attr"`
		Message string      `xml:"message,attr"`
		Details []extension `xml:",any"`
	}
	extension struct {
		XMLName    xml.Name
		Attributes []xml.Attr `xml:",any,attr"`
	}
)

// String writes an extension element as "{namespace}name attribute=value ...".
func (e extension) String() string {
	var s strings.Builder
	s.WriteString("{" + e.XMLName.Space + "}" + e.XMLName.Local)
	for _, a := range e.Attributes {
		s.WriteString(" " + a.Name.Local + "=" + a.Value)
	}
	return s.String()
}

func details(list []extension) string {
	var s []string
	for _, e := range list {
		s = append(s, e.String())
	}
	return strings.Join(s, ", ")
}

func readContract(t *testing.T) definitions {
	t.Helper()
	var document definitions
	readDocument(t, wsdl.Contract, &document)
	return document
}

func (d definitions) message(t *testing.T, name string) []part {
	t.Helper()
	for _, m := range d.Messages {
		if "tns:"+m.Name == name {
			return m.Parts
		}
	}
	t.Fatalf("no message %s", name)
	return nil
}

func (d definitions) portType(t *testing.T, name string) []operation {
	t.Helper()
	for _, p := range d.PortTypes {
		if "tns:"+p.Name == name {
			return p.Operations
		}
	}
	t.Fatalf("no portType %s", name)
	return nil
}

// wire describes a binding of the specification (section 4.1) in terms of WSDL 1.1 sections 3 to 5.
type wire struct {
	port, portType string
	address        string // namespace of the address element
	binding        string
	operation      func(member string) string
	input, output  string
	soap           bool
}

func soapWire(port, namespace string) wire {
	required := ""
	if namespace == nsSOAP12 {
		required = " soapActionRequired=false"
	}
	return wire{
		port: port, portType: "RealtimeSoap", address: namespace, soap: true,
		binding: "{" + namespace + "}binding style=document transport=http://schemas.xmlsoap.org/soap/http",
		operation: func(member string) string {
			return "{" + namespace + "}operation soapAction=http://realtime.rail.example/" + member + required + " style=document"
		},
		input:  "{" + namespace + "}body use=literal",
		output: "{" + namespace + "}body use=literal",
	}
}

func httpWire(port, verb, input string) wire {
	return wire{
		port: port, portType: port, address: nsHTTP,
		binding:   "{" + nsHTTP + "}binding verb=" + verb,
		operation: func(member string) string { return "{" + nsHTTP + "}operation location=/" + member },
		input:     input,
		output:    "{" + nsMIME + "}mimeXml part=Body",
	}
}

var wires = []wire{
	soapWire("RealtimeSoap", nsSOAP11),
	soapWire("RealtimeSoap12", nsSOAP12),
	httpWire("RealtimeHttpGet", "GET", "{"+nsHTTP+"}urlEncoded"),
	httpWire("RealtimeHttpPost", "POST", "{"+nsMIME+"}content type=application/x-www-form-urlencoded"),
}

func TestContractImportsSchema(t *testing.T) {
	d := readContract(t)
	if d.TargetNamespace != wsdl.Namespace {
		t.Errorf("target namespace %q, want %q", d.TargetNamespace, wsdl.Namespace)
	}
	if d.Import.Namespace != wsdl.Namespace || d.Import.SchemaLocation != wsdl.Schema {
		t.Errorf("the contract imports %+v, want %s", d.Import, wsdl.Schema)
	}
}

func TestPorts(t *testing.T) {
	d := readContract(t)
	if len(d.Services) != 1 || d.Services[0].Name != "Realtime" || len(d.Services[0].Ports) != len(wires) {
		t.Fatalf("services %+v, want Realtime with %d ports", d.Services, len(wires))
	}
	for i, w := range wires {
		p := d.Services[0].Ports[i]
		if p.Name != w.port || p.Binding != "tns:"+w.port {
			t.Errorf("port %d is %s bound to %s, want %s", i, p.Name, p.Binding, w.port)
		}
		want := "{" + w.address + "}address location=http://localhost:8080/realtime/realtime.asmx"
		if got := details(p.Details); got != want {
			t.Errorf("%s has %s, want %s", p.Name, got, want)
		}
	}
}

// TestPortTypes compares the operations of each portType with sections 4.2 to 4.4: order, names, overloads, messages
// and parts.
func TestPortTypes(t *testing.T) {
	d := readContract(t)
	if len(d.PortTypes) != 3 {
		t.Errorf("%d portTypes, want 3", len(d.PortTypes))
	}
	for _, w := range wires {
		declared := d.portType(t, "tns:"+w.portType)
		if len(declared) != len(operations) {
			t.Fatalf("%s has %d operations, want %d", w.portType, len(declared), len(operations))
		}
		for i, want := range operations {
			got := declared[i]
			checkNames(t, w.portType, got, want.operation, want.member)
			checkDocumentation(t, w.portType+"."+want.member, got.Documentation)
			in, out := []part{{"parameters", "tns:" + want.member, ""}}, part{"parameters", "tns:" + want.member + "Response", ""}
			if !w.soap {
				in, out = nil, part{"Body", "tns:" + want.array, ""}
				for _, p := range want.parameters {
					in = append(in, part{p, "", "xs:string"})
				}
			}
			if parts := d.message(t, got.Input.Message); !slices.Equal(parts, in) {
				t.Errorf("%s.%s takes %v, want %v", w.portType, want.member, parts, in)
			}
			if parts := d.message(t, got.Output.Message); !slices.Equal(parts, []part{out}) {
				t.Errorf("%s.%s returns %v, want %v", w.portType, want.member, parts, out)
			}
		}
	}
}

// TestBindings compares the operations of each binding, in order, with section 4.1.
func TestBindings(t *testing.T) {
	d := readContract(t)
	if len(d.Bindings) != len(wires) {
		t.Fatalf("%d bindings, want %d", len(d.Bindings), len(wires))
	}
	for i, w := range wires {
		b := d.Bindings[i]
		if b.Name != w.port || b.Type != "tns:"+w.portType || details(b.Details) != w.binding {
			t.Errorf("binding %s of %s with %s, want %+v", b.Name, b.Type, details(b.Details), w)
		}
		if len(b.Operations) != len(operations) {
			t.Fatalf("%s has %d operations, want %d", b.Name, len(b.Operations), len(operations))
		}
		for i, want := range operations {
			got := b.Operations[i]
			checkNames(t, b.Name, got, want.operation, want.member)
			for _, pair := range [][2]string{
				{details(got.Details), w.operation(want.member)},
				{details(got.Input.Details), w.input},
				{details(got.Output.Details), w.output},
			} {
				if pair[0] != pair[1] {
					t.Errorf("%s.%s has %s, want %s", b.Name, want.member, pair[0], pair[1])
				}
			}
		}
	}
}

// checkNames checks the names of an operation, its input and its output. Members of an overload pair have the same
// operation name and are distinguished by the names of their inputs and outputs. Other operations have no such names.
func checkNames(t *testing.T, owner string, got operation, name, member string) {
	t.Helper()
	input, output := "", ""
	if overloaded(name) {
		input, output = member, member+"Response"
	}
	if got.Name != name || got.Input.Name != input || got.Output.Name != output {
		t.Errorf("%s has %s(%q) -> %q, want %s(%q) -> %q",
			owner, got.Name, got.Input.Name, got.Output.Name, name, input, output)
	}
}

func overloaded(name string) bool {
	n := 0
	for _, o := range operations {
		if o.operation == name {
			n++
		}
	}
	return n > 1
}
