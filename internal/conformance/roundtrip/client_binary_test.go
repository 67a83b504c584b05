package roundtrip

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestClientBinary builds programs that only call the service. The documents of the contract, which handlers serve, are linked into
// them only if they validate.
func TestClientBinary(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		folder    string
		documents bool
	}{
		{"client", false},
		{"validatingclient", true},
	} {
		binary := buildProgram(t, test.folder)
		if !bytes.Contains(binary, []byte("getAllStationsXML")) {
			t.Errorf("%s: the program does not contain the name of its operation", test.folder)
		}
		if got := bytes.Contains(binary, []byte(`<portType name="`)); got != test.documents {
			t.Errorf("%s: the program contains the contract: %v", test.folder, got)
		}
	}
}

// buildProgram returns the program in a folder of testdata, with its symbols.
func buildProgram(t *testing.T, folder string) []byte {
	t.Helper()
	program := filepath.Join(t.TempDir(), "client.exe")
	if out, err := exec.Command("go", "build", "-o", program, "./testdata/"+folder).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	return binary
}
