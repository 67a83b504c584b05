package validate

import (
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// attributes validates the attributes of the current element (part 1, section 3.4.4, Element Locally Valid (Complex
// Type), clause 3).
func (v *validation) attributes(t *xsdType) {
	wildIDs := 0
	for i := range v.d.Attrs {
		a := &v.d.Attrs[i]
		if isInstanceAttribute(a.URI, v.d.Buf[a.Local:a.End]) || v.takesAttribute(t, a) {
			continue
		}
		name := xsd.QName{Space: v.xsdSpace(a.URI), Local: string(v.d.Buf[a.Local:a.End])}
		if t.Simple {
			v.attributeProblem(a, "the attribute is not allowed here: the type %s is simple", t.label())
			continue
		}
		if t.Items != nil && codec.IsEncodingNamespace(name.Space) {
			continue // what an array says about itself; the decoder has a look at it
		}
		if typ := v.attribute(t, a, name); typ != nil && typ.id == isID {
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

// takesAttribute reports whether an attribute is surely valid.
func (v *validation) takesAttribute(t *xsdType, a *codec.Attribute) bool {
	for i := range t.attributes {
		if u := &t.attributes[i]; u.Name.Local == string(v.d.Buf[a.Local:a.End]) && u.Name.Space == v.xsdSpace(a.URI) {
			return u.fixed == nil && u.typ.takes(a.Value, v)
		}
	}
	return false
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

// attribute validates an attribute. It returns the type if a wildcard allows it.
func (v *validation) attribute(t *xsdType, a *codec.Attribute, name xsd.QName) (wild *xsdType) {
	for i := range t.attributes {
		if u := &t.attributes[i]; u.Name == name {
			v.attributeValue(u, a)
			return nil
		}
	}
	w := t.AnyAttribute
	if w == nil || !w.Allows(name.Space) {
		v.attributeProblem(a, "the attribute is not allowed here")
		return nil
	}
	typ := v.model.attributeNamed(name)
	switch {
	case w.Process == xsd.Skip:
	case typ != nil:
		v.attributeValue(&xsdUse{typ: typ}, a)
		return typ
	case w.Process == xsd.Strict:
		v.attributeProblem(a, "the attribute is not declared in the schema")
	}
	return nil
}

func (v *validation) attributeValue(u *xsdUse, a *codec.Attribute) {
	got, problem := u.typ.check(string(a.Value), v)
	if problem != "" {
		v.attributeProblem(a, "%s", problem)
		return
	}
	v.identify(u.typ, string(a.Value), v.d.TagStart())
	if u.fixed == nil {
		return
	}
	if want, bad := u.typ.checkOwn(*u.fixed, v); bad == "" && want.Identity() != got.Identity() {
		v.attributeProblem(a, "%s is not the fixed value %s", quoteValue(string(a.Value)), quoteValue(*u.fixed))
	}
}

func (v *validation) attributeProblem(a *codec.Attribute, format string, args ...any) {
	v.note(a.Name, "/@"+lex.QuoteName(v.d.Buf[a.Local:a.End]), format, args...)
}
