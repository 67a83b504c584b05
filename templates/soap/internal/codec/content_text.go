package codec

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"
)

// A content model is written in the notation of a DTD (XML 1.0, section 3.2.1), with the names of fields:
//
//	(uuid | (pattern routePartitionName?)) newPattern{2,5}

// contentText reads a content model.
type contentText struct {
	text string
	row  func(name string) []Row // the rows that a name stands for
	fail func(format string, args ...any)
	rows []Row
}

// readContent returns the rows of a content model.
func readContent(text string, row func(name string) []Row, fail func(string, ...any)) []Row {
	c := contentText{text: text, row: row, fail: fail}
	c.rows = []Row{}
	if c.particles() {
		fail("the content model %q has a ) that closes nothing", text)
	}
	return c.rows
}

// particles reads particles up to the end of a group, and reports whether there is one. The group is what its first
// separator says, a sequence without any.
func (c *contentText) particles() (closed bool) {
	begin, kind := len(c.rows), KindNone
	for {
		c.text = strings.TrimLeft(c.text, " ")
		if c.text == "" {
			return false
		}
		switch c.text[0] {
		case ')':
			c.text = c.text[1:]
			if kind != KindNone {
				c.rows[begin-1].Kind = kind
			}
			return true
		case '|':
			c.text, kind = c.text[1:], KindChoice
		case '&':
			c.text, kind = c.text[1:], KindAll
		case '(':
			c.group()
		default:
			c.name()
		}
	}
}

func (c *contentText) group() {
	at := len(c.rows)
	c.rows = append(c.rows, Row{Kind: KindSequence})
	c.text = c.text[1:]
	if !c.particles() {
		c.fail("the content model has a ( that nothing closes")
	}
	c.occurs(&c.rows[at])
	c.rows = append(c.rows, Row{Kind: KindEnd})
}

func (c *contentText) name() {
	n := strings.IndexAny(c.text, " ()|&?*+{")
	if n < 0 {
		n = len(c.text)
	}
	if n == 0 {
		c.fail("the content model has a %q where a name is expected", c.text[:1])
	}
	rows := c.row(c.text[:n])
	c.text = c.text[n:]
	if len(rows) == 1 && rows[0].hasOccurrence() {
		c.occurs(&rows[0])
	}
	c.rows = append(c.rows, rows...)
}

// hasOccurrence reports whether a content model says how often the row is there.
func (r *Row) hasOccurrence() bool {
	return r.At == AtElement && r.Kind != KindItems && r.Kind <= KindMember
}

// occurs reads how often a particle is there.
func (c *contentText) occurs(r *Row) {
	low, high := 1, 1
	switch {
	case strings.HasPrefix(c.text, "?"):
		low = 0
	case strings.HasPrefix(c.text, "*"):
		low, high = 0, -1
	case strings.HasPrefix(c.text, "+"):
		high = -1
	case strings.HasPrefix(c.text, "{"):
		low, high = c.bounds()
	default:
		r.setOccurs(low, high)
		return
	}
	if c.text[0] != '{' {
		c.text = c.text[1:]
	} else {
		c.text = c.text[strings.IndexByte(c.text, '}')+1:]
	}
	r.setOccurs(low, high)
}

// bounds reads {2,5} or {2,}.
func (c *contentText) bounds() (low, high int) {
	inside, _, ok := strings.Cut(c.text[1:], "}")
	first, second, both := strings.Cut(inside, ",")
	low, err := strconv.Atoi(first)
	high = -1
	if second != "" && err == nil {
		high, err = strconv.Atoi(second)
	}
	if !ok || !both || err != nil {
		c.fail("the content model has {%s} where numbers are expected", inside)
	}
	return low, high
}

