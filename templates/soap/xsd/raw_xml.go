package xsd

// RawXML is one element as markup that stands alone: well-formed, with all the
// namespaces that its names are in declared in it. What comes from a message is
// as it was there, comments and white space included; qualified names in its
// content keep their meaning, as the declarations that they use are taken
// along. A value that is sent has to be such an element. "" is no element.
//
// RawXMLName and RawXMLText return its name and its text. An element of the
// contract has a variable, of the type Element, that tells whether the
// name is its own, and goes from the markup to a value and back:
// Unmarshal([]byte(x)), and RawXML(doc) of what Marshal returns.
type RawXML string
