package rail_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// TestModules runs the tests of the JavaScript modules.
func TestModules(t *testing.T) {
	node := interop.Program(t, "node", "nodejs")
	tests, err := filepath.Glob("site/testdata/*.test.mjs")
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	for _, name := range tests {
		if _, err := os.Stat(name); err != nil { // tells go test that the result depends on the file
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), node, append([]string{"--test"}, tests...)...).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
