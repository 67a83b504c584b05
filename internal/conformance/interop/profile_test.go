package interop_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/conformance/interop"
)

// monoRequirements are the requirements of the WS-I Basic Profile that Mono checks and a rule of lint covers. It checks R2705,
// too, but overlooks an operation without a style.
var monoRequirements = []string{
	"R2007", "R2105", "R2210", "R2304", "R2702", "R2706", "R2710", "R2716", "R2717", "R2720", "R2721", "R2726", "R2754", "R2803",
}

// TestMonoBasicProfile compares the rules of lint with Mono's check: it reports what a rule finds in its case, and not what the
// rule passes.
func TestMonoBasicProfile(t *testing.T) {
	inMakeInterop(t)
	t.Parallel()
	mcs, mono := interop.Program(t, "mcs", monoPackages), interop.Program(t, "mono", monoPackages)
	folder := t.TempDir()
	program := filepath.Join(folder, "profile.exe")
	run(t, exec.Command(mcs, "-out:"+program, "-r:System.Web.Services", filepath.Join("testdata", "mono", "Profile.cs")))
	check := exec.Command(mono, program)
	for _, number := range monoRequirements {
		for _, contract := range []string{"finds", "passes"} {
			check.Args = append(check.Args, profileCase(t, folder, number, contract))
		}
	}
	output := string(run(t, check))
	for _, number := range monoRequirements {
		line := func(contract string) string {
			return filepath.Join(folder, number, contract, "main.wsdl") + "\t" + number + "\n"
		}
		if !strings.Contains(output, line("finds")) {
			t.Errorf("Mono does not report %s in the case of its rule", number)
		}
		if strings.Contains(output, line("passes")) {
			t.Errorf("Mono reports %s in a contract that its rule passes", number)
		}
	}
}

// profileCase writes one of the contracts of the case of a requirement's rule, with its documents, and returns the name of its file.
func profileCase(t *testing.T, folder, number, contract string) string {
	archive, err := txtar.ParseFile(filepath.Join("..", "..", "compiler", "reviewing", "lint", "testdata", "bp-"+strings.ToLower(number)+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if !strings.HasPrefix(f.Name, contract+"/") {
			continue
		}
		name := filepath.Join(folder, number, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, number, contract, "main.wsdl")
}
