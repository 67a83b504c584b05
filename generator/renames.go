package generator

import (
	"bufio"
	"errors"
	"fmt"
	"go/token"
	"io"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// ParseRename reads NAME=GONAME, parted at the last equals sign, as namespaces
// may have some.
func ParseRename(text string) (Rename, error) {
	i := strings.LastIndexByte(text, '=')
	if i < 0 {
		return Rename{}, errors.New("it is not NAME=GONAME")
	}
	r := Rename{Name: strings.TrimSpace(text[:i]), Go: strings.TrimSpace(text[i+1:])}
	if r.Name == "" {
		return Rename{}, errors.New("the name in the contract is missing")
	}
	if !token.IsIdentifier(r.Go) || !token.IsExported(r.Go) {
		return Rename{}, fmt.Errorf("%q is not an exported name of Go", r.Go)
	}
	return r, nil
}

// ReadRenames reads a list of NAME=GONAME, one a line. Empty lines, and those
// that start with #, say nothing. name is what people are shown for the list.
func ReadRenames(name string, list io.Reader) ([]Rename, error) {
	var renames []Rename
	lines := bufio.NewScanner(list)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		r, err := ParseRename(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		r.Pos = diag.Pos{File: name, Line: n, Col: 1}
		renames = append(renames, r)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return renames, nil
}
