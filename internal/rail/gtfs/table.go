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
	"unique"
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
	content, err := e.open()
	if err != nil {
		return fmt.Errorf("opening %s: %w", name, err)
	}
	defer content.Close()
	fmt.Fprintf(c.sum, "\n%s\n", name)
	in := &reader{Reader: content, checker: c}
	c.rows.open(in)
	t := &table{checker: c, name: name, columns: columns}
	if err := t.readHeader(required); err != nil {
		if warning, ok := errors.AsType[Warning](err); ok && !slices.Contains(requiredFiles, name) {
			warning.Message += "; file skipped"
			c.report.warn(warning)
			_, err = io.Copy(io.Discard, in) // add the rest to the hash
		}
		return err
	}
	for count := 0; c.err == nil; {
		t.fields, t.line, err = c.rows.next()
		_, invalid := err.(rowError)
		switch {
		case err == io.EOF:
			return content.Close()
		case invalid:
			t.warn(-1, "%v; row skipped", err)
		case err != nil:
			return fmt.Errorf("reading %s, line %d: %w", name, t.line, err)
		case t.checkWidth():
			check(t)
		}
		if count++; count > c.options.Rows {
			return Warning{File: name, Message: fmt.Sprintf("the file has more than %d rows, the limit of --gtfs-rows", c.options.Rows)}
		}
	}
	return fmt.Errorf("%s, line %d: %w", name, t.line, c.err)
}

// readHeader reads the header row.
func (t *table) readHeader(required int) error {
	names, line, err := t.rows.next()
	t.line = line
	_, invalid := err.(rowError)
	switch {
	case err == io.EOF:
		return Warning{File: t.name, Message: "the file is empty"}
	case invalid:
		return t.warning(-1, "invalid header: %v", err)
	case err != nil:
		return fmt.Errorf("reading %s: %w", t.name, err)
	case bytes.HasPrefix(names[0], []byte("\xFF\xFE")), bytes.HasPrefix(names[0], []byte("\xFE\xFF")):
		return t.warning(-1, "the file is encoded in UTF-16, want UTF-8")
	}
	t.width = len(names)
	t.index = make([]int, len(t.columns))
	for i, column := range t.columns {
		same := func(name []byte) bool { return strings.EqualFold(string(bytes.TrimSpace(name)), column) }
		t.index[i] = slices.IndexFunc(names, same)
		switch {
		case t.index[i] < 0 && i < required:
			return t.warning(i, "required column is missing")
		case t.index[i] >= 0 && slices.ContainsFunc(names[t.index[i]+1:], same):
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
	if t.report.keeps(t.name) {
		t.report.Warnings = append(t.report.Warnings, t.warning(column, format, args...))
	}
}

func (t *table) warning(column int, format string, args ...any) Warning {
	w := Warning{File: t.name, Line: t.line, Message: fmt.Sprintf(format, args...)}
	if column >= 0 {
		w.Field = t.columns[column]
	}
	return w
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

// newID returns the ID of a row. It warns and returns false if the ID is missing, or if an earlier row has it. what names the row.
func (t *table) newID(index map[string]int32, what string) (id string, ok bool) {
	id = t.text(0)
	_, twice := index[id]
	switch {
	case id == "":
		t.warn(0, "missing value; %s skipped", what)
	case twice:
		t.warn(0, "duplicate %s; row skipped", Quote(id))
	default:
		return id, true
	}
	return id, false
}

// ref returns the index of the row to which a field refers, or warns. what names that row, and skipped what refers to it.
func (t *table) ref(column int, index map[string]int32, what, skipped string) (i int32, known bool) {
	if i, known = index[string(t.key(column))]; !known {
		t.warn(column, "unknown %s %s; %s skipped", what, Quote(t.field(column)), skipped)
	}
	return i, known
}

// oneOf returns the index of a field in the values, or warns and returns -1.
func (t *table) oneOf(column int, want string, values ...string) int {
	i := slices.Index(values, string(t.field(column)))
	if i < 0 {
		t.warn(column, "invalid value %s, want %s", Quote(t.field(column)), want)
	}
	return i
}

// parsed returns the value of a field, or warns.
func parsed[T any](t *table, column int, parse func([]byte) (T, bool), what, want string) (value T, ok bool) {
	if value, ok = parse(t.field(column)); !ok {
		t.warn(column, "invalid %s %s, want %s", what, Quote(t.field(column)), want)
	}
	return value, ok
}

// sequence reads a stop_sequence or shape_pt_sequence.
func (t *table) sequence(column int) (uint32, bool) {
	n, ok := parsed(t, column, number, "value", "a non-negative integer; row skipped")
	return uint32(n), ok
}

// distance reads a shape_dist_traveled.
func (t *table) distance(column int) float64 {
	if len(t.field(column)) > 0 {
		if d, ok := parsed(t, column, length, "value", "a non-negative number; taken as missing"); ok {
			return d
		}
	}
	return unset
}

const maxText = 1000 // bytes of a name or an id

// text returns the value in a column as a string, cleaned by readable.
func (t *table) text(column int) string {
	field := t.field(column)
	s := string(field)
	if !plain(field) {
		if !utf8.Valid(field) {
			t.warn(column, "invalid UTF-8 in %s", Quote(field))
		}
		s = readable(field)
	}
	t.keep(1, len(s))
	return s
}

// shared is like text, but returns the same string for equal values. It is for values that occur often.
func (t *table) shared(column int) string { return unique.Make(t.text(column)).Value() }

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
	return strings.TrimSpace(strings.ToValidUTF8(s[:min(len(s), maxText)], ""))
}
