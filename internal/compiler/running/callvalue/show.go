package callvalue

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

// JSON returns a value as JSON with indentation, and a newline at the end.
func (v *Value) JSON() []byte {
	var b bytes.Buffer
	if json.Indent(&b, v.text, "", "  ") != nil {
		return append(v.text, '\n')
	}
	b.WriteByte('\n')
	return diag.EscapeJSON(b.Bytes())
}

// Table returns a value for people: a list of structures is a table with a column for
// each member, a structure has a line for each of them, a list a line for each item.
// Members of members have names with dots. Lists in them are JSON.
func (v *Value) Table() []byte {
	if v == nil {
		return nil
	}
	shown := v.text
	if fields := fieldsOf(shown); len(fields) == 1 && hasStructs(fields[0].value) {
		shown = fields[0].value
	}
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	switch {
	case hasStructs(shown):
		writeRows(w, itemsOf(shown))
	case isStruct(shown):
		for _, f := range flat(shown, "") {
			writeRow(w, []string{f.name, cell(f.value)})
		}
	case shown[0] == '[':
		for _, item := range itemsOf(shown) {
			writeRow(w, []string{cell(item)})
		}
	case string(shown) != "null":
		writeRow(w, []string{cell(shown)})
	}
	_ = w.Flush() // a buffer returns no errors
	return trimmedLines(b.Bytes())
}

// field is a member of a structure.
type field struct {
	name  string
	value json.RawMessage
}

// fieldsOf returns the members of a structure, in the order of the message; nil for any other value.
func fieldsOf(value json.RawMessage) (all []field) {
	d := json.NewDecoder(bytes.NewReader(value))
	if start, _ := d.Token(); start != json.Delim('{') {
		return nil
	}
	for d.More() {
		var f field
		name, err := d.Token()
		if err != nil || d.Decode(&f.value) != nil {
			break
		}
		f.name, _ = name.(string)
		all = append(all, f)
	}
	return all
}

// itemsOf returns the items of a list, nil for any other value.
func itemsOf(value json.RawMessage) (all []json.RawMessage) {
	if json.Unmarshal(value, &all) != nil {
		return nil
	}
	return all
}

func isStruct(value json.RawMessage) bool { return value[0] == '{' }

// hasStructs reports whether a value is a list with a structure.
func hasStructs(value json.RawMessage) bool { return slices.ContainsFunc(itemsOf(value), isStruct) }

// writeRows writes a list of structures. Its columns are the members in the order in which
// they first occur.
func writeRows(w *tabwriter.Writer, items []json.RawMessage) {
	var columns []string
	cells := make([]map[string]string, len(items))
	for i, item := range items {
		cells[i] = make(map[string]string)
		for _, f := range flat(item, "") {
			columns = collect.Union(columns, f.name)
			cells[i][f.name] = cell(f.value)
		}
	}
	writeRow(w, columns)
	for _, named := range cells {
		writeRow(w, collect.Each(columns, func(name string) string { return named[name] }))
	}
}

// flat returns the members, with structures replaced by their members.
func flat(value json.RawMessage, prefix string) (all []field) {
	if !isStruct(value) {
		return []field{{"value", value}}
	}
	for _, f := range fieldsOf(value) {
		if f.name = prefix + f.name; isStruct(f.value) && len(f.value) > len("{}") {
			all = append(all, flat(f.value, f.name+".")...)
			continue
		}
		all = append(all, f)
	}
	return all
}

// simple returns the text of a simple value, "" for any other value.
func simple(value json.RawMessage) (text string) {
	switch value[0] {
	case '"':
		_ = json.Unmarshal(value, &text) // it has been written as JSON
	case '[', '{', 'n':
	default:
		text = string(value)
	}
	return text
}

// cell returns a value on one line.
func cell(value json.RawMessage) string {
	if value[0] == '[' || isStruct(value) {
		return Printable(string(value))
	}
	return Printable(simple(value))
}

func writeRow(w *tabwriter.Writer, cells []string) {
	_, _ = w.Write([]byte(strings.Join(cells, "\t") + "\n")) // a buffer returns no errors
}

// trimmedLines returns lines without the blanks at their ends.
func trimmedLines(text []byte) []byte {
	lines := bytes.Split(text, []byte("\n"))
	for i := range lines {
		lines[i] = bytes.TrimRight(lines[i], " ")
	}
	return bytes.Join(lines, []byte("\n"))
}

// Printable returns a text in which line ends are replaced by blanks, and other characters
// that could control a terminal by the replacement character, for text that a server sends.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case !unicode.IsPrint(r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// PrintableLines is Printable for each line of a text.
func PrintableLines(text []byte) []byte {
	lines := strings.Split(string(text), "\n")
	for i := range lines {
		lines[i] = Printable(lines[i])
	}
	return []byte(strings.Join(lines, "\n"))
}
