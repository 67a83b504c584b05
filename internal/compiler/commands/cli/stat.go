package cli

import (
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// statOf returns a line for each file of a unified diff, with the numbers of added and removed lines, and a line with the
// totals.
func statOf(diff string) string {
	var b strings.Builder
	var file, all lineCount
	name, files := "", 0
	end := func() {
		if name != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, file)
			files++
		}
		all.added, all.removed, file = all.added+file.added, all.removed+file.removed, lineCount{}
	}
	var left lineCount // remaining lines of the hunk
	for line := range strings.Lines(diff) {
		switch {
		case left.added > 0 || left.removed > 0:
			left.take(line, &file)
		case strings.HasPrefix(line, "--- "):
			end()
			name = strings.TrimSpace(strings.TrimPrefix(line, "--- "))
		case strings.HasPrefix(line, "+++ ") && !strings.HasPrefix(line, "+++ /dev/null"):
			name = strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(line, "+++ ")), " (generated)")
		case strings.HasPrefix(line, "@@ "):
			left = hunk(line)
		case strings.HasPrefix(line, "\\"): // no newline at the end of the file
		default:
			b.WriteString(line)
		}
	}
	end()
	fmt.Fprintf(&b, "%s: %s\n", diag.Counted(files, "file"), all)
	return b.String()
}

// lineCount counts lines of both sides of a diff.
type lineCount struct{ added, removed int }

func (c lineCount) String() string { return fmt.Sprintf("+%d -%d", c.added, c.removed) }

// take subtracts a line from the remaining lines of a hunk, and counts it for the file.
func (c *lineCount) take(line string, file *lineCount) {
	switch line[0] {
	case '+':
		c.added--
		file.added++
	case '-':
		c.removed--
		file.removed++
	case ' ', '\n':
		c.added--
		c.removed--
	}
}

// hunk returns the numbers of lines in the header of a hunk: @@ -1,3 +1,4 @@. A missing number is 1.
func hunk(line string) lineCount {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return lineCount{}
	}
	return lineCount{added: rangeLength(fields[2]), removed: rangeLength(fields[1])}
}

func rangeLength(field string) int {
	_, length, ok := strings.Cut(field, ",")
	n := 1
	if ok {
		if _, err := fmt.Sscan(length, &n); err != nil {
			return 0
		}
	}
	return n
}
