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

// suppressions returns the suppressions for a contract from the file beside it and from quartet.yaml. contract is its name,
// which may differ from the name in s, as with --base. The text of the suppressions is added to documents.
func (s selected) suppressions(contract string, documents generator.Documents) ([]generator.Suppression, error) {
	all, err := suppressionsBeside(contract, documents)
	if err != nil || s.in == nil || len(s.in.Suppress) == 0 {
		return all, err
	}
	documents.Add(filepath.ToSlash(s.file.path), s.file.text)
	for _, one := range s.in.Suppress {
		all = append(all, generator.Suppression{Rule: one.Rule, At: one.At, Reason: one.Reason, Pos: one.Pos})
	}
	return all, nil
}

// suppressionsBeside returns the suppressions in the file beside a contract, nil if there is none or the contract is not a
// file.
func suppressionsBeside(contract string, documents generator.Documents) ([]generator.Suppression, error) {
	if _, err := os.Stat(contract); err != nil {
		return nil, nil // an address, or missing, which is reported elsewhere
	}
	name := contract + generator.SuppressionsExtension
	text, err := readRegular(name, generator.MaxSuppressions)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the suppressions of %s: %w", contract, err)
	}
	shown := filepath.ToSlash(name)
	documents.Add(shown, text)
	return generator.ReadSuppressions(shown, bytes.NewReader(text))
}
