// Package sample makes values that a contract allows from its descriptions of types: requests, results, elements, and a
// handler that answers with them. The same contract and seed always give the same values. It is optional.
package sample

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// Request is [Seed.Request] for the seed 0.
func Request(info *contract.Contract, op *contract.Operation) (any, error) {
	return Seed(0).Request(info, op)
}

// Seed selects values. 0 has the plainest ones, and one item of each list; with other seeds, texts, numbers, times, branches
// of choices and the lengths of lists differ.
type Seed uint64

// Request returns a valid request of an operation that has one: a pointer to its Go struct, or a record. It has what must be
// there, one branch of each choice, and elements and attributes of simple types that may be there, unless it is not valid with
// them. The error says why there is none, for instance because a pattern is too complex.
func (s Seed) Request(info *contract.Contract, op *contract.Operation) (any, error) {
	v, err := s.requestTo(optionalDepth, 0, info, op)
	if err != nil {
		v, err = s.requestTo(0, 0, info, op)
	}
	if err != nil && s != 0 {
		return Seed(0).Request(info, op)
	}
	return v, err
}

// WholeRequest is [Request] with elements of complex types that may be absent, too, as long as they are not in an element of the
// same type and the request is not long.
func WholeRequest(info *contract.Contract, op *contract.Operation) (any, error) {
	if v, err := Seed(0).requestTo(nilDepth, 0, info, op); err == nil {
		return v, nil
	}
	return Request(info, op)
}

// requestTo returns a request with what may be there down to a depth, and with values at a limit.
func (s Seed) requestTo(optional, limit int, info *contract.Contract, op *contract.Operation) (any, error) {
	name := xsd.QName{Local: "request"}
	for _, ns := range info.Namespaces[1:] {
		if ns.Prefix == "" {
			name.Space = ns.URI
		}
	}
	v := op.RequestType().New()
	m := s.rowMaker(info, op, optional)
	m.limit = limit
	m.b.WriteString(`<s:request xmlns:s="` + rowEscape(name.Space) + `"`)
	if name.Space == "" {
		m.b.Reset()
		m.b.WriteString("<request")
	}
	m.content(op.RequestType(), 0)
	if name.Space == "" {
		m.b.WriteString("</request>")
	} else {
		m.b.WriteString("</s:request>")
	}
	if m.err != nil {
		return nil, m.err
	}
	if err := codec.Unmarshal([]byte(m.b.String()), name, v); err != nil {
		return nil, err
	}
	if err := validate.Value(v); err != nil {
		return nil, err
	}
	return v, nil
}

// rowMaker writes elements with valid content.
type rowMaker struct {
	table    *schema.Table
	optional int // how deep elements that may be absent are written
	limit    int // 1 for the highest numbers, the longest strings and lists, -1 for the lowest and shortest ones, 0 for plain values
	seed     Seed
	random   *rand.Rand     // nil for the seed 0
	ids      int            // how many values of xs:ID there are
	item     int            // number of the current item, and of the items around it: values of items differ
	open     []*schema.Type // types whose content is being written
	excluded string         // facets that no value has
	fixed    *string        // fixed value of the element whose content is written next
	b        strings.Builder
	err      error
}

func (s Seed) rowMaker(info *contract.Contract, op *contract.Operation, optional int) rowMaker {
	m := rowMaker{table: info.Types, optional: optional, seed: s}
	if s != 0 {
		h := fnv.New64a()
		_, _ = io.WriteString(h, op.Name) // a hash returns no errors
		m.random = rand.New(rand.NewPCG(uint64(s), h.Sum64()))
	}
	return m
}

// upTo returns a number from 0 to n-1; 0 for the seed 0.
func (m *rowMaker) upTo(n int) int {
	if m.random == nil || n < 2 {
		return 0
	}
	return m.random.IntN(n)
}

// How deep elements that may be absent are written, and recursive ones that must be there.
const (
	rowMaxDepth = 24
)

// rowMarkup escapes text for content and for values of attributes, in which white space would be changed.
var rowMarkup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")

func rowEscape(s string) string { return rowMarkup.Replace(s) }

func attributes(all []schema.Row) (list []schema.Row) {
	for _, r := range all {
		if r.At == schema.AtAttribute {
			list = append(list, r)
		}
	}
	return list
}

