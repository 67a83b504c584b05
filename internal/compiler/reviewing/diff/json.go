package diff

import (
	"bytes"
	"strings"

	"example.com/quartet/internal/compiler/reviewing/report"
)

// jsonReport is a report as JSON.
type jsonReport struct {
	Breaking      int           `json:"breaking"`
	Lossy         int           `json:"lossy"`
	Compatible    int           `json:"compatible"`
	Documentation int           `json:"documentation"`
	Accepted      int           `json:"accepted"`
	Breaks        []string      `json:"breaks"`
	Findings      []jsonFinding `json:"findings"`
}

type jsonFinding struct {
	Contract  string          `json:"contract,omitempty"` // the first of Contracts
	Contracts []string        `json:"contracts,omitempty"`
	Rule      string          `json:"rule"`
	Class     string          `json:"class"`
	Component string          `json:"component"`
	Message   string          `json:"message"`
	Also      []string        `json:"also"` // other components with the same difference
	Old       report.Position `json:"old"`
	New       report.Position `json:"new"`
	jsonParties
	Excerpt  *jsonExcerpt `json:"excerpt,omitempty"`
	Accepted *Acceptance  `json:"accepted,omitempty"`
}

// jsonExcerpt is the place of a sample message that a finding is about.
type jsonExcerpt struct {
	Message string   `json:"message"`
	Lines   []string `json:"lines"`
	Line    int      `json:"line"` // number of the line of the place, from 1
}

func jsonExcerptOf(x *Excerpt) *jsonExcerpt {
	if x == nil {
		return nil
	}
	return &jsonExcerpt{x.Message, x.Lines, x.Line + 1}
}

// jsonParties lists the parties that break.
type jsonParties struct {
	Breaks    []string `json:"breaks"`
	Ignored   []string `json:"ignored"`
	IfChecked []string `json:"ifChecked"`
	OverJSON  []string `json:"overJSON"`
}

func partiesOf(f *Finding) jsonParties {
	return jsonParties{list(f.Breaks), list(f.Loses), list(f.Strict), list(f.JSON)}
}

// JSON returns findings as indented JSON with a final newline. Columns count bytes in UTF-8.
func JSON(findings []Finding) ([]byte, error) {
	count, broken := tally(findings)
	r := jsonReport{count[Breaking], count[Lossy], count[Compatible], count[Documentation], count[Accepted], list(broken), []jsonFinding{}}
	for i := range findings {
		f := &findings[i]
		r.Findings = append(r.Findings, jsonFinding{
			strings.Join(f.Contracts[:min(len(f.Contracts), 1)], ""), f.Contracts, f.Rule, f.Class.String(), f.Component, f.Message, append([]string{}, f.Also...), report.PositionOf(f.Old), report.PositionOf(f.New), partiesOf(f), jsonExcerptOf(f.Excerpt), f.Accepted,
		})
	}
	var b bytes.Buffer
	err := report.WriteJSON(&b, r)
	return b.Bytes(), err
}

func list(p Parties) []string { return append([]string{}, p.Names()...) }
