package callvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/templates/soap/xsd"
)

// Input is a request as the user has written it.
type Input struct {
	Names []string // of the parameters

	json        []byte
	isArguments bool
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
func ParseArguments(args []string) (*Input, error) {
	root, err := parseArguments(args)
	if err != nil {
		return nil, err
	}
	names := collect.Each(root.children, func(n *node) string { return n.name })
	return &Input{Names: names, json: root.appendJSON(nil), isArguments: true}, nil
}

func parseArguments(args []string) (*node, error) {
	root := new(node)
	for _, arg := range args {
		if err := root.add(arg); err != nil {
			return nil, fmt.Errorf("the argument %s: %w", quote(arg), err)
		}
	}
	return root, nil
}

// node is an element or an attribute, with the text or the children that arguments give. The name of an attribute begins with @.
type node struct {
	name     string
	text     string
	hasText  bool
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

func (n *node) add(arg string) error {
	if value, ok := strings.CutPrefix(arg, "="); ok {
		if n.hasText {
			return errors.New("the value is given twice")
		}
		n.text, n.hasText = value, true
		return nil
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
	n.text, n.hasText = value, true
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

// appendJSON appends a node to b as JSON: an object, or its text. Children with the same name that follow each other are an array.
func (n *node) appendJSON(b []byte) []byte {
	switch {
	case n.name == nilName:
		return strconv.AppendBool(b, n.isNil())
	case len(n.children) == 0 && n.hasText:
		return appendText(b, n.value())
	case len(n.children) == 1 && !n.hasText && n.children[0].isNil():
		return append(b, "null"...)
	case len(n.children) > 0 && n.children[0].name == itemName:
		return appendItems(b, n.children)
	}
	b = append(b, '{')
	if n.hasText {
		b = append(appendText(append(b, `"#text":`...), n.text), ',')
	}
	for i, next := 0, 0; i < len(n.children); i = next {
		c := n.children[i]
		for next = i + 1; next < len(n.children) && n.children[next].name == c.name; next++ {
		}
		b = append(appendText(b, c.name), ':')
		if next > i+1 || c.isItem {
			b = appendItems(b, n.children[i:next])
		} else {
			b = c.appendJSON(b)
		}
		b = append(b, ',')
	}
	return append(bytes.TrimSuffix(b, []byte{','}), '}')
}

const nilName = "@xsi:nil"

func (n *node) isNil() bool { return n.name == nilName && (n.text == "true" || n.text == "1") }

func appendItems(b []byte, items []*node) []byte {
	b = append(b, '[')
	for _, n := range items {
		b = append(n.appendJSON(b), ',')
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

// value returns the text of a node. In xsi:type, a usual prefix for XML Schema is the namespace in braces.
func (n *node) value() string {
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
