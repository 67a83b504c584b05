package plan

import (
	"cmp"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/xsd"
)

// Defaults are not put in where a document leaves something out: what is absent
// stays absent. The documentation of a field says what that stands for. Only an
// empty element of a type that an empty text is no value of cannot be read in
// any other way.

// elementDefault documents the default or the fixed value of an element.
func (f *Field) elementDefault(e *xsd.ElementDeclaration) {
	value := cmp.Or(e.Fixed, e.Default)
	if value == nil {
		return
	}
	quoted := quotedValue(*value)
	if f.Scalar != nil && !f.Scalar.holdsNames() && !f.Scalar.takesEmpty() {
		f.Fallback = strings.TrimSpace(*value)
	}
	switch {
	case e.Fixed != nil:
		f.addDoc("Its value is always " + quoted + ".")
	case f.Fallback != "":
		f.addDoc("An empty element is read as its default, " + quoted + ".")
	default:
		f.addDoc("An empty element stands for its default, " + quoted + ", and is read as it is.")
	}
}

// takesEmpty reports whether an empty text is a value of the type.
func (s *Scalar) takesEmpty() bool {
	return s.Item != nil || s.Go == "string" || s.Go == "[]byte" || s.Go == "AnySimple"
}

// attributeDefault documents the default or the fixed value of an attribute.
func (f *Field) attributeDefault(use *xsd.AttributeUse) {
	switch {
	case use.Fixed != nil && use.Required:
		f.addDoc("Its value is always " + quotedValue(*use.Fixed) + ".")
	case use.Fixed != nil:
		f.addDoc("Its value is always " + quotedValue(*use.Fixed) + ", which nil stands for, too.")
	case use.Default != nil:
		f.addDoc("Nil stands for its default, " + quotedValue(*use.Default) + ".")
	}
}

func (f *Field) addDoc(sentence string) {
	if f.Doc != "" {
		sentence = f.Doc + "\n\n" + sentence
	}
	f.Doc = sentence
}

// quotedValue returns a value for the documentation.
func quotedValue(value string) string {
	const most = 200
	if len(value) > most {
		return "a long text"
	}
	return strconv.Quote(value)
}
