package report

import (
	"cmp"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

// The objects of SARIF 2.1.0 section 3.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver struct {
				Name    string      `json:"name"`
				Version string      `json:"version,omitempty"`
				Rules   []sarifRule `json:"rules"`
			} `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifRule struct {
		ID            string              `json:"id"`
		Short         *sarifText          `json:"shortDescription,omitempty"`
		Full          *sarifText          `json:"fullDescription,omitempty"`
		Help          *sarifText          `json:"help,omitempty"`
		Configuration map[string]string   `json:"defaultConfiguration"` // the level
		Properties    map[string][]string `json:"properties,omitempty"` // the tags
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId,omitempty"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`

		Properties any `json:"properties,omitempty"`
	}
	sarifLocation struct {
		ID       int `json:"id,omitempty"`
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region *sarifRegion `json:"region,omitempty"`
		} `json:"physicalLocation"`
		Message *sarifText `json:"message,omitempty"`
	}
	sarifRegion struct {
		StartLine   int        `json:"startLine"`
		StartColumn int        `json:"startColumn,omitempty"`
		Snippet     *sarifText `json:"snippet,omitempty"`
	}
)

// SARIF writes a SARIF 2.1.0 log with one run. Its texts are for people, and escaped as in [Report.Text]. It lists only the
// rules of its results. Columns count Unicode code points, not bytes; a region in a document that is not known is a line.
func (r Report) SARIF(w io.Writer) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	driver := &run.Tool.Driver
	driver.Name, driver.Version, _ = strings.Cut(r.Tool, " ")
	rules := r.rules()
	driver.Name, driver.Rules = cmp.Or(driver.Name, "quartet"), append([]sarifRule{}, collect.Each(rules, sarifRuleOf)...)
	l := newLines(r.Source)
	for i, d := range r.Diagnostics {
		index := slices.IndexFunc(rules, func(rule diag.Rule) bool { return rule.ID == d.ID })
		result := l.sarifResult(d, index)
		if r.Properties != nil {
			result.Properties = r.Properties(i)
		}
		run.Results = append(run.Results, result)
	}
	return WriteJSON(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

func sarifRuleOf(rule diag.Rule) sarifRule {
	s := sarifRule{ID: rule.ID, Configuration: map[string]string{"level": rule.Severity.String()}}
	if rule.Group != "" {
		s.Properties = map[string][]string{"tags": {rule.Group}}
	}
	if rule.Summary == "" {
		return s
	}
	short := sentence(rule.Summary)
	full := short
	if rule.Source != "" {
		full += " See " + rule.Source + "."
	}
	s.Short, s.Full, s.Help = newSARIFText(short), newSARIFText(full), newSARIFText(cmp.Or(rule.Note, full))
	return s
}

func (l *lines) sarifResult(d diag.Diagnostic, index int) sarifResult {
	message := sentence(d.Message)
	if d.Hint != "" {
		message += " Hint: " + d.Hint + "."
	}
	result := sarifResult{RuleID: d.ID, RuleIndex: index, Level: d.Severity.String(), Message: *newSARIFText(message)}
	if location, ok := l.sarifLocation(d.Pos); ok {
		result.Locations = []sarifLocation{location}
	}
	for _, related := range d.Related {
		if location, ok := l.sarifLocation(related.Pos); ok {
			location.ID, location.Message = len(result.Related)+1, newSARIFText(sentence(related.Message))
			result.Related = append(result.Related, location)
		}
	}
	return result
}

func (l *lines) sarifLocation(p diag.Pos) (at sarifLocation, ok bool) {
	if p.File == "" {
		return at, false
	}
	physical := &at.Physical
	physical.Artifact.URI = artifactURI(p.File)
	if p.Line > 0 {
		physical.Region = &sarifRegion{StartLine: p.Line}
		if line, ok := l.line(p.File, p.Line); ok && p.Col > 0 {
			physical.Region.StartColumn = utf8.RuneCount(line[:min(p.Col-1, len(line))]) + 1
			if len(line) <= maxSource {
				physical.Region.Snippet = newSARIFText(string(line))
			}
		}
	}
	return at, true
}

// newSARIFText returns a text for viewers. It keeps tabs, because lines of contracts often begin with them.
func newSARIFText(s string) *sarifText {
	fields := strings.Split(s, "\t")
	for i := range fields {
		fields[i] = diag.Escape(fields[i])
	}
	return &sarifText{strings.Join(fields, "\t")}
}

// artifactURI returns the URI of a document: relative for a relative file name.
func artifactURI(file string) string {
	if u, err := url.Parse(file); err == nil && len(u.Scheme) > 1 {
		return u.String()
	}
	if path.IsAbs(file) {
		return (&url.URL{Scheme: "file", Path: file}).String()
	}
	return (&url.URL{Path: file}).String()
}

// sentence returns a message with a capital letter and a period. A name in quotes keeps its case.
func sentence(message string) string {
	first, size := utf8.DecodeRuneInString(message)
	if first >= 'a' && first <= 'z' {
		message = strings.ToUpper(string(first)) + message[size:]
	}
	return message + "."
}
