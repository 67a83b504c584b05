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

// planMain prints what the plans of each package panic with.
const planMain = `package main

import (
	"encoding/json"
	"fmt"
	"os"

	"output.example/` + plans.List + `"
)

func main() {
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
	if out, err := goCommand(module, "build", "-o", program, "./planmain").CombinedOutput(); err != nil {
		t.Fatalf("the plans do not build: %v\n%.5000s", err, out)
	}
	out, err := exec.Command(program).Output()
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
