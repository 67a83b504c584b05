package support

// attributes validates the attributes of the current element (part 1, section 3.4.4, Element Locally Valid (Complex
// Type), clause 3).
func (v *validation) attributes(t *xsdType) {
	for i := range v.d.attrs {
		a := &v.d.attrs[i]
		name := QName{v.xsdSpace(a.uri), string(v.d.buf[a.local:a.end])}
		if isInstanceAttribute(name) {
			continue
		}
		if !t.complex {
			v.attributeProblem(a, "the attribute is not allowed here: the type %s is simple", t.label())
			continue
		}
		if t.items != nil && isEncodingNamespace(name.Space) {
			continue // what an array says about itself; the decoder has a look at it
		}
		v.attribute(t, a, name)
	}
	for i := range t.attributes {
		if u := &t.attributes[i]; u.required && !v.hasAttribute(u.name) {
			v.problem("the attribute %s is missing", u.name.Local)
		}
	}
}

// isInstanceAttribute reports whether an attribute may stand on any element: those of XML Schema instances, which are
// looked at elsewhere, and those that SOAP puts where it likes.
func isInstanceAttribute(name QName) bool {
	switch name.Space {
	case xsiNamespace:
		switch name.Local {
		case "type", "nil", "schemaLocation", "noNamespaceSchemaLocation":
			return true
		}
	case soap11Namespace, soap12Namespace:
		return true
	}
	return false
}

func (v *validation) hasAttribute(name QName) bool {
	for i := range v.d.attrs {
		a := &v.d.attrs[i]
		if string(v.d.buf[a.local:a.end]) == name.Local && v.xsdSpace(a.uri) == name.Space {
			return true
		}
	}
	return false
}

func (v *validation) attribute(t *xsdType, a *attribute, name QName) {
	for i := range t.attributes {
		if u := &t.attributes[i]; u.name == name {
			v.attributeValue(u, a)
			return
		}
	}
	w := t.anyAttribute
	if w == nil || !w.allows(name.Space) {
		v.attributeProblem(a, "the attribute is not allowed here")
		return
	}
	typ := v.model.attributes[name]
	switch {
	case w.process == skipProcess:
	case typ != nil:
		v.attributeValue(&xsdUse{typ: typ}, a)
	case w.process == strictProcess:
		v.attributeProblem(a, "the attribute is not declared in the schema")
	}
}

func (v *validation) attributeValue(u *xsdUse, a *attribute) {
	got, problem := u.typ.check(string(a.value), v)
	if problem != "" {
		v.attributeProblem(a, "%s", problem)
		return
	}
	if u.fixed == nil {
		return
	}
	if want, bad := u.typ.check(*u.fixed, nil); bad == "" && want.identity() != got.identity() {
		v.attributeProblem(a, "%s is not the fixed value %s", quoteValue(string(a.value)), quoteValue(*u.fixed))
	}
}

func (v *validation) attributeProblem(a *attribute, format string, args ...any) {
	v.note(a.name, "/@"+quoteName(v.d.buf[a.local:a.end]), format, args...)
}
