package write

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Diff returns the changes that [Outputs] would make as a unified diff, or "" if it would change
// nothing. A file for which Outputs returns a [*ForeignFileError] is in the diff. One line
// reports the files that differ only in line endings; for other files, line endings are ignored. The diff has no lines of
// temporary files that a run which was killed has left, only their names, and nothing of [Output.Once].
func Diff(kindOf KindOf, outputs ...Output) (string, error) {
	outputs = slices.Clone(outputs)
	for i := range outputs {
		outputs[i].Once = nil
	}
	changes, err := compare(kindOf, outputs)
	var foreign *ForeignFileError
	if err != nil && !errors.As(err, &foreign) {
		return "", err
	}
	return unified(changes).Diff, nil
}

// Comparison is what [Compare] finds in the folders of an output.
type Comparison struct {
	Diff   string         // as [Diff] returns it
	Stat   Stat           // the number of lines that differ
	Others []OtherPackage // as [OtherPackages] returns them
}

// Compare is [Diff] and [OtherPackages] for one output. It reads each file once.
func Compare(kindOf KindOf, o Output) (*Comparison, error) {
	o.Once = nil
	changes, others, err := compareAll(kindOf, []Output{o})
	var foreign *ForeignFileError
	if err != nil && !errors.As(err, &foreign) {
		return nil, err
	}
	found := unified(changes)
	found.Others = others
	return found, nil
}

// Stat counts the lines that differ.
type Stat struct {
	Text                  string // a line for each file
	Files, Added, Removed int
}

// add adds the numbers of added and removed lines of a file.
func (s *Stat) add(path string, d udiff.UnifiedDiff) {
	var lines [udiff.Equal + 1]int // by kind
	for _, h := range d.Hunks {
		for _, line := range h.Lines {
			lines[line.Kind]++
		}
	}
	added, removed := lines[udiff.Insert], lines[udiff.Delete]
	s.Text += fmt.Sprintf("%s: +%d -%d\n", path, added, removed)
	s.Files, s.Added, s.Removed = s.Files+1, s.Added+added, s.Removed+removed
}

// unified returns changes as a unified diff, with the numbers of lines.
func unified(changes []change) *Comparison {
	var out strings.Builder
	var ends []change
	found := new(Comparison)
	for _, c := range changes {
		if c.old != nil && c.new != nil && bytes.Contains(c.old, crlf) != bytes.Contains(c.new, crlf) {
			if ends = append(ends, c); bytes.Equal(unixLines(c.old), unixLines(c.new)) {
				continue
			}
			c.old, c.new = unixLines(c.old), unixLines(c.new)
		}
		path := filepath.ToSlash(c.path)
		from, to := path, path+" (generated)"
		if c.old == nil {
			from = "/dev/null"
		}
		if c.new == nil {
			to = "/dev/null"
		}
		edits := udiff.Lines(string(c.old), string(c.new))
		d, _ := udiff.ToUnifiedDiff(from, to, string(c.old), edits, udiff.DefaultContextLines) // edits of this text fit
		found.Stat.add(path, d)
		text := d.String()
		if text == "" { // an empty file
			text = "--- " + from + "\n+++ " + to + "\n"
		}
		out.WriteString(text)
	}
	found.Stat.Text = lineEnds(ends) + found.Stat.Text
	found.Diff = lineEnds(ends) + out.String()
	return found
}

var crlf = []byte("\r\n")

func unixLines(data []byte) []byte { return bytes.ReplaceAll(data, crlf, []byte("\n")) }

// lineEnds returns a line about files whose line endings differ.
func lineEnds(changes []change) string {
	if len(changes) == 0 {
		return ""
	}
	first := changes[0]
	has, wanted := "CRLF", "LF"
	if bytes.Contains(first.new, crlf) {
		has, wanted = wanted, has
	}
	files := "1 file has"
	if len(changes) > 1 {
		files = fmt.Sprintf("%d files have", len(changes))
	}
	return fmt.Sprintf("%s line endings that differ from what quartet writes, such as %s: %s, not %s; for git, set \"* -text\" in the .gitattributes of the folder\n",
		files, filepath.ToSlash(first.path), has, wanted)
}
