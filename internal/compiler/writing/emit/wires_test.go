package emit

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// wires are messages of an operation with the rows of its table.
var wires = []struct {
	name string
	wire ir.Wire
	want string
}{
	{
		"an action that begins with a namespace",
		ir.Wire{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP12}, Action: "urn:t/find", ActionNS: 1}, In: ir.Name{NS: 1, Local: "find"}},
		`
{Bindings: []contract.Binding{contract.SOAP12}, Action: "urn:t/find", ActionNS: 1, In: schema.ElementName{NS: 1, Local: "find"}}
`,
	},
	{
		"operations that share an element are distinguished by their parts",
		ir.Wire{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP11}}, In: ir.Name{NS: 1, Local: "find"}, Parts: []ir.Part{
			{Name: ir.Name{Local: "code"}, Type: ir.Name{NS: 2, Local: "string", Space: "http://www.w3.org/2001/XMLSchema"}}, {Name: ir.Name{NS: 1, Local: "stop"}},
		}},
		`
{
	Bindings: []contract.Binding{contract.SOAP11},
	In:       schema.ElementName{NS: 1, Local: "find"},
	More: &contract.WireMore{
		Parts: []contract.Part{
			{Name: schema.ElementName{Local: "code"}, Type: xsd.QName{Space: "http://www.w3.org/2001/XMLSchema", Local: "string"}},
			{Name: schema.ElementName{NS: 1, Local: "stop"}},
		},
	},
}
`,
	},
	{
		"the content of the Body, and a result that may be nil",
		ir.Wire{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP11}, Body: true, OutBody: true, OutNil: true}, In: ir.Name{NS: 1, Local: "a"}, Out: []ir.Name{{NS: 1, Local: "r"}, {Local: "value"}}},
		`
{
	Bindings: []contract.Binding{contract.SOAP11},
	Body:     true,
	OutBody:  true,
	OutNil:   true,
	In:       schema.ElementName{NS: 1, Local: "a"},
	Out:      []schema.ElementName{{NS: 1, Local: "r"}, {Local: "value"}},
}
`,
	},
	{
		"any member of a substitution group",
		ir.Wire{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP11}}, Members: []ir.Name{{NS: 1, Local: "circle"}, {NS: 2, Local: "square"}}},
		`
{
	Bindings: []contract.Binding{contract.SOAP11},
	More:     &contract.WireMore{Members: []schema.ElementName{{NS: 1, Local: "circle"}, {NS: 2, Local: "square"}}},
}
`,
	},
	{
		"headers and header faults",
		ir.Wire{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP11}}, Headers: []*ir.Header{session}, OutHeaders: []*ir.Header{session}, HeaderFaults: []*ir.Fault{busy}},
		`
{
	Bindings: []contract.Binding{contract.SOAP11},
	More:     &contract.WireMore{Headers: []contract.Header{&HeaderSession}, OutHeaders: []contract.Header{&HeaderSession}, HeaderFaults: []*contract.Fault{&faultBusy}},
}
`,
	},
	{
		"attachments",
		ir.Wire{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP11}}, WireMore: contract.WireMore{Attachments: []contract.Attachment{{Name: "logo", Types: []string{"image/gif", "image/png"}}}, OutAttachments: []contract.Attachment{{Name: "any"}}}},
		`
{
	Bindings: []contract.Binding{contract.SOAP11},
	More: &contract.WireMore{
		Attachments: []contract.Attachment{
			{Name: "logo", Types: []string{"image/gif", "image/png"}},
		},
		OutAttachments: []contract.Attachment{
			{Name: "any"},
		},
	},
}
`,
	},
	{
		"SOAP encoding",
		ir.Wire{Wire: contract.Wire{Bindings: []contract.Binding{contract.SOAP11}, Encoded: true}, WireMore: contract.WireMore{OutType: " xsi:type='xsd:int'"}},
		`
{Bindings: []contract.Binding{contract.SOAP11}, Encoded: true, More: &contract.WireMore{OutType: " xsi:type='xsd:int'"}}
`,
	},
	{
		"HTTP: parameters in the path, and a text as the response",
		ir.Wire{Wire: contract.Wire{Bindings: []contract.Binding{contract.HTTPGet}, Path: "/stops/(code)"}, WireMore: contract.WireMore{Query: "v=1", Replace: true, Receive: contract.ContentText, ReplyType: "text/css"}},
		`
{
	Bindings: []contract.Binding{contract.HTTPGet},
	Path:     "/stops/(code)",
	More:     &contract.WireMore{Query: "v=1", Replace: true, Receive: contract.ContentText, ReplyType: "text/css"},
}
`,
	},
	{
		"HTTP: the value of a parameter selects the operation",
		ir.Wire{Wire: contract.Wire{Bindings: []contract.Binding{contract.HTTPPost}, Path: "/map"}, WireMore: contract.WireMore{Send: contract.ContentXML, MediaType: "text/xml", DispatchParams: []contract.DispatchParam{{Name: "request", Values: []string{"GetMap", "GetTile"}}}}},
		`
{
	Bindings: []contract.Binding{contract.HTTPPost},
	Path:     "/map",
	More: &contract.WireMore{
		Send:      contract.ContentXML,
		MediaType: "text/xml",
		DispatchParams: []contract.DispatchParam{
			{Name: "request", Values: []string{"GetMap", "GetTile"}},
		},
	},
}
`,
	},
}

// TestWires renders the tables of messages.
func TestWires(t *testing.T) {
	for _, test := range wires {
		t.Run(test.name, func(t *testing.T) {
			e := newEmitter(&ir.Package{Name: "rail", Runtime: "example.com/soap"}, descriptor.New(nil))
			wire := e.described.Wire(&test.wire)
			text := rendered(t, e, func() {
				e.declare("", "var wire = %s", e.literal(wire))
			})
			_, got, _ := strings.Cut(text, "var wire = contract.Wire")
			if got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
