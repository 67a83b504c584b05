package ir_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

var (
	int32Scalar  = &ir.Scalar{Go: "int32", Kind: "Int32"}
	stringScalar = &ir.Scalar{Go: "string", Kind: "String"}
	tokenScalar  = &ir.Scalar{Go: "string", Kind: "Token"}
)

// TestPrintFields compares the printed rows of fields: the name, the Go type, and what the
// schema says.
func TestPrintFields(t *testing.T) {
	name := ir.Name{NS: 1, Local: "f"}
	inner := &ir.Struct{Name: "Inner", Interface: "BaseInner"}
	fixed := "7"
	for want, f := range map[string]*ir.Field{
		`F int32 element {1}f 1`:                               {Wire: name, Scalar: int32Scalar},
		`F *int32 element {1}f 0..1`:                           {Wire: name, Scalar: int32Scalar, Occurs: ir.Optional},
		`F []int32 element {1}f 0..n`:                          {Wire: name, Scalar: int32Scalar, Occurs: ir.Many},
		`F []int32 element {1}f 1..n`:                          {Wire: name, Scalar: int32Scalar, Occurs: ir.Many, Must: true},
		`F *int32 element {1}f 1, nillable`:                    {Wire: name, Scalar: int32Scalar, Nillable: true},
		`F xsd.Nillable[int32] element {1}f 0..1, nillable`:    {Wire: name, Scalar: int32Scalar, Occurs: ir.Optional, Nillable: true},
		`F []*int32 element {1}f 0..n, nillable`:               {Wire: name, Scalar: int32Scalar, Occurs: ir.Many, Nillable: true},
		`F string element f 1, as Token`:                       {Wire: ir.Name{Local: "f"}, Scalar: tokenScalar},
		`F xsd.Date element {1}f 1`:                            {Wire: name, Scalar: &ir.Scalar{Go: "Date", Package: "xsd", Kind: "Date"}},
		`F []string element {1}f 1, as Token`:                  {Wire: name, Scalar: &ir.Scalar{Item: tokenScalar}},
		`F Colour element {1}f 1`:                              {Wire: name, Scalar: &ir.Scalar{Type: &ir.Simple{Name: "Colour"}}},
		`F Inner element {1}f 1`:                               {Wire: name, Struct: inner},
		`F BaseInner element {1}f 1, or a derived type`:        {Wire: name, Struct: inner, Poly: true},
		`F int32 element {1}f 1, fixed "7"`:                    {Wire: name, Scalar: int32Scalar, Fixed: &fixed},
		`F []xsd.RawXML wildcard of any namespace 0..n`:        {Any: &ir.Wildcard{}, Scalar: &ir.Scalar{Go: "RawXML", Package: "xsd"}, Occurs: ir.Many},
		`F []Inner items 0..n`:                                 {Items: inner, Occurs: ir.Many},
		`F *xsd.RawXML wildcard of "urn:a" (lax) 0..1`:         {Any: &ir.Wildcard{Wildcard: xsd.Wildcard{URIs: []string{"urn:a"}, Process: xsd.Lax}, Spaces: []string{"urn:a"}}, Scalar: &ir.Scalar{Go: "RawXML", Package: "xsd"}, Occurs: ir.Optional},
		`F string element {1}f 1, minLength 1, pattern "a+"`:   {Wire: name, Scalar: &ir.Scalar{Go: "string", Kind: "String", Facets: &schema.Facets{MinLength: "1", Patterns: []string{"a+"}}}},
		`F string element {1}f 1, maxLength 5, after length 7`: {Wire: name, Scalar: &ir.Scalar{Go: "string", Kind: "String", Facets: &schema.Facets{MaxLength: "5", Base: &schema.Facets{Length: "7"}}}},
	} {
		f.Name = "F"
		pkg := &ir.Package{Namespaces: []ir.TableEntry{{}, {URI: "urn:t"}}, Structs: []*ir.Struct{{Name: "S", Kind: "complex type", WSDLName: "s", Fields: []*ir.Field{f}}}}
		if got := lastLine(pkg.String()); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestPrintOperations compares the printed signatures and messages of operations.
func TestPrintOperations(t *testing.T) {
	find := &ir.Struct{Name: "Find"}
	soap := []contract.Binding{contract.SOAP11, contract.SOAP12}
	for want, op := range map[string]*ir.Operation{
		`Ping() error: operation ping / SOAP11, SOAP12 / request {1}ping`: {
			Wires: []*ir.Wire{{Wire: contract.Wire{Bindings: soap}, In: ir.Name{NS: 1, Local: "ping"}}},
		},
		`Ping(*Find) (int32, error): operation ping / SOAP11, SOAP12 / request {1}ping, action "{1}/ping" / response {1}reply/{1}count, required`: {
			Request: find, Result: &ir.Result{Kind: ir.OneResult, Item: ir.Field{Scalar: int32Scalar}, Must: true},
			Wires: []*ir.Wire{{Wire: contract.Wire{Bindings: soap, Action: "urn:t/ping", ActionNS: 1, OutMust: true}, In: ir.Name{NS: 1, Local: "ping"}, Out: []ir.Name{{NS: 1, Local: "reply"}, {NS: 1, Local: "count"}}}},
		},
		`Ping() ([]string, error): operation ping / also streamed: PingSeq / HTTPGet / request path "/ping"`: {
			Result: &ir.Result{Kind: ir.ListResult, Item: ir.Field{Scalar: stringScalar, Occurs: ir.Many}}, Seq: "PingSeq",
			Wires: []*ir.Wire{{Wire: contract.Wire{Bindings: []contract.Binding{contract.HTTPGet}, Path: "/ping"}}},
		},
		`Ping(*Find) error: operation ping, one-way / faults: Denied / SOAP11, SOAP12 / encoded request {1}ping, header Token`: {
			Request: find, OneWay: true, Faults: []*ir.Fault{{Name: "Denied"}},
			Wires: []*ir.Wire{{Wire: contract.Wire{Bindings: soap, Encoded: true}, In: ir.Name{NS: 1, Local: "ping"}, Headers: []*ir.Header{{Name: "Token"}}}},
		},
	} {
		op.Name, op.OverloadName = "Ping", "ping"
		pkg := &ir.Package{Namespaces: []ir.TableEntry{{}, {URI: "urn:t"}}, Services: []*ir.Service{{Name: "Things", Operations: []*ir.Operation{op}}}}
		_, text, _ := strings.Cut(pkg.String(), "service Things\n")
		lines := strings.Split(strings.TrimSpace(text), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimSpace(line)
		}
		if got := strings.Join(lines, " / "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestDeclarations prints a plan with and without what only validation has to know.
func TestDeclarations(t *testing.T) {
	code := &ir.Simple{Name: "Code", Scalar: stringScalar, Base: stringScalar, Facets: &schema.Facets{Length: "3"}, Values: []ir.Value{{Name: "CodeABC", Text: "ABC"}}}
	pkg := &ir.Package{
		Name: "p", Source: "p.wsdl", Namespaces: []ir.TableEntry{{}, {URI: "urn:new", Prefix: "n", Space: "urn:t"}}, MoreNamespaces: []ir.TableEntry{{URI: "urn:v", Space: "urn:v"}},
		Simples:           []*ir.Simple{code},
		UndeclaredSimples: []*ir.Simple{{Name: "_short", What: "simple type short", Undeclared: true, Scalar: stringScalar, Base: stringScalar, Facets: &schema.Facets{MaxLength: "5"}}},
	}
	for _, c := range []struct{ got, want string }{
		{pkg.Declarations(), `package p from p.wsdl
namespace 1 "urn:new" instead of "urn:t", prefix n

simple Code string
  CodeABC  "ABC"
`},
		{pkg.String(), `package p from p.wsdl
namespace 1 "urn:new" instead of "urn:t", prefix n
namespace 2 "urn:v", for validation

simple Code string
  restricts String, length 3
  CodeABC  "ABC"

undeclared _short: simple type short
  restricts String, maxLength 5
`},
	} {
		if c.got != c.want {
			t.Errorf("got\n%s\nwant\n%s", c.got, c.want)
		}
	}
}

// TestAddsNothing asks whether structs have more than their base.
func TestAddsNothing(t *testing.T) {
	any, base := &ir.Wildcard{}, &ir.Struct{}
	for _, s := range []*ir.Struct{
		{}, {Base: base, Attrs: []*ir.Field{{}}}, {Base: base, Fields: []*ir.Field{{}}}, {Base: base, IsNil: &ir.Field{}}, {Base: base, XSITypes: &ir.Field{}}, {Base: base, AnyAttribute: any},
	} {
		if s.AddsNothing() {
			t.Errorf("%+v adds nothing", s)
		}
	}
	for _, s := range []*ir.Struct{{Base: base}, {Base: &ir.Struct{AnyAttribute: any}, AnyAttribute: any}} {
		if !s.AddsNothing() {
			t.Errorf("%+v adds something", s)
		}
	}
}

// lastLine returns the last line of a text with single spaces between words.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(strings.Fields(lines[len(lines)-1]), " ")
}
