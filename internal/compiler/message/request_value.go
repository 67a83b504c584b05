package message

import (
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/spelling"
	"example.com/quartet/templates/soap/schema"
)

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
	if question := spelling.Question(name, names); question != "" {
		return nil, fmt.Errorf("%s: there is no type %s; %s", path, quote(name), question)
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
