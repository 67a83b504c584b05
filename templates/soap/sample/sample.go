// Package sample makes values that a contract allows from its descriptions of types: requests, results, and a handler that
// answers with them. The same contract always gives the same values. It is optional.
package sample

import (
	"errors"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// Request returns a valid request of an operation that has one: a pointer to its Go struct. It has what must be there, the
// first branch of each choice, and elements and attributes of simple types that may be there, unless it is not valid with
// them. The error says why there is none, for instance because a pattern is too complex.
func Request(info *contract.Contract, op *contract.Operation) (any, error) {
	v, err := requestTo(optionalDepth, info, op)
	if err != nil {
		v, err = requestTo(0, info, op)
	}
	return v, err
}

// requestTo returns a request with what may be there down to a depth.
func requestTo(optional int, info *contract.Contract, op *contract.Operation) (any, error) {
	name := xsd.QName{Local: "request"}
	for _, ns := range info.Namespaces[1:] {
		if ns.Prefix == "" {
			name.Space = ns.URI
		}
	}
	v := op.Request.New()
	m := maker{table: info.Types, optional: optional}
	m.b.WriteString(`<s:request xmlns:s="` + escape(name.Space) + `"`)
	if name.Space == "" {
		m.b.Reset()
		m.b.WriteString("<request")
	}
	m.content(op.Request, 0)
	if name.Space == "" {
		m.b.WriteString("</request>")
	} else {
		m.b.WriteString("</s:request>")
	}
	if m.err != nil {
		return nil, m.err
	}
	if err := schema.Unmarshal([]byte(m.b.String()), name, v); err != nil {
		return nil, err
	}
	if err := validate.Value(v); err != nil {
		return nil, err
	}
	return v, nil
}

// maker writes elements with valid content.
type maker struct {
	table    *schema.Table
	optional int // how deep elements that may be absent are written
	b        strings.Builder
	err      error
}

// How deep elements that may be absent are written, and recursive ones that must be there.
const (
	optionalDepth = 2
	maxDepth      = 24
)

// markup escapes text for content and for values of attributes, in which white space would be changed.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")

func escape(s string) string { return markup.Replace(s) }

func attributes(all []schema.Row) (list []schema.Row) {
	for _, r := range all {
		if r.At == schema.AtAttribute {
			list = append(list, r)
		}
	}
	return list
}

// content writes the rest of a start tag, and what is in the element.
func (m *maker) content(t *schema.Type, depth int) {
	if depth > maxDepth {
		m.err = errors.New("the request is too deep")
		return
	}
	all := t.AllRows()
	for _, r := range attributes(all) {
		m.attribute(&r, t)
	}
	m.b.WriteByte('>')
	for i := range all {
		if all[i].At == schema.AtContent {
			m.b.WriteString(escape(m.text(t, &all[i])))
			return
		}
	}
	m.group(t, all, 0, false, depth)
}

func (m *maker) attribute(r *schema.Row, t *schema.Type) {
	if r.Kind == schema.KindProhibited || r.Kind == schema.KindAnyAttributes || r.Name == "" {
		return
	}
	if r.NS == 0 {
		m.b.WriteString(" " + r.Name)
	} else {
		m.b.WriteString(` xmlns:a="` + escape(uri(t, r.NS)) + `" a:` + r.Name)
	}
	m.b.WriteString(`="` + escape(m.text(t, r)) + `"`)
}

func uri(t *schema.Type, ns int32) string {
	if t == nil || t.Table() == nil {
		return ""
	}
	return t.Table().URI(ns)
}

// group writes rows from i on, up to the end of the group, and returns the index after it. Nothing is written if skip is
// set.
func (m *maker) group(t *schema.Type, all []schema.Row, i int, skip bool, depth int) int {
	for i < len(all) {
		switch r := &all[i]; r.Kind {
		case schema.KindEnd:
			return i + 1
		case schema.KindSequence, schema.KindAll:
			i = m.group(t, all, i+1, skip || isOptional(r), depth)
		case schema.KindChoice:
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

// choice writes the first branch of a choice.
func (m *maker) choice(t *schema.Type, all []schema.Row, i int, skip bool, depth int) int {
	for taken := skip; i < len(all); taken = true {
		switch r := &all[i]; r.Kind {
		case schema.KindEnd:
			return i + 1
		case schema.KindSequence, schema.KindAll:
			i = m.group(t, all, i+1, taken, depth)
		case schema.KindChoice:
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

func isOptional(r *schema.Row) bool {
	return r.Occurs == schema.Optional || r.Occurs == schema.Many
}

// element writes an element as often as it must be there. One that may be absent is written if it is of a simple type
// and near the root, or must is set.
func (m *maker) element(t *schema.Type, r *schema.Row, depth int, must bool) {
	simple := r.Kind < schema.KindList && r.Kind != schema.KindRawXML && r.Kind != schema.KindAnyType || r.Kind == schema.KindList || r.Kind == schema.KindFunctions
	switch {
	case r.At != schema.AtElement && r.At != schema.AtItem, r.Kind == schema.KindInherited:
		return
	case !must && isOptional(r) && (!simple || depth >= m.optional || r.Name == ""):
		return
	case r.Kind == schema.KindItems || r.Kind == schema.KindMember:
		m.first(r.Of, depth)
		return
	case r.Name == "":
		m.b.WriteString(`<sample xmlns="urn:sample"/>`)
		return
	}
	n := 1
	if r.More != nil && r.More.Min > 1 {
		n = min(r.More.Min, 100)
	}
	for range n {
		m.b.WriteString("<" + r.Name + ` xmlns="` + escape(uri(t, r.NS)) + `"`)
		m.value(t, r, depth)
		m.b.WriteString("</" + r.Name + ">")
	}
}

// first writes the first element of a repeated group or of a substitution group.
func (m *maker) first(t *schema.Type, depth int) {
	for i, all := 0, t.AllRows(); i < len(all); i++ {
		if r := &all[i]; r.At == schema.AtElement && r.Name != "" {
			m.element(t, r, depth, true)
			return
		}
	}
	m.err = errors.New("a group has no element")
}

// value writes the rest of a start tag, and a value.
func (m *maker) value(t *schema.Type, r *schema.Row, depth int) {
	of := r.Of
	switch {
	case r.Kind == schema.KindAnyType || r.Kind == schema.KindRawXML:
		m.b.WriteString(">")
	case r.Kind != schema.KindStruct && r.Kind != schema.KindPoly:
		m.b.WriteString(">" + escape(m.text(t, r)))
	case of == nil:
		m.b.WriteString(">")
	case of.Abstract:
		derived := m.derived(of)
		if derived == nil {
			m.err = errors.New("no type is derived from the abstract type " + of.Name)
			return
		}
		m.b.WriteString(` xmlns:xsi="` + schema.XSINamespace + `" xmlns:t="` + escape(uri(derived, derived.NS)) + `" xsi:type="t:` + derived.Name + `"`)
		m.content(derived, depth+1)
	default:
		m.content(of, depth+1)
	}
}

// derived returns a type that is derived from an abstract one.
func (m *maker) derived(base *schema.Type) *schema.Type {
	for _, table := range m.table.Closure() {
		for i := range table.Types {
			if t := table.Types[i].Type; !t.Abstract && t.Name != "" && !t.Simple && isDerived(t, base) {
				return t
			}
		}
	}
	return nil
}

func isDerived(t, base *schema.Type) bool {
	for range maxDepth {
		own := t.Rows()
		if len(own) == 0 || own[0].Kind != schema.KindBase && own[0].Kind != schema.KindBaseAttributes || own[0].Of == nil {
			return false
		}
		if t = own[0].Of; t == base {
			return true
		}
	}
	return false
}
