package codec

import (
	"bytes"

	"example.com/quartet/templates/soap/xsd"
)

// RawXMLName returns the name of the element; the zero name if x does not start
// with one.
func RawXMLName(x xsd.RawXML) xsd.QName {
	d := NewDecoder([]byte(x), noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return xsd.QName{}
	}
	space, local := d.Tag()
	return xsd.QName{Space: space, Local: local}
}

// RawXMLText returns the character content of the element, but not of the
// elements in it.
func RawXMLText(x xsd.RawXML) string { return textOf(bytes.Clone([]byte(x))) }

// AnyTypeText returns the character content, but not of the elements in
// it.
func AnyTypeText(v xsd.AnyType) string { return textOf([]byte("<x>" + v.Content + "</x>")) }

// textOf returns the character content of the root element of doc, "" if doc
// does not start with one. It may change doc.
func textOf(doc []byte) string {
	d := NewDecoder(doc, noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return ""
	}
	return d.Text()
}
