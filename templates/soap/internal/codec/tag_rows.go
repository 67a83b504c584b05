package codec

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/xsd"
)

// tagReader makes rows from the fields of a struct and their tags. It panics with the names of the type and the field
// where they do not say what a row has.
type tagReader struct {
	table  *Table
	goType reflect.Type
	what   string // what messages call the type, if not by its Go type
	field  *reflect.StructField
	at     fieldTag // tag of field
}

func (r *tagReader) fail(format string, args ...any) {
	name := r.what
	if name == "" {
		name = r.goType.String()
	}
	if r.field != nil {
		name += "." + r.field.Name
	}
	panic("schema: " + name + ": " + fmt.Sprintf(format, args...))
}

// enter reads the tag of a field.
func (r *tagReader) enter(f *reflect.StructField) {
	r.field = f
	text, ok := f.Tag.Lookup(tagKey)
	if !ok && !f.Anonymous {
		r.fail("the field has no struct tag soap:\"...\"")
	}
	r.read(text)
}

func (r *tagReader) read(text string) {
	var err error
	if r.at, err = parseFieldTag(text); err != nil {
		r.fail("soap:%q: %v", text, err)
	}
}

// number returns the number of the namespace of a name in a tag. own is the index of the namespace of names without a prefix.
func (r *tagReader) number(n tagName, own int) int32 {
	if n.prefix == ":" {
		return 0
	}
	prefix, i := strings.TrimSuffix(n.prefix, ":"), 0
	for _, list := range [...][]Namespace{r.table.Namespaces, r.table.More} {
		for j := range list {
			if prefix == "" && i == own || prefix != "" && list[j].Prefix == prefix {
				return list[j].number(i)
			}
			i++
		}
	}
	r.fail("there is no namespace with the prefix %q", prefix)
	return 0
}

// elements returns the index of the namespace of elements whose names have no prefix.
func (t *Table) elements() int {
	if t.Qualified {
		return t.Target
	}
	return 0
}

// fieldRows returns the rows of all fields.
func (r *tagReader) fieldRows() []Row {
	rows := []Row{}
	for i := range r.goType.NumField() {
		f := r.goType.Field(i)
		if f.Name == "_" && i == 0 {
			continue
		}
		r.enter(&f)
		switch {
		case !f.IsExported():
			r.fail("the field is not exported")
		case f.Anonymous:
			rows = append(rows, r.base()...)
		default:
			rows = append(rows, r.row(f.Type))
		}
	}
	return rows
}

// base returns the row of the embedded struct of the base, and the rows for the order of inherited elements.
func (r *tagReader) base() []Row {
	rows := []Row{{Kind: KindBase, Of: r.structType(r.field.Type)}}
	if r.at.has("attributes") {
		rows[0].Kind = KindBaseAttributes
	}
	if r.at.has("any") {
		rows[0].More = &More{Any: r.wildcard()}
	}
	for _, text := range r.at.list("order") {
		name := r.nameIn(text)
		rows = append(rows, Row{Name: name.local, NS: r.number(name, r.table.elements()), Kind: KindInherited})
	}
	return rows
}

// nameIn reads a name in the value of a word.
func (r *tagReader) nameIn(text string) tagName {
	name, err := parseName(text)
	if err != nil {
		r.fail("%v", err)
	}
	return name
}

// marks are the kinds of fields that a word says.
var marks = map[string]Kind{"nil": KindIsNil, "chars": KindText, "sizes": KindSizes, "media": KindMediaType, "xsi": KindXSITypes}

// row returns the row of a field that is not embedded.
func (r *tagReader) row(typ reflect.Type) Row {
	for _, w := range r.at.words {
		if kind, ok := marks[w.word]; ok {
			return Row{Kind: kind}
		}
	}
	if r.at.has("attr") && r.at.has("any") {
		return Row{Kind: KindAnyAttributes, More: &More{Any: r.wildcard()}}
	}
	row := r.valueRow(typ)
	switch {
	case row.Name == "":
	case row.At == AtElement, row.At == AtAttachment && r.at.value("part") != "":
		row.NS = r.number(r.at.tagName, r.table.elements())
	default:
		row.NS = r.number(r.at.tagName, 0)
	}
	return row
}

