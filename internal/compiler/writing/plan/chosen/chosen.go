// Package chosen reads and writes the file of chosen names, which is in the folder of a generated package. It has the names
// that were chosen between several possible ones when they were first generated, so that they stay the same whatever is added
// to the contract. From then on it is an input, as go.sum is. A package without such names has no file.
//
// After a comment, each line has a component or a namespace, and its name, in the order of the lines:
//
//	KIND NAMESPACE PATH [MEMBER] GONAME
//	prefix NAMESPACE PREFIX
//
// Items are escaped as in a URI, but only white space, control characters, %, quotes and brackets. An item without text is "".
package chosen

import (
	"go/token"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/diag"
)

// FileName is the name of the file.
const FileName = "quartet.names"

const comment = "# Names that quartet has chosen. Commit this file: it keeps them as they are.\n"

// Prefix is the kind of the prefixes of namespaces. Package naming has the other kinds.
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
	var lines []string
	for _, e := range n {
		lines = append(lines, e.String()+" "+e.Name+"\n")
	}
	slices.Sort(lines)
	return []byte(comment + strings.Join(lines, ""))
}

// String returns a key as it is in a line.
func (k Key) String() string {
	switch {
	case k.Kind == Prefix:
		return k.Kind + " " + escaped(k.Space)
	case k.Member == "":
		return k.Kind + " " + escaped(k.Space) + " " + escaped(k.Path)
	}
	return k.Kind + " " + escaped(k.Space) + " " + escaped(k.Path) + " " + escaped(k.Member)
}

// escaped returns an item as it is in a line. Runners of CI services obey brackets after ##.
func escaped(item string) string {
	if item == "" {
		return `""`
	}
	var b strings.Builder
	for _, r := range item {
		text := string(r)
		if r == '%' || r == '"' || r == '[' || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			text = url.PathEscape(text)
		}
		b.WriteString(text)
	}
	return b.String()
}

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
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if len(diags) == maxErrors || line == "" || line[0] == '#' {
			continue
		}
		e, problem := entryOf(strings.Split(line, " "))
		e.Pos = diag.Pos{File: name, Line: i + 1, Col: 1}
		inScope := Entry{Key: e.Scope(), Name: e.Name}
		known, other := n[e.Key], holders[inScope]
		switch {
		case problem != "":
			diags.Add(diag.New(diag.BadNames, e.Pos, "%s", problem))
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
	for i := 1; i < last; i++ {
		text, err := url.PathUnescape(strings.TrimPrefix(items[i], `""`))
		if err != nil || escaped(text) != items[i] {
			return e, diag.Quote(items[i]) + " is not an item: items have one space between them, and spaces in them are %20"
		}
		items[i] = text
	}
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
	case e.Kind == Prefix && !IsPrefix(e.Name):
		return e, diag.Quote(e.Name) + " is not a prefix that a namespace can have"
	case e.Kind != Prefix && (!token.IsIdentifier(e.Name) || !token.IsExported(e.Name)):
		return e, diag.Quote(e.Name) + " is not an exported Go identifier"
	}
	return e, ""
}

var (
	shortName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{0,19}$`)
	reserved  = regexp.MustCompile(`(?i)^(xml.*|soap|xsi|xsd|enc|q|[aq][0-9]+)$`)
)

// IsPrefix reports whether a namespace of a package may have a prefix, which is in struct tags and messages: a short name that
// neither XML (Namespaces in XML, section 3) nor the run-time reserves.
func IsPrefix(name string) bool { return shortName.MatchString(name) && !reserved.MatchString(name) }
