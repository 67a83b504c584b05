package codec

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// value writes a value that is not nil.
func (w *jsonEncoder) value(key string, f *fieldPlan, from pointer) {
	switch {
	case f.scalar != nil:
		w.scalar(key, f, from)
	case f.row.Kind == KindList:
		w.words(key, f, from)
	case w.deeper(key):
		if f.row.Kind == KindStruct {
			w.structure(f.row.Of.planOf(), from)
		} else {
			w.poly(key, f, from)
		}
		w.depth--
	}
}

// words writes a list, with the same restrictions as in XML.
func (w *jsonEncoder) words(key string, f *fieldPlan, from pointer) {
	w.Raw("[")
	items, first := from.slice(), true
	for i := range items.len {
		w.comma(&first)
		start, item := len(w.Buf), items.item(i, f.list.size)
		w.scalar(key, f.list, item)
		spaces := string(w.Buf[start:]) == `""` || bytes.ContainsAny(w.Buf[start:], " ")
		if spaces || f.list.row.Kind.isText() && strings.ContainsAny(*at[string](item), "\t\r\n") {
			w.fail(key, "the item %d of the list is empty or holds white space", i+1)
		}
	}
	w.Raw("]")
}

// scalar writes a value of a simple type.
func (w *jsonEncoder) scalar(key string, f *fieldPlan, from pointer) {
	switch k := f.row.Kind; {
	case k.isText():
		w.string(key, *at[string](from))
	case k == KindBool:
		scalars[k].write(w.Encoder, "", from, "") // f.scalar writes a fixed value as it is in the schema
	case k.IsNumber():
		w.number(f, from)
	case k == KindQName || k == KindNotation:
		w.name(key, *at[xsd.QName](from))
	case k == KindAnySimple || k == KindAnySimpleText || k == KindTextOrName:
		w.anySimple(key, k, at[xsd.AnySimple](from))
	case k == KindAnyType:
		w.anyType(key, at[xsd.AnyType](from))
	case k == KindRawXML:
		w.markup(key, *at[string](from))
	default:
		scalars[k].write(w.Encoder, `"`, from, `"`)
	}
}

// isText reports whether values are Go strings.
func (k Kind) isText() bool { return KindString <= k && k <= KindENTITY }

// number writes a number with its digits: a string if JSON has no such number, or if it is too large and that is asked for.
func (w *jsonEncoder) number(f *fieldPlan, from pointer) {
	start := len(w.Buf)
	scalars[f.row.Kind].write(w.Encoder, "", from, "")
	digits := strings.TrimPrefix(string(w.Buf[start:]), "-")
	isFloat := f.row.Kind == KindFloat32 || f.row.Kind == KindFloat64
	if isFloat && (digits == "NaN" || digits == "INF") || w.LargeNumbersAsStrings && !isFloat && !isExact(digits) {
		w.Buf = append(slices.Insert(w.Buf, start, '"'), '"')
	}
}

// isExact reports whether a double holds a number without a sign exactly enough to give its digits back.
func isExact(digits string) bool {
	const safe = "9007199254740992" // 2^53
	return len(digits) < len(safe) || len(digits) == len(safe) && (digits <= safe || strings.Contains(digits, "."))
}

// name writes a qualified name in Clark's notation.
func (w *jsonEncoder) name(key string, q xsd.QName) {
	if !lex.IsNCName(q.Local) {
		w.fail(key, "%q is not an xs:QName", q.Local)
	}
	w.string(key, q.String())
}

// anySimple writes an xs:anySimpleType, or a union some of whose members are names: a string, or an object with the type. A text
// that could be taken for a name is also in an object.
func (w *jsonEncoder) anySimple(key string, k Kind, v *xsd.AnySimple) {
	text := v.Text
	if v.Space != "" {
		text = v.QName().String()
	}
	if v.Type == (xsd.QName{}) && (k != KindTextOrName || v.Space != "" || !strings.HasPrefix(text, "{")) {
		w.string(key, text)
		return
	}
	w.Raw("{")
	w.typeAndAttrs(v.Type, v.Attrs)
	w.key(textKey)
	w.string(key, text)
	w.Raw("}")
}

// anyType writes an xs:anyType: a string if it is text and nothing else, otherwise an object.
func (w *jsonEncoder) anyType(key string, v *xsd.AnyType) {
	text := Unescapes.Replace(v.Content)
	plain := xsd.NewText(text)
	if v.Equal(plain) {
		w.string(key, text)
		return
	}
	w.Raw("{")
	w.typeAndAttrs(v.Type, v.Attrs)
	if v.Nil {
		w.key(nilKey)
		w.Raw("true")
	}
	switch {
	case v.Content == "" && v.Nil:
	case v.Content == plain.Content:
		w.key(textKey)
		w.string(key, text)
	default:
		w.checkMarkup(key, "<x>"+v.Content+"</x>")
		w.key(`,"` + JSONMarkup + `":`)
		w.string(key, v.Content)
	}
	w.Raw("}")
}

