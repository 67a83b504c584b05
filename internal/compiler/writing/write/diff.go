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
	return unified(changes), nil
}

// Comparison is what [Compare] finds in the folders of an output.
type Comparison struct {
	Diff   string         // as [Diff] returns it
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
	return &Comparison{Diff: unified(changes), Others: others}, nil
}

// unified returns changes as a unified diff.
func unified(changes []change) string {
	var out strings.Builder
	var ends []change
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
		text := udiff.Unified(from, to, string(c.old), string(c.new))
		if text == "" { // an empty file
			text = "--- " + from + "\n+++ " + to + "\n"
		}
		out.WriteString(text)
	}
	return lineEnds(ends) + out.String()
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
