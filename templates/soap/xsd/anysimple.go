package xsd

import (
	"strings"
)

// Namespace is the namespace of XML Schema and its built-in types.
const Namespace = "http://www.w3.org/2001/XMLSchema"

// AnySimple is a value of xs:anySimpleType (XML Schema part 1, section 3.14.7),
// or of a union some of whose members are names: its text, with the type and
// the namespace that give it a meaning.
type AnySimple struct {
	// Text is the lexical form, with white space as it was.
	Text string
	// Type is the value of xsi:type, the zero name if there is none.
	Type QName
	// Space is the namespace if the text is a qualified name. The prefix may
	// change when the value is written.
	Space string
}

// String returns the text.
func (v AnySimple) String() string { return v.Text }

// QName returns the text as a name.
func (v AnySimple) QName() QName {
	text := strings.Trim(v.Text, " \t\r\n")
	if _, local, ok := strings.Cut(text, ":"); ok && v.Space != "" {
		text = local
	}
	return QName{Space: v.Space, Local: text}
}
