package xsd

import (
	"encoding/json"
	"fmt"
	"slices"
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
	// Attrs are the attributes of an element whose xsi:type names a complex type.
	Attrs []Attr
}

// String returns the text.
func (v AnySimple) String() string { return v.Text }

// MarshalText returns the text. It is an error if that is not the whole value:
// if Type, Space or Attrs is set.
func (v AnySimple) MarshalText() ([]byte, error) {
	if !v.isText() {
		return nil, fmt.Errorf("a text cannot hold %q with the type %q and the namespace %q", v.Text, v.Type, v.Space)
	}
	return []byte(v.Text), nil
}

// UnmarshalText takes text as it is, without a type. The error is always nil.
func (v *AnySimple) UnmarshalText(text []byte) error {
	*v = AnySimple{Text: string(text)}
	return nil
}

// MarshalJSON returns a string, or an object with the fields if the value is more than its text.
func (v AnySimple) MarshalJSON() ([]byte, error) {
	if v.isText() {
		return json.Marshal(v.Text)
	}
	return json.Marshal(anySimpleFields(v))
}

// UnmarshalJSON reads what MarshalJSON returns. null changes nothing.
func (v *AnySimple) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var fields anySimpleFields
	to := any(&fields)
	if strings.HasPrefix(string(data), `"`) {
		to = &fields.Text
	}
	if err := json.Unmarshal(data, to); err != nil {
		return err
	}
	*v = AnySimple(fields)
	return nil
}

// anySimpleFields is an AnySimple that JSON has as an object.
type anySimpleFields struct {
	Text  string
	Type  QName
	Space string
	Attrs []Attr `json:",omitempty"`
}

// isText reports whether the value consists of its text only.
func (v AnySimple) isText() bool { return v.Type == QName{} && v.Space == "" && len(v.Attrs) == 0 }

// Equal reports whether all fields are the same.
func (v AnySimple) Equal(other AnySimple) bool {
	return v.Text == other.Text && v.Type == other.Type && v.Space == other.Space && slices.Equal(v.Attrs, other.Attrs)
}

// QName returns the text as a name.
func (v AnySimple) QName() QName {
	text := strings.Trim(v.Text, " \t\r\n")
	if _, local, ok := strings.Cut(text, ":"); ok && v.Space != "" {
		text = local
	}
	return QName{Space: v.Space, Local: text}
}
