package main

import (
	"errors"
	"io"
	"io/fs"
	"testing"
)

func TestNoContracts(t *testing.T) {
	if err := (options{limit: 1}).run(t.Context(), t.TempDir(), io.Discard); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder without contracts: %v", err)
	}
}
