//go:build !race

package corpus_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// buildCases compiles all packages with one call, and vets those that compile
// with another: what they share is compiled once.
func buildCases(t *testing.T, module string, cases []*corpusCase) {
	t.Helper()
	c := tooled(t, module, cases, built, "build")
	tooled(t, module, c, vetted, "vet")
}

// tooled runs go on packages and returns the cases about whose packages it has
// nothing to say.
func tooled(t *testing.T, module string, cases []*corpusCase, p property, command string) []*corpusCase {
	t.Helper()
	byPackage := make(map[string]*corpusCase)
	args := []string{command, "-trimpath"}
	for _, c := range cases {
		if c.has(generated) {
			byPackage["output.example/"+c.pkg] = c
			args = append(args, "./"+c.pkg+"/...")
		}
	}
	if len(byPackage) == 0 {
		return nil
	}
	out, err := goCommand(module, args...).CombinedOutput()
	var current *corpusCase
	blamed := false
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "# "); ok {
			name, _, _ = strings.Cut(strings.Trim(name, "[]"), " ")
			name, _, _ = strings.Cut(strings.TrimPrefix(name, "output.example/"), "/")
			current = byPackage["output.example/"+name]
			continue
		}
		if folder, _, ok := strings.Cut(line, "/"); ok && byPackage["output.example/"+folder] != nil {
			current = byPackage["output.example/"+folder]
		}
		if current != nil && line != "" {
			current.fail(p, "%s", line)
			blamed = true
		}
	}
	if err != nil && !blamed {
		t.Errorf("go %s: %v\n%.3000s", command, err, out)
	}
	var good []*corpusCase
	for _, c := range cases {
		if c.has(generated) && len(c.reasons[p]) == 0 {
			good = append(good, c)
		}
	}
	return good
}

// goCommand runs the Go tool chain that is at hand, without network.
func goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off")
	return cmd
}
