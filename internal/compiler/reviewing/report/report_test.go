package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/testing/directive"
)

func source(documents map[string]string) func(string) []byte {
	return func(file string) []byte { return []byte(documents[file]) }
}

func written(t *testing.T, r Report, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	r := Report{
		Diagnostics: diag.List{diag.New(diag.Duplicate, diag.Pos{File: "a.wsdl", Line: 9, Col: 2}, "type %s is defined twice", `"T"`).
			WithRelated(diag.Pos{File: "a.wsdl", Line: 10, Col: 1}, "shown already").
			WithRelated(diag.Pos{File: "b.xsd", Line: 1, Col: 4}, "the other definition").WithHint("remove one")},
		Source: source(map[string]string{"a.wsdl": strings.Repeat("\n", 7) + "<a>\r\n\t<b/>\r\n</a>\r\n", "b.xsd": "<é x='1'/>"}),
	}
	want := `a.wsdl:9:2: type "T" is defined twice [duplicate]
     8 | <a>
     9 |     <b/>
       |     ^
    10 | </a>
    a.wsdl:10:1: shown already
    b.xsd:1:4: the other definition
    1 | <é x='1'/>
      |   ^
    hint: remove one
`
	if got := written(t, r, "text"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	r.Source = nil
	if got := written(t, r, "text"); got != r.Diagnostics.String() {
		t.Errorf("without documents: %s", got)
	}
	r.Color = true
	if got := written(t, r, "text"); !strings.Contains(got, red) || !strings.Contains(got, reset) {
		t.Errorf("no colour: %q", got)
	}
}

func TestWindow(t *testing.T) {
	long := strings.Repeat("a", 200) + "X" + strings.Repeat("b", 200)
	for _, c := range []struct {
		line   string
		offset int
		at     string // what is at the column
	}{
		{"\t\tX", 2, "X"}, {"äöX", 4, "X"}, {"X", 0, "X"}, {long, 200, "X"}, {long, 0, "a"}, {"a\x1b[2JX", 5, "X"}, {"\u202eX", 3, "X"},
		{strings.Repeat("a", 98) + "X", 98, "X"}, {"\xffX", 1, "X"},
	} {
		shown, column := window([]byte(c.line), c.offset)
		if got := string([]rune(shown)[column:][:1]); got != c.at {
			t.Errorf("%q: column %d of %q is %q, want %q", c.line, column, shown, got, c.at)
		}
		if n := utf8.RuneCountInString(shown); n > maxWidth+2 {
			t.Errorf("%d characters in %q", n, shown)
		}
	}
	if _, column := window([]byte("駅X"), 3); column != 2 {
		t.Errorf("after a wide character: column %d, want 2", column)
	}
	if _, column := window([]byte("ab"), 9); column != 2 {
		t.Errorf("after the line: column %d, want 2", column)
	}
}

func TestSARIF(t *testing.T) {
	r := Report{
		Tool: "quartet v1 go1",
		Rules: []diag.Rule{
			{ID: diag.Unresolved, Severity: diag.Error, Summary: "s"},
			{ID: diag.NoServices, Severity: diag.Note, Summary: "what it is", Source: "X 1", Group: "g", Note: "Do this."},
		},
		Source: source(map[string]string{"sub/a b.wsdl": "<é/>"}),
		Diagnostics: diag.List{
			diag.New(diag.NoServices, diag.Pos{File: "/x/b.wsdl"}, "m"),
			diag.New(diag.Unresolved, diag.Pos{File: "sub/a b.wsdl", Line: 1, Col: 4}, "m").WithRelated(diag.Pos{File: "http://h/c?wsdl", Line: 2, Col: 3}, "r"),
			diag.New("other", diag.Pos{}, "m"),
		},
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(written(t, r, "sarif")), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if rule := run.Tool.Driver.Rules[1]; rule.ID != diag.NoServices || rule.Short.Text != "What it is." || rule.Full.Text != "What it is. See X 1." ||
		rule.Help.Text != "Do this." || rule.Properties["tags"][0] != "g" || rule.Configuration["level"] != "note" {
		t.Errorf("got the rule %+v", rule)
	}
	if log.Version != "2.1.0" || len(run.Results) != 3 || len(run.Tool.Driver.Rules) != 3 || run.Tool.Driver.Name != "quartet" {
		t.Fatalf("got %+v", log)
	}
	for _, result := range run.Results {
		if run.Tool.Driver.Rules[result.RuleIndex].ID != result.RuleID {
			t.Errorf("%s has the index of another rule", result.RuleID)
		}
	}
	first, second := run.Results[0], run.Results[1]
	if first.Locations[0].Physical.Artifact.URI != "file:///x/b.wsdl" || first.Locations[0].Physical.Region != nil || first.Level != "note" {
		t.Errorf("got %+v", first)
	}
	at := second.Locations[0].Physical
	if at.Artifact.URI != "sub/a%20b.wsdl" || at.Region.StartColumn != 3 || at.Region.Snippet.Text != "<é/>" {
		t.Errorf("got %+v, %+v", at, at.Region)
	}
	if second.Related[0].ID != 1 || second.Related[0].Physical.Artifact.URI != "http://h/c?wsdl" {
		t.Errorf("got %+v", second.Related)
	}
	if run.Results[2].Locations != nil {
		t.Errorf("a diagnostic without a position has one: %+v", run.Results[2])
	}
}

// TestHiddenCharacters: no output has characters that move the cursor, reorder text or are invisible, wherever a contract has
// them, and what people read shows them.
func TestHiddenCharacters(t *testing.T) {
	const hidden = "\x1b\x7f\u0085\u009b\u200b\u200e\u200f\u2028\u202a\u202e\u2066\u2069\ufeff\U000e0041"
	text := "a" + hidden + "\tb"
	pos := diag.Pos{File: text, Line: 1, Col: 2}
	r := Report{
		Tool:        text,
		Rules:       []diag.Rule{{ID: text, Summary: text, Source: text, Group: text, Note: text}},
		Diagnostics: diag.List{diag.New(text, pos, "%s", text).WithRelated(pos, "%s", text).WithHint("%s", text)},
		Properties:  func(int) any { return map[string]string{text: text} },
		Source:      source(map[string]string{text: text + "\xff"}),
	}
	for _, format := range Formats() {
		got := written(t, r, format)
		if !utf8.ValidString(got) || strings.ContainsAny(got, hidden+"\t") {
			t.Errorf("%s: %q", format, got)
		}
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(written(t, r, "sarif")), &log); err != nil {
		t.Fatal(err)
	}
	rule, result := log.Runs[0].Tool.Driver.Rules[0], log.Runs[0].Results[0]
	at := result.Locations[0].Physical
	for _, shown := range []string{
		rule.Short.Text, rule.Full.Text, rule.Help.Text, result.Message.Text, result.Related[0].Message.Text, at.Region.Snippet.Text, at.Artifact.URI,
	} {
		if strings.ContainsAny(shown, hidden) {
			t.Errorf("SARIF has %q", shown)
		}
	}
	var report jsonReport
	if err := json.Unmarshal([]byte(written(t, r, "json")), &report); err != nil || report.Diagnostics[0].Message != text {
		t.Errorf("JSON has %q, %v", report.Diagnostics[0].Message, err)
	}
}

func TestMarkdown(t *testing.T) {
	d := diag.New(diag.Unresolved, diag.Pos{File: "a|b`.wsdl"}, "<b>*x* |\n")
	got := written(t, Report{Diagnostics: diag.List{d}}, "markdown")
	want := "1 error\n\n| severity | position | message | rule |\n|---|---|---|---|\n" +
		"| error | ``a\\|b`.wsdl`` | &lt;b&gt;\\*x\\* \\|\\\\n | `unresolved` |\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMarkdownSize writes more than a comment may have.
func TestMarkdownSize(t *testing.T) {
	var found diag.List
	for i := range 1000 {
		found.Add(diag.Diagnostic{ID: "rule", Severity: diag.Severity(i % 3), Message: strings.Repeat("m", i)})
	}
	if got := written(t, Report{Diagnostics: found}, "markdown"); len(got) > 65000 || strings.Count(got, "more | |") != 3 {
		t.Errorf("%d bytes:\n%s", len(got), got)
	}
}

// FuzzText checks that a contract cannot add lines or escape sequences to the output, and that no position panics.
func FuzzText(f *testing.F) {
	f.Add("a\tb\r\nc\x1b[2J\u202e", 2, 3)
	f.Add(strings.Join(directive.Lines, "\n"), 17, 3)
	f.Fuzz(func(t *testing.T, document string, line, column int) {
		d := diag.New(diag.Unresolved, diag.Pos{File: "a", Line: line, Col: column}, "m")
		r := Report{Diagnostics: diag.List{d}, Source: source(map[string]string{"a": document})}
		for _, format := range Formats() {
			got := written(t, r, format)
			if strings.ContainsAny(got, "\r\x1b\u0085\u2028\u202e\u2066") || format == "text" && strings.Count(got, "\n") > 5 {
				t.Errorf("got %q", got)
			}
			if found := directive.InOutput([]byte(got)); format == "text" && len(found) > 0 {
				t.Errorf("a line that a tool obeys: %q", found[0])
			}
		}
	})
}
