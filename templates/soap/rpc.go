package soap

import (
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// rpcFault returns a fault with one of the subcodes that SOAP 1.2 has for
// procedure calls. SOAP 1.1 has none: there a subcode would replace the code.
func rpcFault(b contract.Binding, f *Fault, subcode string) *Fault {
	if b == contract.SOAP12 {
		f.Subcodes = []xsd.QName{{Space: codec.RPCNamespace, Local: subcode}}
	}
	return f
}

// badArguments returns the fault for a request that does not have what the
// operation needs.
func (r *route) badArguments(err error) *Fault {
	f := unreadable(err)
	if r.wire.RPC {
		return rpcFault(r.binding, f, "BadArguments")
	}
	return f
}

const noEncoding = SOAP12Namespace + "/encoding/none"

// unknownStyle returns the attribute encodingStyle of the current tag if it names
// an encoding of data that is not known, else "". In SOAP 1.1 it lists
// encodings, and SOAP defines no fault for unknown ones.
func unknownStyle(d *schema.Decoder, b contract.Binding) string {
	if b != contract.SOAP12 {
		return ""
	}
	style, _ := d.Attr(SOAP12Namespace, "encodingStyle")
	style = strings.Trim(style, xmlSpace)
	switch style {
	case "", noEncoding, codec.SOAPEncoding11, codec.SOAPEncoding12:
		return ""
	}
	return lex.Shorten(style)
}
