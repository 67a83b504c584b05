package emit

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

func isGroup(r *schema.Row) bool {
	switch r.Kind {
	case kind.Sequence, kind.Choice, kind.All, kind.End:
		return true
	}
	return false
}

// modelField is a field of a struct that a content model names.
type modelField struct {
	name string
	row  *schema.Row
}

// fieldsOf returns the fields of a struct with their rows.
func (e *emitter) fieldsOf(s *ir.Struct, rows []schema.Row) []modelField {
	names := fieldNames(s)
	var fields []modelField
	for i := range rows {
		if r := &rows[i]; !isGroup(r) && r.Kind != kind.Inherited {
			fields = append(fields, modelField{names[len(fields)], r})
		}
	}
	return fields
}

// fieldNames returns the names of the fields of a struct, in the order of its rows.
func fieldNames(s *ir.Struct) []string {
	var names []string
	add := func(f *ir.Field) {
		if f != nil {
			names = append(names, f.Name)
		}
	}
	if s.Base != nil {
		names = append(names, s.Base.Name)
	}
	for _, f := range s.Attrs {
		add(f)
	}
	add(s.AnyAttrs)
	add(s.IsNil)
	add(s.Text)
	if s.Array != nil && s.Array.Rank > 1 {
		names = append(names, "Sizes")
	}
	for _, f := range s.Elements() {
		add(f)
	}
	add(s.XSITypes)
	for _, a := range s.Attachments {
		add(a.Field)
		add(a.Media)
	}
	return names
}

// validation returns what only validation has to know of a field.
func validation(m *schema.More) schema.More {
	if m == nil {
		return schema.More{}
	}
	return schema.More{Block: m.Block, Facets: m.Facets, Constraints: m.Constraints}
}

// isElement reports whether a row is a particle of a content model.
func isElement(r *schema.Row) bool { return r.At == schema.AtElement && r.Kind <= kind.Member }

// contentOf returns the content model of a struct, "" if its Go types say what it is.
func contentOf(rows []schema.Row, fields []modelField) string {
	plain := true
	var elements []schema.Row
	for i := range rows {
		if r := &rows[i]; isGroup(r) || isElement(r) {
			plain = plain && !isGroup(r) && (r.More == nil || r.More.Min == 0 && r.More.Max == 0)
			elements = append(elements, *r)
		}
	}
	if plain {
		return ""
	}
	var names []string
	for _, f := range fields {
		if isElement(f.row) {
			names = append(names, f.name)
		}
	}
	return contentText(elements, names)
}

// contentText returns a content model with the names of rows that are not groups.
func contentText(rows []schema.Row, names []string) string {
	var b strings.Builder
	separators, sizes := []string{" "}, []int{0}
	for i := range rows {
		r := &rows[i]
		last := len(separators) - 1
		if r.Kind == kind.End {
			if sizes[last] < 2 {
				b.WriteString(strings.TrimRight(separators[last], " "))
			}
			b.WriteString(")" + suffixOf(openingOf(rows, i)))
			separators, sizes = separators[:last], sizes[:last]
			continue
		}
		if sizes[last] > 0 {
			b.WriteString(separators[last])
		}
		sizes[last]++
		switch r.Kind {
		case kind.Sequence:
			separators, sizes = append(separators, " "), append(sizes, 0)
		case kind.Choice:
			separators, sizes = append(separators, " | "), append(sizes, 0)
		case kind.All:
			separators, sizes = append(separators, " & "), append(sizes, 0)
		default:
			b.WriteString(names[0])
			names = names[1:]
			if isElement(r) && r.Kind != kind.Items {
				b.WriteString(suffixOf(r))
			}
			continue
		}
		b.WriteString("(")
	}
	return b.String()
}

// openingOf returns the row that begins the group which the row at end ends.
func openingOf(rows []schema.Row, end int) *schema.Row {
	depth := 0
	for i := end; ; i-- {
		switch rows[i].Kind {
		case kind.End:
			depth++
		case kind.Sequence, kind.Choice, kind.All:
			if depth--; depth == 0 {
				return &rows[i]
			}
		}
	}
}

// suffixOf says how often a particle is there: ? or {2,5}
func suffixOf(r *schema.Row) string {
	low, high := 0, 1
	switch {
	case r.More != nil && (r.More.Min != 0 || r.More.Max != 0):
		low, high = r.More.Min, r.More.Max
	case r.Occurs == schema.Once:
		low = 1
	case r.Occurs == schema.Many:
		high = -1
	case r.Occurs == schema.OnceOrMore:
		low, high = 1, -1
	}
	switch {
	case low == 1 && high == 1:
		return ""
	case low == 0 && high == 1:
		return "?"
	case low == 0 && high == -1:
		return "*"
	case low == 1 && high == -1:
		return "+"
	case high == -1:
		return "{" + strconv.Itoa(low) + ",}"
	}
	return "{" + strconv.Itoa(low) + "," + strconv.Itoa(high) + "}"
}

