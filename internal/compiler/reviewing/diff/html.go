package diff

import (
	"bytes"
	"html/template"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Trees is the description of an operation with its types in two versions, as text; "" in a version that does not have it.
type Trees struct{ Title, Old, New string }

// maxTrees is how many operations a page shows.
const maxTrees = 50

// HTML returns findings as a page for a reviewer: who breaks, the findings of each class, and the trees of operations side by side with
// their differences marked, for at most 50 operations. left is the number of others.
func HTML(findings []Finding, trees []Trees, left int) ([]byte, error) {
	if n := len(trees) - maxTrees; n > 0 {
		trees, left = trees[:maxTrees], left+n
	}
	d := struct {
		Counts  string
		Who     [len(whoBreaks)]int
		Classes [Classes][]*Finding
		Trees   []Trees
		Left    int
	}{counts(findings), broken(findings), ofClasses(findings), trees, left}
	var b bytes.Buffer
	err := htmlPage.Execute(&b, d)
	return b.Bytes(), err
}

// Row is a row of two trees: a line of both versions, or of one of them beside "".
type Row struct {
	Old, New string
	Changed  bool
}

// Rows returns the rows of both trees. Lines with the same indentation and first word, which is a name or says what the line is about, are
// beside each other.
func (t Trees) Rows() (rows []Row, err error) {
	oldLines, oldKeys := keyed(t.Old)
	newLines, newKeys := keyed(t.New)
	d, err := udiff.ToUnifiedDiff("", "", oldKeys, udiff.Lines(oldKeys, newKeys), len(oldLines))
	if len(d.Hunks) == 0 { // the keys are equal
		for i := range oldLines {
			rows = append(rows, Row{oldLines[i], newLines[i], oldLines[i] != newLines[i]})
		}
	}
	for _, hunk := range d.Hunks {
		for _, line := range hunk.Lines {
			var r Row
			if line.Kind != udiff.Insert {
				r.Old, oldLines = oldLines[0], oldLines[1:]
			}
			if line.Kind != udiff.Delete {
				r.New, newLines = newLines[0], newLines[1:]
			}
			r.Changed = r.Old != r.New
			rows = append(rows, r)
		}
	}
	return rows, err
}

// keyed returns the lines of a text, and a text with the indentation and the first word of each.
func keyed(text string) (lines []string, keys string) {
	var all []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		content := strings.TrimLeft(line, " ")
		word, _, _ := strings.Cut(content, " ")
		lines, all = append(lines, line), append(all, line[:len(line)-len(content)+len(word)])
	}
	return lines, strings.Join(append(all, ""), "\n")
}

var htmlPage = template.Must(template.New("").Funcs(template.FuncMap{
	"class": func(i int) string { return classTitles[i] }, "party": func(i int) string { return whoBreaks[i] }, "who": (*Finding).who, "escaped": diag.Escape, "others": (*Finding).others,
	"excerpt": (*Excerpt).text,
}).Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Differences of a contract</title>
<style>
html { color-scheme: light dark; --ink: #17212e; --soft: #566171; --line: #d8d5cd; --bg: #ffffff; --old: #fbe3e1; --new: #dcf3e4; font: 1rem/1.5 system-ui, sans-serif; background: var(--bg); color: var(--ink) }
@media (prefers-color-scheme: dark) { html { --ink: #e9eef4; --soft: #a3b0bf; --line: #2a3542; --bg: #0d131a; --old: #4a1f1f; --new: #173a26 } }
body { margin: 0 auto; max-width: 90rem; padding: 1rem; overflow-wrap: break-word }
h1, h2 { line-height: 1.2; font-weight: 650 }
.wide { overflow: auto }
.wide table { min-width: 48rem }
table { border-collapse: collapse; width: 100% }
.who { width: auto }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line) }
.place { color: var(--soft); font-size: .85rem }
summary { cursor: pointer; padding: .4rem 0 }
.trees { table-layout: fixed }
.trees td, pre { font: .8rem/1.4 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; border: 0; padding: 0 .6rem }
del, ins { display: block; text-decoration: none; margin: 0 -.6rem; padding: 0 .6rem }
del { background: var(--old) }
ins { background: var(--new) }
</style>
</head>
<body>
<main>
<h1>Contract: {{.Counts}}</h1>
<table class="who"><thead><tr><th scope="col">Who breaks</th><th scope="col">Differences</th></tr></thead>
<tbody>{{range $i, $n := .Who}}<tr><th scope="row">{{party $i}}</th><td>{{with $n}}{{.}}{{else}}none{{end}}</td></tr>
{{end}}</tbody></table>
{{range $i, $all := .Classes}}{{if $all}}<h2>{{class $i}}</h2>
<div class="wide" role="region" aria-label="{{class $i}} differences" tabindex="0"><table><thead><tr><th scope="col">Where</th><th scope="col">What</th><th scope="col">Breaks</th></tr></thead>
<tbody>{{range $all}}<tr><td>{{range .Contracts}}{{escaped .}}: {{end}}{{escaped .Component}}{{if .Also}}; also {{escaped (others .)}}{{end}}<div class="place">{{escaped .New.String}}, old {{escaped .Old.String}}</div></td>
<td>{{escaped .Message}}{{with .Accepted}}; accepted: {{escaped .String}}{{end}} ({{.Rule}}){{with .Excerpt}}<div class="place">{{escaped .Message}}</div><pre>{{excerpt .}}</pre>{{end}}</td><td>{{who .}}</td></tr>
{{end}}</tbody></table></div>
{{end}}{{end}}{{if .Trees}}<h2>Operations that differ</h2>
{{range $i, $t := .Trees}}<details{{if lt $i 5}} open{{end}}><summary>{{escaped .Title}}</summary>
<div class="wide" role="region" aria-label="{{escaped .Title}}, old and new" tabindex="0"><table class="trees"><thead><tr><th scope="col">Old</th><th scope="col">New</th></tr></thead>
<tbody>{{range .Rows}}<tr><td>{{if and .Changed .Old}}<del>{{.Old}}</del>{{else}}{{.Old}}{{end}}</td><td>{{if and .Changed .New}}<ins>{{.New}}</ins>{{else}}{{.New}}{{end}}</td></tr>
{{end}}</tbody></table></div></details>
{{end}}{{with .Left}}<p>For {{.}} more operations the page has no room.</p>
{{end}}{{end}}</main>
</body>
</html>
`))
