package callvalue

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// open writes the rest of a start tag, and content without a description: the attributes
// and children of the node, or markup, or text.
func (b *builder) open(c *Node) error {
	for _, x := range c.Children {
		if name, ok := strings.CutPrefix(x.Name, "@"); ok {
			if name == "xsi:type" {
				b.xsiType(clarkOfBuiltin(x.Text))
				continue
			}
			if !isName(name) {
				return fmt.Errorf("%s is not a valid attribute name", quote(name))
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
			if err := b.openElement(x); err != nil {
				return err
			}
		}
	}
	return nil
}

// openElement writes an element that no row describes. Without braces its name is in the
// namespace of its parent.
func (b *builder) openElement(x *Node) error {
	if x.isEmpty {
		return nil
	}
	local, declaration := x.Name, ""
	if space, rest, ok := strings.Cut(strings.TrimPrefix(x.Name, "{"), "}"); ok && strings.HasPrefix(x.Name, "{") {
		local, declaration = rest, ` xmlns="`+escape(space)+`"`
	}
	if !isName(local) {
		return fmt.Errorf("%s is not a valid element name", quote(x.Name))
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

// anyAttributes writes the attributes that no row describes.
func (b *builder) anyAttributes(given *Node, used map[*Node]bool) error {
	for i, c := range given.Children {
		name, ok := strings.CutPrefix(c.Name, "@")
		if used[c] || !ok || strings.HasPrefix(name, "xsi:") {
			continue
		}
		used[c] = true
		if space, local, ok := strings.Cut(strings.TrimPrefix(name, "{"), "}"); ok && strings.HasPrefix(name, "{") {
			prefix := fmt.Sprintf("n%d", i)
			b.text.WriteString(` xmlns:` + prefix + `="` + escape(space) + `"`)
			name = prefix + ":" + local
		}
		if !isName(strings.TrimPrefix(name, fmt.Sprintf("n%d:", i))) {
			return fmt.Errorf("%s is not a valid attribute name", quote(c.Name))
		}
		b.text.WriteString(" " + name + `="` + escape(c.Text) + `"`)
	}
	return nil
}
