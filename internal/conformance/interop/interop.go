// Package interop tests generated code with other SOAP implementations: clients of other projects, some in other
// languages, load the contract and call the generated handler.
//
// The non-test code finds external programs that may not be installed. Tests of other packages use it, too.
package interop

import (
	"os"
	"os/exec"
	"testing"
)

// Program returns the path of an installed program. If it is not installed, Program skips the test, with a message that
// names the program and its Debian package; in CI (see [InCI]) it fails the test.
func Program(t testing.TB, name, debianPackage string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(t, name, debianPackage)
	}
	return path
}

// Missing skips a test that needs what, which is not installed. source is the package or command that installs it. In CI (see [InCI]) it
// fails the test.
func Missing(t testing.TB, what, source string) {
	t.Helper()
	if InCI() {
		t.Fatalf("%s is not installed (needs %s), but QUARTET_CI=1 requires it", what, source)
	}
	t.Skipf("%s is not installed (needs %s)", what, source)
}

// InCI reports whether the environment variable QUARTET_CI is 1. Then all external programs must be installed.
func InCI() bool { return os.Getenv("QUARTET_CI") == "1" }
