package contract

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
)

// ErrNoSOAP is the error of [SOAPOnly] for a contract without SOAP.
var ErrNoSOAP = errors.New("the contract has no binding of SOAP")

// SOAPOnly returns a WSDL 1.1 document, which imports no other one, without the ports and bindings of other protocols, and without
// the portTypes and messages that no binding of SOAP uses: several programs cannot read HTTP bindings, whose messages may lack parts.
func SOAPOnly(document []byte) ([]byte, error) {
	d := codec.NewDecoder(document, nil, codec.Limits{Depth: codec.MaxValueDepth})
	defer d.Release()
	var all []definition
	if err := d.Document(func() { all = readDefinitions(d) }); err != nil {
		return nil, err
	}
	used := make(map[string]bool)
	for range 2 { // bindings refer to portTypes, and these to messages
		for _, x := range all {
			for _, other := range x.refers {
				used[other] = used[other] || x.soap || used[x.name]
			}
		}
	}
	var text []byte
	from, soap := 0, false
	for _, x := range all {
		if x.name != "" && !used[x.name] {
			text, from = append(text, bytes.TrimRight(document[from:x.from], " \t\r\n")...), x.to
		}
		soap = soap || x.soap
	}
	if !soap {
		return nil, ErrNoSOAP
	}
	return append(text, document[from:]...), nil
}

// MixesSOAP reports whether SOAPOnly leaves out ports of the contract and keeps others.
func (c *Contract) MixesSOAP() bool {
	isSOAP := func(p Port) bool { return p.Binding.IsSOAP() }
	return slices.ContainsFunc(c.Ports, isSOAP) && len(slices.DeleteFunc(slices.Clone(c.Ports), isSOAP)) > 0
}

// definition is an element of a document.
type definition struct {
	name     string // kind and name of a binding, portType or message; for a port, of its binding
	from, to int
	soap     bool     // a binding of SOAP
	refers   []string // names of the definition itself and of others
}

// readDefinitions reads the children of the current element. Ports take the place of their service.
func readDefinitions(d *codec.Decoder) (all []definition) {
	const wsdl = "http://schemas.xmlsoap.org/wsdl/"
	d.IgnoreNil()
	for d.Open(); d.Child(); {
		space, kind := d.Tag()
		x := definition{from: d.TagStart(), soap: kind == "binding" && (space == wsdl+"soap/" || space == wsdl+"soap12/")}
		switch {
		case space == wsdl && kind == "port":
			x.refer(d, "binding", "binding")
		case space == wsdl && (kind == "binding" || kind == "portType" || kind == "message"):
			x.refer(d, "name", kind)
			x.refer(d, "type", "portType")
		}
		if len(x.refers) > 0 {
			x.name = x.refers[0]
		}
		x.refer(d, "message", "message")
		for _, inner := range readDefinitions(d) {
			if space == wsdl && kind == "service" {
				all = append(all, inner)
			}
			x.soap, x.refers = x.soap || inner.soap, append(x.refers, inner.refers...)
		}
		x.to = d.Pos
		all = append(all, x)
	}
	return all
}

// refer notes the component that an attribute of the current element names, if it has that. All components have one target namespace.
func (x *definition) refer(d *codec.Decoder, attribute, kind string) {
	if name, ok := d.Attr("", attribute); ok {
		x.refers = append(x.refers, kind+" "+strings.TrimSpace(name[strings.IndexByte(name, ':')+1:]))
	}
}