// markup writes an element.
func (w *jsonEncoder) markup(key, markup string) {
	w.checkMarkup(key, markup)
	w.string(key, markup)
}

// checkMarkup records an error if markup is not a self-contained element.
func (w *jsonEncoder) checkMarkup(key, markup string) {
	d := w.markupDecoder(markup)
	defer d.Release()
	if d.Document(d.Skip) != nil {
		w.fail(key, "not self-contained markup: %s", d.Failed.Message)
	}
}

// typeAndAttrs writes the members for the type that xsi:type names, unless it is zero, and for attributes.
func (w *jsonEncoder) typeAndAttrs(typ xsd.QName, attrs []xsd.Attr) {
	if typ != (xsd.QName{}) {
		w.key(typeKey)
		w.name(typeKey, typ)
	}
	w.attrs(attrs, nil)
}

// attrs writes attributes that must be none of the known ones, each once. One without a namespace has empty braces if a known one
// has its local name.
func (w *jsonEncoder) attrs(attrs []xsd.Attr, known []shapeField) {
	for i, a := range attrs {
		name := a.Name.String()
		for _, f := range known {
			switch {
			case f.name == a.Name.Local && NamespaceURI(w.ns, f.ns) == a.Name.Space:
				w.fail(name, "the attribute is declared: set its field")
			case f.name == a.Name.Local && a.Name.Space == "":
				name = "{}" + a.Name.Local
			}
		}
		before := slices.IndexFunc(attrs[:i], func(b xsd.Attr) bool { return b.Name == a.Name })
		switch {
		case before >= 0 && attrs[before].Value == a.Value:
			continue
		case before >= 0:
			w.fail(name, "the attribute is given twice")
		case !lex.IsNCName(a.Name.Local) || a.Name.Space == XSINamespace:
			w.fail(name, "%q is not the name of an attribute", a.Name)
		}
		w.key(jsonKey("@" + name))
		w.string(name, a.Value)
	}
}

// poly writes a value whose type is the declared one or derived from it, and which type that is.
func (w *jsonEncoder) poly(key string, f *fieldPlan, from pointer) {
	switch v, t := w.polyValue(key, f, from); t {
	case nil:
	case f.row.Of:
		w.structure(t.planOf(), pointerIn(v))
	default:
		w.object(t.planOf(), pointerIn(v), w.typeName(t, f.row.Of))
	}
}

// typeName returns the name of a type in place of another one.
func (w *jsonEncoder) typeName(t, declared *Type) string {
	table, ns := t.state().table, w.ns
	switch {
	case table != declared.state().table:
		ns = table.Namespaces
	case t.NS == declared.NS:
		return t.Name
	}
	return "{" + NamespaceURI(ns, int(t.NS)) + "}" + t.Name
}

// sizes writes the sizes of an array of SOAP encoding.
func (w *jsonEncoder) sizes(key string, p *typePlan, v pointer) {
	sizes, n := *at[[]int](p.sizes.of(v)), p.item.len(v)
	if (sizes != nil || n > 0) && w.CheckSizes(key, p.array.Rank, sizes, n) {
		w.key(key)
		w.string(key, strings.ReplaceAll(fmt.Sprint(sizes), " ", ","))
	}
}

// attachment writes an attachment by the name of its part: text, bytes in base64, a document as markup; an object if there is a
// media type.
func (w *jsonEncoder) attachment(key string, a Attachment) {
	if a.Absent() {
		return
	}
	w.key(key)
	if a.media != nil && *a.media != "" {
		w.Raw("{")
		w.key(jsonKey(JSONMedia))
		w.string(key, *a.media)
		w.key(textKey)
		defer w.Raw("}")
	}
	switch {
	case a.Form() == AttachedBytes:
		w.attrBase64(`"`, *a.Bytes(), `"`)
	case a.Form() == AttachedText:
		text, err := a.Text()
		if w.string(key, text); err != nil && w.err == nil {
			w.err = err
		}
	case a.plan.field.row.Kind == KindRawXML && a.plan.field.form == asValue:
		w.markup(key, *at[string](a.value))
	default:
		e := NewEncoder(w.ns, w.xsi)
		defer e.Release()
		if a.Write(e); e.err != nil && w.err == nil {
			w.err = e.err
		}
		w.string(key, string(e.Bytes()))
	}
}
