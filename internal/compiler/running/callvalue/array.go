package callvalue

import (
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// itemName is the name of a node that is an item of the node around it, by its position.
const itemName = ""

// arrayItem returns the row of the items of an array of SOAP encoding, nil for other types.
func arrayItem(t *schema.Type) *schema.Row {
	if t == nil {
		return nil
	}
	rows := t.Rows() // a model does not name the items
	if n := len(rows); n > 0 && rows[n-1].At == schema.AtItem {
		return &rows[n-1]
	}
	return nil
}

// isArray reports whether a node is a whole array with items of a row, instead of a single item.
func (n *Node) isArray(t *schema.Type, item *schema.Row) bool {
	for _, c := range n.Children {
		if c.Name != itemName && !strings.HasPrefix(c.Name, "@") && !c.isElement(t, item) {
			return false
		}
	}
	return !n.HasText
}

// arrayOf returns a node for an array, whose items may be several nodes.
func arrayOf(t *schema.Type, r *schema.Row, all []*Node, used map[*Node]bool, first *Node) *Node {
	array := &Node{Name: first.Name, Children: []*Node{first}}
	for _, c := range all {
		if _, row := memberOf(t, r, c); !used[c] && row != nil {
			used[c] = true
			array.Children = append(array.Children, c)
		}
	}
	if len(array.Children) == 1 && !first.isItem {
		return first
	}
	for i, c := range array.Children {
		item := *c
		item.Name = itemName
		array.Children[i] = &item
	}
	return array
}

// array writes the rest of the start tag of an array, and its items.
func (b *builder) array(t *schema.Type, item *schema.Row, given *Node, path string) error {
	if !given.isArray(t, item) {
		only := *given
		only.Name = itemName
		given = &Node{Children: []*Node{&only}}
	}
	sizes := ""
	var items []*Node
	for _, c := range given.Children {
		switch {
		case c.Name == arrayTypeName:
			sizes = c.Text
		case strings.HasPrefix(c.Name, "@xsi:") || c.isEmpty:
		case strings.HasPrefix(c.Name, "@"):
			return unknown(t, c, path)
		default:
			named := *c
			named.Name = item.Name
			items = append(items, &named)
		}
	}
	if item.More.Array.Rank > 1 {
		if sizes == "" && len(items) > 0 {
			return fmt.Errorf("%s is missing; give the sizes of the array, such as %[1]s=[1%s]", join(path, arrayTypeName), strings.Repeat(",1", item.More.Array.Rank-1))
		}
		b.text.WriteString(` xmlns:enc="` + encodingNamespace + `" enc:arrayType="` + escape(sizes) + `"`)
	}
	b.text.WriteByte('>')
	for _, c := range items {
		if err := b.element(t, item, c, path); err != nil {
			return err
		}
	}
	return nil
}

const (
	encodingNamespace = "http://schemas.xmlsoap.org/soap/encoding/"
	arrayTypeName     = "@arrayType"
)

// arraySizes returns the sizes of an array of several dimensions.
func arraySizes(x *element) []Field {
	for _, a := range x.attrs {
		if a.Name.Space == encodingNamespace && a.Name.Local == "arrayType" {
			return []Field{{arrayTypeName, &Value{Text: a.Value[strings.LastIndexByte(a.Value, '['):]}}}
		}
	}
	return nil
}

// joined returns a node for a list or an array, whose items may be several nodes.
func joined(t *schema.Type, r, row *schema.Row, all []*Node, used map[*Node]bool, first *Node) *Node {
	switch {
	case row.Kind == kind.List:
		return listOf(t, r, all, used, first)
	case isComplex(row) && arrayItem(row.Of) != nil:
		return arrayOf(t, r, all, used, first)
	}
	return first
}

// listOf returns a node for the value of a list, whose items are several nodes.
func listOf(t *schema.Type, r *schema.Row, all []*Node, used map[*Node]bool, first *Node) *Node {
	joined := *first
	for _, c := range all {
		if _, row := memberOf(t, r, c); !used[c] && row != nil {
			used[c] = true
			joined.Text += " " + c.listText()
		}
	}
	return &joined
}

// listText returns the text of a list, whose items may be nodes.
func (n *Node) listText() string {
	words := []string{n.Text}
	for _, c := range n.Children {
		if c.Name == itemName {
			words = append(words, c.Text)
		}
	}
	return strings.Join(words, " ")
}

func arrayInArray(path string) error {
	return fmt.Errorf("%s: an array in an array", cmpPath(path, "the request"))
}

// isMissing reports whether a node is an empty array in JSON that stands for no element of a row.
func (n *Node) isMissing(r *schema.Row) bool {
	return n.isEmpty && r.Kind != kind.List && (!isComplex(r) || arrayItem(r.Of) == nil)
}
