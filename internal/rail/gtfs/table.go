package gtfs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A table is a file of the feed at the row that is being checked. Its columns are known by their place in the list
// with which it was opened.
type table struct {
	*checker
	name    string
	columns []string
	index   []int // of the columns in a row; -1 where the file does not have one
	width   int
	fields  [][]byte
	line    int
}

// each calls check for each row of the file that can be read. A file that is not in the feed has none. The first columns,
// as many as needed says, must be there.
func (c *checker) each(name string, columns []string, needed int, check func(*table)) error {
	e, ok := c.source.entries[name]
	if !ok {
		return nil
	}
	file, err := e.open()
	if err != nil {
		return fmt.Errorf("opening %s: %w", name, err)
	}
	defer file.Close()
	fmt.Fprintf(c.intake.sum, "\n%s\n", name)
	in := newRows(reader{file, c.intake}, c.buf)
	c.buf = in.buf
	t := &table{checker: c, name: name, columns: columns}
	if err := t.head(in, needed); err != nil {
		if complaint := (Complaint{}); errors.As(err, &complaint) && optional(name) {
			complaint.Message += "; the file is left out"
			c.report.complain(complaint)
			_, err = io.Copy(io.Discard, reader{file, c.intake}) // for the hash
		}
		return err
	}
	count := 0
	for {
		t.fields, t.line, err = in.next()
		switch {
		case err == io.EOF:
			c.report.file(name).Rows = count
			return file.Close()
		case errors.Is(err, errQuote), errors.Is(err, errLong), errors.Is(err, errFields):
			t.wrong(-1, "%v; the row is left out", err)
		case err != nil:
			return fmt.Errorf("reading %s, line %d: %w", name, t.line, err)
		case t.fits():
			check(t)
		}
		count++
		if c.err != nil {
			return fmt.Errorf("%s, line %d: %w", name, t.line, c.err)
		}
	}
}

func optional(name string) bool {
	return !slices.Contains([]string{"agency.txt", "routes.txt", "stops.txt", "trips.txt", "stop_times.txt"}, name)
}

// head reads the names of the columns.
func (t *table) head(in *rows, needed int) error {
	names, line, err := in.next()
	place := Complaint{File: t.name, Line: line}
	switch {
	case err == io.EOF:
		place.Line, place.Message = 0, "the file is empty"
		return place
	case errors.Is(err, errQuote), errors.Is(err, errLong), errors.Is(err, errFields):
		place.Message = "the names of the columns can not be read: " + err.Error()
		return place
	case err != nil:
		return fmt.Errorf("reading %s: %w", t.name, err)
	case bytes.HasPrefix(names[0], []byte("\xFF\xFE")), bytes.HasPrefix(names[0], []byte("\xFE\xFF")):
		place.Message = "the file is in UTF-16, and GTFS wants UTF-8"
		return place
	}
	t.width = len(names)
	t.index = make([]int, len(t.columns))
	for i, column := range t.columns {
		same := func(name []byte) bool { return strings.EqualFold(string(bytes.TrimSpace(name)), column) }
		t.index[i] = slices.IndexFunc(names, same)
		if t.index[i] < 0 {
			if i < needed {
				place.Field, place.Message = column, "this column is missing"
				return place
			}
			continue
		}
		if slices.ContainsFunc(names[t.index[i]+1:], same) {
			t.line = line
			t.wrong(i, "this column is there twice; the second is left out")
		}
	}
	return nil
}

// fits reports whether the row has as many fields as there are columns. Empty ones may be left away or be too many.
func (t *table) fits() bool {
	if len(t.fields) < t.width {
		t.wrong(-1, "the row has %d fields, and there are %d columns; the others are taken as empty", len(t.fields), t.width)
		return true
	}
	for _, extra := range t.fields[t.width:] {
		if len(bytes.TrimSpace(extra)) > 0 {
			t.wrong(-1, "the row has %d fields, and there are %d columns; it is left out", len(t.fields), t.width)
			return false
		}
	}
	return true
}

// wrong complains about the field of a column, or about the row where column is negative.
func (t *table) wrong(column int, format string, args ...any) {
	c := Complaint{File: t.name, Line: t.line, Message: fmt.Sprintf(format, args...)}
	if column >= 0 {
		c.Field = t.columns[column]
	}
	t.report.complain(c)
}

// field returns the value in a column as it is, but for space around it. It is valid until the next row.
func (t *table) field(column int) []byte {
	i := t.index[column]
	if i < 0 || i >= len(t.fields) {
		return nil
	}
	return bytes.TrimSpace(t.fields[i])
}

// key returns the value in a column as text does. It is valid until the next row.
func (t *table) key(column int) []byte {
	field := t.field(column)
	if plain(field) {
		return field
	}
	return []byte(readable(field))
}

const (
	maxText  = 1000    // bytes of a name or an id
	maxTexts = 1 << 30 // bytes of all that are kept
)

// text returns the value in a column with what no text should have replaced.
func (t *table) text(column int) string {
	field := t.field(column)
	s := string(field)
	if !plain(field) {
		if !utf8.Valid(field) {
			t.wrong(column, "%s is not UTF-8", quote(field))
		}
		s = readable(field)
	}
	if t.texts += len(s); t.texts > maxTexts {
		t.fail("the feed has more than %d bytes of names", maxTexts)
	}
	return s
}

// shared is text for values that come often.
func (t *table) shared(column int) string {
	if s, ok := t.interned[string(t.field(column))]; ok {
		return s
	}
	raw := string(t.field(column))
	s := t.text(column)
	t.interned[raw] = s
	return s
}

func plain(field []byte) bool {
	for _, b := range field {
		if b < ' ' || b >= 0x7F {
			return false
		}
	}
	return len(field) <= maxText
}

// readable returns the text as valid UTF-8, cut, with spaces for control characters.
func readable(field []byte) string {
	s := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case r == '\uFFFE', r == '\uFFFF':
			return utf8.RuneError
		}
		return r
	}, string(field)) // what is not UTF-8 became RuneError
	if len(s) > maxText {
		cut := maxText
		for !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut]
	}
	return strings.TrimSpace(s)
}
