//go:build !race

package corpus_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/plans"
)

func planModule(module string) *plans.Module {
	return &plans.Module{Dir: module, Path: "output.example", Runtime: runtimePath}
}

// planSource prints what the plans of each package panic with.
const planSource = `package main

import (
	"encoding/json"
	"fmt"
	"os"

	"output.example/` + plans.List + `"
)

func checkPlans() {
	failed := make(map[string]string)
	for _, p := range all.All {
		func() {
			defer func() {
				if v := recover(); v != nil {
					failed[p.Name] = fmt.Sprint(v)
				}
			}()
			p.Check()
		}()
	}
	json.NewEncoder(os.Stdout).Encode(failed)
}
`

// addPlans adds to the generated packages of a case what makes their plans.
func (c *corpusCase) addPlans(t *testing.T, module string) {
	t.Helper()
	imports, err := planModule(module).Add(c.pkg)
	if err != nil {
		t.Errorf("%s: %v", c.name, err)
	}
	c.planned = imports
}

// writePlans writes the source with which a program makes the plans of all cases that compile.
func writePlans(t *testing.T, module string, cases []*corpusCase) {
	t.Helper()
	var imports []string
	for _, c := range cases {
		if c.has(built) {
			imports = append(imports, c.planned...)
		}
	}
	if err := planModule(module).WriteList(imports); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(module, "bridge", "plans.go"), []byte(planSource))
}

// planCases makes the plan of every type of every case that compiles. A description that does not fit its Go type is a
// reason why the case is not planned, with the names of both.
func planCases(t *testing.T, program string, cases []*corpusCase) {
	t.Helper()
	byPackage := make(map[string]*corpusCase)
	for _, c := range cases {
		if !c.has(built) {
			continue
		}
		byPackage[c.pkg] = c
		c.counts[planned] = len(c.planned)
		if len(c.planned) == 0 {
			c.fail(planned, "no package with descriptions")
		}
	}
	out, err := exec.Command(program, "plans").Output()
	if err != nil {
		t.Fatalf("the plans fail: %v", err)
	}
	var failed map[string]string
	if err := json.Unmarshal(out, &failed); err != nil {
		t.Fatal(err)
	}
	for name, text := range failed {
		folder, _, _ := strings.Cut(name, "/")
		byPackage[folder].fail(planned, "%s: %s", name, text)
	}
}
