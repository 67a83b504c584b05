package diff

import (
	"encoding/json"
	"slices"

	"example.com/quartet/internal/compiler/diag"
)

// jsonReport is a report as JSON.
type jsonReport struct {
	Breaking      int           `json:"breaking"`
	Compatible    int           `json:"compatible"`
	Documentation int           `json:"documentation"`
	Breaks        []string      `json:"breaks"`
	Findings      []jsonFinding `json:"findings"`
}

type jsonFinding struct {
	Rule      string   `json:"rule"`
	Class     string   `json:"class"`
	Component string   `json:"component"`
	Message   string   `json:"message"`
	Old       jsonPos  `json:"old"`
	New       jsonPos  `json:"new"`
	Breaks    []string `json:"breaks"`
	Ignored   []string `json:"ignored"`
	IfChecked []string `json:"ifChecked"`
}

type jsonPos struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// JSON returns findings as JSON, indented, with a line end.
func JSON(findings []Finding) ([]byte, error) {
	r := jsonReport{Findings: []jsonFinding{}}
	var broken Parties
	for _, f := range findings {
		switch f.Class {
		case Breaking:
			r.Breaking++
		case Compatible:
			r.Compatible++
		case Documentation:
			r.Documentation++
		}
		broken |= f.Breaks
		r.Findings = append(r.Findings, jsonFinding{
			f.Rule, f.Class.String(), f.Component, f.Message, positionOf(f.Old), positionOf(f.New), list(f.Breaks), list(f.Loses), list(f.Strict),
		})
	}
	r.Breaks = list(broken)
	return indented(r)
}

func positionOf(p diag.Pos) jsonPos { return jsonPos{p.File, p.Line, p.Col} }

func list(p Parties) []string { return append([]string{}, p.Names()...) }

func indented(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}

// SARIF returns findings in the Static Analysis Results Interchange Format, version 2.1.0. The position in the old version
// is a related location.
func SARIF(findings []Finding) ([]byte, error) {
	type object = map[string]any
	rules, results := []object{}, []object{}
	for _, r := range Rules() {
		if slices.ContainsFunc(findings, func(f Finding) bool { return f.Rule == r.ID }) {
			rules = append(rules, object{"id": r.ID, "shortDescription": object{"text": r.Summary}})
		}
	}
	location := func(p diag.Pos) object {
		return object{"physicalLocation": object{
			"artifactLocation": object{"uri": p.File},
			"region":           object{"startLine": max(p.Line, 1), "startColumn": max(p.Col, 1)},
		}}
	}
	for _, f := range findings {
		old := location(f.Old)
		old["message"] = object{"text": "in the old version"}
		results = append(results, object{
			"ruleId": f.Rule, "level": [...]string{"error", "warning", "note"}[f.Class],
			"message":          object{"text": f.Component + ": " + f.Message + "; breaks " + f.Breaks.String()},
			"locations":        []object{location(f.New)},
			"relatedLocations": []object{old},
		})
	}
	driver := object{"name": "quartet diff", "rules": rules}
	return indented(object{
		"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"runs": []object{{"tool": object{"driver": driver}, "results": results}},
	})
}
