package write_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/write"
)

// TestLineEnds compares files that were checked out with the line ends of Windows.
func TestLineEnds(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("line\n", 50)
	want := files("a.go", text, "b.go", text, "c.go", text)
	mustWrite(t, dir, want)
	for _, name := range []string{"a.go", "b.go"} {
		path := filepath.Join(dir, name)
		data := testfile.Read(t, path)
		testfile.Write(t, path, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")))
	}
	diff, err := diffOf(dir, want)
	if line := "2 files have line endings that differ from what quartet writes, such as " + filepath.ToSlash(dir) + "/a.go: CRLF, not LF; "; err != nil ||
		!strings.HasPrefix(diff, line) || strings.Count(diff, "\n") != 1 {
		t.Errorf("%v:\n%s", err, diff)
	}
	// A file with another difference, too, has only that in the diff.
	diff, err = diffOf(dir, append(files("a.go", text+"more\n"), want[1:]...))
	if err != nil || strings.Count(diff, "\n-") != 1 || strings.Count(diff, "\n+") != 2 || !strings.Contains(diff, "\n+more\n") || !strings.HasPrefix(diff, "2 files") {
		t.Errorf("%v:\n%s", err, diff)
	}
	// A document of the contract with such line ends, where the folder has others.
	mustWrite(t, dir, embedding("a.wsdl", map[string]string{"a.wsdl": "<a>\n</a>\n"}))
	diff, err = diffOf(dir, embedding("a.wsdl", map[string]string{"a.wsdl": "<a>\r\n</a>\r\n"}))
	if err != nil || !strings.HasPrefix(diff, "1 file has ") || !strings.Contains(diff, "/a.wsdl: LF, not CRLF; ") || strings.Count(diff, "\n") != 1 {
		t.Errorf("%v:\n%s", err, diff)
	}
	// It is a difference all the same.
	if err := writeAll(write.Output{Dir: dir, Files: want}); err != nil {
		t.Fatal(err)
	}
	if diff, err := diffOf(dir, want); err != nil || diff != "" {
		t.Errorf("%v:\n%s", err, diff)
	}
}
