package write

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Stat counts the lines that differ.
type Stat struct {
	Text                  string // a line for each file
	Files, Added, Removed int
}

// Add adds the numbers of lines that differ elsewhere.
func (s *Stat) Add(more Stat) {
	s.Text += more.Text
	s.Files, s.Added, s.Removed = s.Files+more.Files, s.Added+more.Added, s.Removed+more.Removed
}

// Diff returns the changes as a unified diff, or "" if there are none, and the number of lines that differ. A file that is in the
// way is in the diff, too. One line reports the files that differ only in line endings; for other files, line endings are ignored.
// The diff has no lines of temporary files that a run which was killed has left, only their names, and nothing of [Output.Once].
func (c *Changes) Diff() (diff string, stat Stat) {
	var out strings.Builder
	var ends []change
	for _, c := range c.list {
		if c.once {
			continue
		}
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
		var lines [udiff.Equal + 1]int                                                         // by kind
		for _, h := range d.Hunks {
			for _, line := range h.Lines {
				lines[line.Kind]++
			}
		}
		added, removed := lines[udiff.Insert], lines[udiff.Delete]
		stat.Add(Stat{fmt.Sprintf("%s: +%d -%d\n", path, added, removed), 1, added, removed})
		text := d.String()
		if text == "" { // an empty file
			text = "--- " + from + "\n+++ " + to + "\n"
		}
		out.WriteString(text)
	}
	stat.Text = lineEnds(ends) + stat.Text
	return lineEnds(ends) + out.String(), stat
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