// model returns the model of a type: all attributes and elements as its schema has them. Those for which no field in own
// stands are listed.
func (e *emitter) model(rows []schema.Row, own []modelField) (text string, fields []schema.Field) {
	taken := map[string]bool{"base": true, "EMPTY": true}
	for _, f := range own {
		taken[f.name] = true
	}
	var made []modelField
	var names []string
	for i := range rows {
		switch r := &rows[i]; {
		case r.Kind == kind.Base:
			names = append(names, "base")
		case !isGroup(r):
			f := fieldFor(r, own)
			if f == nil {
				f = fieldFor(r, made)
			}
			if f == nil {
				made = append(made, modelField{modelName(r.Name, taken), r})
				f = &made[len(made)-1]
			}
			names = append(names, f.name)
		}
	}
	switch {
	case len(rows) == 0 && len(own) > 0:
		text = "EMPTY"
	case len(made) < len(rows) || contentOf(rows, made) != "" || slices.ContainsFunc(made, hasThreeStates):
		text = contentText(rows, names)
		for i := range made {
			made[i].row = onceOptional(made[i].row)
		}
	}
	for _, f := range made {
		if f.name == f.row.Name {
			f.name = ""
		}
		fields = append(fields, schema.Field{Name: f.name, Tag: e.modelTag(f.row), Type: goType{e.modelType(f.row)}, More: validation(f.row.More)})
	}
	return text, fields
}

func fieldFor(r *schema.Row, fields []modelField) *modelField {
	i := slices.IndexFunc(fields, func(f modelField) bool { return sameField(f.row, r) })
	if i < 0 {
		return nil
	}
	return &fields[i]
}

// hasThreeStates reports whether an element may be absent or nil, which only the content model says if it is not a field.
func hasThreeStates(f modelField) bool {
	return isElement(f.row) && f.row.Occurs == schema.Optional && f.row.Nillable
}

// onceOptional returns an element whose number of occurrences a content model says.
func onceOptional(r *schema.Row) *schema.Row {
	if !isElement(r) || isMany(r) {
		return r
	}
	changed := *r
	changed.Occurs = schema.Optional
	return &changed
}

func isMany(r *schema.Row) bool { return r.Occurs == schema.Many || r.Occurs == schema.OnceOrMore }

// sameField reports whether a field may stand for a row of a model, which says how often an element is there.
func sameField(f, r *schema.Row) bool {
	x, y := *f, *r
	if isElement(r) {
		if isMany(f) != isMany(r) || r.More != nil && r.More.Max != 0 && (r.More.Max != 1) != isMany(f) {
			return false
		}
		x.Occurs, y.Occurs = 0, 0
	}
	var a, b schema.More
	if x.More != nil {
		a = *x.More
	}
	if y.More != nil {
		b = *y.More
	}
	a.Min, a.Max, a.Type, a.TypeNS, a.Array = 0, 0, "", 0, nil
	b.Min, b.Max, b.Type, b.TypeNS, b.Array = 0, 0, "", 0, nil
	x.More, y.More, x.Lax, y.Lax, x.Typed, y.Typed = nil, nil, false, false, false, false
	return x == y && reflect.DeepEqual(a, b)
}

// modelName returns a name for what only a model has.
func modelName(local string, taken map[string]bool) string {
	base := cmp.Or(local, "any")
	name := base
	for n := 2; taken[name]; n++ {
		name = base + strconv.Itoa(n)
	}
	taken[name] = true
	return name
}

// modelType returns the Go type of such a field: *T, []T or []*T.
func (e *emitter) modelType(r *schema.Row) *jen.Statement {
	switch {
	case r.Kind == kind.AnyAttributes:
		return jen.Index().Add(e.xsd("Attr"))
	case isMany(r) && r.Nillable && r.Kind != kind.Poly:
		return jen.Index().Op("*").Add(e.rowType(r))
	case isMany(r):
		return jen.Index().Add(e.rowType(r))
	}
	return jen.Op("*").Add(e.rowType(r))
}

func (e *emitter) modelTag(r *schema.Row) string {
	t := e.newTag()
	own := 0
	if r.At == schema.AtElement {
		own = t.own.elements()
	}
	t.word(t.name(r.NS, r.Name, own))
	t.place(r)
	t.kind(r)
	switch {
	case r.Occurs == schema.OnceOrMore, r.Occurs == schema.Once && !r.Nillable:
		t.word("required")
	}
	if r.Nillable && (!isMany(r) || r.Kind == kind.Poly) {
		t.word("nillable")
	}
	if t.own.encoded && r.At == schema.AtElement {
		t.word("strict")
		t.word("untyped")
	}
	t.declared(r)
	t.more(r)
	return t.String()
}
