package emit

import (
	"go/ast"
	"go/build/constraint"
	"go/constant"
	goformat "go/format"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"unicode"

	"example.com/quartet/internal/compiler/testing/directive"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// hostile are pieces of text that have a meaning in Go source code or comments.
var hostile = []string{
	"*/", "/*", "//", "//go:build ignore", "// +build ignore", "+build x", "//go:embed x", "//line x.go:1", "#cgo x", "# Heading",
	"//go:generate x", "//export x", "/*line x.go:1*/", "[link]: x", "[soap.Fault]", "[soap.Fault]:", "[*validate.Error].", "`", "\"", "\\", "\n", "\n\n", "\r", "\r\n", "\t", "\x00", "\x1b[31m", "\u0085", "\u2028", "\u2029", "\u202e", "\u200b",
	"\ufeff", "\ufffd", "\xff", "\xed\xa0\x80", "é", "名", "\U0001f686", "word", " ", "- item", "1. item", "Deprecated: x", "package main", "import \"C\"",
	strings.Repeat("w", 200),
}

func FuzzTextStaysText(f *testing.F) {
	for _, piece := range hostile {
		f.Add(piece)
		f.Add("a " + piece + " b\n" + piece)
	}
	f.Fuzz(func(t *testing.T, text string) { checkText(t, text) })
}

// TestJavadocTags leaves out the lines of Javadoc that only repeat a name.
func TestJavadocTags(t *testing.T) {
	for text, want := range map[string]string{
		"Finds a stop.\n@param findStop\n@return":                              "Finds a stop.",
		"Finds a stop.\n@param stopCode the stop code\n@param day the weekday": "Finds a stop. @param day the weekday",
		"@param findStop the findStop request\n\nFinds a stop.":                "Finds a stop.",
		"@param code\n  six letters\n@throws Lost Lost":                        "@param code six letters",
		"@returns the stops of a line":                                         "@returns the stops of a line",
		"write to stops@param.example":                                         "write to stops@param.example",
	} {
		if got := strings.TrimPrefix(strings.Join(commentLines(text), " "), "// "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// long is text that fills a line of a comment.
var long = strings.Repeat("word ", 15)

// lineStarts are texts with the last line of the comment that each becomes.
var lineStarts = []struct{ text, want string }{
	{"Waits.", "// Waits."},
	{long + "waits for it.", "// waits for it."},
	{strings.Repeat("W", 90) + " is a fault.", "// a fault."}, // linters want the name and more on the first line
	{long + "#heading", `// \#heading`},
	{long + "[note]: a link target", `// \[note]: a link target`},
	{long + "[note] in brackets", `// \[note] in brackets`},
	{long + "[soap.Fault], which", "// [soap.Fault], which"},
	{long + "[*validate.Error].", "// [*validate.Error]."},
	{long + "[soap.Fault]: not a link", `// \[soap.Fault]: not a link`},
}

// TestLineStarts checks that only links to Go names begin a line with a bracket.
func TestLineStarts(t *testing.T) {
	for _, test := range lineStarts {
		lines := commentLines(test.text)
		if got := lines[len(lines)-1]; got != test.want {
			t.Errorf("%q ends with the line %q, want %q", test.text, got, test.want)
		}
	}
}

// checkText writes a file with the text in every kind of comment and as a literal,
// and parses it.
func checkText(t *testing.T, content string) {
	t.Helper()
	e := &emitter{pkg: new(ir.Package)}
	file := e.newSource("", "p")
	file.header = "// Header."
	file.packageComment(content)
	e.declare(content, "var X = %s", text(content))
	e.declare("", "type T struct {\n%sF int\n}", comment(content))
	source := string(file.text())
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, "x.go", source, parser.ParseComments)
	if err != nil {
		t.Fatalf("%q: %v\n%s", content, err, source)
	}
	if len(parsed.Decls) != 2 || len(parsed.Imports) != 0 {
		t.Fatalf("%q becomes code:\n%s", content, source)
	}
	for _, group := range parsed.Comments {
		for _, c := range group.List {
			checkComment(t, c.Text)
		}
	}
	if found := directive.InGo([]byte(source)); len(found) > 0 {
		t.Errorf("%q: lines that a tool obeys: %q", content, found)
	}
	value := parsed.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0]
	if got := constantOf(t, value); got != content {
		t.Errorf("the literal of %q is %q", content, got)
	}
	once, err := goformat.Source([]byte(source))
	if err != nil {
		t.Fatalf("%q: %v", content, err)
	}
	if twice, err := goformat.Source(once); err != nil || string(twice) != string(once) {
		t.Errorf("%q: formatting does not settle:\n%s\n%s", content, once, twice)
	}
}

func checkComment(t *testing.T, line string) {
	t.Helper()
	switch {
	case line == "//":
	case !strings.HasPrefix(line, "// "):
		t.Errorf("%q is a directive, or ends early", line)
	case constraint.IsGoBuild(line), constraint.IsPlusBuild(line):
		t.Errorf("%q is a build constraint", line)
	case strings.ContainsFunc(line, func(r rune) bool { return r != ' ' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) }):
		t.Errorf("%q holds characters that do not show", line)
	}
}

// constantOf returns the value of a literal or of a sum of literals.
func constantOf(t *testing.T, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		return constant.StringVal(constant.MakeFromLiteral(e.Value, e.Kind, 0))
	case *ast.BinaryExpr:
		return constantOf(t, e.X) + constantOf(t, e.Y)
	}
	t.Fatalf("%T is not a literal", e)
	return ""
}
