package suite

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Case is a row of INDEX.tsv: a schema of the suite, or an instance and its schema.
type Case struct {
	Set, Group string
	Kind       string   // "schema" or "instance"
	Schemas    []string // the documents of the schema, relative to the folder, with slashes
	Instance   string   // relative to the folder; empty for a schema
	Expected   string   // "valid", "invalid" or a verdict that is not judged
	Status     string
}

// String returns the set and the group.
func (c Case) String() string { return c.Set + "/" + c.Group }

// Judged reports whether the suite's verdict is final: neither disputed nor dependent on an implementation.
func (c Case) Judged() bool {
	switch c.Status {
	case "accepted", "stable", "":
		return c.Expected == "valid" || c.Expected == "invalid"
	}
	return false
}

// Valid reports whether the schema or instance is valid.
func (c Case) Valid() bool { return c.Expected == "valid" }

// ReadIndex reads the INDEX.tsv of a folder.
func ReadIndex(folder string) ([]Case, error) {
	f, err := os.Open(filepath.Join(folder, "INDEX.tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var cases []Case
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		row := strings.Split(lines.Text(), "\t")
		if len(row) != 7 {
			return nil, fmt.Errorf("INDEX.tsv:%d: %d columns, want 7", n, len(row))
		}
		if n == 1 {
			continue // the names of the columns
		}
		cases = append(cases, Case{
			Set: row[0], Group: row[1], Kind: row[2], Schemas: strings.Fields(row[3]), Instance: row[4], Expected: row[5], Status: row[6],
		})
	}
	return cases, lines.Err()
}
