package validate

import (
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// attributes validates the attributes of the current element (part 1, section 3.4.4, Element Locally Valid (Complex
// Type), clause 3).
func (v *validation) attributes(t *xsdType) {
	wildIDs := 0
	for i := range v.d.Attrs {
		if v.attribute(t, &v.d.Attrs[i]) {
			wildIDs++
		}
	}
	for i := range t.attributes {
		u := &t.attributes[i]
		if u.Required && !v.hasAttribute(u.Name) {
			v.problem("the attribute %s is missing", u.Name.Local)
		}
		if wildIDs > 0 && u.typ.id == isID {
			wildIDs++
		}
	}
	if wildIDs > 1 { // clause 5
		v.problem("the element has several IDs")
	}
}

// attribute validates one attribute. It reports whether the attribute is an ID that a wildcard allows.
func (v *validation) attribute(t *xsdType, a *codec.Attribute) (wildID bool) {
	space, local := v.xsdSpace(a.URI), v.d.Buf[a.Local:a.End]
	u := t.use(space, local)
	switch {
	case isInstanceAttribute(a.URI, local):
	case u != nil:
		v.attributeValue(u, a)
	case t.Simple:
		v.attributeProblem(a, "the attribute is not allowed here: the type %s is simple", t.label())
	case t.Items != nil && codec.IsEncodingNamespace(space): // what an array says about itself; the decoder has a look at it
	case t.AnyAttribute == nil || !t.AnyAttribute.Allows(space):
		v.attributeProblem(a, "%s", v.unexpectedAttribute(t, a))
	default:
		typ := v.wildAttribute(t.AnyAttribute.Process, a, xsd.QName{Space: space, Local: string(local)})
		return typ != nil && typ.id == isID
	}
	return false
}

// unexpectedAttribute says that an attribute is not allowed, and which one with its local name is missing.
func (v *validation) unexpectedAttribute(t *xsdType, a *codec.Attribute) string {
	for i := range t.attributes {
		name := t.attributes[i].Name
		if string(v.d.Buf[a.Local:a.End]) == name.Local && !v.hasAttribute(name) {
			sent, meant := codec.Namespaces(a.URI, v.sentSpace(name.Space), "attribute")
			return "the attribute" + sent + " is not allowed here: the attribute " + name.Local + meant + " is expected"
		}
	}
	return "the attribute is not allowed here"
}

// isInstanceAttribute reports whether an attribute is allowed on any element, as the attributes of XML Schema instances and of
// SOAP are.
func isInstanceAttribute(space string, local []byte) bool {
	switch space {
	case schema.XSINamespace:
		switch string(local) {
		case "type", "nil", "schemaLocation", "noNamespaceSchemaLocation":
			return true
		}
	case soap.SOAP11Namespace, soap.SOAP12Namespace:
		return true
	}
	return false
}

// use returns the attribute of a type with a name, nil if there is none.
func (t *xsdType) use(space string, local []byte) *xsdUse {
	for i := range t.attributes {
		if u := &t.attributes[i]; u.Name.Local == string(local) && u.Name.Space == space {
			return u
		}
	}
	return nil
}

func (v *validation) hasAttribute(name xsd.QName) bool {
	for i := range v.d.Attrs {
		a := &v.d.Attrs[i]
		if string(v.d.Buf[a.Local:a.End]) == name.Local && v.xsdSpace(a.URI) == name.Space {
			return true
		}
	}
	return false
}

// wildAttribute validates an attribute that a wildcard allows. It returns its type, nil if that is not known or does not matter.
func (v *validation) wildAttribute(process xsd.Process, a *codec.Attribute, name xsd.QName) *xsdType {
	if process == xsd.Skip {
		return nil
	}
	typ := v.model.attributeNamed(name)
	if typ != nil {
		v.attributeValue(&xsdUse{typ: typ}, a)
	} else if process == xsd.Strict {
		v.attributeProblem(a, "the attribute is not declared in the schema")
	}
	return typ
}

func (v *validation) attributeValue(u *xsdUse, a *codec.Attribute) {
	if u.fixed == nil && u.typ.takes(a.Value, v) {
		return
	}
	text := string(a.Value)
	got, problem := u.typ.check(text, v)
	if problem == "" {
		v.identify(u.typ, text, v.d.TagStart())
		problem = v.notFixed(u.typ, u.fixed, text, &got)
	}
	if problem != "" {
		v.attributeProblem(a, "%s", problem)
	}
}

// notFixed returns the message that the value of a text is not the fixed one, "" if it is or if no value is fixed.
func (v *validation) notFixed(t *xsdType, fixed *string, text string, got *lexical.Value) string {
	if fixed == nil {
		return ""
	}
	if want, bad := t.checkOwn(*fixed, v); bad != "" || want.Identity() == got.Identity() {
		return ""
	}
	return quoteValue(text) + " is not the fixed value " + quoteValue(*fixed)
}

func (v *validation) attributeProblem(a *codec.Attribute, format string, args ...any) {
	v.note(a.Name, "/@"+lex.QuoteName(v.d.Buf[a.Local:a.End]), format, args...)
}
