package page

import (
	"go/constant"
	gotoken "go/token"
	"go/types"
	"strings"
	"testing"
)

// TestStringsOnLines checks the literals of Go code that people copy: each has its text, and no line of it is one that go generate
// obeys.
func TestStringsOnLines(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "``",
		`<a b="c"/>`:                       "`<a b=\"c\"/>`",
		"`":                                "\"`\"",
		"\n":                               `"\n"`,
		"<a>\n//go:generate x\n</a>":       "\"<a>\\n\" +\n\t\"//go:generate x\\n\" +\n\t\"</a>\"",
		"//go:generate x\r//go:generate\n": `"//go:generate x\r//go:generate\n"`,
	} {
		got := goString(text)
		if got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
		value, err := types.Eval(gotoken.NewFileSet(), nil, gotoken.NoPos, got)
		if err != nil || constant.StringVal(value.Value) != text {
			t.Errorf("%s is %v, %v", got, value.Value, err)
		}
		code := goRequest(&request{Method: "POST", URL: "http://localhost/", Body: text, HasBody: true, Headers: [][2]string{{"SOAPAction", text}}})
		for _, line := range strings.FieldsFunc(code, func(r rune) bool { return r == '\n' || r == '\r' }) {
			if strings.HasPrefix(strings.TrimSpace(line), "//") {
				t.Errorf("a line of the code for %q is %q", text, line)
			}
		}
	}
}
