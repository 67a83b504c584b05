package wsdl11

import (
	"iter"

	"example.com/quartet/internal/compiler/reading/xmltree"
)

// reference is an attribute that refers to a component, which an element with the name kind declares, or a schema if kind is empty.
type reference struct{ attribute, kind string }

var toMessage = []reference{{"message", "message"}}

// references has the references in elements of WSDL and of the SOAP bindings.
var references = map[xmltree.QName][]reference{
	{Space: Namespace, Local: "part"}:              {{"element", ""}, {"type", ""}},
	{Space: Namespace, Local: "input"}:             toMessage,
	{Space: Namespace, Local: "output"}:            toMessage,
	{Space: Namespace, Local: "fault"}:             toMessage,
	{Space: Namespace, Local: "binding"}:           {{"type", "portType"}},
	{Space: Namespace, Local: "port"}:              {{"binding", "binding"}},
	{Space: SOAP11Namespace, Local: "header"}:      toMessage,
	{Space: SOAP11Namespace, Local: "headerfault"}: toMessage,
	{Space: SOAP12Namespace, Local: "header"}:      toMessage,
	{Space: SOAP12Namespace, Local: "headerfault"}: toMessage,
}

// References yields the attributes of an element that refer to components, with the kind of the component: the local name of the
// element that declares it in WSDL, "" for a component of a schema.
func References(e *xmltree.Element) iter.Seq2[*xmltree.Attr, string] {
	return func(yield func(*xmltree.Attr, string) bool) {
		for _, r := range references[e.Name] {
			if a := e.Attr(r.attribute); a != nil && !yield(a, r.kind) {
				return
			}
		}
	}
}
