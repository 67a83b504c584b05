package resolve_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
)

func TestOperations(t *testing.T) {
	m := wsdl(t, `<message name="M"/>
<portType name="P">
 <operation name="rr" parameterOrder="a b"><documentation>What it does.</documentation><input message="t:M"/><output message="t:M"/><fault name="f" message="t:M"/></operation>
 <operation name="ow"><input message="t:M"/></operation>
 <operation name="sr"><output message="t:M"/><input message="t:M"/></operation>
 <operation name="no"><output message="t:M"/></operation>
 <operation name="ex"><input name="in" message="t:M"/><output message="t:M"/></operation>
</portType>`)
	var got []string
	for _, o := range m.PortTypes[0].Operations {
		s := o.Name + " " + o.Style.String()
		for _, message := range []*wsdl11.OperationMessage{o.Input, o.Output} {
			if message != nil {
				s += fmt.Sprintf(" %s/%v", message.Name, message.Explicit)
			}
		}
		got = append(got, s)
	}
	want := `rr request-response rrRequest/false rrResponse/false
ow one-way ow/false
sr solicit-response srResponse/false srSolicit/false
no notification no/false
ex request-response in/true exResponse/false`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	rr := m.PortTypes[0].Operations[0]
	if rr.Documentation != "What it does." || len(rr.ParameterOrder) != 2 || rr.Fault("f").Message != m.Messages[0] {
		t.Errorf("rr is %+v", rr)
	}
}

func TestBindings(t *testing.T) {
	m := wsdl(t, `<message name="M"><part name="h" type="xs:int"/><part name="b" type="xs:int"/><part name="pic" type="xs:base64Binary"/></message>
<portType name="P"><operation name="o"><input message="t:M"/><output message="t:M"/></operation></portType>
<binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
 <operation name="o"><soap:operation soapAction=""/>
  <input><soap:header message="t:M" part="h" use="literal"><soap:headerfault message="t:M" part="b" use="encoded"/></soap:header><soap:body use="encoded" namespace="urn:n" encodingStyle="urn:1 urn:2"/></input>
  <output><mime:multipartRelated><mime:part><soap:body use="literal"/></mime:part><mime:part><mime:content part="pic" type="image/gif"/><mime:content part="pic" type="image/jpeg"/></mime:part></mime:multipartRelated></output>
 </operation></binding>
<binding name="H" type="t:P"><http:binding verb="GET"/><operation name="o"><http:operation location="/o"/><input><http:urlEncoded/></input><output><mime:content part="b" type="text/xml"/></output></operation></binding>
<service name="S"><port name="A" binding="t:B"><soap:address location=" http://x/ "/></port><port name="C" binding="t:H"><http:address location="http://y/"/></port></service>`)
	parts := func(parts []*wsdl11.Part) string {
		var names []string
		for _, p := range parts {
			names = append(names, p.Name)
		}
		return strings.Join(names, " ")
	}
	o := m.Bindings[0].Operations[0]
	if o.Style != wsdl11.RPCStyle || o.SOAPAction != "" || o.Operation != m.PortTypes[0].Operations[0] {
		t.Errorf("the operation is %+v", o)
	}
	in := o.Input
	if parts(in.Body.Parts) != "b pic" || in.Body.Use != wsdl11.Encoded || in.Body.Namespace != "urn:n" || len(in.Body.EncodingStyle) != 2 {
		t.Errorf("the input's body is %+v", in.Body)
	}
	if h := in.Headers[0]; h.Part.Name != "h" || h.Faults[0].Part.Name != "b" || h.Faults[0].Use != wsdl11.Encoded {
		t.Errorf("the header is %+v", h)
	}
	multipart := o.Output.Multipart
	if parts(multipart.Parts[0].Body.Parts) != "h b" || len(multipart.Parts[1].Contents) != 2 || multipart.Parts[1].Contents[1].Type != "image/jpeg" {
		t.Errorf("the output is %+v", multipart)
	}
	get := m.Bindings[1]
	if get.Kind != wsdl11.HTTP || get.Verb != "GET" || get.Operations[0].Location != "/o" || !get.Operations[0].Input.URLEncoded || get.Operations[0].Output.Contents[0].Part.Name != "b" {
		t.Errorf("the HTTP binding is %+v", get)
	}
	port := m.Services[0].Ports[0]
	if port.Address != "http://x/" || port.AddressKind != wsdl11.SOAP11 || port.Binding != m.Bindings[0] {
		t.Errorf("the port is %+v", port)
	}
	a := port.AddressAttr
	if got := string(m.Main.Text[a.ValueStart:a.ValueEnd]); got != " http://x/ " {
		t.Errorf("the address is written %q", got)
	}
}

// TestRailContract resolves the rail service's contract, which has four pairs of
// overloads.
func TestRailContract(t *testing.T) {
	set, diags := load.Load(context.Background(), load.Config{Main: "../../../../wsdl/realtime.wsdl"})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	m, diags := resolve.Resolve(set)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, b := range m.Bindings {
		if len(b.Operations) != 11 {
			t.Errorf("binding %s has %d operations", b.Name.Local, len(b.Operations))
		}
		seen := make(map[*wsdl11.Operation]bool)
		for _, o := range b.Operations {
			if seen[o.Operation] {
				t.Errorf("binding %s binds %s twice", b.Name.Local, o.Name)
			}
			seen[o.Operation] = true
		}
	}
	if len(m.Services) != 1 || len(m.Services[0].Ports) != 4 {
		t.Errorf("services are %+v", m.Services)
	}
	if diag.List(diags).HasErrors() {
		t.Error(diags)
	}
}
