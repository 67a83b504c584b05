package rail_test

import (
	"testing"

	"example.com/quartet/internal/rail/cmd/command"
)

func TestNearest(t *testing.T) {
	names := []string{"Sterling Gate", "STERG", "Port Carrow"}
	for text, want := range map[string]string{
		"sterlng gate": "Sterling Gate", "strg": "STERG", "Port Carow": "Port Carrow", "": "", "x": "", "Harrow Fen": "",
	} {
		if got := command.Nearest(text, names); got != want {
			t.Errorf("nearest of %q is %q, want %q", text, got, want)
		}
	}
}
