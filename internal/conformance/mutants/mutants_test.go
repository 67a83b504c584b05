package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write writes the files of a module, and returns its folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	files["go.mod"] = "module m\n\ngo 1.24\n"
	for name, text := range files {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestMutants mutates a module: its tests notice some mutants, and miss others. A package in a subfolder has the tests of the folder.
// The capacity of a slice does not change. Mutants of loops have no end, or exceed the CPU time.
func TestMutants(t *testing.T) {
	folder := write(t, map[string]string{
		"a.go": "package m\n\nfunc Join(a, b string) string { return a + b }\n\nfunc Sum(list []int) (n int) {\n\tfor i := 0; i < len(list); i++ {\n" +
			"\t\tn += 2*list[i] - list[i]\n\t}\n\treturn n\n}\n\nconst size = 1 + 1\n\nfunc Copy(list []int8) []int8 {\n\treturn append(make([]int8, 0, len(list)+size), list...)\n}\n",
		"sub/sub.go": "package sub\n\nimport \"time\"\n\nfunc A(x int) bool {\n\tswitch {\n\tcase x < 10:\n\t\treturn true\n\t}\n\treturn x == -5\n}\n\n" +
			"func Late(a, b time.Duration) (n int8) {\n\tif a*2 > b%time.Minute {\n\t\tn--\n\t}\n\treturn n\n}\n\nfunc Unused(x any) bool { return x != nil }\n",
		"sub/other_plan9.go": "package sub\n\nvar other = 1 + 1\n",
		"a_test.go": "package m\n\nimport (\n\t\"m/sub\"\n\t\"testing\"\n)\n\nfunc TestA(t *testing.T) {\n" +
			"\tif Join(\"a\", \"b\") != \"ab\" || !sub.A(1) || sub.A(12) {\n\t\tt.Fail()\n\t}\n}\n\n" +
			"func TestSum(t *testing.T) {\n\tif Sum([]int{1, 2}) != 3 || len(Copy(nil)) > 0 || sub.Late(4, 6) != -1 {\n\t\tt.Fail()\n\t}\n}\n\nfunc TestLimit(t *testing.T) { t.Fail() }\n",
	})
	all, err := mutate(t.Context(), folder, 100, 1)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if share := report(&b, folder, all); share != 100*11.0/15 {
		t.Errorf("tests kill %f %%", share)
	}
	got := strings.ReplaceAll(b.String(), folder, "D")
	lines := strings.SplitAfter(got, "\n")
	want := []string{
		"D/sub/sub.go:7:9: <= in place of <: case x < 10:\n",
		"D/sub/sub.go:10:14: + in place of -: return x == -5\n",
		"D/sub/sub.go:20:36: == in place of !=: func Unused(x any) bool { return x != nil } (no test reaches it)\n",
		"D/sub/sub.go:14:9: >= in place of >: if a*2 > b%time.Minute {\n",
		"D: 11 of 15 mutants killed, 73.3 %\n",
	}
	for _, line := range want {
		if !strings.Contains(got, line) {
			t.Errorf("there is no %s", line)
		}
	}
	if t.Failed() || len(lines) != len(want)+1 {
		t.Errorf("got\n%s", got)
	}
	some, err := mutate(t.Context(), folder, 50, 2)
	if err != nil || len(some) == 0 || len(some) == len(all) {
		t.Errorf("%d of %d mutants are tried, %v", len(some), len(all), err)
	}
}

// TestFailing has a test that fails without a mutant.
func TestFailing(t *testing.T) {
	folder := write(t, map[string]string{"a.go": "package m\n", "a_test.go": "package m\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Error(\"bad\") }\n"})
	if _, err := mutate(t.Context(), folder, 100, 1); err == nil || !strings.Contains(err.Error(), "TestA fails without a mutant") {
		t.Errorf("error %v", err)
	}
}

// TestReport has no time for some mutants.
func TestReport(t *testing.T) {
	var b strings.Builder
	report(&b, "D", []*mutant{{tried: true, killed: true}, {tried: true, text: "- in place of +: a + b"}, {}})
	const want = "-: - in place of +: a + b (no test reaches it)\nD: 1 of 2 mutants killed, 50.0 %\nD: time ran out before 1 mutants were tried\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
}
