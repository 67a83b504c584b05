package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"example.com/quartet/generator"
)

// suppressions returns what the file beside a contract suppresses, nil if there is none. The text of the file is added to
// documents.
func suppressions(contract string, documents generator.Documents) ([]generator.Suppression, error) {
	if contract == "" || isAddress(contract) {
		return nil, nil
	}
	name := contract + generator.SuppressionsExtension
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || unusable(name):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("the suppressions of %s cannot be read: %w", contract, err)
	}
	shown := filepath.ToSlash(name)
	documents.Add(shown, text)
	return generator.ReadSuppressions(shown, bytes.NewReader(text))
}

// unusable reports whether no file can have a name, such as a URI with a colon on some systems.
func unusable(name string) bool {
	_, err := os.Lstat(filepath.Dir(name))
	return err != nil
}
