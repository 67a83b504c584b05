package diff_test

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/diff"
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
		many[i].Class, many[i].Component = diff.Class(i%diff.Classes), strings.Repeat("n", 500)
	}
	if text := diff.Markdown(many); len(text) > 65000 || strings.Count(text, "more |") != diff.Classes {
		t.Errorf("%d bytes with long names", len(text))
	}
	if text := diff.Markdown(nil); !strings.Contains(text, "no differences") {
		t.Error(text)
	}
}

// summary has a finding of each class.
var summary = []diff.Finding{
	{Rule: "a", Component: "type x", Message: "m", Breaks: diff.OldClients | diff.Callers, Loses: diff.NewClients, Strict: diff.NewClients, JSON: diff.OldClients | diff.NewClients, Also: []string{"type y"}, Old: diag.Pos{File: "o", Line: 1, Col: 2}, New: diag.Pos{File: "n", Line: 3, Col: 4}},
	{Rule: "b", Class: diff.Lossy, Component: "type z", Message: "m", Loses: diff.OldClients, Strict: diff.OldClients | diff.NewClients},
	{Rule: "c", Class: diff.Compatible, Component: "type z", Message: "m", Loses: diff.OldClients | diff.NewClients},
	{Rule: "d", Class: diff.Documentation, Component: "type z", Message: "m"},
}

// TestSummary counts findings by class and by whom they break.
func TestSummary(t *testing.T) {
	const want = `### Contract: 1 breaking, 1 lossy, 1 compatible, 1 documentation

| who breaks | differences |
|---|---|
| old clients with a new server | 1 |
| new clients with an old server | none |
| Go code that implements the service | none |
| Go code that calls the client | 1 |

#### Breaking

| where | what | breaks |
|---|---|---|
| type x; also type y<br>n:3:4, old o:1:2 | m (a) | old clients, callers; value ignored by new clients or their old server; over JSON: old clients, new clients |

#### Lossy

| where | what | breaks |
|---|---|---|
| type z<br>-, old - | m (b) | value ignored by old clients or their new server; if messages are checked: new clients |

<details><summary>Compatible: 1</summary>

| where | what | breaks |
|---|---|---|
| type z<br>-, old - | m (c) | value ignored by old and new clients or their servers |

</details>

<details><summary>Documentation: 1</summary>

| where | what | breaks |
|---|---|---|
| type z<br>-, old - | m (d) |  |

</details>
`
	if got := diff.Markdown(summary); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	text, err := diff.JSON(summary)
	var counts struct{ Breaking, Lossy, Compatible, Documentation int }
	if err == nil {
		err = json.Unmarshal(text, &counts)
	}
	if err != nil || counts.Breaking != 1 || counts.Lossy != 1 || counts.Compatible != 1 || counts.Documentation != 1 {
		t.Errorf("%v, %+v\n%s", err, counts, text)
	}
	sarif, err := diff.SARIF(summary, "quartet v1", nil)
	if n := strings.Count(string(sarif), "; also"); err != nil || n != 1 {
		t.Errorf("%v, %d\n%s", err, n, sarif)
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
