package soap

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// encodeFault writes a fault as the content of a Body. Text that XML cannot
// carry is replaced by U+FFFD: a fault must not fail.
func encodeFault(e *schema.Encoder, b contract.Binding, f *Fault) {
	if e.Raw("<soap:Fault>"); b == contract.SOAP12 {
		encodeFault12(e, f)
	} else {
		encodeFault11(e, f)
	}
	e.Raw("</soap:Fault>")
}

// encodeFault11 follows SOAP 1.1 section 4.4. The children of Fault have no
// namespace.
func encodeFault11(e *schema.Encoder, f *Fault) {
	e.Raw("<faultcode")
	encodeCode11(e, f)
	e.Raw("</faultcode><faultstring")
	if f.Lang != "" {
		encodeLang(e, f)
	}
	encodeLeaf(e, ">", f.Reason, "</faultstring>")
	if f.Actor != "" {
		encodeLeaf(e, "<faultactor>", f.Actor, "</faultactor>")
	}
	if f.Detail != "" || f.hasDetail {
		e.Raw("<detail>" + f.Detail + "</detail>")
	}
}

// encodeCode11 writes the rest of faultcode's start tag and its content. SOAP
// 1.1 has no code for DataEncodingUnknown.
func encodeCode11(e *schema.Encoder, f *Fault) {
	code := classOf(f)
	if code == FaultDataEncodingUnknown {
		code = FaultClient
	}
	switch {
	case len(f.Subcodes) == 0 || !lex.IsNCName(f.Subcodes[0].Local):
		e.Raw(">soap:" + string(code))
	case f.Subcodes[0].Space == "":
		e.Raw(">soap:" + string(code) + "." + f.Subcodes[0].Local)
	default:
		encodeLeaf(e, ` xmlns:q="`, f.Subcodes[0].Space, `">`)
		e.Raw("q:" + f.Subcodes[0].Local)
	}
}

// encodeFault12 follows SOAP 1.2 part 1 section 5.4.
func encodeFault12(e *schema.Encoder, f *Fault) {
	code := string(classOf(f))
	code = cmp.Or(map[string]string{"Server": "Receiver", "Client": "Sender"}[code], code)
	e.Raw("<soap:Code><soap:Value>soap:" + code + "</soap:Value>")
	open := 0
	for _, sub := range f.Subcodes {
		if !lex.IsNCName(sub.Local) {
			continue
		}
		open++
		e.Raw("<soap:Subcode><soap:Value")
		if sub.Space == "" {
			e.Raw(">" + sub.Local + "</soap:Value>")
			continue
		}
		encodeLeaf(e, ` xmlns:q="`, sub.Space, `">`)
		e.Raw("q:" + sub.Local + "</soap:Value>")
	}
	e.Raw(strings.Repeat("</soap:Subcode>", open) + "</soap:Code><soap:Reason><soap:Text")
	encodeLang(e, f)
	encodeLeaf(e, ">", f.Reason, "</soap:Text></soap:Reason>")
	if f.Node != "" {
		encodeLeaf(e, "<soap:Node>", f.Node, "</soap:Node>")
	}
	if f.Actor != "" {
		encodeLeaf(e, "<soap:Role>", f.Actor, "</soap:Role>")
	}
	if f.Detail != "" || f.hasDetail {
		e.Raw("<soap:Detail>" + f.Detail + "</soap:Detail>")
	}
}

func encodeLang(e *schema.Encoder, f *Fault) {
	encodeLeaf(e, ` xml:lang="`, cmp.Or(f.Lang, "en"), `"`)
}

// encodeLeaf writes text between two pieces of markup, as the value of an
// attribute if the first ends with a quote.
func encodeLeaf(e *schema.Encoder, open, text, close string) {
	text = strings.Map(func(r rune) rune {
		if !lex.IsXMLChar(r) {
			return utf8.RuneError
		}
		return r
	}, text)
	if strings.HasSuffix(open, `"`) {
		e.AttrString(open, text, close)
		return
	}
	e.String(open, text, close)
}

// decodeFault reads a fault that a server sent, whose start tag is the current
// one, through its end tag.
func decodeFault(d *schema.Decoder) *Fault {
	f := &Fault{Code: FaultServer, remote: true}
	for d.Open(); d.Child(); {
		switch _, local := d.Tag(); local { // some servers put children of SOAP 1.2 into a fault of SOAP 1.1
		case "faultcode":
			setCode(f, d.FaultCode())
		case "faultstring":
			f.Lang, _ = d.Attr(codec.XMLNamespace, "lang")
			f.Reason = d.Text()
		case "faultactor", "Role":
			f.Actor = d.Text()
		case "detail", "Detail":
			f.Detail = d.InnerXML()
		case "Code":
			decodeCode12(d, f, true)
		case "Reason":
			decodeReason12(d, f)
		case "Node":
			f.Node = d.Text()
		default:
			d.Skip()
		}
	}
	return f
}

// decodeCode12 reads Code, or a Subcode inside it.
func decodeCode12(d *schema.Decoder, f *Fault, outer bool) {
	for d.Open(); d.Child(); {
		switch _, local := d.Tag(); {
		case local == "Value" && outer:
			setCode(f, d.FaultCode())
		case local == "Value":
			f.Subcodes = append(f.Subcodes, d.FaultCode())
		case local == "Subcode":
			decodeCode12(d, f, false)
		default:
			d.Skip()
		}
	}
}

// decodeReason12 takes the English text if there is one, else the first.
func decodeReason12(d *schema.Decoder, f *Fault) {
	chosen := false
	for d.Open(); d.Child(); {
		lang, _ := d.Attr(codec.XMLNamespace, "lang")
		english := lang == "en" || strings.HasPrefix(lang, "en-")
		text := d.Text()
		if !chosen || english && f.Lang != "en" && !strings.HasPrefix(f.Lang, "en-") {
			f.Reason, f.Lang, chosen = text, lang, true
		}
	}
}

// setCode sets the code of a fault to a faultcode of SOAP 1.1 or the Value of a Code of SOAP 1.2. A code of
// another namespace does not tell who is to blame, but the codes of WS-Security refine
// Sender (SOAP Message Security 1.1, section 12), and so do nearly all of WS-Addressing.
func setCode(f *Fault, q xsd.QName) {
	class, rest, dotted := strings.Cut(q.Local, ".")
	standard := q.Space == SOAP11Namespace || q.Space == SOAP12Namespace
	if q.Space == "" { // some servers send a code of SOAP without the namespace
		standard = slices.Contains([]string{"Client", "Server", "Sender", "Receiver", "VersionMismatch", "MustUnderstand"}, class)
	}
	if !standard {
		switch q.Space {
		case codec.SecurityNamespace, codec.SecurityUtilityNamespace, codec.AddressingNamespace, codec.OldAddressingNamespace:
			f.Code = FaultClient
		}
		f.Subcodes = append([]xsd.QName{q}, f.Subcodes...)
		return
	}
	switch class {
	case "Client", "Sender":
		f.Code = FaultClient
	case "VersionMismatch", "MustUnderstand", "DataEncodingUnknown":
		f.Code = FaultCode(class)
	}
	if dotted && lex.IsNCName(rest) {
		f.Subcodes = append([]xsd.QName{{Local: rest}}, f.Subcodes...)
	}
}
