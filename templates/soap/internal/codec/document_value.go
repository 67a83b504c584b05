package codec

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// Append appends to doc a document: the element name with the value v.
func Append(doc []byte, name xsd.QName, v any) ([]byte, error) {
	r, err := rootOf(name, v)
	if err != nil {
		return doc, &EncodeError{Path: name.Local, Message: err.Error()}
	}
	if r.typ.Abstract {
		return doc, &EncodeError{Path: name.Local, Message: "the type " + r.typ.Name + " is abstract: send one that is derived from it"}
	}
	return appendDocument(doc, r.table, false, func(e *Encoder) { e.writeRoot(r, v) })
}

// appendDocument appends what write writes to doc. With an error it returns doc as it
// was. After a panic the encoder, which has the caller's buffer, is not used again.
func appendDocument(doc []byte, table []Namespace, xsi bool, write func(*Encoder)) ([]byte, error) {
	e := NewEncoder(table, xsi)
	if doc == nil { // the encoder's own buffer is likely to have room
		defer e.Release()
		if write(e); e.Err() != nil {
			return nil, e.Err()
		}
		return bytes.Clone(e.Bytes()), nil
	}
	own := e.Buf
	e.Buf = doc
	write(e)
	written, err := e.Buf, e.Err()
	e.Buf = own
	e.Release()
	if err != nil {
		return doc, err
	}
	return written, nil
}

// Unmarshal reads a document whose root is the element name into v.
func Unmarshal(doc []byte, name xsd.QName, v any) error {
	r, err := rootOf(name, v)
	if err != nil {
		return fmt.Errorf("schema: %w", err)
	}
	value := r.typ.New()
	if err := readDocument(doc, r.table, r.typ.state().table, func(d *Decoder) { d.readRoot(r, value) }); err != nil {
		return err
	}
	reflect.ValueOf(v).Elem().Set(reflect.ValueOf(value).Elem())
	return nil
}

// readDocument reads a document in any encoding; read reads the root element. types are
// those that xsi:type may name.
func readDocument(doc []byte, table []Namespace, types *Table, read func(*Decoder)) error {
	text, err := ToUTF8(doc, "")
	if err != nil {
		return err
	}
	d := NewDecoder(text, table, Limits{})
	d.Types = types
	defer d.Release()
	return d.Document(func() { read(d) })
}

// root is what is known of the root element of a document.
type root struct {
	name  ElementName
	space string
	typ   *Type // type of the value
	table []Namespace
}

// rootOf returns the root element of a document with the value v.
func rootOf(name xsd.QName, v any) (root, error) {
	typ := TypeOf(v)
	if r, ok := v.(*Record); ok && r != nil {
		typ = r.typ
	}
	switch {
	case typ == nil || typ.Simple || typ.state().table == nil || reflect.TypeOf(v).Kind() != reflect.Pointer:
		return root{}, fmt.Errorf("the value is a %T, not a pointer to a struct that was generated", v)
	case reflect.ValueOf(v).IsNil():
		return root{}, fmt.Errorf("the element must have a value, which is nil")
	case !lex.IsNCName(name.Local):
		return root{}, fmt.Errorf("%q is not the name of an element", name.Local)
	}
	r := root{name: ElementName{Local: name.Local}, space: name.Space, typ: typ, table: typ.state().table.Namespaces}
	if len(r.table) == 0 {
		r.table = noNamespaces
	}
	err := r.find(name.Space)
	return r, err
}

// find sets the number of the namespace of the element. One that the table does not
// have is added to it.
func (r *root) find(space string) error {
	if space == "" {
		if i := slices.IndexFunc(r.table[1:], func(ns Namespace) bool { return ns.Prefix == "" }); i >= 0 {
			return fmt.Errorf("the element has no namespace, and the names in it without a prefix have the namespace %s", r.table[1+i].URI)
		}
		return nil
	}
	for i := range r.table {
		if r.table[i].URI == space {
			r.name.NS = int(r.table[i].number(i))
			return nil
		}
	}
	if space == XMLNamespace || space == xmlnsNamespace {
		return fmt.Errorf("no element can have the namespace %s", space)
	}
	r.name.NS = len(r.table)
	r.table = append(r.table[:len(r.table):len(r.table)], Namespace{URI: space, Prefix: freePrefix(r.table)})
	return nil
}

// freePrefix returns a prefix that no namespace of the table has.
func freePrefix(table []Namespace) string {
	prefix := "e1"
	for n := 2; slices.ContainsFunc(table, func(ns Namespace) bool { return ns.Prefix == prefix }); n++ {
		prefix = fmt.Sprintf("e%d", n)
	}
	return prefix
}

// writeRoot writes the element. It declares the prefix xsi if the type may use it
// and the content shows that. A text with " xsi:" in it declares the prefix, too,
// which does no harm.
func (e *Encoder) writeRoot(r root, v any) {
	e.LimitToType(r.name, r.typ)
	e.Open(r.name, true)
	from := len(e.Buf)
	e.xsi = true // the content relies on it
	EncodeRows(e, r.typ, v)
	e.Close(r.name)
	if r.typ.uses().xsi && bytes.Contains(e.Buf[from:], []byte(" xsi:")) {
		e.Buf = slices.Insert(e.Buf, from, []byte(` xmlns:xsi="`+XSINamespace+`"`)...)
	}
}

// readRoot reads the current element into v.
func (d *Decoder) readRoot(r root, v any) {
	if !d.Is(r.name) {
		d.FailTag("the element %s is expected here", xsd.QName{Space: r.space, Local: r.name.Local})
		return
	}
	if t := d.namedType(r.typ); t != nil && t != r.typ {
		d.FailTag("the type %s is not %s", t.Name, r.typ.label())
	}
	switch {
	case d.Failed != nil:
	case d.IsNil() && !r.typ.planOf().hasIsNil:
		d.FailTag(nilNotAllowed)
	default:
		DecodeRows(d, r.typ, v)
	}
}

// RawXMLName returns the name of the element.
func RawXMLName(x xsd.RawXML) xsd.QName {
	d := NewDecoder([]byte(x), noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return xsd.QName{}
	}
	space, local := d.Tag()
	return xsd.QName{Space: space, Local: local}
}

// RawXMLText returns the character content of the element.
func RawXMLText(x xsd.RawXML) string { return textOf(bytes.Clone([]byte(x))) }

// AnyTypeText returns the character content.
func AnyTypeText(v xsd.AnyType) string { return textOf([]byte("<x>" + v.Content + "</x>")) }

// textOf returns the character content of the root element of doc, "" if doc
// does not start with one. It may change doc.
func textOf(doc []byte) string {
	d := NewDecoder(doc, noNamespaces, markupLimits)
	defer d.Release()
	if !d.Root() {
		return ""
	}
	return d.Text()
}
