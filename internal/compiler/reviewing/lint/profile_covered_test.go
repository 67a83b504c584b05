package lint_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reviewing/lint"
)

// conforming is a contract that meets all requirements.
var conforming = map[string]string{
	"main.wsdl": `<?xml version="1.0"?>
<definitions name="p" targetNamespace="urn:p" xmlns:p="urn:p" xmlns:o="urn:other" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns="http://schemas.xmlsoap.org/wsdl/">
  <import namespace="urn:more" location="more.wsdl"/>
  <types>
    <xs:schema targetNamespace="urn:p">
      <xs:import namespace="urn:other" schemaLocation="other.xsd"/>
      <xs:element name="a" type="o:t"/><xs:element name="b" type="xs:string"/>
    </xs:schema>
  </types>
  <message name="in"><part name="a" element="p:a"/></message>
  <message name="out"><part name="b" element="p:b"/></message>
  <message name="two"><part name="x" element="p:a"/><part name="y" element="p:b"/></message>
  <message name="typed"><part name="t" type="xs:string"/></message>
  <portType name="p">
    <operation name="go"><input message="p:in"/><output message="p:two"/><fault name="f" message="p:out"/></operation>
    <operation name="stop"><input message="p:out"/></operation>
  </portType>
  <binding name="b" type="p:p">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="go">
      <input><soap:body use="literal"/></input>
      <output><soap:body parts="x" use="literal"/><soap:header message="p:two" part="y" use="literal"/></output>
      <fault name="f"><soap:fault name="f" use="literal"/></fault>
    </operation>
    <operation name="stop"><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="s"><port name="p" binding="p:b"><soap:address location="http://p.example/"/></port></service>
</definitions>`,
	"more.wsdl": `<definitions targetNamespace="urn:more" xmlns="http://schemas.xmlsoap.org/wsdl/"/>`,
	"other.xsd": `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:other">` +
		`<xs:simpleType name="t"><xs:restriction base="xs:string"/></xs:simpleType></xs:schema>`,
}

