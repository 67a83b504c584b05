package project

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

// MaxSize is the maximum size in bytes of a file.
const MaxSize = 1 << 20

// maxValues is the maximum number of values in a file. A value counts again each time that an alias repeats it.
const maxValues = 100_000

// maxErrors is the maximum number of errors that are reported.
const maxErrors = 100

// Read reads a file. name is the name of the file in positions. All diagnostics are errors, and the File is nil if there are
// any.
func Read(name string, text []byte, keys []Key) (*File, diag.List) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	r := reader{name: name, lines: bytes.Split(text, []byte{'\n'}), patterns: make(map[string]*regexp.Regexp)}
	root := r.parse(text)
	if root == nil {
		return nil, r.diags
	}
	if r.tags(root); r.diags.HasErrors() {
		return nil, r.diags
	}
	top := r.mapping(root, "the file", Fields(keys))
	if r.diags.HasErrors() {
		return nil, r.diags.Sorted()
	}
	contracts := collect.Each(top.objects["contracts"], func(m object) Contract { return m.contract(top.values) })
	return &File{Name: name, Contracts: contracts, Breaks: top.breaks(true)}, nil
}

// reader reads one file.
type reader struct {
	name     string
	lines    [][]byte
	count    int // number of values read
	diags    diag.List
	patterns map[string]*regexp.Regexp
	last     struct{ line, column, offset int } // the position of a node that pos has calculated
}

// parse returns the root node of the only document in a text, nil if there is none.
func (r *reader) parse(text []byte) *yaml.Node {
	start := diag.Pos{File: r.name, Line: 1, Col: 1}
	switch {
	case len(text) > MaxSize:
		r.add(diag.Pos{File: r.name}, "the file is larger than %d bytes", MaxSize)
		return nil
	case !utf8.Valid(text):
		r.add(diag.Pos{File: r.name}, "the file is not UTF-8")
		return nil
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document, second yaml.Node
	err := decoder.Decode(&document)
	if err == io.EOF || err == nil && len(document.Content) != 1 {
		r.add(start, "the file is empty").Hint = "write the key contracts with a list"
		return nil
	}
	if err == nil {
		switch err = decoder.Decode(&second); err {
		case io.EOF:
			return document.Content[0]
		case nil:
			r.add(r.pos(&second), "the file has more than one YAML document")
			return nil
		}
	}
	pos, message := r.syntaxError(err)
	r.add(pos, "the file is not YAML: %s", message)
	return nil
}

// fromParser lists the beginnings of library messages that count lines from 0; others count from 1.
var fromParser = []string{"did not find expected", "found duplicate %", "found undefined tag handle", "found incompatible"}

// syntaxError returns the position and the message of an error of the YAML library, which has the line only in its text:
// "yaml: line 3: did not find expected key". An error in the first line, or about an alias, has no line. The column is the
// first character that is not a space.
func (r *reader) syntaxError(err error) (pos diag.Pos, message string) {
	line, message := 1, strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		number, after, ok := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); ok && err == nil {
			line, message = n, after
			if slices.ContainsFunc(fromParser, func(s string) bool { return strings.HasPrefix(message, s) }) {
				line++
			}
		}
	}
	line = max(1, min(line, len(r.lines)))
	text := r.lines[line-1]
	offset := len(text) - len(bytes.TrimLeft(text, " \t"))
	if rest, ok := strings.CutPrefix(message, "unknown anchor '"); ok {
		alias := []byte("*" + strings.TrimSuffix(rest, "' referenced"))
		for i, text := range r.lines {
			if at := bytes.Index(text, alias); at >= 0 {
				line, offset = i+1, at
				break
			}
		}
	}
	return diag.Pos{File: r.name, Line: line, Col: offset + 1}, message
}

// add adds an error, and returns it so that a hint can be added.
func (r *reader) add(pos diag.Pos, format string, args ...any) *diag.Diagnostic {
	if len(r.diags) >= maxErrors {
		return new(diag.Diagnostic)
	}
	r.diags.Add(diag.Diagnostic{ID: RuleID, Severity: diag.Error, Pos: pos, Message: fmt.Sprintf(format, args...)})
	return &r.diags[len(r.diags)-1]
}

