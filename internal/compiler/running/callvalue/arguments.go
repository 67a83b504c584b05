package callvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Node is an element or an attribute of a request, with the text or the children that
// the user has given. The name of an attribute begins with @; any name may begin with a
// namespace in braces.
type Node struct {
	Name     string
	Text     string
	HasText  bool
	Nil      bool // null in JSON
	Children []*Node

	source  []byte // the JSON of a request
	isItem  bool   // an item of an array in JSON, or of a list by its number
	isEmpty bool   // an empty array in JSON
}

// contentName is the name of the text of an element that has attributes, in JSON.
const contentName = "#text"

// maxDepth is the maximum depth of nested names.
const maxDepth = 100

// ParseArguments parses arguments of the form PATH=VALUE. A path consists of the names of
// elements with dots between them, and possibly after a name the number of an item of a
// list, from 0: stop.1.name=A. A repeated argument is another item of a list. Without a path
// the value is the request itself.
func ParseArguments(args []string) (*Node, error) {
	root := new(Node)
	for _, arg := range args {
		if err := root.add(arg); err != nil {
			return nil, fmt.Errorf("the argument %s: %w", quote(arg), err)
		}
	}
	return root, nil
}

// step is a name in a path, with the number of an item; -1 if there is none.
type step struct {
	name string
	item int
}

func (n *Node) add(arg string) error {
	if value, ok := strings.CutPrefix(arg, "="); ok {
		if n.HasText {
			return errors.New("the value is given twice")
		}
		n.Text, n.HasText = value, true
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
	n.Text, n.HasText = value, true
	return nil
}

// child returns the child that a step of a path leads to. For the last step of a path it is
// a new child, unless the step has a number.
func (n *Node) child(s step, last bool) (*Node, error) {
	var same []*Node
	for _, c := range n.Children {
		if c.Name == s.name {
			same = append(same, c)
		}
	}
	count := len(same)
	switch {
	case s.item > count:
		return nil, fmt.Errorf("there is no %s.%d before it", s.name, count)
	case s.item >= 0 && s.item < count:
		if c := same[s.item]; !last || !c.HasText {
			return c, nil
		}
		return nil, fmt.Errorf("%s.%d is given twice", s.name, s.item)
	case s.item < 0 && count > 0 && (!last || !same[count-1].HasText && len(same[count-1].Children) > 0 && onlyAttributes(same[count-1])):
		return same[count-1], nil
	}
	c := &Node{Name: s.name, isItem: s.item >= 0}
	n.Children = append(n.Children, c)
	return c, nil
}

func onlyAttributes(n *Node) bool {
	for _, c := range n.Children {
		if !strings.HasPrefix(c.Name, "@") {
			return false
		}
	}
	return true
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

// ParseJSON parses an object. Its members are elements, arrays are repeated elements, and
// null is xsi:nil.
func ParseJSON(data []byte) (*Node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	token, err := d.Token()
	if err != nil {
		return nil, jsonError(err)
	}
	if token != json.Delim('{') {
		return nil, errors.New("want a JSON object with the parameters")
	}
	root := &Node{source: data}
	if err := root.members(d, 0); err != nil {
		return nil, jsonError(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("unexpected data after the JSON object")
	}
	return root, nil
}

func jsonError(err error) error {
	if inner, ok := err.(memberError); ok {
		return fmt.Errorf("%.1000s: %w", inner.path, jsonError(inner.error))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the JSON is incomplete")
	}
	return fmt.Errorf("reading JSON: %w", err)
}

// members reads the members of an object up to its end.
func (n *Node) members(d *json.Decoder, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("objects are nested more than %d times", maxDepth)
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		if err := n.member(d, name, depth); err != nil {
			return inMember(name, err)
		}
	}
	_, err := d.Token()
	return err
}

// memberError is an error in the value of a member.
type memberError struct {
	path string
	error
}

// inMember returns an error in the value of a member, with the name of the member in its path.
func inMember(name string, err error) error {
	if inner, ok := err.(memberError); ok {
		return memberError{join(name, inner.path), inner.error}
	}
	return memberError{name, err}
}

// member reads the value of a member.
func (n *Node) member(d *json.Decoder, name string, depth int) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('[') {
		return n.value(d, name, token, depth)
	}
	if !d.More() {
		n.append(&Node{Name: name, isEmpty: true, HasText: name == contentName})
	}
	return n.items(d, name, depth)
}

// items reads the items of an array up to its end.
func (n *Node) items(d *json.Decoder, name string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("arrays are nested more than %d times", maxDepth)
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		if token == json.Delim('[') {
			array := &Node{Name: name, isItem: true}
			n.append(array)
			err = array.items(d, itemName, depth+1)
		} else if err = n.value(d, name, token, depth); err == nil && name != contentName {
			n.Children[len(n.Children)-1].isItem = true
		}
		if err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// value adds a child for a value that begins with a token.
func (n *Node) value(d *json.Decoder, name string, token json.Token, depth int) error {
	c := &Node{Name: name}
	switch v := token.(type) {
	case nil:
		c.Nil = true
	case json.Delim:
		if err := c.members(d, depth+1); err != nil {
			return err
		}
	default:
		c.Text, c.HasText = fmt.Sprint(v), true
	}
	n.append(c)
	return nil
}

// append adds a child, or text if that is what it is. Several texts are a list.
func (n *Node) append(c *Node) {
	switch {
	case c.Name != contentName || !c.HasText:
		n.Children = append(n.Children, c)
	case n.HasText:
		n.Text += " " + c.Text
	default:
		n.Text, n.HasText = c.Text, true
	}
}

// quote returns a text in quotes, cut where it is long.
func quote(s string) string {
	const maxShown = 100
	if len(s) > maxShown {
		return strconv.Quote(s[:maxShown]) + "..."
	}
	return strconv.Quote(s)
}
