package callvalue

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Input is a request as the user has written it.
type Input struct {
	Names []string // of the parameters

	json []byte // of ParseJSON
	root *node  // of ParseArguments
}

// ParseJSON parses an object with the parameters. An error is one of JSON; [Request] reads the values.
func ParseJSON(data []byte) (*Input, error) {
	var members map[string]json.RawMessage
	if !bytes.HasPrefix(data, []byte("{")) {
		return nil, errors.New("want a JSON object with the parameters")
	}
	err := json.Unmarshal(data, &members)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		before := data[:max(syntax.Offset-1, 0)]
		err = fmt.Errorf("line %d, column %d: %w", bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n'), err)
	}
	return &Input{Names: slices.Sorted(maps.Keys(members)), json: data}, err
}

// ParseArguments parses arguments of the form PATH=VALUE. A path consists of the names of
// elements with dots between them, and possibly after a name the number of an item of a
// list, from 0: stop.1.name=A. A repeated argument is another item of a list. Without a path
// the value is the request itself.
//
// The value of an element with elements or attributes may be a JSON object. A value @FILE is what
// read returns for FILE, whose bytes are encoded for xs:base64Binary and xs:hexBinary; a text that
// begins with @ is written @@.
func ParseArguments(args []string, read func(file string) ([]byte, error)) (*Input, error) {
	root := new(node)
	for _, arg := range args {
		if err := root.add(arg, read); err != nil {
			return nil, fmt.Errorf("the argument %s: %w", quote(arg), err)
		}
	}
	return &Input{Names: collect.Each(root.children, func(n *node) string { return n.name }), root: root}, nil
}

// Texts returns the values, each with the name of its element or attribute. A nil Input has none.
func (in *Input) Texts() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if in != nil {
			_ = in.root.visit(yield) && visitJSON("", in.json, yield)
		}
	}
}

// visit calls yield for the texts in a node, and reports whether it has not ended the visit.
func (n *node) visit(yield func(name, text string) bool) bool {
	return n == nil || (!n.hasText || yield(n.name, n.text) && visitJSON(n.name, []byte(n.text), yield)) &&
		!slices.ContainsFunc(n.children, func(c *node) bool { return !c.visit(yield) })
}

// visitJSON is visit for an object or an array that is the value of an element. It ignores what is not JSON.
func visitJSON(name string, data []byte, yield func(name, text string) bool) bool {
	var value any
	d := json.NewDecoder(bytes.NewReader(data))
	if d.UseNumber(); !isJSON(string(data)) || d.Decode(&value) != nil {
		return true
	}
	var visit func(name string, value any) bool
	visit = func(name string, value any) bool {
		switch v := value.(type) {
		case map[string]any:
			for member, value := range v {
				if strings.HasPrefix(member, "#") { // the text of the element
					member = name
				}
				if !visit(member, value) {
					return false
				}
			}
		case []any:
			return !slices.ContainsFunc(v, func(item any) bool { return !visit(name, item) })
		case string, json.Number:
			return yield(name, fmt.Sprint(v))
		}
		return true
	}
	return visit(name, value)
}

// content returns the JSON of the value of a row.
func (in *Input) content(r *schema.Row) []byte {
	if in.root == nil {
		return in.json
	}
	return in.root.appendJSON(nil, r)
}

// node is an element or an attribute, with the text or the children that arguments give. The name of an attribute begins with @.
type node struct {
	name     string
	text     string
	hasText  bool
	isFile   bool // the text is the content of a file
	isItem   bool // an item of a list by its number
	children []*node
}

const (
	itemName = "" // of a node that is an item of the node around it, by its position
	maxDepth = 100
)

// step is a name in a path, with the number of an item; -1 if there is none.
type step struct {
	name string
	item int
}

func (n *node) add(arg string, read func(file string) ([]byte, error)) error {
	if value, ok := strings.CutPrefix(arg, "="); ok {
		if n.hasText {
			return errors.New("the value is given twice")
		}
		return n.set(value, read)
	}
	path, value, err := splitArgument(arg)
	if err != nil {
		return err
	}
	for i, s := range path {
		if n, err = n.child(s, i == len(path)-1); err != nil {
			return err
		}
	}
	return n.set(value, read)
}

// set sets the text of a node to a value, or to the content of a file that the value names.
func (n *node) set(value string, read func(file string) ([]byte, error)) error {
	n.text, n.hasText = value, true
	file, ok := strings.CutPrefix(value, "@")
	if !ok || file == "" {
		return nil
	}
	if strings.HasPrefix(file, "@") {
		n.text = file
		return nil
	}
	content, err := read(file)
	if err != nil {
		return fmt.Errorf("%w; write @%s for a text that begins with @", err, value)
	}
	n.text, n.isFile = string(content), true
	return nil
}

// child returns the child that a step of a path leads to. For the last step of a path it is
// a new child, unless the step has a number.
func (n *node) child(s step, last bool) (*node, error) {
	same := collect.Where(n.children, func(c *node) bool { return c.name == s.name })
	count := len(same)
	switch {
	case s.item > count:
		return nil, fmt.Errorf("there is no %s.%d before it", s.name, count)
	case s.item >= 0 && s.item < count:
		if c := same[s.item]; !last || !c.hasText {
			return c, nil
		}
		return nil, fmt.Errorf("%s.%d is given twice", s.name, s.item)
	case s.item < 0 && count > 0 && (!last || !same[count-1].hasText && len(same[count-1].children) > 0 && onlyAttributes(same[count-1])):
		return same[count-1], nil
	}
	c := &node{name: s.name, isItem: s.item >= 0}
	n.children = append(n.children, c)
	return c, nil
}

