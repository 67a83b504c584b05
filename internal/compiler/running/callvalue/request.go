package callvalue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// Request returns the request of an operation with the values that the user has given. An
// error names the parameter, its type and the value, or is the context's.
func Request(ctx context.Context, info *contract.Contract, op *contract.Operation, given *Node) (any, error) {
	if op.RequestType() == nil {
		if len(given.Children) > 0 {
			return nil, fmt.Errorf("%s has no parameters", op.Name)
		}
		return nil, nil
	}
	if given.source != nil { // other forms are read, too
		if req, err := jsonhttp.ReadRequest(info, op, given.source); err == nil {
			return req, checkValid(ctx, info, op, req)
		}
	}
	if err := checkText(given, ""); err != nil {
		return nil, err
	}
	given = withRoot(op, given)
	b := &builder{info: info}
	name := rootName(info)
	b.text.WriteString("<request")
	if name.Space != "" {
		b.text.WriteString(` xmlns="` + escape(name.Space) + `"`)
	}
	inside, attached := withoutAttachments(op.RequestType(), given)
	if err := b.content(op.RequestType(), inside, ""); err != nil {
		return nil, err
	}
	b.text.WriteString("</request>")
	req, err := decoded(ctx, info, op, []byte(b.text.String()), name)
	if err != nil {
		return nil, err
	}
	return req, attach(info, op, req, attached)
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
func decoded(ctx context.Context, info *contract.Contract, op *contract.Operation, text []byte, name xsd.QName) (any, error) {
	req := op.RequestType().New()
	if err := schema.Unmarshal(text, name, req); err != nil {
		if e := (*schema.DecodeError)(nil); errors.As(err, &e) {
			path, _ := placeOf(e)
			return nil, withExample(plainError(err), info, op, path)
		}
		return nil, err
	}
	return req, checkValid(ctx, info, op, req)
}

// checkValid compares a request with the schema.
func checkValid(ctx context.Context, info *contract.Contract, op *contract.Operation, req any) error {
	err := validate.ValueContext(ctx, req)
	if err == nil || ctx.Err() != nil {
		return err
	}
	var invalid *validate.Error
	if errors.As(err, &invalid) {
		err = withExample(err, info, op, invalid.Problems[0].Path)
	}
	return fmt.Errorf("the request is not valid: %w", err)
}

// builder writes elements.
type builder struct {
	info *contract.Contract
	text strings.Builder
}

// content writes the rest of a start tag, and the content of the element without the end
// tag.
func (b *builder) content(t *schema.Type, given *Node, path string) error {
	if item := encodedItem(t); item != nil {
		return b.array(t, item, given, path)
	}
	all := t.AllRows()
	for _, c := range given.Children {
		if !isKnown(t, all, c) {
			return unknown(t, c, path)
		}
	}
	used := make(map[*Node]bool)
	if err := b.allAttributes(t, all, given, used); err != nil {
		return err
	}
	if i := slices.IndexFunc(all, func(r schema.Row) bool { return r.At == schema.AtContent }); i >= 0 {
		text, declarations := names(all[i].Kind, all[i].Of, given.Text, "q")
		b.text.WriteString(declarations + ">" + escape(text))
	} else {
		b.text.WriteByte('>')
		if given.HasText && given.Text != "" {
			return fmt.Errorf("%s is not a simple value: it has %s", cmpPath(path, "the request"), cmpPath(strings.Join(Names(t), ", "), "no content"))
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

// allAttributes writes the attributes of a type that are given.
func (b *builder) allAttributes(t *schema.Type, all []schema.Row, given *Node, used map[*Node]bool) error {
	for i := range all {
		if r := &all[i]; r.At == schema.AtAttribute && r.Name != "" && r.Kind != kind.Prohibited {
			b.attributes(t, all, i, given, used)
		}
	}
	if slices.ContainsFunc(all, func(r schema.Row) bool { return r.Kind == kind.AnyAttributes }) {
		return b.anyAttributes(given, used)
	}
	return nil
}

// isKnown reports whether a type has the element or attribute of a node.
func isKnown(t *schema.Type, all []schema.Row, c *Node) bool {
	if strings.HasPrefix(c.Name, "@xsi:") || hasElement(t, all, c) {
		return true
	}
	return slices.ContainsFunc(all, func(r schema.Row) bool {
		switch {
		case r.At == schema.AtAttribute:
			return r.Name != "" && r.Kind != kind.Prohibited && c.isAttribute(t, &r)
		case r.Kind == kind.AnyAttributes:
			return strings.HasPrefix(c.Name, "@")
		}
		return isWildcard(&r) && strings.HasPrefix(c.Name, "{")
	})
}

// isWildcard reports whether a row is for elements of any name.
func isWildcard(r *schema.Row) bool {
	return r.At == schema.AtElement && r.Name == "" && r.Kind == kind.RawXML
}

// attributes writes the attribute of row i, if there is one. The items of a list are
// several nodes.
func (b *builder) attributes(t *schema.Type, all []schema.Row, i int, given *Node, used map[*Node]bool) {
	var texts []string
	for _, c := range given.Children {
		if !used[c] && c.isAttribute(t, &all[i]) && !hasElement(t, all, c) {
			used[c] = true
			if !c.isMissing(&all[i]) {
				texts = append(texts, c.listText())
			}
		}
	}
	if len(texts) > 0 {
		b.attribute(t, &all[i], strings.Join(texts, " "), i)
	}
}

func cmpPath(path, other string) string {
	if path == "" {
		return other
	}
	return path
}

// unknown returns the error for a name that a type does not have.
func unknown(t *schema.Type, c *Node, path string) error {
	if c.Name == itemName {
		return arrayInArray(path)
	}
	names := Names(t)
	text := fmt.Sprintf("unknown name %s", join(path, c.Name))
	if len(names) == 0 {
		return fmt.Errorf("%s: %s has no content", text, cmpPath(path, "the request"))
	}
	if remark := Meant(path, c.Name, t); remark != "" {
		return fmt.Errorf("%s; %s", text, remark)
	}
	for i := range names {
		names[i] = join(path, names[i])
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
	optional := 0 // number of open groups, from the outermost one that may be absent
	for i := range all {
		r := &all[i]
		switch {
		case isGroup(r):
			if optional > 0 || mayBeAbsent(r) {
				optional++
			}
		case r.Kind == kind.End:
			optional = max(optional-1, 0)
		case r.At != schema.AtElement || r.Kind == kind.Inherited:
		case isWildcard(r):
			if err := b.wildcard(t, all, given, used); err != nil {
				return err
			}
		default:
			count, err := b.occurrences(t, all[i:], given, used, path)
			if err != nil {
				return err
			}
			if count == 0 && optional == 0 && mustOccur(r) {
				return b.missing(t, r, join(path, r.Name))
			}
		}
	}
	return nil
}

func isGroup(r *schema.Row) bool {
	return r.Kind == kind.Sequence || r.Kind == kind.All || r.Kind == kind.Choice
}

// mayBeAbsent reports whether no element of a group has to be given.
func mayBeAbsent(r *schema.Row) bool {
	return r.Kind == kind.Choice || r.Occurs == schema.Optional || r.Occurs == schema.Many
}

// mustOccur reports whether an element has to be given, unless a group around it may be absent.
func mustOccur(r *schema.Row) bool {
	return (r.Occurs == schema.Once || r.Occurs == schema.OnceOrMore) && r.Name != "" && !r.Nillable && r.At == schema.AtElement && !r.Lax
}

// occurrences writes the elements that belong to the first of rows, and returns how many there are. A later row may be for others
// with the same name.
func (b *builder) occurrences(t *schema.Type, rows []schema.Row, given *Node, used map[*Node]bool, path string) (count int, err error) {
	r := &rows[0]
	once := (r.Occurs == schema.Once || r.Occurs == schema.Optional) && r.Kind != kind.Items
	for _, c := range inTurn(r, given.Children) {
		of, row := memberOf(t, r, c)
		if used[c] || row == nil || once && count == 1 && hasElement(t, rows[1:], c) {
			continue
		}
		used[c] = true
		if c.isMissing(row) {
			continue
		}
		if r.Occurs < schema.Many {
			c = joined(t, r, row, given.Children, used, c)
		}
		if count++; count > 1 && once {
			return count, fmt.Errorf("%s is given twice, but may occur only once", join(path, c.Name))
		}
		if err := b.element(of, row, c, path); err != nil {
			return count, err
		}
	}
	return count, nil
}

// MissingError is the error for a missing element that has others inside.
type MissingError string

// Error returns the message.
func (e MissingError) Error() string { return string(e) }

// missing returns the error for a missing element, with what to give for it.
func (b *builder) missing(t *schema.Type, r *schema.Row, path string) error {
	var inner []string
	if isComplex(r) && r.Of != nil && !slices.ContainsFunc(r.Of.AllRows(), func(r schema.Row) bool { return r.At == schema.AtContent }) {
		for _, name := range Names(r.Of) {
			inner = append(inner, join(path, name))
		}
	}
	if len(inner) == 0 {
		such := ""
		if text := example(b.info, r); text != "" {
			such = ", such as " + text
		}
		return fmt.Errorf("%s is missing; give %s=VALUE, %s%s", path, path, TypeName(t, r), such)
	}
	name := ""
	if r.Of.Name != "" && r.Of.Name != r.Name {
		name = " (" + r.Of.Name + ")"
	}
	return MissingError(fmt.Sprintf("%s%s is missing: it has %s", path, name, spelling.List(inner)))
}

// wildcard writes the elements that no row describes.
func (b *builder) wildcard(t *schema.Type, all []schema.Row, given *Node, used map[*Node]bool) error {
	for _, c := range given.Children {
		if used[c] || !strings.HasPrefix(c.Name, "{") || hasElement(t, all, c) {
			continue
		}
		used[c] = true
		if err := b.openElement(c); err != nil {
			return err
		}
	}
	return nil
}

// memberOf returns the row of a node's element and its type, if the row is r or in the group
// of r, else nil.
func memberOf(t *schema.Type, r *schema.Row, c *Node) (*schema.Type, *schema.Row) {
	if r.Kind != kind.Items && r.Kind != kind.Member {
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
