package callvalue

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// itemName is the name of a node that is an item of the node around it, by its position.
const itemName = ""

// encodedItem returns the row of the items of an array of SOAP encoding, nil for other types.
func encodedItem(t *schema.Type) *schema.Row {
	if t == nil {
		return nil
	}
	rows := t.Rows() // a model does not name the items
	if n := len(rows); n > 0 && rows[n-1].At == schema.AtItem {
		return &rows[n-1]
	}
	return nil
}

// arrayItem returns the row of the items of an array: one of SOAP encoding, or a type with a repeated element and nothing else, whose
// values are lists where they are results. It returns nil for other types.
func arrayItem(t *schema.Type) (item *schema.Row) {
	if item = encodedItem(t); item != nil || t == nil || t.Mixed {
		return item
	}
	all := t.AllRows()
	for i := range all {
		switch r := &all[i]; {
		case r.Kind == kind.XSITypes:
		case item != nil || r.At != schema.AtElement || r.Name == "" || r.Occurs < schema.Many || r.Kind == kind.Items || r.Kind == kind.Member:
			return nil
		default:
			item = r
		}
	}
	return item
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

// isItemOf reports whether a node may be an item of an array.
func (n *Node) isItemOf(item *schema.Row) bool {
	if len(n.Children) == 0 || !isComplex(item) {
		return len(n.Children) == 0
	}
	all := item.Of.AllRows()
	return !slices.ContainsFunc(n.Children, func(c *Node) bool { return !isKnown(item.Of, all, c) })
}

// withItems returns a node whose items have their names, if its type is an array. A value is the only item.
func withItems(t *schema.Type, given *Node) *Node {
	item := arrayItem(t)
	if item == nil {
		return given
	}
	array := &Node{Name: given.Name, Children: given.Children}
	if !given.isArray(t, item) {
		if !given.isItemOf(item) {
			return given
		}
		only := *given
		only.Children = slices.DeleteFunc(slices.Clone(given.Children), func(c *Node) bool { return strings.HasPrefix(c.Name, "@xsi:") })
		only.Name = itemName
		array.Children = []*Node{&only}
	}
	array.Children = slices.Clone(array.Children)
	for i, c := range array.Children {
		if c.Name == itemName {
			named := *c
			named.Name = item.Name
			array.Children[i] = &named
		}
	}
	return array
}

// arrayOf returns a node for an array, whose items may be several nodes.
func arrayOf(t *schema.Type, r, row *schema.Row, all []*Node, used map[*Node]bool, first *Node) *Node {
	item := arrayItem(row.Of)
	array := &Node{Name: first.Name, Children: []*Node{first}}
	for _, c := range all {
		if _, row := memberOf(t, r, c); !used[c] && row != nil {
			used[c] = true
			array.Children = append(array.Children, c)
		}
	}
	if len(array.Children) == 1 && (!first.isItem || hasElementOf(row.Of, item, first) && !first.isItemOf(item)) {
		return first
	}
	for i, c := range array.Children {
		unnamed := *c
		unnamed.Name = itemName
		array.Children[i] = &unnamed
	}
	return array
}

// array writes the rest of the start tag of an array, and its items.
func (b *builder) array(t *schema.Type, item *schema.Row, given *Node, path string) error {
	sizes := ""
	var items []*Node
	for _, c := range withItems(t, given).Children {
		switch {
		case c.Name == arrayTypeName:
			sizes = c.Text
		case strings.HasPrefix(c.Name, "@xsi:") || c.isEmpty:
		case !c.isElement(t, item):
			return unknown(t, c, path)
		default:
			items = append(items, c)
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

// joined returns a node for a list or an array, whose items may be several nodes.
func joined(t *schema.Type, r, row *schema.Row, all []*Node, used map[*Node]bool, first *Node) *Node {
	switch {
	case row.Kind == kind.List:
		return listOf(t, r, all, used, first)
	case isComplex(row) && arrayItem(row.Of) != nil:
		return arrayOf(t, r, row, all, used, first)
	}
	return first
}

// listOf returns a node for the value of a list, whose items are several nodes.
func listOf(t *schema.Type, r *schema.Row, all []*Node, used map[*Node]bool, first *Node) *Node {
	joined, words := *first, []string{first.Text}
	for _, c := range all {
		if _, row := memberOf(t, r, c); !used[c] && row != nil {
			used[c] = true
			words = append(words, c.listText())
		}
	}
	joined.Text = strings.Join(words, " ")
	return &joined
}

// inTurn returns nodes in the order of a repeated sequence, one of each element in turn, since JSON has the nodes of one name
// together. If r is not a repeated sequence, or the elements occur in different numbers, it returns nodes unchanged.
func inTurn(r *schema.Row, nodes []*Node) []*Node {
	if r.Kind != kind.Items {
		return nodes
	}
	rows := r.Of.AllRows()
	if len(rows) == 0 || rows[0].Kind != kind.Sequence || slices.ContainsFunc(rows[1:], func(r schema.Row) bool {
		return r.Kind == kind.Choice || r.Occurs >= schema.Many
	}) {
		return nodes
	}
	var columns [][]*Node
	for i := range rows {
		if same := slices.DeleteFunc(slices.Clone(nodes), func(c *Node) bool {
			_, row := memberOf(r.Of, &rows[i], c)
			return rows[i].At != schema.AtElement || row == nil
		}); len(same) > 0 {
			columns = append(columns, same)
		}
	}
	var all []*Node
	for i := 0; len(columns) > 0 && i < len(columns[0]); i++ {
		for _, same := range columns {
			if len(same) != len(columns[0]) {
				return nodes
			}
			all = append(all, same[i])
		}
	}
	return all
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
	return fmt.Errorf("%s: a list in a list is not supported here", cmpPath(path, "the request"))
}

// isMissing reports whether a node is an empty array in JSON, which means that there is no element of a row.
func (n *Node) isMissing(r *schema.Row) bool {
	return n.isEmpty && r.Kind != kind.List && (!isComplex(r) || arrayItem(r.Of) == nil)
}
