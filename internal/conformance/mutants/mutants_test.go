package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test program be the command, as main does.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "go" {
		os.Exit(goCommand(os.Args[1:]))
	}
	os.Exit(m.Run())
}

func TestReport(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.go"), []byte("package a\n\n\tif x < y {\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const output = `Starting...
Gathering coverage... done in 1.2s
      KILLED CONDITIONALS_NEGATION at sub/b.go:10:3
       LIVED CONDITIONALS_BOUNDARY at a.go:3:7
 NOT COVERED ARITHMETIC_BASE at gone.go:1:1
  NOT VIABLE ARITHMETIC_BASE at a.go:1:1
   TIMED OUT INCREMENT_DECREMENT at a.go:2:1
`
	for name, test := range map[string]struct {
		output string
		cut    bool
		want   string
	}{
		"all": {output, false, `LIVED D/a.go:3:7 CONDITIONALS_BOUNDARY: if x < y {
NOT COVERED D/gone.go:1:1 ARITHMETIC_BASE: 
D: 1 of 3 mutants killed, 33.3 %; 1 of them by the time limit of the tests; 1 others do not compile
D/sub: 1 of 1 mutants killed, 100.0 %
D: 2 of 4 mutants killed, 50.0 %; 1 of them by the time limit of the tests; 1 others do not compile; 9s
`},
		"cut":  {"      KILLED INVERT_NEGATIVES at a.go:3:7\n", true, "D: 1 of 1 mutants killed, 100.0 %; 9s\nD: time ran out before all mutants were tried\n"},
		"none": {"", true, "D: 0 of 0 mutants killed, 0.0 %; 9s\nD: time ran out before all mutants were tried\n"},
	} {
		t.Run(name, func(t *testing.T) {
			r := read(folder, test.output)
			r.time, r.cut = 9*time.Second, test.cut
			var b strings.Builder
			r.print(&b)
			if got := strings.ReplaceAll(b.String(), folder, "D"); got != test.want {
				t.Errorf("got\n%s, want\n%s", got, test.want)
			}
		})
	}
}

// TestGoCommand runs the command as gremlins does, with a module whose tests pass, fail, or do not compile. A package in a
// subfolder has the tests of the folder.
func TestGoCommand(t *testing.T) {
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
	write("go.mod", "module m\n")
	write("a_test.go", "package a\n\nimport (\n\t\"m/sub\"\n\t\"testing\"\n)\n\nfunc TestA(t *testing.T) {\n\tif !sub.A(1) {\n\t\tt.Fail()\n\t}\n}\n")
	write("sub/sub_test.go", "package sub\n") // without tests go test -cover would compile the tool covdata, and all that it needs, without -trimpath
	env, err := environment(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	profile := filepath.Join(folder, "profile")
	for _, test := range []struct {
		name, condition string
		status          int
		args            []string
	}{
		{"passes", "x == 1", 0, []string{"-cover", "-coverprofile", profile, "./..."}},
		{"fails", "x != 1", 1, []string{"-failfast", "m/sub"}},
		{"does not compile", `"x" - "y"`, 2, []string{"-failfast", "m/sub"}},
	} {
		write("sub/sub.go", "package sub\n\nfunc A(x int) bool {\n\tswitch {\n\tcase "+test.condition+":\n\t\treturn true\n\t}\n\treturn false\n}\n")
		cmd := exec.Command("go", append([]string{"test"}, test.args...)...)
		cmd.Path = filepath.Join(pathOf(env), "go")
		cmd.Args[0] = cmd.Path
		cmd.Dir, cmd.Env = folder, env
		output, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != test.status {
			t.Fatalf("a package that %s: the status is %d, want %d\n%s", test.name, got, test.status, output)
		}
	}
	got, err := os.ReadFile(profile)
	if want := "mode: set\nm/sub/sub.go:1.1,1000000.1 1 1\n"; err != nil || string(got) != want {
		t.Errorf("the profile is\n%s, want\n%s%v", got, want, err)
	}
}

// pathOf returns the first folder of the last variable PATH.
func pathOf(env []string) string {
	first := ""
	for _, variable := range env {
		if path, ok := strings.CutPrefix(variable, "PATH="); ok {
			first = filepath.SplitList(path)[0]
		}
	}
	return first
}