// valueRow returns a row without a namespace for a value of a Go type.
func (r *tagReader) valueRow(typ reflect.Type) Row {
	row := Row{Name: r.at.local, At: r.place(), Lax: r.at.has("lax"), Typed: r.at.has("typed")}
	r.setValue(&row, typ)
	r.setMore(&row)
	return row
}

func (r *tagReader) place() Place {
	switch {
	case r.at.has("attr"):
		return AtAttribute
	case r.at.has("text"):
		return AtContent
	case r.at.has("item"):
		return AtItem
	case r.at.has("part"):
		return AtAttachment
	}
	return AtElement
}

// setMore sets what few rows have.
func (r *tagReader) setMore(row *Row) {
	m := More{Default: r.at.value("default"), Part: r.at.value("part")}
	if r.at.has("any") {
		m.Any = r.wildcard()
	}
	if r.at.has("fixed") {
		m.Fixed, m.IsFixed = r.at.value("fixed"), true
		if w, ok := r.at.find("default"); ok && w.form == plainWord {
			m.Default = m.Fixed
		}
	}
	if r.at.has("of") {
		r.setType(&m)
	}
	if w, ok := r.at.find("item"); ok && w.form == valuedWord {
		m.Array = r.array()
	}
	if m != (More{}) {
		row.More = &m
	}
}

// setType sets the declared type of a value, or its name, for xsi:type: of=m:colour. An anonymous restriction of that
// type is of=m:colour restricted; one of a built-in type has no value.
func (r *tagReader) setType(m *More) {
	words := r.at.list("of")
	if len(words) > 2 || len(words) == 2 && words[1] != "restricted" {
		r.fail("the word of has %d words instead of a name", len(words))
	}
	if len(words) != 1 || strings.HasPrefix(words[0], "#") {
		m.Restricted = true
	}
	if len(words) > 0 && !strings.HasPrefix(words[0], "#") {
		name := r.nameIn(words[0])
		m.Type, m.TypeNS = name.local, r.number(name, r.table.Target)
	}
}

// array reads the word of the items of an array of SOAP encoding: item=m:row[] 2
func (r *tagReader) array() *Array {
	a := &Array{Style: r.table.Arrays, Rank: 1}
	words := r.at.list("item")
	if len(words) == 0 || len(words) > 2 {
		r.fail("the word item has no type")
	}
	if len(words) == 2 {
		rank, err := strconv.Atoi(words[1])
		if err != nil {
			r.fail("%q is not a number of dimensions", words[1])
		}
		a.Rank = rank
	}
	name := words[0]
	if n := indexOfByte(name, '['); n >= 0 {
		name, a.Brackets = name[:n], unescapeTag(name[n:])
	}
	of := r.nameIn(name)
	a.Name, a.NS = of.local, r.number(of, r.table.Target)
	return a
}

// wildcard reads the word any: any=not m: urn\:t lax
func (r *tagReader) wildcard() *xsd.Wildcard {
	w := new(xsd.Wildcard)
	for _, text := range r.at.list("any") {
		switch text {
		case "not":
			w.Not = true
		case "lax":
			w.Process = xsd.Lax
		case "skip":
			w.Process = xsd.Skip
		case "##targetNamespace":
			w.NS = append(w.NS, int(r.number(tagName{}, r.table.Target)))
		case "##local":
			w.NS = append(w.NS, 0)
		default:
			if n := indexOfByte(text, ':'); n >= 0 && n == len(text)-1 {
				w.NS = append(w.NS, int(r.number(r.nameIn(text), 0)))
				continue
			}
			w.URIs = append(w.URIs, unescapeTag(text))
		}
	}
	return w
}
