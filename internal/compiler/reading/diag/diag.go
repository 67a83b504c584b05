// Package diag defines the diagnostics that the generator reports about a
// contract. A diagnostic has a rule ID, a position in a document, related
// positions and a hint.
//
// A diagnostic is printed as
//
//	file:line:col: message [ID]
//	    file:line:col: what is at the related position
//	    hint: what to do next
//
// Messages start in lower case and quote names as they are written in the
// file (see [Quote]). Text from a contract cannot forge a line of the output:
// control characters and line separators are escaped when a diagnostic is
// printed.
//
// [Rules] lists all rule IDs with their meaning.
package diag

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
)

// Pos is a position in a document. The zero Pos means that there is none.
type Pos struct {
	File string // as shown to the user: relative to the contract's folder or as the user wrote it, never absolute
	Line int    // from 1; 0 for the file as a whole
	Col  int    // from 1, in bytes of the document's UTF-8 text
}

// IsZero reports whether p is the zero Pos.
func (p Pos) IsZero() bool { return p == Pos{} }

// String returns "file:line:col" without the parts that are zero, or "-" for
// the zero Pos. It does not escape control characters; [Diagnostic.String] does.
func (p Pos) String() string {
	switch {
	case p.File == "" && p.Line == 0:
		return "-"
	case p.Line == 0:
		return p.File
	case p.File == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Col)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Compare orders positions by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Severity is the effect of a diagnostic on the output.
type Severity int

const (
	Error   Severity = iota // nothing is generated
	Warning                 // the output may differ from what the author expects
	Note                    // for information; the output does all that the contract promises
)

// String returns "error", "warning" or "note".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Note:
		return "note"
	}
	return "Severity(" + strconv.Itoa(int(s)) + ")"
}

// MarshalText returns the text that String returns, for JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Related is another position that a diagnostic refers to.
type Related struct {
	Pos     Pos
	Message string
}

// Diagnostic is one error, warning or note about a contract.
type Diagnostic struct {
	ID       string // ID of a rule in Rules
	Severity Severity
	Pos      Pos
	Message  string // lower case, no trailing period
	Related  []Related
	Hint     string // what to do next; may be empty
}

// New returns a diagnostic of the rule id with the severity that [Rules] gives
// it, or Error if id is not in Rules.
func New(id string, pos Pos, format string, args ...any) Diagnostic {
	return Diagnostic{ID: id, Severity: SeverityIn(Rules, id), Pos: pos, Message: fmt.Sprintf(format, args...)}
}

// WithRelated returns d with one more related position.
func (d Diagnostic) WithRelated(pos Pos, format string, args ...any) Diagnostic {
	d.Related = append(slices.Clone(d.Related), Related{pos, fmt.Sprintf(format, args...)})
	return d
}

// WithHint returns d with a hint.
func (d Diagnostic) WithHint(format string, args ...any) Diagnostic {
	d.Hint = fmt.Sprintf(format, args...)
	return d
}

// String returns the diagnostic as it is printed, without a trailing newline.
// The severity precedes the message of a warning or note, but not of an error.
func (d Diagnostic) String() string {
	var b strings.Builder
	b.WriteString(Escape(d.Pos.String()))
	b.WriteString(": ")
	if d.Severity != Error {
		b.WriteString(d.Severity.String())
		b.WriteString(": ")
	}
	b.WriteString(Escape(d.Message))
	if d.ID != "" {
		b.WriteString(" [" + Escape(d.ID) + "]")
	}
	for _, r := range d.Related {
		b.WriteString("\n    " + Escape(r.Pos.String()) + ": " + Escape(r.Message))
	}
	if d.Hint != "" {
		b.WriteString("\n    hint: " + Escape(d.Hint))
	}
	return b.String()
}

// Error returns the same text as String, so that a Diagnostic is an error.
func (d Diagnostic) Error() string { return d.String() }

func (d Diagnostic) compare(e Diagnostic) int {
	return cmp.Or(
		d.Pos.Compare(e.Pos),
		cmp.Compare(d.Severity, e.Severity),
		cmp.Compare(d.ID, e.ID),
		cmp.Compare(d.Message, e.Message),
		cmp.Compare(d.Hint, e.Hint),
		slices.CompareFunc(d.Related, e.Related, func(a, b Related) int {
			return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Message, b.Message))
		}),
	)
}

// List is a list of diagnostics. The nil List is empty and ready to use. The
// stages of the generator return sorted lists (see [List.Sorted]).
type List []Diagnostic

// Add appends diagnostics to the list.
func (l *List) Add(ds ...Diagnostic) { *l = append(*l, ds...) }

// Sorted returns the diagnostics sorted by position, without duplicates. The
// result does not depend on the order of l. Sorted does not change l.
func (l List) Sorted() List {
	if len(l) == 0 {
		return nil
	}
	s := slices.Clone(l)
	slices.SortStableFunc(s, Diagnostic.compare)
	return slices.CompactFunc(s, func(a, b Diagnostic) bool { return a.compare(b) == 0 })
}

// HasErrors reports whether any diagnostic is an Error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// AsWarnings returns a copy of the list in which errors are warnings, for
// callers that continue despite errors. [TooLarge] stays an error.
func (l List) AsWarnings() List {
	return l.Tolerate(func(Diagnostic) bool { return true })
}

// Tolerate is AsWarnings for the errors for which accept returns true. The hints of others say what [Lenience] says.
func (l List) Tolerate(accept func(Diagnostic) bool) List {
	all := slices.Clone(l)
	for i := range all {
		d := &all[i]
		switch {
		case d.Severity != Error || d.ID == TooLarge:
		case accept(*d):
			d.Severity = Warning
		case d.Hint == "" || strings.HasSuffix(d.Hint, "?"):
			d.Hint = strings.TrimSpace(d.Hint + " " + Lenience(d.ID))
		default:
			d.Hint += "; " + Lenience(d.ID)
		}
	}
	return all
}

// LeaveOut records that a component of the contract is left out because of the errors
// after the first diagnostics, which were found in it: they become warnings. It reports
// whether there are any.
func (l *List) LeaveOut(first int, pos Pos, format string, args ...any) bool {
	found := (*l)[first:]
	if !found.HasErrors() {
		return false
	}
	copy(found, found.AsWarnings())
	l.Add(New(LeftOut, pos, format+" is left out", args...))
	return true
}

// Only returns the diagnostics of severity s in the order of l, nil if there are none.
func (l List) Only(s Severity) List {
	return collect.Where(l, func(d Diagnostic) bool { return d.Severity == s })
}

// String returns the diagnostics as they are printed, each followed by a
// newline.
func (l List) String() string {
	var b strings.Builder
	for _, d := range l {
		b.WriteString(d.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// WriteTo writes the text that String returns to w.
func (l List) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, l.String())
	return int64(n), err
}
