// Package interop tests the project against programs of other makes: clients in other languages call the generated
// handler, and other readers load the contract.
//
// Outside of tests it holds only what such tests share: the ways to find a program that may not be installed.
package interop

import (
	"os"
	"os/exec"
	"testing"
)

// Program returns the path of an installed program. Where it is missing, the test is skipped, with the program's name
// and the Debian package that has it; in CI (see [InCI]) it fails instead.
func Program(t testing.TB, name, debianPackage string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(t, name, debianPackage)
	}
	return path
}

// Python returns the path of a Python 3 interpreter that can import a module. The first python3 on PATH need not be
// the one that Debian installs modules for, so that one is tried too. A module that is missing is treated as
// [Program] treats a program.
func Python(t testing.TB, module, debianPackage string) string {
	t.Helper()
	for _, candidate := range []string{"python3", "/usr/bin/python3"} {
		path, err := exec.LookPath(candidate)
		if err != nil {
			continue
		}
		if exec.Command(path, "-c", "import "+module).Run() == nil {
			return path
		}
	}
	Missing(t, "python3 with "+module, debianPackage)
	return ""
}

// Missing ends a test that needs something that is not installed: skipped on a developer's machine, failed in CI.
func Missing(t testing.TB, what, source string) {
	t.Helper()
	if InCI() {
		t.Fatalf("%s is missing (from %s), and QUARTET_CI forbids to skip", what, source)
	}
	t.Skipf("%s is missing (from %s)", what, source)
}

// InCI reports whether QUARTET_CI=1 is set: every tool is installed there, so a missing one is a failure.
func InCI() bool { return os.Getenv("QUARTET_CI") == "1" }
