package codec

import (
	"bytes"

	"example.com/quartet/templates/soap/internal/lex"
)

// A strict decoder rejects what the shapes do not have. It checks where a
// lenient decoder skips something, so that predicted tags take no longer.

// NoFields is the shape of an element whose children are not counted.
var NoFields = new(Shape)

// RPCNamespace is the namespace of what SOAP 1.2 has for procedure calls. Its
// element result names the element with the value that a procedure returns.
const RPCNamespace = "http://www.w3.org/2003/05/soap-rpc"

// The namespaces of WS-Security, which has codes of faults in both.
const (
	SecurityNamespace        = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
	SecurityUtilityNamespace = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
)

// The namespaces of WS-Addressing 1.0 and of its submission of August 2004.
const (
	AddressingNamespace    = "http://www.w3.org/2005/08/addressing"
	OldAddressingNamespace = "http://schemas.xmlsoap.org/ws/2004/08/addressing"
)

// SkipUnknown skips the current element, which the contract does not declare.
// In strict mode it is an error.
func (d *Decoder) SkipUnknown() {
	if (d.Parts != nil || !d.skipsInText) && d.HasTag(XOPNamespace, "Include") {
		d.FailTag("the element is in an element that is not of the type xs:base64Binary")
		return
	}
	if d.Strict && !d.HasTag(RPCNamespace, "result") {
		d.FailTag("the element is not known here")
		return
	}
	d.Skip()
}

// refuseAttrs rejects the attributes that nextAttr has not read. A decoder that is not strict ignores those that refer to no part.
func (d *Decoder) refuseAttrs() {
	for i := d.attrIndex; i < len(d.Attrs) && d.Failed == nil; i++ {
		d.refuseAttr(&d.Attrs[i])
	}
}

func (d *Decoder) refuseAttr(a *Attribute) {
	if !d.Strict {
		if d.isPartRef(a) {
			d.FailTag("the attribute href refers to the part %q, but the element is not of the type xs:base64Binary", lex.QuoteName(a.Value[len("cid:"):]))
		}
		return
	}
	switch a.URI {
	case SOAPEncoding11, SOAPEncoding12:
		return
	case XSINamespace:
		switch string(d.Buf[a.Local:a.End]) {
		case "type", "nil", "schemaLocation", "noNamespaceSchemaLocation":
			return
		}
	case SOAPEnvelope11, SOAPEnvelope12: // any element may have it (SOAP 1.1, section 4.1.1)
		if string(d.Buf[a.Local:a.End]) == "encodingStyle" {
			return
		}
	}
	d.FailTag("the attribute %s is not known here", lex.QuoteName(d.Buf[a.Name:a.End]))
}

// onlySpace refuses text in buf[from:to], and a CDATA section at to.
func (d *Decoder) onlySpace(from, to int) bool {
	if len(lex.TrimSpace(d.Buf[from:to])) == 0 && !bytes.HasPrefix(d.Buf[to:], []byte("<![CDATA[")) {
		return true
	}
	d.failAt(from, "text between elements")
	return false
}

// refuseOtherType rejects an xsi:type that does not name the type of the current element. An array has the one of its
// encoding.
func (d *Decoder) refuseOtherType(t *Type) {
	a := d.attr(XSINamespace, "type")
	if a == nil || d.Failed != nil || t.planOf().array != nil {
		return
	}
	name := d.typeName(a)
	named := d.typesOf(t).byName[typeName{d.nsIndex(name.Space), name.Local}]
	if d.Failed == nil && (named == nil || !named.derivedFrom(t)) {
		d.FailTag("the type %s is not known here", lex.QuoteName([]byte(name.Local)))
	}
}
