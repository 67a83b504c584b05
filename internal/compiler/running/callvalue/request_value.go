package callvalue

import (
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// value writes the rest of a start tag, and a value.
func (b *builder) value(r *schema.Row, c *Node, path string) error {
	isNil, typeName := xsiOf(c)
	builtin := isBuiltin(typeName)
	switch {
	case isNil:
		return b.nilValue(r, c, path)
	case isAny(r) && (typeName == "" || builtin):
		return b.open(c)
	case builtin && isComplex(r):
		return fmt.Errorf("%s: the type %s is not derived from %s", path, typeName, r.Of.Name)
	}
	of, structured := r.Of, isComplex(r)
	if builtin {
		b.xsiType(typeName)
	} else if typeName != "" {
		var err error
		if of, err = b.typeNamed(typeName, r, path); err != nil {
			return err
		}
		b.xsiType(of.QName().String())
		structured = !of.Simple
	}
	if structured {
		return b.content(of, withItems(of, c), path)
	}
	return b.simple(r, of, c, path)
}

// simple writes the rest of a start tag, and a simple value of a type.
func (b *builder) simple(r *schema.Row, of *schema.Type, c *Node, path string) error {
	k, text := r.Kind, c.Text
	if of != r.Of {
		k = of.Kind
	}
	x := childOf(c, "@xsi:")
	switch {
	case x != nil && x.Name == itemName && k == kind.List:
		text = c.listText()
	case x != nil && x.Name == itemName:
		return arrayInArray(path)
	case x != nil:
		return fmt.Errorf("%s is a simple value and has no %s", path, x.Name)
	}
	text, declarations := names(k, of, text, "q")
	b.text.WriteString(declarations + ">" + escape(text))
	return nil
}

// xsiOf returns the values of the attributes xsi:nil and xsi:type.
func xsiOf(c *Node) (isNil bool, typeName string) {
	isNil = c.Nil
	for _, x := range c.Children {
		switch x.Name {
		case "@xsi:nil":
			isNil = isNil || x.Text == "true" || x.Text == "1"
		case "@xsi:type":
			typeName = clarkOfBuiltin(x.Text)
		}
	}
	return isNil, typeName
}

// nilValue writes the rest of a start tag of a nil element, which may have attributes but no content.
func (b *builder) nilValue(r *schema.Row, c *Node, path string) error {
	allowed := "@xsi:"
	if isComplex(r) && r.Of != nil {
		allowed = "@"
	}
	switch x := childOf(c, allowed); {
	case c.Text != "":
		return fmt.Errorf("%s is nil and cannot have a value", path)
	case x != nil:
		return fmt.Errorf("%s is nil and cannot have %s", path, x.Name)
	}
	b.text.WriteString(` xmlns:xsi="` + schema.XSINamespace + `" xsi:nil="true"`)
	if allowed == "@" {
		used := make(map[*Node]bool)
		if err := b.allAttributes(r.Of, r.Of.AllRows(), c, used); err != nil {
			return err
		}
		for _, x := range c.Children {
			if !used[x] && !strings.HasPrefix(x.Name, "@xsi:") {
				return unknown(r.Of, x, path)
			}
		}
	}
	b.text.WriteByte('>')
	return nil
}

func isComplex(r *schema.Row) bool { return r.Kind == kind.Struct || r.Kind == kind.Poly }

// isAny reports whether a row is for values of any type.
func isAny(r *schema.Row) bool { return r.Kind == kind.RawXML || r.Kind == kind.AnyType }

// childOf returns the first child of a node whose name does not begin with allowed, nil if there is none.
func childOf(c *Node, allowed string) *Node {
	for _, x := range c.Children {
		if !strings.HasPrefix(x.Name, allowed) {
			return x
		}
	}
	return nil
}

// names returns the text of a simple value with prefixes instead of namespaces in braces,
// and the declarations of these. The prefixes begin with stem.
func names(k schema.Kind, of *schema.Type, text, stem string) (plain, declarations string) {
	if k == kind.List && of != nil && len(of.Rows()) == 1 {
		k = of.Rows()[0].Kind
	}
	if k != kind.QName && k != kind.Notation {
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
