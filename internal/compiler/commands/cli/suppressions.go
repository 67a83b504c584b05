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
func (s selected) suppressions(contract string, documents generator.Documents) (all []generator.Suppression, err error) {
	if _, missing := os.Stat(contract); missing == nil { // else it is an address, or what is wrong is reported elsewhere
		name := contract + generator.SuppressionsExtension
		text, err := readRegular(name, generator.MaxSuppressions)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, fmt.Errorf("reading the suppressions of %s: %w", contract, err)
		default:
			documents.Add(filepath.ToSlash(name), text)
			if all, err = generator.ReadSuppressions(filepath.ToSlash(name), bytes.NewReader(text)); err != nil {
				return nil, err
			}
		}
	}
	if s.in == nil || len(s.in.Suppress) == 0 {
		return all, nil
	}
	documents.Add(filepath.ToSlash(s.file.path), s.file.text)
	return append(all, s.in.Suppress...), nil
}
