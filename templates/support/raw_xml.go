package support

import "bytes"

// RawXML is one element as markup that stands alone: well-formed, with all the
// namespaces that its names are in declared in it. What comes from a message is
// as it was there, comments and white space included; qualified names in its
// content keep their meaning, as the declarations that they use are taken
// along. A value that is sent has to be such an element. "" is no element.
//
// An element of the contract has a variable, of the type SchemaElement, that
// tells whether Name is its own, and goes from the markup to a value and back:
// Unmarshal([]byte(x)), and RawXML(doc) of what Marshal returns.
type RawXML string

// Name returns the name of the element; the zero name if x does not start with
// one.
func (x RawXML) Name() QName {
	d := NewDecoder([]byte(x), noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return QName{}
	}
	space, local := d.Tag()
	return QName{Space: space, Local: local}
}

// Text returns the character content of the element, that of the elements in
// it left out.
func (x RawXML) Text() string {
	d := NewDecoder(bytes.Clone([]byte(x)), noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return ""
	}
	return d.Text()
}