// pos returns the position of a node. The library counts characters. Nodes come in the order of the file, so that counting
// goes on where it ended, as long as they are on the same line.
func (r *reader) pos(n *yaml.Node) diag.Pos {
	pos := diag.Pos{File: r.name, Line: max(n.Line, 1), Col: max(n.Column, 1)}
	if pos.Line > len(r.lines) {
		return pos
	}
	line, last := r.lines[pos.Line-1], &r.last
	if last.line != pos.Line || last.column > pos.Col {
		last.line, last.column, last.offset = pos.Line, 1, 0
	}
	for ; last.column < pos.Col && last.offset < len(line); last.column++ {
		_, size := utf8.DecodeRune(line[last.offset:])
		last.offset += size
	}
	pos.Col = last.offset + 1
	return pos
}

// plainTags are the tags that a value may have: the tags of the kinds of values in JSON, which change nothing but the form.
var plainTags = []string{"!!str", "!!bool", "!!seq", "!!map"}

// tags reports the tags in a document that change the type of a value, such as !!binary, because the value would be read as
// written.
func (r *reader) tags(n *yaml.Node) {
	if n.Style&yaml.TaggedStyle != 0 && !slices.Contains(plainTags, n.ShortTag()) {
		d := r.add(r.pos(n), "the tag %s is not supported", diag.Quote(n.ShortTag()))
		d.Hint = "remove the tag, or put a string in quotation marks"
	}
	for _, child := range n.Content {
		r.tags(child)
	}
}

// object is a mapping with known keys.
type object struct {
	pos     diag.Pos
	values  []Value
	objects map[string][]object
}

// mapping reads a mapping with known keys. what is its description for messages.
func (r *reader) mapping(n *yaml.Node, what string, known []Field) object {
	o := object{pos: r.pos(n), objects: make(map[string][]object)}
	n = target(n)
	if n.Kind != yaml.MappingNode {
		r.add(o.pos, "%s is %s; want a mapping with the keys %s", what, form(n), diag.Listed(names(known), "and"))
		return o
	}
	seen := make(map[string]diag.Pos)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := target(n.Content[i]), n.Content[i+1]
		pos := r.pos(n.Content[i])
		f := slices.IndexFunc(known, func(f Field) bool { return key.Kind == yaml.ScalarNode && f.Name == key.Value })
		switch first, twice := seen[key.Value]; {
		case f < 0:
			r.unknown(pos, key, known)
		case twice:
			d := r.add(pos, "the key %s is given twice", key.Value)
			*d = d.WithRelated(first, "first given here")
		case known[f].Kind == Objects:
			seen[key.Value] = pos
			o.objects[key.Value] = r.list(value, known[f])
		default:
			seen[key.Value] = pos
			o.values = append(o.values, r.value(pos, value, known[f]))
		}
	}
	for _, f := range known {
		if _, ok := seen[f.Name]; f.Required && !ok {
			r.add(o.pos, "%s has no key %s", what, f.Name)
		}
	}
	return o
}

// list reads a list of mappings with known keys.
func (r *reader) list(n *yaml.Node, f Field) []object {
	n = target(n)
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		r.add(r.pos(n), "%s is %s; want a list of mappings, each with the keys %s", f.Name, form(n), diag.Listed(names(f.Of), "and"))
		return nil
	}
	var all []object
	for _, item := range n.Content {
		if !r.counted(item) {
			return nil
		}
		all = append(all, r.mapping(item, "an item of "+f.Name, f.Of))
	}
	return all
}

// counted counts a value. It reports false if there are too many, and adds the error for that once.
func (r *reader) counted(n *yaml.Node) bool {
	if r.count++; r.count == maxValues+1 {
		r.add(r.pos(n), "the file has more than %d values, including repetitions by aliases", maxValues)
	}
	return r.count <= maxValues
}

func (r *reader) unknown(pos diag.Pos, key *yaml.Node, known []Field) {
	if key.Kind != yaml.ScalarNode {
		r.add(pos, "a key is %s; want a name", form(key))
		return
	}
	if len(r.diags) >= maxErrors {
		return
	}
	d := r.add(pos, "unknown key %s", diag.Quote(key.Value))
	d.Hint = suggestion(strings.TrimLeft(key.Value, "-"), names(known), "the keys here are "+diag.Listed(names(known), "and"))
	if key.Value == "<<" {
		d.Hint = "merge keys are not supported"
	}
}

func names(known []Field) []string {
	return collect.Each(known, func(f Field) string { return f.Name })
}

// target returns the node that an alias refers to, or the node itself.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}
