package message

import (
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// Request returns the request of an operation with what the user has given. An error
// names the parameter, its type and the value.
func Request(info *contract.Contract, op *contract.Operation, given *Node) (any, error) {
	if op.Request == nil {
		if len(given.Children) > 0 {
			return nil, fmt.Errorf("%s has no parameters", op.Name)
		}
		return nil, nil
	}
	b := &builder{types: info.Types}
	name := rootName(info)
	b.text.WriteString("<request")
	if name.Space != "" {
		b.text.WriteString(` xmlns="` + escape(name.Space) + `"`)
	}
	if err := b.content(op.Request, given, ""); err != nil {
		return nil, err
	}
	b.text.WriteString("</request>")
	return decoded(op, []byte(b.text.String()), name)
}

// rootName returns the name of an element in the default namespace.
func rootName(info *contract.Contract) xsd.QName {
	name := xsd.QName{Local: "request"}
	for _, ns := range info.Namespaces[1:] {
		if ns.Prefix == "" {
			name.Space = ns.URI
		}
	}
	return name
}

// decoded reads a request, and checks that it is valid.
func decoded(op *contract.Operation, text []byte, name xsd.QName) (any, error) {
	req := op.Request.New()
	if err := schema.Unmarshal(text, name, req); err != nil {
		return nil, plainError(err)
	}
	if err := validate.Value(req); err != nil {
		return nil, fmt.Errorf("the request is not valid: %w", err)
	}
	return req, nil
}

// plainError returns an error of the decoder without the place in the markup, which the
// user has not written.
func plainError(err error) error {
	var e *schema.DecodeError
	if !errors.As(err, &e) {
		return err
	}
	path := strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(e.Path, "request"), "/"), "/", ".")
	if path == "" {
		return errors.New(e.Message)
	}
	return fmt.Errorf("%s: %s", path, e.Message)
}

// builder writes elements.
type builder struct {
	types *schema.Table
	text  strings.Builder
}

// content writes the rest of a start tag, and what is in the element, but for its end
// tag.
func (b *builder) content(t *schema.Type, given *Node, path string) error {
	all := t.AllRows()
	used := make(map[*Node]bool)
	prefixes := 0
	for i := range all {
		if r := &all[i]; r.At == schema.AtAttribute && r.Name != "" && r.Kind != schema.KindProhibited {
			for _, c := range given.Children {
				if !used[c] && c.isAttribute(t, r) && !hasElement(t, all, c) {
					used[c] = true
					prefixes++
					b.attribute(t, r, c.Text, prefixes)
				}
			}
		}
	}
	if i := slices.IndexFunc(all, func(r schema.Row) bool { return r.At == schema.AtContent }); i >= 0 {
		text, declarations := names(all[i].Kind, all[i].Of, given.Text, "q")
		b.text.WriteString(declarations + ">" + escape(text))
	} else {
		b.text.WriteByte('>')
		if given.HasText && given.Text != "" {
			return fmt.Errorf("%s is no simple value: it has %s", cmpPath(path, "the request"), strings.Join(Names(t), ", "))
		}
		if err := b.elements(t, all, given, used, path); err != nil {
			return err
		}
	}
	for _, c := range given.Children {
		if !used[c] && !strings.HasPrefix(c.Name, "@xsi:") {
			return unknown(t, c, path)
		}
	}
	return nil
}

func cmpPath(path, other string) string {
	if path == "" {
		return other
	}
	return path
}