// TestCoveredElsewhere checks, for each requirement that a rule of the generator covers, that this rule reports a contract that does
// not meet it.
func TestCoveredElsewhere(t *testing.T) {
	cases := []struct{ number, rule, old, new string }{
		{"R2003", diag.UnexpectedElement, `  <types>`, `  <xs:import namespace="urn:x"/><types>`},
		{"R2003", diag.UnexpectedElement, `  <types>`, `  <types><xs:import namespace="urn:x"/>`},
		{"R2004", diag.WrongRoot, `"other.xsd"`, `"more.wsdl"`},
		{"R2005", diag.ImportMismatch, `"urn:more" location`, `"urn:wrong" location`},
		{"R2007", diag.MissingAttr, ` location="more.wsdl"`, ``},
		{"R2011", diag.Malformed, `<xs:schema xmlns:xs`, `<?xml version="1.1"?><xs:schema xmlns:xs`},
		{"R2026", diag.RequiredExtension, `  <soap:binding`, `  <o:x wsdl:required="true"/><soap:binding`},
		{"R2028", diag.BadName, `portType name="p"`, `portType name="1 p"`},
		{"R2028", diag.Duplicate, `message name="two"`, `message name="in"`},
		{"R2028", diag.MissingAttr, `<message name="two">`, `<message>`},
		{"R2028", diag.UnexpectedAttr, `<message name="two">`, `<message name="two" use="x">`},
		{"R2028", diag.UnexpectedElement, `<message name="two">`, `<message name="two"><input/>`},
		{"R2028", diag.BadValue, `message="p:in"`, `message="p:"`},
		{"R2029", diag.UnexpectedElement, `<soap:address`, `<soap:body/><soap:address`},
		{"R2029", diag.MissingAttr, ` location="http://p.example/"`, ``},
		{"R2029", diag.BadValue, `use="literal"`, `use="both"`},
		{"R2102", diag.NotImported, `<xs:import namespace="urn:other" schemaLocation="other.xsd"/>`,
			`</xs:schema><xs:schema targetNamespace="urn:x"><xs:import namespace="urn:other" schemaLocation="other.xsd"/></xs:schema><xs:schema targetNamespace="urn:p">`},
		{"R2105", diag.BadValue, `<xs:schema targetNamespace="urn:p">`, `<xs:schema targetNamespace="">`},
		{"R2201", diag.PartStyle, `parts="x"`, `parts="x y"`},
		{"R2203", diag.PartStyle, `<soap:binding`, `<soap:binding style="rpc"`},
		{"R2204", diag.PartStyle, `message="p:in"/>`, `message="p:typed"/>`},
		{"R2205", diag.FaultPart, `<fault name="f" message="p:out"/>`, `<fault name="f" message="p:typed"/>`},
		{"R2206", diag.Unresolved, `element="p:a"`, `element="p:unknown"`},
		{"R2210", diag.PartStyle, `message="p:in"/>`, `message="p:two"/>`},
		{"R2303", diag.ServerInitiated, `"stop"><input message="p:out"/>`, `"stop"><output message="p:out"/>`},
		{"R2306", diag.Conflict, `element="p:a"`, `element="p:a" type="xs:string"`},
		{"R2401", diag.ForeignBinding, `<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>`, `<o:binding/>`},
		{"R2701", diag.MissingAttr, ` transport="http://schemas.xmlsoap.org/soap/http"`, ``},
		{"R2702", diag.ForeignTransport, `http://schemas.xmlsoap.org/soap/http`, `urn:queue`},
		{"R2710", diag.AmbiguousWire, `"stop"><input message="p:out"/>`, `"stop"><input message="p:in"/>`},
		{"R2717", diag.RPCNamespace, `<soap:binding`, `<soap:binding style="rpc"`},
		{"R2718", diag.NotBound, `<operation name="stop"><input><soap:body use="literal"/></input></operation>`, ``},
		{"R2718", diag.UnknownOperation, `<operation name="stop"><input><soap:body`, `<operation name="start"><input><soap:body`},
		{"R2720", diag.MissingAttr, ` part="y"`, ``},
		{"R2754", diag.Conflict, `soap:fault name="f"`, `soap:fault name="g"`},
		{"R2801", diag.OldSchema, `http://www.w3.org/2001/XMLSchema`, `http://www.w3.org/1999/XMLSchema`},
		{"R4004", diag.Malformed, `version="1.0"`, `version="1.1"`},
		{"R5001", diag.BadAddress, `http://p.example/`, `ftp://p.example/`},
	}
	tested := make(map[string]bool)
	for _, c := range cases {
		t.Run(c.number+" "+c.rule, func(t *testing.T) {
			tested[c.number+" "+c.rule] = true
			found := generatorFindings(t, c.old, c.new)
			if !slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.ID == c.rule }) {
				t.Errorf("not reported; diagnostics:\n%s", found)
			}
		})
	}
	for id, numbers := range profileNumbers() {
		for _, n := range numbers {
			if !strings.HasPrefix(id, "bp-") && !tested[n+" "+id] {
				t.Errorf("no case for %s, which %s covers", n, id)
			}
		}
	}
}

// TestConforming checks that the contract from which the cases are made meets all requirements.
func TestConforming(t *testing.T) {
	if found := generatorFindings(t, "", ""); len(found) > 0 {
		t.Errorf("diagnostics of the generator:\n%s", found)
	}
	documents := make(fstest.MapFS)
	for name, text := range conforming {
		documents[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, rule := range lint.Rules() {
		if rule.Group != lint.Profile {
			continue
		}
		if found := findings(t, documents, "main.wsdl", rule.ID); len(found) > 0 {
			t.Errorf("it breaks a rule:\n%s", found)
		}
	}
}

// generatorFindings returns the diagnostics of the generator for the conforming contract, with old replaced by new wherever it is.
func generatorFindings(t *testing.T, old, new string) diag.List {
	t.Helper()
	documents, replaced := make(fstest.MapFS), old == ""
	for name, text := range conforming {
		if old != "" {
			replaced = replaced || strings.Contains(text, old)
			text = strings.ReplaceAll(text, old, new)
		}
		documents[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if !replaced {
		t.Fatalf("no document contains %q", old)
	}
	set, found := load.Load(context.Background(), load.Config{Main: "fs:///main.wsdl", Read: load.FS(documents)})
	if set == nil {
		return found
	}
	model, diags := resolve.Resolve(set)
	if found.Add(diags...); !found.HasErrors() {
		found.Add(check.Check(model)...)
	}
	return found
}
