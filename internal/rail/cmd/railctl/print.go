package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"example.com/quartet/templates/soap/schema"
)

// An answer is the service's answer to a question.
type answer struct {
	records any    // a slice, for --json
	title   string // title of the table
	about   string // printed below the title
	table   table
	trains  []string // the train of each row, see trainKey
	none    string   // printed instead of a table without rows
	notes   []string // printed below the table
}

// A printer prints answers to a terminal or to a file.
type printer struct {
	*app
	client  *client // holds the XML of the response
	printed bool
}

// print writes an answer at once, so that a terminal does not flicker.
func (p *printer) print(a answer) error {
	var out bytes.Buffer
	var err error
	switch {
	case p.json:
		err = writeJSON(&out, a.records)
	case p.xml:
		out.WriteString(plainXML(string(p.client.reply)))
	default:
		p.writeTable(&out, a)
	}
	if err == nil {
		_, err = p.stdout.Write(out.Bytes())
	}
	if err != nil {
		return fmt.Errorf("printing the answer: %w", err)
	}
	p.printed = true
	return nil
}

// writeTable writes the title and the table. Of several tables each takes the place of the last one on a terminal, which
// is cut to its lines, and follows an empty line elsewhere.
func (p *printer) writeTable(out *bytes.Buffer, a answer) {
	width, height := p.screen()
	if p.watch && width > 0 {
		out.WriteString("\x1b[H\x1b[J") // move to the first line, and erase everything below
		others := 5 + len(a.notes)      // lines: the title, an empty one, the heading, how many rows are left out, an error, and notes
		if a.about != "" {
			others++
		}
		if n := len(a.table.rows); height > others && n > height-others {
			a.table.rows = a.table.rows[:height-others]
			defer fmt.Fprintf(out, "… and %d more\n", n-(height-others))
		}
	} else if p.printed {
		out.WriteByte('\n')
	}
	line := func(text string) {
		if text = printable(text); width > 0 {
			text = cut(text, width)
		}
		fmt.Fprintln(out, text)
	}
	for _, title := range []string{a.title, a.about} {
		if title != "" {
			line(title)
		}
	}
	if a.title != "" {
		out.WriteByte('\n')
	}
	if len(a.table.rows) == 0 {
		fmt.Fprintln(out, printable(a.none))
	} else {
		a.table.write(out, width)
	}
	for _, note := range a.notes {
		line("! " + note)
	}
}

// writeJSON writes records in indented JSON, as the service sends them, with all characters that are not printable escaped.
func writeJSON(out *bytes.Buffer, records any) error {
	compact, err := schema.MarshalJSON(records)
	if err != nil {
		return err
	}
	if string(compact) == "null" { // a nil slice
		compact = []byte("[]")
	}
	var text bytes.Buffer
	if err := json.Indent(&text, compact, "", "  "); err != nil {
		return err
	}
	text.WriteByte('\n')
	for _, r := range text.String() {
		if r == '\n' || unicode.IsGraphic(r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(out, `\u%04x`, unit)
		}
	}
	return nil
}

// plainXML returns a document with character references in place of control characters, and with the line ends that it
// has for its reader (XML 1.0, section 2.11).
func plainXML(document string) string {
	document = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(document, "\uFEFF"))
	var out strings.Builder
	for _, r := range document {
		if r == '\n' || r == '\t' || unicode.IsGraphic(r) {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, "&#x%X;", r)
		}
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}