// setOccurs sets how often a particle is there. A field that holds one value may be one of several that a group has.
func (r *Row) setOccurs(low, high int) {
	single := r.Kind <= KindMember && r.Kind != KindNone && (r.Occurs == Optional || r.Occurs == Once) && high != 1
	switch {
	case single:
		r.Occurs = Optional
	case high == 1 && low == 1:
		r.Occurs = Once
	case high == 1:
		r.Occurs = Optional
	case low == 0:
		r.Occurs = Many
	default:
		r.Occurs = OnceOrMore
	}
	if single || low > 1 || high > 1 {
		m := More{}
		if r.More != nil {
			m = *r.More
		}
		m.Min, m.Max = low, high
		r.More = &m
	}
}

// structRows returns the rows and the model of a type with a struct.
func (c *completer) structRows(t *Type, r *tagReader) (rows, model []Row) {
	all := r.fieldRows()
	x := c.byGo[t.goType()]
	if x == nil {
		return withoutNames(all), nil
	}
	addDetails(all, x.Details)
	r.field = nil
	if x.Content != "" {
		rows = c.withContent(all, x, r.fail)
	} else {
		rows = withoutNames(all)
	}
	return rows, c.model(t, x)
}

// withContent returns the rows of the fields of a struct with its content model in place of the elements.
func (c *completer) withContent(rows []fieldRow, x *ComplexType, fail func(string, ...any)) []Row {
	var before, after []Row
	elements := make(map[string]Row)
	for _, f := range rows {
		switch {
		case f.row.At == AtElement && f.row.Kind <= KindMember:
			elements[f.name] = f.row
		case len(elements) == 0:
			before = append(before, f.row)
		default:
			after = append(after, f.row)
		}
	}
	content := readContent(x.Content, func(name string) []Row {
		row, ok := elements[name]
		if !ok {
			fail("the content model has %s, which is not a field of an element", name)
		}
		return []Row{row}
	}, fail)
	return append(append(before, content...), after...)
}

// model returns the rows of the model of a type, nil if it has none.
func (c *completer) model(t *Type, x *ComplexType) []Row {
	if t.Zero != nil && x.Model == "" && x.Fields == nil {
		return nil
	}
	return c.modelOf(t, x, "the model of "+t.label())
}

func (c *completer) modelOf(t *Type, x *ComplexType, what string) []Row {
	r := tagReader{table: c.table, what: what}
	var all []fieldRow
	for i := range x.Fields {
		f := &x.Fields[i]
		r.read(f.Tag)
		row := r.row(reflect.TypeOf(f.Type).Elem())
		row.add(&f.More)
		all = append(all, fieldRow{cmp.Or(f.Name, row.Name), row})
	}
	if t != nil && t.Zero != nil && x.Model != "" {
		own := tagReader{table: c.table, goType: t.goType()}
		fields := own.fieldRows()
		addDetails(fields, x.Details)
		all = append(all, fields...)
	}
	if x.Model == "" || x.Model == "EMPTY" {
		rows := []Row{}
		for _, f := range all {
			if x.Model == "" {
				rows = append(rows, f.row)
			}
		}
		return rows
	}
	return readContent(x.Model, func(name string) []Row {
		if name == "base" {
			return []Row{{Kind: KindBase, Of: c.baseOf(t, &r)}}
		}
		for _, f := range all {
			if f.name == name {
				return []Row{f.row}
			}
		}
		r.fail("there is no field %s", name)
		return nil
	}, r.fail)
}

// baseOf returns the base of a type, which the struct or its component names.
func (c *completer) baseOf(t *Type, r *tagReader) *Type {
	switch {
	case t != nil && t.Details().Base != nil:
		return t.Details().Base
	case t != nil && t.state().base != nil:
		return t.state().base
	}
	r.fail("the model of a type without a base has one")
	return nil
}

func addDetails(rows []fieldRow, details []Detail) {
	for i := range details {
		for j := range rows {
			if rows[j].name == details[i].Field {
				rows[j].row.add(&details[i].More)
				break
			}
		}
	}
}
