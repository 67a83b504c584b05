package conformance_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/realtime/realtimetest"
)

// inner says which handler TestInner tests. What a failing test prints can be seen from another process only.
const inner = "KIT_INNER"

// TestInner is what TestOutput runs.
func TestInner(t *testing.T) {
	switch os.Getenv(inner) {
	case "faults":
		realtimetest.Run(t, realtime.NewHandler(&realtimetest.Fake{}))
	case "results":
		realtimetest.Run(t, right())
	case "wrong":
		realtimetest.Run(t, text(right(), "<soap:Body>", "<soap:Corpse>"))
	}
}

// TestOutput checks where failures are reported, and that a service that only answers with faults is told so.
func TestOutput(t *testing.T) {
	const hint = "every answer is a fault, so that no result has been checked"
	for name, want := range map[string]bool{"faults": true, "results": false, "wrong": false} {
		command := exec.Command(os.Args[0], "-test.run=^TestInner$", "-test.v")
		command.Env = append(os.Environ(), inner+"="+name)
		out, err := command.CombinedOutput()
		if failed := err != nil; failed != (name == "wrong") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		if got := strings.Contains(string(out), hint); got != want {
			t.Errorf("%s: hint %t, want %t\n%s", name, got, want, out)
		}
		if strings.Contains(string(out), "suite.go:") || want && !strings.Contains(string(out), "hint_test.go:") {
			t.Errorf("%s: reported at a line of soaptest:\n%s", name, out)
		}
		if name == "wrong" && !strings.Contains(string(out), "hint_test.go:") {
			t.Errorf("%s: not reported at the line of the test:\n%.2000s", name, out)
		}
	}
}
