package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestContractPage compares the page of the contract with what quartet describe prints. The flag -update rewrites it.
func TestContractPage(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(program(t, "quartet"), "describe", "wsdl/realtime.wsdl", "--format", "markdown")
	cmd.Dir = root
	want, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(root, "wsdl", "REALTIME.md")
	if *update {
		if err := os.WriteFile(page, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || !bytes.Equal(got, want) {
		t.Errorf("wsdl/REALTIME.md is not what quartet describe prints (%v); run make docs", err)
	}
}
