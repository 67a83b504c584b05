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

// A table is a file of the feed, at the row that is being checked. Methods take a column as its index in columns.
type table struct {
	*checker
	name    string
	columns []string
	index   []int // index of each column in a row; -1 if the file does not have it
	width   int   // number of fields in the header row
	fields  [][]byte
	line    int
}

// each calls check for each valid row of a file. It does nothing if the file is not in the feed. The first required
// columns must be in the file.
func (c *checker) each(name string, columns []string, required int, check func(*table)) error {
	e, ok := c.source.entries[name]
	if !ok {
		return nil
	}
	file, err := e.open()
	if err != nil {
		return fmt.Errorf("opening %s: %w", name, err)
	}
	defer file.Close()
	fmt.Fprintf(c.input.sum, "\n%s\n", name)
	c.input.file = 0
	in := newRows(reader{file, c.input}, c.buf)
	c.buf = in.buf
	t := &table{checker: c, name: name, columns: columns}
	if err := t.readHeader(in, required); err != nil {
		if warning := (Warning{}); errors.As(err, &warning) && optional(name) {
			warning.Message += "; file skipped"
			c.report.warn(warning)
			_, err = io.Copy(io.Discard, reader{file, c.input}) // add the rest to the hash
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
			t.warn(-1, "%v; row skipped", err)
		case err != nil:
			return fmt.Errorf("reading %s, line %d: %w", name, t.line, err)
		case t.checkWidth():
			check(t)
		}
		if count++; count > c.options.Rows {
			return Warning{File: name, Message: fmt.Sprintf("the file has more than %d rows, the limit of --gtfs-rows", c.options.Rows)}
		}
		if c.err != nil {
			return fmt.Errorf("%s, line %d: %w", name, t.line, c.err)
		}
	}
}

func optional(name string) bool {
	return !slices.Contains([]string{"agency.txt", "routes.txt", "stops.txt", "trips.txt", "stop_times.txt"}, name)
}

// readHeader reads the header row.
func (t *table) readHeader(in *rows, required int) error {
	names, line, err := in.next()
	place := Warning{File: t.name, Line: line}
	switch {
	case err == io.EOF:
		place.Line, place.Message = 0, "the file is empty"
		return place
	case errors.Is(err, errQuote), errors.Is(err, errLong), errors.Is(err, errFields):
		place.Message = "invalid header: " + err.Error()
		return place
	case err != nil:
		return fmt.Errorf("reading %s: %w", t.name, err)
	case bytes.HasPrefix(names[0], []byte("\xFF\xFE")), bytes.HasPrefix(names[0], []byte("\xFE\xFF")):
		place.Message = "the file is encoded in UTF-16, want UTF-8"
		return place
	}
	t.width = len(names)
	t.index = make([]int, len(t.columns))
	for i, column := range t.columns {
		same := func(name []byte) bool { return strings.EqualFold(string(bytes.TrimSpace(name)), column) }
		t.index[i] = slices.IndexFunc(names, same)
		if t.index[i] < 0 {
			if i < required {
				place.Field, place.Message = column, "required column is missing"
				return place
			}
			continue
		}
		if slices.ContainsFunc(names[t.index[i]+1:], same) {
			t.line = line
			t.warn(i, "duplicate column; using the first")
		}
	}
	return nil
}

// checkWidth reports whether the row can be used: it may have fewer fields than the header, and additional fields that
// are empty.
func (t *table) checkWidth() bool {
	if len(t.fields) < t.width {
		t.warn(-1, "row has %d fields, want %d; missing fields taken as empty", len(t.fields), t.width)
		return true
	}
	for _, extra := range t.fields[t.width:] {
		if len(bytes.TrimSpace(extra)) > 0 {
			t.warn(-1, "row has %d fields, want %d; row skipped", len(t.fields), t.width)
			return false
		}
	}
	return true
}

// warn adds a warning about the field in a column, or about the row if column is negative.
func (t *table) warn(column int, format string, args ...any) {
	if count := t.report.file(t.name); count.Warnings >= maxFileWarnings {
		count.Warnings++ // the text would not be kept
		return
	}
	w := Warning{File: t.name, Line: t.line, Message: fmt.Sprintf(format, args...)}
	if column >= 0 {
		w.Field = t.columns[column]
	}
	t.report.warn(w)
}

// field returns the value in a column without surrounding space. It is valid until the next row.
func (t *table) field(column int) []byte {
	i := t.index[column]
	if i < 0 || i >= len(t.fields) {
		return nil
	}
	return bytes.TrimSpace(t.fields[i])
}

// key returns the same value as text, without counting or reporting anything. It is valid until the next row.
func (t *table) key(column int) []byte {
	field := t.field(column)
	if plain(field) {
		return field
	}
	return []byte(readable(field))
}

const maxText = 1000 // bytes of a name or an id

// text returns the value in a column as a string, cleaned by readable.
func (t *table) text(column int) string {
	field := t.field(column)
	s := string(field)
	if !plain(field) {
		if !utf8.Valid(field) {
			t.warn(column, "invalid UTF-8 in %s", quote(field))
		}
		s = readable(field)
	}
	t.keep(1, len(s))
	return s
}

// shared is like text, but returns the same string for equal values. It is for values that occur often.
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

// readable returns the field as valid UTF-8 of at most maxText bytes, with spaces instead of control characters.
func readable(field []byte) string {
	s := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case r == '\uFFFE', r == '\uFFFF':
			return utf8.RuneError
		}
		return r
	}, string(field)) // Map replaces invalid UTF-8 by RuneError
	if len(s) > maxText {
		cut := maxText
		for !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut]
	}
	return strings.TrimSpace(s)
}