// unknown says that a name is not one of a type.
func unknown(t *schema.Type, c *Node, path string) error {
	names := Names(t)
	text := fmt.Sprintf("there is no %s", join(path, c.Name))
	if len(names) == 0 {
		return errors.New(text + "; there are no parameters")
	}
	if near := Nearest(c.Name, names); near != "" {
		return fmt.Errorf("%s; did you mean %s?", text, join(path, near))
	}
	return fmt.Errorf("%s; want %s", text, strings.Join(names, ", "))
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// elements writes the elements of a type in the order of its rows.
func (b *builder) elements(t *schema.Type, all []schema.Row, given *Node, used map[*Node]bool, path string) error {
	var optional []bool // of the groups that are open
	for i := range all {
		r := &all[i]
		switch {
		case r.Kind == schema.KindSequence || r.Kind == schema.KindAll || r.Kind == schema.KindChoice:
			inner := r.Kind == schema.KindChoice || r.Occurs == schema.Optional || r.Occurs == schema.Many
			optional = append(optional, inner || len(optional) > 0 && optional[len(optional)-1])
			continue
		case r.Kind == schema.KindEnd:
			optional = optional[:len(optional)-1]
			continue
		case r.At != schema.AtElement && r.At != schema.AtItem && r.At != schema.AtAttachment || r.Kind == schema.KindInherited:
			continue
		}
		if r.Kind == schema.KindRawXML && r.Name == "" {
			if err := b.wildcard(t, all, given, used); err != nil {
				return err
			}
			continue
		}
		count := 0
		for _, c := range given.Children {
			of, row := memberOf(t, r, c)
			if used[c] || row == nil {
				continue
			}
			used[c] = true
			if count++; count > 1 && (r.Occurs == schema.Once || r.Occurs == schema.Optional) && r.Kind != schema.KindItems {
				return fmt.Errorf("%s is given twice, and occurs once", join(path, c.Name))
			}
			if err := b.element(of, row, c, path); err != nil {
				return err
			}
		}
		must := (r.Occurs == schema.Once || r.Occurs == schema.OnceOrMore) && (len(optional) == 0 || !optional[len(optional)-1])
		if must && count == 0 && r.Name != "" && !r.Nillable && r.At == schema.AtElement && !r.Lax {
			return fmt.Errorf("%s is missing: give %s=VALUE, %s", join(path, r.Name), join(path, r.Name), TypeName(t, r))
		}
	}
	return nil
}

// wildcard writes the elements that no row describes.
func (b *builder) wildcard(t *schema.Type, all []schema.Row, given *Node, used map[*Node]bool) error {
	for _, c := range given.Children {
		if used[c] || strings.HasPrefix(c.Name, "@") || hasElement(t, all, c) {
			continue
		}
		used[c] = true
		if err := b.openElement(c, true); err != nil {
			return err
		}
	}
	return nil
}

// memberOf returns the row of the element that a node is, if it is that of r or one in
// the group of r, with its type; nil if it is another one.
func memberOf(t *schema.Type, r *schema.Row, c *Node) (*schema.Type, *schema.Row) {
	if r.Kind != schema.KindItems && r.Kind != schema.KindMember {
		if r.Name != "" && c.isElement(t, r) {
			return t, r
		}
		return nil, nil
	}
	inner := r.Of.AllRows()
	for i := range inner {
		if inner[i].At != schema.AtElement {
			continue
		}
		if of, row := memberOf(r.Of, &inner[i], c); row != nil {
			return of, row
		}
	}
	return nil, nil
}

func hasElement(t *schema.Type, all []schema.Row, c *Node) bool {
	return slices.ContainsFunc(all, func(r schema.Row) bool {
		if r.At != schema.AtElement {
			return false
		}
		_, row := memberOf(t, &r, c)
		return row != nil
	})
}

// isElement reports whether a node is the element of a row.
func (n *Node) isElement(t *schema.Type, r *schema.Row) bool {
	return n.Name == r.Name || n.Name == "{"+t.Table().URI(r.NS)+"}"+r.Name
}

// isAttribute reports whether a node is the attribute of a row. The sign before the name
// may be absent.
func (n *Node) isAttribute(t *schema.Type, r *schema.Row) bool {
	c := Node{Name: strings.TrimPrefix(n.Name, "@")}
	return c.isElement(t, r)
}

func (b *builder) attribute(t *schema.Type, r *schema.Row, value string, number int) {
	value, declarations := names(r.Kind, r.Of, value, fmt.Sprintf("q%d_", number))
	b.text.WriteString(declarations)
	switch space := t.Table().URI(r.NS); space {
	case "":
		b.text.WriteString(" " + r.Name)
	case xmlNamespace:
		b.text.WriteString(" xml:" + r.Name)
	default:
		prefix := fmt.Sprintf("a%d", number)
		b.text.WriteString(` xmlns:` + prefix + `="` + escape(space) + `" ` + prefix + ":" + r.Name)
	}
	b.text.WriteString(`="` + escape(value) + `"`)
}

const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// element writes an element.
func (b *builder) element(t *schema.Type, r *schema.Row, c *Node, path string) error {
	path = join(path, c.Name)
	b.text.WriteString("<" + r.Name + ` xmlns="` + escape(t.Table().URI(r.NS)) + `"`)
	if err := b.value(r, c, path); err != nil {
		return err
	}
	b.text.WriteString("</" + r.Name + ">")
	return nil
}

// value writes the rest of a start tag, and a value.
func (b *builder) value(r *schema.Row, c *Node, path string) error {
	isNil := c.Nil
	typeName := ""
	for _, x := range c.Children {
		switch x.Name {
		case "@xsi:nil":
			isNil = isNil || x.Text == "true" || x.Text == "1"
		case "@xsi:type":
			typeName = x.Text
		}
	}
	if isNil {
		b.text.WriteString(` xmlns:xsi="` + schema.XSINamespace + `" xsi:nil="true">`)
		return nil
	}
	of := r.Of
	if typeName != "" {
		var err error
		if of, err = b.typeNamed(typeName, path); err != nil {
			return err
		}
		b.text.WriteString(` xmlns:xsi="` + schema.XSINamespace + `" xmlns:t="` + escape(of.QName().Space) + `" xsi:type="t:` + of.Name + `"`)
	}
	switch {
	case r.Kind == schema.KindStruct || r.Kind == schema.KindPoly || typeName != "" && !of.Simple:
		return b.content(of, c, path)
	case r.Kind == schema.KindRawXML || r.Kind == schema.KindAnyType:
		return b.open(c)
	case len(c.Children) > 0 && typeName == "":
		return fmt.Errorf("%s is a simple value, and has no %s", path, c.Children[0].Name)
	}
	text, declarations := names(r.Kind, r.Of, c.Text, "q")
	b.text.WriteString(declarations + ">" + escape(text))
	return nil
}

// names returns the text of a simple value with prefixes instead of namespaces in braces,
// and the declarations of these. The prefixes begin with stem.
func names(kind schema.Kind, of *schema.Type, text, stem string) (plain, declarations string) {
	if kind == schema.KindList && of != nil && len(of.Rows()) == 1 {
		kind = of.Rows()[0].Kind
	}
	if kind != schema.KindQName && kind != schema.KindNotation {
		return text, ""
	}
	words := strings.Fields(text)
	for i, word := range words {
		if space, local, ok := strings.Cut(strings.TrimPrefix(word, "{"), "}"); ok && strings.HasPrefix(word, "{") {
			prefix := fmt.Sprintf("%s%d", stem, i)
			words[i] = prefix + ":" + local
			declarations += ` xmlns:` + prefix + `="` + escape(space) + `"`
		}
	}
	return strings.Join(words, " "), declarations
}

// open writes the rest of a start tag, and content of any type: the attributes and
// children of the node, or markup, or text.
func (b *builder) open(c *Node) error {
	for _, x := range c.Children {
		if name, ok := strings.CutPrefix(x.Name, "@"); ok {
			if name == "xsi:type" {
				text, declarations := names(schema.KindQName, nil, x.Text, "t")
				b.text.WriteString(declarations + ` xmlns:xsi="` + schema.XSINamespace + `" xsi:type="` + escape(text) + `"`)
				continue
			}
			if !isName(name) {
				return fmt.Errorf("%s is no name of an attribute", quote(name))
			}
			b.text.WriteString(" " + name + `="` + escape(x.Text) + `"`)
		}
	}
	b.text.WriteByte('>')
	if strings.HasPrefix(strings.TrimSpace(c.Text), "<") {
		b.text.WriteString(c.Text)
		return nil
	}
	b.text.WriteString(escape(c.Text))
	for _, x := range c.Children {
		if !strings.HasPrefix(x.Name, "@") {
			if err := b.openElement(x, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// openElement writes an element that no row describes. Without braces its name is in the
// namespace of its parent, or in none at the root of such content.
func (b *builder) openElement(x *Node, root bool) error {
	local, declaration := x.Name, ""
	if space, rest, ok := strings.Cut(strings.TrimPrefix(x.Name, "{"), "}"); ok && strings.HasPrefix(x.Name, "{") {
		local, declaration = rest, ` xmlns="`+escape(space)+`"`
	} else if root {
		declaration = ` xmlns=""`
	}
	if !isName(local) {
		return fmt.Errorf("%s is no name of an element", quote(x.Name))
	}
	b.text.WriteString("<" + local + declaration)
	if err := b.open(x); err != nil {
		return err
	}
	b.text.WriteString("</" + local + ">")
	return nil
}

func isName(s string) bool {
	return xml.Unmarshal([]byte("<"+s+"/>"), new(struct{})) == nil && !strings.ContainsAny(s, " \t\r\n/<>=:")
}

// typeNamed returns the type with a name, which may begin with a namespace in braces.
func (b *builder) typeNamed(name, path string) (*schema.Type, error) {
	var names []string
	for _, table := range b.types.Closure() {
		for i := range table.Types {
			t := table.Types[i].Type
			if t.Name == "" {
				continue
			}
			if t.Name == name || name == "{"+t.QName().Space+"}"+t.Name {
				return t, nil
			}
			names = append(names, t.Name)
		}
	}
	if near := Nearest(name, names); near != "" {
		return nil, fmt.Errorf("%s: there is no type %s; did you mean %s?", path, quote(name), near)
	}
	return nil, fmt.Errorf("%s: there is no type %s", path, quote(name))
}

func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '"':
			b.WriteString("&quot;")
		case '\t', '\n', '\r':
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
