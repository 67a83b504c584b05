package project

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/suppress"
)

// value reads the value of a key.
func (r *reader) value(pos diag.Pos, n *yaml.Node, f Field) Value {
	v := Value{Key: f.Name, Pos: pos}
	t := target(n)
	switch {
	case !r.counted(n):
	case (f.Kind == Switch || f.Kind == SwitchOrList) && t.Kind == yaml.ScalarNode && t.ShortTag() == "!!bool":
		v.Items = []Item{{strings.ToLower(t.Value), r.pos(n)}}
	case f.Kind == Switch:
		r.add(r.pos(n), "%s is %s; want true or false", f.Name, form(t))
	case f.Kind == SwitchOrList && t.Kind != yaml.SequenceNode:
		r.add(r.pos(n), "%s is %s; want true, false or a list", f.Name, form(t))
	case f.Kind == Pairs:
		v.Items = r.pairs(t, f)
	case f.Kind == List, f.Kind == SwitchOrList, f.Kind == TextOrList && t.Kind == yaml.SequenceNode:
		v.Items = r.items(t, f)
	default:
		v.Items = r.item(nil, n, f, f.Name)
	}
	return v
}

// items reads a list of strings.
func (r *reader) items(n *yaml.Node, f Field) []Item {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		d := r.add(r.pos(n), "%s is %s; want a list", f.Name, form(n))
		if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" {
			d.Hint = "write " + f.Name + ": [" + n.Value + "]"
		}
		return nil
	}
	var items []Item
	for _, item := range n.Content {
		if !r.counted(item) {
			break
		}
		items = r.item(items, item, f, "an item of "+f.Name)
	}
	return items
}

// item appends a string to items.
func (r *reader) item(items []Item, n *yaml.Node, f Field, what string) []Item {
	text, ok := r.text(n, what)
	if ok && f.Choices != nil && !slices.Contains(f.Choices, text) {
		r.add(r.pos(n), "%s is not a value of %s", diag.Quote(text), f.Name).Hint =
			suggestion(text, f.Choices, "the values are "+diag.Listed(f.Choices, "and"))
		ok = false
	}
	if ok && f.Pattern != "" && !r.matches(text, f.Pattern) {
		r.add(r.pos(n), "%s is not a value of %s", diag.Quote(text), f.Name).Hint = "want " + cmp.Or(f.Want, "a string that matches "+f.Pattern)
		ok = false
	}
	if !ok {
		return items
	}
	return append(items, Item{text, r.pos(n)})
}

func (r *reader) matches(text, pattern string) bool {
	if r.patterns[pattern] == nil {
		r.patterns[pattern] = regexp.MustCompile(pattern)
	}
	return r.patterns[pattern].MatchString(text)
}

// pairs reads a mapping of strings.
func (r *reader) pairs(n *yaml.Node, f Field) []Item {
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		r.add(r.pos(n), "%s is %s; want a mapping", f.Name, form(n))
		return nil
	}
	var items []Item
	seen := make(map[string]diag.Pos)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if !r.counted(n.Content[i]) {
			break
		}
		pos := r.pos(n.Content[i])
		key, keyOK := r.key(n.Content[i], f)
		value, ok := r.text(n.Content[i+1], f.Name+" of "+diag.Quote(key))
		first, twice := seen[key]
		switch {
		case !keyOK || !ok:
		case twice:
			d := r.add(pos, "%s gives %s twice", f.Name, diag.Quote(key))
			*d = d.WithRelated(first, "first given here")
		default:
			seen[key] = pos
			items = append(items, Item{key + "=" + value, pos})
		}
	}
	return items
}

// key returns a key of a mapping of strings. A number is accepted as well, because the keys of an object are strings in JSON.
func (r *reader) key(n *yaml.Node, f Field) (string, bool) {
	if t := target(n); t.Kind == yaml.ScalarNode && t.Value != "" {
		return t.Value, true
	}
	return r.text(n, "a key of "+f.Name)
}

// text returns a string that is not empty, and reports any other value. A date of YAML 1.1 is a string.
func (r *reader) text(n *yaml.Node, what string) (string, bool) {
	t := target(n)
	switch tag := t.ShortTag(); {
	case t.Kind != yaml.ScalarNode || tag != "!!str" && tag != "!!timestamp":
		d := r.add(r.pos(n), "%s is %s; want a string", what, form(t))
		if t.Kind == yaml.ScalarNode && tag != "!!null" {
			d.Hint = `write "` + t.Value + `" with quotation marks`
		}
	case t.Value == "":
		r.add(r.pos(n), "%s is empty", what)
	default:
		return t.Value, true
	}
	return "", false
}

// form describes a value by its form, for messages.
func form(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		if len(n.Content) == 0 {
			return "an empty mapping"
		}
		return "a mapping"
	case yaml.SequenceNode:
		if len(n.Content) == 0 {
			return "an empty list"
		}
		return "a list"
	}
	switch n.ShortTag() {
	case "!!null":
		return "nothing"
	case "!!bool":
		return "a boolean"
	case "!!int", "!!float":
		return "a number"
	}
	return "the text " + diag.Quote(n.Value)
}

// suggestion returns a hint with the names that are most similar to a misspelt name, or the other hint if none is.
func suggestion(name string, names []string, other string) string {
	near := collect.Each(spelling.Nearest(name, names), diag.Quote)
	return cmp.Or(spelling.Meant(near), other)
}

// contract returns the contract that a mapping describes, with the values for all contracts in global. If both have a key, the
// items in global come first.
func (o object) contract(global []Value) Contract {
	name := o.first("contract")
	c := Contract{Name: name.Text, Pos: name.Pos, Values: slices.DeleteFunc(o.values, func(v Value) bool { return v.Key == "contract" })}
	for _, v := range global {
		i := slices.IndexFunc(c.Values, func(own Value) bool { return own.Key == v.Key })
		if i < 0 {
			c.Values = append(c.Values, v)
			continue
		}
		c.Values[i].Items = slices.Concat(v.Items, c.Values[i].Items)
	}
	for _, s := range o.objects["suppress"] {
		rule := s.first("rule")
		c.Suppress = append(c.Suppress, suppress.Suppression{Rule: rule.Text, At: s.first("at").Text, Reason: s.first("reason").Text, Pos: rule.Pos})
	}
	c.Breaks = o.breaks(false)
	return c
}

// breaks returns the accepted breaks.
func (o object) breaks(shared bool) []diff.Acceptance {
	return collect.Each(o.objects["breaks"], func(b object) diff.Acceptance {
		rule := b.first("rule")
		return diff.Acceptance{Rule: rule.Text, Component: b.first("component").Text, Reason: b.first("reason").Text, Until: b.first("until").Text, Pos: rule.Pos, Shared: shared}
	})
}

// first returns the first item of a key; the zero value if the object does not have the key.
func (o object) first(key string) (first Item) {
	for _, v := range o.values {
		if v.Key == key {
			first = v.Items[0]
		}
	}
	return first
}
