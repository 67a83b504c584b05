package support

import "bytes"

// RawXMLName returns the name of the element; the zero name if x does not start
// with one.
func RawXMLName(x RawXML) QName {
	d := NewDecoder([]byte(x), noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return QName{}
	}
	space, local := d.Tag()
	return QName{Space: space, Local: local}
}

// RawXMLText returns the character content of the element, that of the elements
// in it left out.
func RawXMLText(x RawXML) string { return textOf(bytes.Clone([]byte(x))) }

// AnyTypeText returns the character content, that of the elements in it left
// out.
func AnyTypeText(v AnyType) string { return textOf([]byte("<x>" + v.Content + "</x>")) }

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
