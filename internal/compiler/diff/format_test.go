package diff_test

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/diff"
)

func hostile() []diff.Finding {
	text := "a|b\n# c <script> `x` @team [y](z) *w*"
	return []diff.Finding{{
		Rule: "element-renamed", Component: text, Message: text, Breaks: diff.OldClients | diff.Callers, Strict: diff.NewClients,
		Old: diag.Pos{File: "old|.wsdl", Line: 1, Col: 2}, New: diag.Pos{File: "new.wsdl", Line: 3, Col: 4},
	}}
}

// TestMarkdownText writes text of a contract that looks like markup: each finding is one row of three cells.
func TestMarkdownText(t *testing.T) {
	text := diff.Markdown(hostile())
	rows := 0
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "element-renamed") {
			continue
		}
		if rows++; strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 4 {
			t.Errorf("not three cells: %s", line)
		}
	}
	if rows != 1 || strings.Contains(text, "<script>") || strings.Contains(text, "@team") || strings.Contains(text, "\n# c") {
		t.Errorf("markup of the contract:\n%s", text)
	}
	many := make([]diff.Finding, 0, 5000)
	for range 5000 {
		many = append(many, hostile()...)
	}
	if text := diff.Markdown(many); len(text) > 60000 || !strings.Contains(text, "and 4900 more") {
		t.Errorf("%d bytes", len(text))
	}
	for i := range many {
		many[i].Class, many[i].Component = diff.Class(i%3), strings.Repeat("n", 500)
	}
	if text := diff.Markdown(many); len(text) > 65000 || strings.Count(text, "more |") != 3 {
		t.Errorf("%d bytes with long names", len(text))
	}
	if text := diff.Markdown(nil); !strings.Contains(text, "no differences") {
		t.Error(text)
	}
}

func TestMachineFormats(t *testing.T) {
	for name, write := range map[string]func([]diff.Finding) ([]byte, error){
		"JSON":  diff.JSON,
		"SARIF": func(f []diff.Finding) ([]byte, error) { return diff.SARIF(f, "quartet v1", nil) },
	} {
		for _, findings := range [][]diff.Finding{nil, hostile()} {
			text, err := write(findings)
			var v map[string]any
			if err == nil {
				err = json.Unmarshal(text, &v)
			}
			if err != nil || strings.Contains(string(text), "null") {
				t.Errorf("%s: %v\n%s", name, err, text)
			}
		}
	}
}

// TestSARIF looks at a finding whose column differs in bytes and in characters.
func TestSARIF(t *testing.T) {
	f := hostile()[0]
	f.Old = diag.Pos{File: "old.wsdl", Line: 1, Col: 4}
	source := func(file string) []byte {
		if file == "old.wsdl" {
			return []byte("<é/>")
		}
		return nil
	}
	text, err := diff.SARIF([]diff.Finding{f}, "quartet v1", source)
	if err != nil {
		t.Fatal(err)
	}
	type location struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI string }
			Region           struct{ StartLine, StartColumn int }
		}
	}
	var log struct {
		Runs []struct {
			ColumnKind string
			Tool       struct {
				Driver struct {
					Name, Version string
					Rules         []struct{ ID string }
				}
			}
			Results []struct {
				RuleID, Level               string
				Locations, RelatedLocations []location
				Properties                  struct {
					Class     string
					Breaks    []string
					IfChecked []string
				}
			}
		}
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	result := run.Results[0]
	if run.ColumnKind != "unicodeCodePoints" || run.Tool.Driver.Name != "quartet" || run.Tool.Driver.Rules[0].ID != result.RuleID || result.Level != "error" {
		t.Errorf("got %+v", run)
	}
	now, old := result.Locations[0].PhysicalLocation, result.RelatedLocations[0].PhysicalLocation
	if now.Region.StartLine != 3 || now.Region.StartColumn != 0 || old.ArtifactLocation.URI != "old.wsdl" || old.Region.StartColumn != 3 {
		t.Errorf("at %+v and %+v", now, old)
	}
	if p := result.Properties; p.Class != "breaking" || len(p.Breaks) != 2 || len(p.IfChecked) != 1 {
		t.Errorf("properties %+v", p)
	}
}
