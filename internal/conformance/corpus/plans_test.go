//go:build !race

package corpus_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/conformance/plans"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/schema"
)

func planModule(module string) *plans.Module {
	return &plans.Module{Dir: module, Path: "output.example", Runtime: runtimePath}
}

// planMain prints what the plans of each package panic with, and what the packages say.
const planMain = `package main

import (
	"encoding/json"
	"fmt"
	"os"

	"output.example/` + plans.List + `"
)

func main() {
	var result struct{ Failed, Texts map[string]string }
	result.Failed, result.Texts = make(map[string]string), make(map[string]string)
	for _, p := range all.All {
		func() {
			defer func() {
				if v := recover(); v != nil {
					result.Failed[p.Name] = fmt.Sprint(v)
				}
			}()
			p.Check()
			result.Texts[p.Name] = p.Text()
		}()
	}
	json.NewEncoder(os.Stdout).Encode(result)
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

// compareDescription compares what a generated package says, in struct tags and components, with descriptions that are made
// from the contract. It does not call t.FailNow, because it runs in a separate goroutine.
func (c *corpusCase) compareDescription(got string) {
	model, err := c.load()
	if err != nil {
		c.fail(planned, "%v", err)
		return
	}
	pkg, _ := plan.Plan(model, plan.Config{Package: c.pkg, Elements: true, Runtime: runtimePath})
	described := descriptor.New(encoded.Arrays{}).Package(pkg)
	for _, table := range described.Tables() {
		schema.Define(table)
	}
	known := make(map[string]bool)
	for line := range strings.Lines(got) {
		known[line] = true
	}
	for line := range strings.Lines(plans.Text(described.Table)) {
		if !known[line] {
			c.fail(planned, "the package does not say %.500s", line)
			return
		}
		delete(known, line)
	}
	for line := range known {
		c.fail(planned, "only the package says %.500s", line)
		return
	}
}

// planCases makes the plan of every type of every case that compiles. A description that does not fit its Go type is a
// reason why the case is not planned, with the names of both.
func planCases(t *testing.T, module string, cases []*corpusCase) {
	t.Helper()
	var imports []string
	byPackage := make(map[string]*corpusCase)
	for _, c := range cases {
		if !c.has(built) {
			continue
		}
		imports = append(imports, c.planned...)
		byPackage[c.pkg] = c
		c.counts[planned] = len(c.planned)
		if len(c.planned) == 0 {
			c.fail(planned, "no package with descriptions")
		}
	}
	if err := planModule(module).WriteList(imports); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(module, "planmain", "main.go"), []byte(planMain))
	program := filepath.Join(module, "plans.exe")
	if out, err := goCommand(module, "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./planmain").CombinedOutput(); err != nil {
		t.Fatalf("the plans do not build: %v\n%.5000s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatalf("the plans fail: %v", err)
	}
	var result struct{ Failed, Texts map[string]string }
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	for name, text := range result.Failed {
		folder, _, _ := strings.Cut(name, "/")
		byPackage[folder].fail(planned, "%s: %s", name, text)
	}
	inParallel(cases, func(c *corpusCase) {
		if text, ok := result.Texts[c.pkg]; ok && !c.split {
			c.compareDescription(text)
		}
	})
}