// content writes the rest of a start tag, and what is in the element.
func (m *rowMaker) content(t *schema.Type, depth int) {
	if depth > rowMaxDepth {
		m.err = errors.New("the request is too deep")
		return
	}
	if rows := t.Rows(); len(rows) > 0 && rows[len(rows)-1].At == schema.AtItem {
		m.array(t, &rows[len(rows)-1], depth)
		return
	}
	all := t.AllRows()
	for i, r := range attributes(all) {
		m.attribute(&r, t, i)
	}
	if m.fixed != nil {
		m.b.WriteString(">" + rowEscape(*m.fixed))
		m.fixed = nil
		return
	}
	if i := slices.IndexFunc(all, func(r schema.Row) bool { return r.At == schema.AtContent }); i >= 0 {
		m.simpleContent(t, &all[i])
		return
	}
	m.b.WriteByte('>')
	m.open = append(m.open, t)
	m.group(t, all, 0, false, depth)
	m.open = m.open[:len(m.open)-1]
}

// simpleContent writes the rest of a start tag, and a value of a simple type.
func (m *rowMaker) simpleContent(t *schema.Type, r *schema.Row) {
	text := m.prefixed("q", r, m.text(t, r))
	m.b.WriteString(">" + rowEscape(text))
}

// soapEncoding is the namespace of the attributes of arrays (SOAP 1.1 section 5.4.2).
const soapEncoding = "http://schemas.xmlsoap.org/soap/encoding/"

// maxText is how long messages are in which arrays that are not near the root have items.

// array writes the rest of a start tag, and items, unless they are in an item of the same type or the message is long. An array
// of several dimensions has one item.
func (m *rowMaker) array(t *schema.Type, item *schema.Row, depth int) {
	a, has := item.More.Array, m.optional > 0 && (depth <= m.optional || isSimple(item) || m.b.Len() < maxText && !slices.Contains(m.open, item.Of))
	if a.Rank > 1 && has {
		m.b.WriteString(` xmlns:enc="` + soapEncoding + `" enc:arrayType="` + a.Name + a.Brackets + "[1" + strings.Repeat(",1", a.Rank-1) + `]"`)
	}
	m.b.WriteByte('>')
	if has {
		m.element(t, item, depth, true)
	}
}

func (m *rowMaker) attribute(r *schema.Row, t *schema.Type, i int) {
	if r.Kind == codec.KindProhibited || r.Kind == codec.KindAnyAttributes || r.Name == "" {
		return
	}
	space := m.uri(t, r.NS)
	if space == soapEncoding {
		return
	}
	text := m.prefixed("q"+strconv.Itoa(i)+"-", r, m.text(t, r))
	switch space {
	case "":
		m.b.WriteString(" " + r.Name)
	case "http://www.w3.org/XML/1998/namespace":
		m.b.WriteString(" xml:" + r.Name)
	default:
		prefix := "a" + strconv.Itoa(i)
		m.b.WriteString(` xmlns:` + prefix + `="` + rowEscape(space) + `" ` + prefix + ":" + r.Name)
	}
	m.b.WriteString(`="` + rowEscape(text) + `"`)
}

func (m *rowMaker) uri(t *schema.Type, ns int32) string {
	table := m.table
	if t != nil && t.Table() != nil {
		table = t.Table()
	}
	if table == nil {
		return ""
	}
	return table.URI(ns)
}

// group writes rows from i on, up to the end of the group, and returns the index after it. Nothing is written if skip is
// set.
func (m *rowMaker) group(t *schema.Type, all []schema.Row, i int, skip bool, depth int) int {
	for i < len(all) {
		switch r := &all[i]; r.Kind {
		case codec.KindEnd:
			return i + 1
		case codec.KindSequence, codec.KindAll:
			i = m.group(t, all, i+1, skip || isOptional(r), depth)
		case codec.KindChoice:
			i = m.choice(t, all, i+1, skip || isOptional(r), depth)
		default:
			if !skip {
				m.element(t, r, depth, false)
			}
			i++
		}
	}
	return i
}

// choice writes one branch of a choice, the first for the seed 0.
func (m *rowMaker) choice(t *schema.Type, all []schema.Row, i int, skip bool, depth int) int {
	chosen := m.upTo(branches(all[i:]))
	for n := 0; i < len(all); n++ {
		taken := skip || n != chosen
		switch r := &all[i]; r.Kind {
		case codec.KindEnd:
			return i + 1
		case codec.KindSequence, codec.KindAll:
			i = m.group(t, all, i+1, taken, depth)
		case codec.KindChoice:
			i = m.choice(t, all, i+1, taken, depth)
		default:
			if !taken {
				m.element(t, r, depth, true)
			}
			i++
		}
	}
	return i
}

