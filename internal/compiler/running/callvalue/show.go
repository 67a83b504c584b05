package callvalue

import (
	"bytes"
	"encoding/json"
	"strings"
	"text/tabwriter"
	"unicode"

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
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	switch {
	case v == nil || v.IsNil:
	case v.IsList && v.hasStructs():
		v.rows(w)
	case v.IsList:
		for _, item := range v.Items {
			writeRow(w, []string{item.cell()})
		}
	case v.isStruct && len(v.Fields) == 1 && v.Fields[0].Value.IsList && v.Fields[0].Value.hasStructs():
		v.Fields[0].Value.rows(w)
	case v.isStruct:
		for _, f := range v.flat("") {
			writeRow(w, []string{f.Name, f.Value.cell()})
		}
	default:
		writeRow(w, []string{v.cell()})
	}
	_ = w.Flush() // a buffer returns no errors
	return trimmedLines(b.Bytes())
}

func (v *Value) hasStructs() bool {
	for _, item := range v.Items {
		if item.isStruct {
			return true
		}
	}
	return false
}

// rows writes a list of structures. Its columns are the members in the order in which
// they first occur.
func (v *Value) rows(w *tabwriter.Writer) {
	var columns []string
	column := map[string]int{}
	lines := make([][]string, len(v.Items))
	flat := make([][]Field, len(v.Items))
	for i, item := range v.Items {
		flat[i] = item.flat("")
		for _, f := range flat[i] {
			if _, ok := column[f.Name]; !ok {
				column[f.Name] = len(columns)
				columns = append(columns, f.Name)
			}
		}
	}
	for i := range flat {
		lines[i] = make([]string, len(columns))
		for _, f := range flat[i] {
			lines[i][column[f.Name]] = f.Value.cell()
		}
	}
	writeRow(w, columns)
	for _, line := range lines {
		writeRow(w, line)
	}
}

// flat returns the members, with structures replaced by their members.
func (v *Value) flat(prefix string) []Field {
	if !v.isStruct {
		return []Field{{"value", v}}
	}
	var all []Field
	for _, f := range v.Fields {
		if f.Value.isStruct && len(f.Value.Fields) > 0 {
			all = append(all, f.Value.flat(prefix+f.Name+".")...)
			continue
		}
		all = append(all, Field{prefix + f.Name, f.Value})
	}
	return all
}

// cell returns a value on one line.
func (v *Value) cell() string {
	switch {
	case v.IsNil:
		return ""
	case v.IsList || v.isStruct:
		return Printable(string(v.text))
	}
	return Printable(v.Text)
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

// XML returns markup with indentation where elements have only elements, and a newline at
// the end.
func XML(markup []byte) []byte {
	root, err := parse(markup)
	if err != nil {
		return append(bytes.Clone(markup), '\n')
	}
	var b bytes.Buffer
	writeIndented(&b, root, 0)
	return b.Bytes()
}
