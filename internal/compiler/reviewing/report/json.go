package report

import (
	"bytes"
	"encoding/json"
	"io"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

type jsonReport struct {
	Tool        string           `json:"tool"`
	Errors      int              `json:"errors"`
	Warnings    int              `json:"warnings"`
	Notes       int              `json:"notes"`
	Suppressed  int              `json:"suppressed,omitempty"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
}

type jsonDiagnostic struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	jsonPlace
	Related []jsonPlace `json:"related,omitempty"`
	Hint    string      `json:"hint,omitempty"`
}

// jsonPlace is a position with a message about it.
type jsonPlace struct {
	Message string `json:"message"`
	Position
	Source string `json:"source,omitempty"` // the line
}

// Position is a position in JSON. As in text, lines and columns are counted from 1, and columns count bytes in UTF-8.
type Position struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// PositionOf returns a position as it is in JSON.
func PositionOf(p diag.Pos) Position { return Position{p.File, p.Line, p.Col} }

// JSON writes an object with the diagnostics in the array "diagnostics". Positions are written as [Position].
func (r Report) JSON(w io.Writer) error {
	l := newLines(r.Source)
	report := jsonReport{
		Tool: r.Tool, Errors: len(r.Diagnostics.Only(diag.Error)), Warnings: len(r.Diagnostics.Only(diag.Warning)),
		Notes: len(r.Diagnostics.Only(diag.Note)), Suppressed: r.Suppressed, Diagnostics: []jsonDiagnostic{},
	}
	for _, d := range r.Diagnostics {
		j := jsonDiagnostic{Rule: d.ID, Severity: d.Severity.String(), jsonPlace: l.place(d.Pos, d.Message), Hint: d.Hint}
		j.Related = collect.Each(d.Related, func(other diag.Related) jsonPlace { return l.place(other.Pos, other.Message) })
		report.Diagnostics = append(report.Diagnostics, j)
	}
	return WriteJSON(w, report)
}

func (l *lines) place(p diag.Pos, message string) jsonPlace {
	place := jsonPlace{Message: message, Position: PositionOf(p)}
	if line, ok := l.line(p.File, p.Line); ok && len(line) <= maxSource {
		place.Source = string(line)
	}
	return place
}

// maxSource is the maximum length in bytes of a source line in JSON.
const maxSource = 1000

// WriteJSON writes a value as indented JSON with a final newline. Characters that could
// control a terminal or a CI service are escaped.
func WriteJSON(w io.Writer, value any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(diag.EscapeJSON(b.Bytes()))
	return err
}