func onlyAttributes(n *node) bool {
	return !slices.ContainsFunc(n.children, func(c *node) bool { return !strings.HasPrefix(c.name, "@") })
}

// splitArgument splits PATH=VALUE. In the braces of a namespace, dots and equals signs
// are part of it.
func splitArgument(arg string) (path []step, value string, err error) {
	start, braces := 0, false
	for i, r := range arg {
		if r == '{' || r == '}' {
			braces = r == '{'
		}
		if braces || r != '.' && r != '=' {
			continue
		}
		if path, err = appendStep(path, arg[start:i]); err != nil {
			return nil, "", err
		}
		if r == '=' {
			return path, arg[i+1:], nil
		}
		start = i + 1
	}
	if strings.HasPrefix(arg, "{") {
		return nil, "", errors.New(`want {NAMESPACE}NAME=VALUE, or JSON with names in double quotes; for a message in a file, give @FILE or -`)
	}
	return nil, "", errors.New("missing equals sign; want NAME=VALUE, or @FILE for a message in a file")
}

// appendStep appends a name to a path, or sets the number of the item of its last name.
func appendStep(path []step, text string) ([]step, error) {
	if number, err := strconv.Atoi(text); err == nil && len(path) > 0 && number >= 0 {
		if path[len(path)-1].item >= 0 { // an item of an item
			return append(path, step{itemName, number}), nil
		}
		path[len(path)-1].item = number
		return path, nil
	}
	if text == "" || text == "@" {
		return nil, errors.New("missing name; want NAME=VALUE")
	}
	if len(path) == maxDepth {
		return nil, fmt.Errorf("more than %d names", maxDepth)
	}
	return append(path, step{text, -1}), nil
}

// appendJSON appends a node to b as JSON: an object, or its text. Children with the same name that follow each other are an array. r
// is the row of the node, nil if it is not known.
func (n *node) appendJSON(b []byte, r *schema.Row) []byte {
	switch {
	case n.name == nilName:
		return strconv.AppendBool(b, n.isNil())
	case len(n.children) == 0 && n.hasText:
		return n.appendValue(b, r)
	case len(n.children) == 1 && !n.hasText && n.children[0].isNil():
		return append(b, "null"...)
	case len(n.children) > 0 && n.children[0].name == itemName:
		return appendItems(b, n.children, r)
	}
	b = append(b, '{')
	if n.hasText {
		b = append(appendText(append(b, `"#text":`...), n.value(r)), ',')
	}
	for i, next := 0, 0; i < len(n.children); i = next {
		c := n.children[i]
		for next = i + 1; next < len(n.children) && n.children[next].name == c.name; next++ {
		}
		b = append(appendText(b, c.name), ':')
		if row := memberOf(r, c.name); next > i+1 || c.isItem {
			b = appendItems(b, n.children[i:next], row)
		} else {
			b = c.appendJSON(b, row)
		}
		b = append(b, ',')
	}
	return append(bytes.TrimSuffix(b, []byte{','}), '}')
}

// appendValue appends the text of a node, which may be the JSON of a value with elements or attributes.
func (n *node) appendValue(b []byte, r *schema.Row) []byte {
	if r != nil && isStructured(r) && isJSON(n.text) {
		return append(b, strings.TrimSpace(n.text)...)
	}
	return appendText(b, n.value(r))
}

// isJSON reports whether a text is a JSON object or array.
func isJSON(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && (text[0] == '{' || text[0] == '[') && json.Valid([]byte(text))
}

const nilName = "@xsi:nil"

func (n *node) isNil() bool { return n.name == nilName && (n.text == "true" || n.text == "1") }

// appendItems appends the items of a list, which is the value of a row.
func appendItems(b []byte, items []*node, r *schema.Row) []byte {
	b = append(b, '[')
	for _, n := range items {
		b = append(n.appendJSON(b, itemOf(r)), ',')
	}
	return append(bytes.TrimSuffix(b, []byte{','}), ']')
}

// appendText appends a string. Its bytes stay as they are: who reads it refuses what is not UTF-8.
func appendText(b []byte, text string) []byte {
	b = append(b, '"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// value returns the text of a node, for the bytes of a file in the encoding of its type. In xsi:type, a usual prefix for XML Schema is
// the namespace in braces.
func (n *node) value(r *schema.Row) string {
	if n.isFile && r != nil && isComplex(r) && r.Of != nil {
		for _, content := range r.Of.AllRows() {
			if content.At == schema.AtContent {
				r = &content
			}
		}
	}
	switch {
	case !n.isFile || r == nil:
	case r.Kind == kind.Base64 || r.Kind == kind.Reader:
		return base64.StdEncoding.EncodeToString([]byte(n.text))
	case r.Kind == kind.Hex:
		return hex.EncodeToString([]byte(n.text))
	}
	if prefix, local, ok := strings.Cut(n.text, ":"); ok && n.name == "@xsi:type" && (prefix == "xs" || prefix == "xsd") {
		return "{" + xsd.Namespace + "}" + local
	}
	return n.text
}

// quote returns a text in quotes, cut where it is long.
func quote(s string) string {
	const maxShown = 100
	if len(s) > maxShown {
		return strconv.Quote(s[:maxShown]) + "..."
	}
	return strconv.Quote(s)
}
