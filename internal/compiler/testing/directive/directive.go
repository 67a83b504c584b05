// Package directive finds lines of output that tools obey. Text of a contract must never become one. It is for tests only.
package directive

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/collect"
)

// Lines are lines that a tool obeys where they begin a line: go generate, go build, go vet, the compiler, cgo, make, the runners of
// CI services, and readers of YAML and Markdown.
var Lines = []string{
	"//go:generate touch x", "//go:build ignore", "// +build ignore", "//go:embed x", "//go:linkname x y", "//line x.go:1", "/*line x.go:1*/",
	"//export x", "#cgo LDFLAGS: x", "# +build x", "import \"C\"", "::error::x", "::set-output name=x::y", "##[error]x", "##vso[task.setvariable variable=x]y",
	"##teamcity[x]", "include x", "x:\ttouch x", "\ttouch x", "$(shell touch x)", "---", "...", "run: x", "- x", "# x", "| x |", "```", "* text=auto filter=x",
}

// goOwn are the lines of generated Go files that look like directives.
var goOwn = []string{"//go:generate go tool quartet generate", "//go:generate quartet generate"}

// goEmbed matches the embed directive of a generated package. It names documents only.
var goEmbed = regexp.MustCompile(`^//go:embed( [A-Za-z0-9][A-Za-z0-9._-]*\.(wsdl|xsd))+$`)

// InFile returns the lines of a file of the output that a tool would obey, and that the file must not have. Documents have none:
// they are copies, and no tool reads their lines.
func InFile(name string, data []byte) []string {
	switch path.Ext(name) {
	case ".go":
		return InGo(data)
	case ".wsdl", ".xsd":
		return nil
	}
	return InOutput(data)
}

// InGo returns the lines of a Go file that begin as a directive does, whether they are in a comment, a literal or code, and
// comments that the go command, the compiler or cgo obeys. A file that does not parse has one such line: the error.
func InGo(data []byte) []string {
	found := collect.Where(lines(data), func(line string) bool { return isGoDirective(line) && !isOwn(line) })
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return append(found, err.Error())
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if isObeyed(c.Text) && !isOwn(c.Text) {
				found = append(found, c.Text)
			}
		}
	}
	for _, spec := range file.Imports {
		if spec.Path.Value == `"C"` {
			found = append(found, `import "C"`)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && strings.ContainsAny(lit.Value, "\n\r") {
			found = append(found, lit.Value)
		}
		return true
	})
	return found
}

// isGoDirective reports whether a line is one that a program finds which does not know where comments and literals are.
func isGoDirective(line string) bool {
	prefixes := []string{"//go:", "//line ", "//export ", "/*line ", "#", "//extern ", "//sys", "//nolint"}
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(line, prefix) }) ||
		constraint.IsGoBuild(line) || constraint.IsPlusBuild(line)
}

// isObeyed reports whether a comment is a directive, has one in its first line, or has more lines than it seems to have.
func isObeyed(comment string) bool {
	return isGoDirective(comment) || strings.HasPrefix(comment, "/*") || comment != "//" && !strings.HasPrefix(comment, "// ") && !strings.HasPrefix(comment, "//\t") ||
		strings.ContainsFunc(comment, isHidden) || strings.HasPrefix(comment, "// #cgo")
}

// isHidden reports whether a character ends a line for some tools, or does not show.
func isHidden(r rune) bool {
	if ' ' <= r && r <= '~' {
		return false // most are, and fuzzing has little time
	}
	return r != '\t' && unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf)
}

func isOwn(line string) bool {
	return slices.Contains(goOwn, line) || goEmbed.MatchString(line)
}

// isCommand reports whether runners of CI services obey a line that a program prints: GitHub at the start of a line, after spaces, or,
// in the form with brackets, as Azure Pipelines, anywhere.
func isCommand(line string) bool {
	start := strings.TrimLeft(line, " \t\f\v")
	return strings.HasPrefix(start, "::") || strings.HasPrefix(start, "##teamcity[") || strings.Contains(line, "##[") || strings.Contains(line, "##vso[")
}

// InOutput returns the lines of standard output, standard error, Markdown or a report that the runner of a CI service would obey, and those
// with characters that control a terminal.
func InOutput(data []byte) []string {
	return collect.Where(lines(data), func(line string) bool {
		return isCommand(line) || strings.ContainsFunc(line, isHidden)
	})
}

// lines splits text where a tool could see the end of a line.
func lines(data []byte) []string {
	var all []string
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		for part := range bytes.SplitSeq(bytes.TrimSuffix(line, []byte("\r")), []byte("\r")) {
			all = append(all, string(part))
		}
	}
	return all
}
