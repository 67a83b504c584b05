// Package chosen reads and writes the file of chosen names, which is in the folder of a generated package. It has the names
// that were chosen between several possible ones when they were first generated, so that they stay the same whatever is added
// to the contract. From then on it is an input, as go.sum is. A package without such names has no file.
//
// After a comment, each line has a component or a namespace, and its name, in the order of the lines:
//
//	KIND NAMESPACE PATH [MEMBER] GONAME
//	prefix NAMESPACE PREFIX
//
// Spaces separate them, as commas do in CSV (RFC 4180): an item that has a space is in quotes.
package chosen

import (
	"bytes"
	"encoding/csv"
	"errors"
	"go/token"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// FileName is the name of the file.
const FileName = "quartet.names"

const comment = "# Names that quartet has chosen. Commit this file: it keeps them as they are.\n"

// Prefix is the kind of the prefixes of namespaces. Other kinds are those of package naming.
const Prefix = "prefix"

// Key identifies a component of the contract or, with the kind Prefix, a namespace.
type Key struct {
	Kind   string
	Space  string // the namespace; naming.AnyNamespace for none
	Path   string // the component, or the one that Member is in; "" for a namespace
	Member string // a field, attribute, value or operation; "" for what is not named inside another component
}

// Entry is the name of a component or a namespace.
type Entry struct {
	Key
	Name string
	Pos  diag.Pos // its line; zero if the file does not have it yet
}

// Names are the entries of a file. The nil Names have none.
type Names map[Key]Entry

// Add adds a name. It does not change the name that a key has already.
func (n Names) Add(k Key, name string) {
	if _, ok := n[k]; !ok {
		n[k] = Entry{Key: k, Name: name}
	}
}

// Text returns the file, nil if there is no name.
func (n Names) Text() []byte {
	if len(n) == 0 {
		return nil
	}
	var lines [][]string
	for _, e := range n {
		lines = append(lines, append(e.items(), e.Name))
	}
	slices.SortFunc(lines, slices.Compare)
	text := bytes.NewBufferString(comment)
	w := csv.NewWriter(text)
	w.Comma = ' '
	w.WriteAll(lines) // writing to a buffer does not fail
	return text.Bytes()
}

// items returns the items of a key in a line.
func (k Key) items() []string {
	switch {
	case k.Kind == Prefix:
		return []string{k.Kind, k.Space}
	case k.Member == "":
		return []string{k.Kind, k.Space, k.Path}
	}
	return []string{k.Kind, k.Space, k.Path, k.Member}
}

func (k Key) String() string { return diag.Quote(strings.Join(k.items(), " ")) }

// Scope returns the same key for two keys if they must not have the same name: for prefixes, for the members of a component or of
// a service, and for declarations and values.
func (k Key) Scope() Key {
	switch {
	case k.Kind == Prefix:
		return Key{Kind: Prefix}
	case k.Kind == "operation":
		return Key{Kind: k.Kind, Path: k.Path}
	case k.Member != "" && k.Kind != "value":
		return Key{Space: k.Space, Path: k.Path}
	}
	return Key{}
}

// maxErrors is how many errors in a file are reported.
const maxErrors = 10

// Parse reads a file. The diagnostics, which have its name, are errors.
func Parse(name string, text []byte) (n Names, diags diag.List) {
	n = make(Names)
	holders := make(map[Entry]Entry) // by scope and name
	lines := csv.NewReader(bytes.NewReader(text))
	lines.Comma, lines.Comment, lines.FieldsPerRecord = ' ', '#', -1
	for len(diags) < maxErrors {
		items, err := lines.Read()
		pos := diag.Pos{File: name}
		if wrong := (*csv.ParseError)(nil); errors.As(err, &wrong) {
			pos.Line, pos.Col = wrong.Line, wrong.Column
			diags.Add(diag.New(diag.BadNames, pos, "%v", wrong.Err))
			break
		}
		if err != nil { // the end
			break
		}
		pos.Line, pos.Col = lines.FieldPos(0)
		e, problem := entryOf(items)
		e.Pos = pos
		inScope := Entry{Key: e.Scope(), Name: e.Name}
		known, other := n[e.Key], holders[inScope]
		switch {
		case problem != "":
			diags.Add(diag.New(diag.BadNames, pos, "%s", problem))
		case known.Name != "" && known.Name != e.Name:
			diags.Add(exclusive(e, known, "%s has two names, %s and %s", e, known.Name, e.Name))
		case other.Name != "" && other.Key != e.Key:
			diags.Add(exclusive(e, other, "%s and %s have the same name, %s", other, e, e.Name))
		default:
			n[e.Key], holders[inScope] = e, e
		}
	}
	return n, diags
}

func exclusive(e, other Entry, format string, args ...any) diag.Diagnostic {
	return diag.New(diag.BadNames, e.Pos, format, args...).WithRelated(other.Pos, "the other line").
		WithHint("keep the line whose name the generated code has, and remove the other one")
}

// entryOf returns the entry for the items of a line, or what is wrong with them.
func entryOf(items []string) (e Entry, problem string) {
	last := len(items) - 1
	switch {
	case strings.Contains("<<<<<<< ||||||| ======= >>>>>>>", items[0]) && len(items[0]) == 7:
		return e, "a merge conflict is not resolved: keep the names of both sides, and remove this line"
	case strings.Trim(items[0], "abcdefghijklmnopqrstuvwxyz") != "" || items[0] == "":
		return e, diag.Quote(items[0]) + " is not a kind of component"
	case items[0] == Prefix && last == 2:
	case items[0] != Prefix && (last == 3 || last == 4 && items[3] != ""):
		e.Path, e.Member = items[2], strings.Join(items[3:last], "")
	default:
		return e, "want KIND NAMESPACE PATH GONAME, or prefix NAMESPACE PREFIX, got " + diag.Counted(len(items), "item")
	}
	e.Kind, e.Space, e.Name = items[0], items[1], items[last]
	switch {
	case e.Kind == Prefix && !xmltree.IsNCName(e.Name):
		return e, diag.Quote(e.Name) + " is not a prefix"
	case e.Kind != Prefix && (!token.IsIdentifier(e.Name) || !token.IsExported(e.Name)):
		return e, diag.Quote(e.Name) + " is not an exported Go identifier"
	}
	return e, ""
}
