package xsd

// RawXML is an element as well-formed markup, with declarations of all
// namespaces that it uses. Markup from a message is unchanged, with comments
// and white space, and the namespace declarations that its content needs are
// added. "" means no element.
//
// The functions RawXMLName and RawXMLText of package schema return its name and
// its text. For an element of the contract, the methods of schema.Element
// convert between markup and values: Unmarshal([]byte(x)), and RawXML(doc) of
// the document that Marshal returns.
type RawXML string
