package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHostileInputIsDocumented checks that the tests exist that the pages name, and that these name all tests of limits.
func TestHostileInputIsDocumented(t *testing.T) {
	t.Parallel()
	const pages = "internal/conformance/limits/README.md or internal/rail/README.md"
	var existing []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != root && strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(name)
		for _, match := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(data, -1) {
			existing = append(existing, string(match[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text := read(t, "internal/conformance/limits/README.md").text() + read(t, "internal/rail/README.md").text()
	var named []string
	for _, match := range regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(text, -1) {
		named = append(named, match[1])
		if !slices.Contains(existing, match[1]) {
			t.Errorf("%s names %s, which does not exist", pages, match[1])
		}
	}
	for _, name := range existing {
		if strings.HasPrefix(name, "TestLimit") && !slices.Contains(named, name) {
			t.Errorf("no row of %s names %s", pages, name)
		}
	}
}
