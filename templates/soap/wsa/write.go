package wsa

import (
	"bytes"
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// write returns the header blocks with properties. The blocks of reference parameters are marked (WS-Addressing 1.0
// SOAP Binding, section 3.2); the submission has no mark.
func write(space string, p *Properties) (string, error) {
	e := codec.NewEncoder(nil, false)
	defer e.Release()
	block := func(local, text string) {
		if text != "" {
			e.String("<wsa:"+local+` xmlns:wsa="`+space+`">`, text, "</wsa:"+local+">")
		}
	}
	block("Action", p.Action)
	block("MessageID", p.MessageID)
	block("To", p.To)
	block("RelatesTo", p.RelatesTo)
	for _, endpoint := range []struct {
		local string
		of    *Endpoint
	}{{"From", p.From}, {"ReplyTo", p.ReplyTo}, {"FaultTo", p.FaultTo}} {
		if endpoint.of != nil {
			writeEndpoint(e, space, endpoint.local, endpoint.of)
		}
	}
	for _, parameter := range p.Parameters {
		writeParameter(e, space, parameter)
	}
	if e.Err() != nil {
		return "", fmt.Errorf("header blocks of WS-Addressing: %w", e.Err())
	}
	return string(e.Bytes()), nil
}

func writeEndpoint(e *schema.Encoder, space, local string, of *Endpoint) {
	e.String("<wsa:"+local+` xmlns:wsa="`+space+`"><wsa:Address>`, of.Address, "</wsa:Address>")
	if len(of.Parameters) > 0 {
		e.Raw("<wsa:ReferenceParameters>")
		for _, parameter := range of.Parameters {
			e.RawXML("", parameter, "")
		}
		e.Raw("</wsa:ReferenceParameters>")
	}
	if of.Metadata != "" {
		e.RawXML("", of.Metadata, "")
	}
	e.Raw("</wsa:" + local + ">")
}

// writeParameter writes an element with the attribute IsReferenceParameter, under a prefix that the element does not have.
func writeParameter(e *schema.Encoder, space string, parameter xsd.RawXML) {
	from := len(e.Buf)
	e.RawXML("", parameter, "")
	if e.Err() != nil || space != Namespace {
		return
	}
	name := from + bytes.IndexAny(e.Buf[from:], " \t\r\n/>")
	rest := string(e.Buf[name:])
	if strings.Contains(rest, "IsReferenceParameter") {
		return
	}
	e.Buf = e.Buf[:name]
	prefix := "wsa"
	for strings.Contains(rest, "xmlns:"+prefix) {
		prefix += "p"
	}
	e.Raw(" xmlns:" + prefix + `="` + space + `" ` + prefix + `:IsReferenceParameter="true"` + rest)
}
