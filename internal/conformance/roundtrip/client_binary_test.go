package roundtrip

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestClientBinaryHasNoContract builds a program that only calls the service: the documents of the contract, which
// handlers serve, are not linked into it.
func TestClientBinaryHasNoContract(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "client.exe")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", program, "./testdata/client").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(binary, []byte("getAllStationsXML")) {
		t.Error("the program does not contain the name of its operation")
	}
	if bytes.Contains(binary, []byte(`<portType name="`)) {
		t.Error("the program contains the contract")
	}
}