// branches returns the number of branches of a choice, whose rows are the first ones.
func branches(rows []schema.Row) (n int) {
	depth := 0
	for i := range rows {
		if depth == 0 && rows[i].Kind != codec.KindEnd {
			n++
		}
		switch rows[i].Kind {
		case codec.KindSequence, codec.KindAll, codec.KindChoice:
			depth++
		case codec.KindEnd:
			if depth == 0 {
				return n
			}
			depth--
		}
	}
	return n
}

func isOptional(r *schema.Row) bool {
	return r.Occurs == schema.Optional || r.Occurs == schema.Many
}

func isSimple(r *schema.Row) bool {
	return r.Kind <= codec.KindList && r.Kind != codec.KindRawXML && r.Kind != codec.KindAnyType
}

// includes reports whether an element that may be absent is written: one of a simple type near the root, and in a whole request also
// one of a complex type.
func (m *rowMaker) includes(r *schema.Row, depth int) bool {
	if r.Name == "" || depth >= m.optional {
		return false
	}
	isWhole := m.optional > optionalDepth && m.b.Len() < maxText/8
	return isSimple(r) || isWhole && r.Kind == codec.KindStruct && !r.Of.Abstract && !slices.Contains(m.open, r.Of)
}

// times returns how often to write an element.
func (m *rowMaker) times(r *schema.Row, depth int) int {
	switch {
	case r.More != nil && r.More.Array != nil && r.More.Array.Rank == 1:
		return 1 + m.upTo(maxItems)
	case m.limit > 0 && r.Occurs >= schema.Many && depth < optionalDepth && m.b.Len() < maxText/8:
		if r.More == nil || r.More.Max < 1 {
			return maxItems
		}
		return max(min(r.More.Max, maxRepeated), r.More.Min)
	case r.More != nil:
		return max(1, min(r.More.Min, maxRepeated))
	case r.Occurs >= schema.Many && depth < m.optional:
		return 1 + m.upTo(maxItems)
	}
	return 1
}

// element writes an element as often as it must be there. One that may be absent is written if it is included, or must is set.
func (m *rowMaker) element(t *schema.Type, r *schema.Row, depth int, must bool) {
	switch {
	case r.At != schema.AtElement && r.At != schema.AtItem, r.Kind == codec.KindInherited:
		return
	case r.Kind == codec.KindItems:
		m.items(r.Of, depth, must)
		return
	case !must && isOptional(r) && !m.includes(r, depth):
		return
	case r.Kind == codec.KindMember:
		m.first(r.Of, depth)
		return
	case r.Name == "":
		for range m.times(r, depth) {
			m.any(t, r, depth)
		}
		return
	case r.More != nil && r.More.Min > maxRepeated:
		m.err = cmp.Or(m.err, fmt.Errorf("there must be at least %d elements %s, and samples have at most %d", r.More.Min, r.Name, maxRepeated))
		return
	}
	outer := m.item
	for i := range m.times(r, depth) {
		m.item = outer*itemsApart + i
		m.b.WriteString("<" + r.Name + ` xmlns="` + rowEscape(m.uri(t, r.NS)) + `"`)
		m.value(t, r, depth)
		m.b.WriteString("</" + r.Name + ">")
	}
	m.item = outer
}

// value writes the rest of a start tag, and a value.
func (m *rowMaker) value(t *schema.Type, r *schema.Row, depth int) {
	of := r.Of
	switch {
	case r.Kind == codec.KindAnyType || r.Kind == codec.KindRawXML:
		m.b.WriteString(">")
	case r.Kind != codec.KindStruct && r.Kind != codec.KindPoly:
		m.simpleContent(t, r)
	case of == nil:
		m.b.WriteString(">")
	case r.Nillable && depth >= nilDepth && len(attributes(of.AllRows())) == 0:
		m.b.WriteString(` xmlns:xsi="` + schema.XSINamespace + `" xsi:nil="true">`)
	case of.Abstract:
		derived := m.derived(of)
		if derived == nil {
			m.err = errors.New("no type is derived from the abstract type " + of.Name)
			return
		}
		m.b.WriteString(` xmlns:xsi="` + schema.XSINamespace + `" xmlns:t="` + rowEscape(m.uri(derived, derived.NS)) + `" xsi:type="t:` + derived.Name + `"`)
		m.content(derived, depth+1)
	default:
		if r.More != nil && r.More.IsFixed {
			m.fixed = &r.More.Fixed
		}
		m.content(of, depth+1)
	}
}
