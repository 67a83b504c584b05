package diff

import (
	"bytes"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/report"
)

// sarifProperties are the properties of a result.
type sarifProperties struct {
	Class     string `json:"class"`
	Component string `json:"component"`
	jsonParties
	Accepted *Acceptance `json:"accepted,omitempty"`
}

// SARIF returns findings in the Static Analysis Results Interchange Format, version 2.1.0. The position in the old version
// is a related location. The level is error for breaking findings, warning for lossy ones, and note for others.
// tool is the name and the version of the program. source returns the documents of both versions in UTF-8 by their names in
// positions, nil for a document that is not known. A nil source knows no document.
func SARIF(findings []Finding, tool string, source func(file string) []byte) ([]byte, error) {
	r := report.Report{Tool: tool, Source: source}
	for _, rule := range Rules() {
		r.Rules = append(r.Rules, diag.Rule{ID: rule.ID, Severity: diag.Warning, Summary: rule.Summary, Note: rule.Note})
	}
	for i := range findings {
		r.Diagnostics.Add(findings[i].diagnostic())
	}
	r.Properties = func(i int) any {
		f := &findings[i]
		return sarifProperties{f.Class.String(), f.Component, partiesOf(f), f.Accepted}
	}
	var b bytes.Buffer
	err := r.SARIF(&b)
	return b.Bytes(), err
}

// diagnostic returns the finding as a diagnostic.
func (f *Finding) diagnostic() diag.Diagnostic {
	message := f.Component + ": " + f.Message
	if len(f.Also) > 0 {
		message += "; also " + f.others()
	}
	d := diag.Diagnostic{ID: f.Rule, Pos: f.New, Message: message + "; breaks " + f.Breaks.String()}
	d.Severity = [...]diag.Severity{Breaking: diag.Error, Lossy: diag.Warning, Compatible: diag.Note, Documentation: diag.Note, Accepted: diag.Note}[f.Class]
	return d.WithRelated(f.Old, "in the old version")
}
