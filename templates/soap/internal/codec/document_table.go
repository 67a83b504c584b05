package codec

import (
	"slices"

	"example.com/quartet/templates/soap/xsd"
)

// ReadDocument reads a document whose root is a global element that the table
// describes, without knowing which. The result is a Record whose first field is for the
// element: the first row of the record's type has its name. A root that nothing
// declares is an [xsd.RawXML] if it has xsi:type. The limits are the default ones of a
// message, and what the schema does not know is an error. Any goroutine may call it.
func (t *Table) ReadDocument(doc []byte) (r *Record, err error) {
	err = readDocument(doc, t.Namespaces, nil, func(d *Decoder) {
		space, local := d.Tag()
		root := t.documentType(xsd.QName{Space: space, Local: local})
		if _, typed := d.Attr(XSINamespace, "type"); root == nil && typed {
			root = t.documentType(xsd.QName{}) // the type may be known all the same (XML Schema part 1, section 5.2)
		}
		if root == nil {
			d.FailTag("the schema declares no element of that name")
			return
		}
		d.Strict = true
		d.ns, d.Types = root.state().table.Namespaces, root.state().table
		d.current.ns = int32(root.Rows()[0].NS)
		r = NewRecord(root)
		p := root.planOf()
		d.readStep(&p.fields[0], r.first(p))
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// AppendDocument appends to doc the document with a value that ReadDocument has
// returned.
func (r *Record) AppendDocument(doc []byte) ([]byte, error) {
	return appendDocument(doc, r.typ.state().table.Namespaces, true, func(e *Encoder) {
		if r.typ.Rows()[0].Kind == KindRawXML { // it declares its namespaces itself
			e.RawXML(XMLProlog, *r.Field(0).(*xsd.RawXML), "")
		} else {
			EncodeContent(e, func(e *Encoder) { EncodeRows(e, r.typ, r) })
		}
	})
}

// documentType returns a type without a name whose only field is a global element,
// nil if there is no such element with a value. For no name it is any element. It is
// kept, with its plan.
func (t *Table) documentType(name xsd.QName) *Type {
	if known, ok := t.documents.Load(name); ok {
		return known.(*Type)
	}
	typ := t.newDocumentType(name)
	if typ == nil {
		return nil
	}
	known, _ := t.documents.LoadOrStore(name, typ)
	return known.(*Type)
}

func (t *Table) newDocumentType(name xsd.QName) *Type {
	if name == (xsd.QName{}) {
		return t.documentOf(Row{Kind: KindRawXML, More: &More{Any: &xsd.Wildcard{}}})
	}
	for _, table := range t.Closure() {
		for _, row := range table.Elements {
			if row.Name == name.Local && table.URI(row.NS) == name.Space {
				return table.documentOf(row)
			}
		}
	}
	return nil
}

// documentOf describes a document with a global element of the table. Its namespace
// may be one of More, which has no prefix.
func (t *Table) documentOf(row Row) *Type {
	row.Occurs = Once
	if row.Kind == KindStruct && !row.Nillable && t.isBase(row.Of) {
		row.Kind = KindPoly // xsi:type may name another type
	}
	if m := row.More; m != nil && m.IsFixed && m.Default == "" {
		more := *m
		more.Default = m.Fixed
		row.More = &more
	}
	own := &Table{Namespaces: t.Namespaces, Imports: []*Table{t}}
	if len(own.Namespaces) == 0 {
		own.Namespaces = noNamespaces
	}
	if entryOf(own.Namespaces, int(row.NS)) == nil {
		own.Namespaces = append(slices.Clip(own.Namespaces), Namespace{URI: t.URI(row.NS), Prefix: freePrefix(own.Namespaces)})
		row.NS = int32(len(own.Namespaces) - 1)
	}
	typ := new(Type)
	own.Types = []TypeRows{{Type: typ, Rows: []Row{row, {Kind: KindXSITypes}}}}
	typ.state().rows, typ.state().table, typ.state().document = own.Types[0].Rows, own, true
	return typ
}

// isBase reports whether the table has a type that is derived from another one, or one
// that it imports has.
func (t *Table) isBase(base *Type) bool {
	for _, table := range t.Closure() {
		for i := range table.Types {
			if typ := table.Types[i].Type; typ != base && typ.derivedFrom(base) {
				return true
			}
		}
	}
	return false
}
