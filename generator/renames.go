package generator

import (
	"bufio"
	"errors"
	"fmt"
	"go/token"
	"io"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// ParseRename parses NAME=GONAME. It splits text at the last equals sign, as a
// namespace in NAME may contain some, and trims white space around both sides. The
// Pos of the result is zero.
//
// It is an error if NAME is empty, or if GONAME is not an exported Go identifier.
// [Generate] reports a NAME that is not in the contract.
func ParseRename(text string) (Rename, error) {
	i := strings.LastIndexByte(text, '=')
	if i < 0 {
		return Rename{}, errors.New("want NAME=GONAME")
	}
	r := Rename{Name: strings.TrimSpace(text[:i]), Go: strings.TrimSpace(text[i+1:])}
	if r.Name == "" {
		return Rename{}, errors.New("want NAME=GONAME, but NAME is empty")
	}
	if !token.IsIdentifier(r.Go) || !token.IsExported(r.Go) {
		return Rename{}, fmt.Errorf("%q is not an exported Go identifier", r.Go)
	}
	return r, nil
}

// ReadRenames parses a list of renames, one NAME=GONAME on each line, as
// [ParseRename] does. Empty lines and lines that start with # are ignored. The name
// of the list is used in the Pos of each rename and in errors.
//
// An error in a line begins with NAME:LINE, and no renames are returned with it.
func ReadRenames(name string, list io.Reader) ([]Rename, error) {
	var renames []Rename
	lines := bufio.NewScanner(list)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		column := strings.Index(lines.Text(), line) + 1
		if line == "" || line[0] == '#' {
			continue
		}
		r, err := ParseRename(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		r.Pos = diag.Pos{File: name, Line: n, Col: column}
		renames = append(renames, r)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return renames, nil
}
