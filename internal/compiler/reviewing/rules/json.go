package rules

import (
	"io"

	"example.com/quartet/internal/compiler/reviewing/report"
)

type jsonRule struct {
	ID       string `json:"id"`
	Severity string `json:"severity"`
	Group    string `json:"group"`
	Summary  string `json:"summary"`
	Note     string `json:"note,omitempty"`
	Source   string `json:"source,omitempty"`
}

// JSON writes the rules as JSON: an object with the array "rules".
func JSON(w io.Writer) error {
	var table struct {
		Rules []jsonRule `json:"rules"`
	}
	for _, r := range All() {
		table.Rules = append(table.Rules, jsonRule{r.ID, r.Severity.String(), r.Group, r.Summary, r.Note, r.Source})
	}
	return report.WriteJSON(w, table)
}
