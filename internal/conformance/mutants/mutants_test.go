package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMutants mutates a module: its tests notice some mutants, and miss two. A package in a subfolder has the tests of the folder.
func TestMutants(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	write("go.mod", "module m\n\ngo 1.24\n")
	write("a.go", "package m\n\nfunc Join(a, b string) string { return a + b }\n")
	write("sub/sub.go", "package sub\n\nfunc A(x int) bool {\n\tswitch {\n\tcase x < 10:\n\t\treturn true\n\t}\n\treturn x == -5\n}\n")
	write("sub/other_plan9.go", "package sub\n\nvar other = 1 + 1\n")
	write("a_test.go", "package m\n\nimport (\n\t\"m/sub\"\n\t\"testing\"\n)\n\nfunc TestA(t *testing.T) {\n"+
		"\tif Join(\"a\", \"b\") != \"ab\" || !sub.A(1) || sub.A(12) {\n\t\tt.Fail()\n\t}\n}\n")
	r, err := mutate(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	r.print(&b)
	got := regexp.MustCompile(`; \d+s\n`).ReplaceAllString(strings.ReplaceAll(b.String(), folder, "D"), "\n")
	const want = `D/sub/sub.go:5:9: <= in place of <: case x < 10:
D/sub/sub.go:8:14: + in place of -: return x == -5
D: 0 of 0 mutants killed, 0.0 %; 1 others do not compile
D/sub: 2 of 4 mutants killed, 50.0 %
D: 2 of 4 mutants killed, 50.0 %; 1 others do not compile
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestReport has mutants whose tests do not end, and no time for others.
func TestReport(t *testing.T) {
	r := &report{folder: "D", mutants: []*mutant{{status: timedOut}, {status: killed}, {}}}
	var b strings.Builder
	r.print(&b)
	const want = "D: 2 of 2 mutants killed, 100.0 %; 1 of them by the time limit of the tests; 0s\nD: time ran out before 1 mutants were tried\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
}
