package generator_test

import (
	"bytes"
	"flag"
	"maps"
	"path"
	"slices"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/flatten"
)

var update = flag.Bool("update", false, "rewrite the expected diagnostics and output in testdata")

// TestGolden generates from every case and compares the diagnostics and what the case
// expects of the output. 'make golden' rewrites these.
func TestGolden(t *testing.T) {
	for _, c := range loadCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			if len(bytes.TrimSpace(c.Archive.Comment)) == 0 {
				t.Error("the case has no comment that describes it")
			}
			o := c.generate(t)
			if o.code == 3 {
				t.Fatalf("the generator fails:\n%s", o.stderr)
			}
			got := c.partsOf(t, o)
			if *update {
				updateCase(t, c, got)
				return
			}
			compareParts(t, expectedParts(c.Archive.Files), got)
		})
	}
}

// partsOf returns the parts of the archive for an outcome.
func (c *testCase) partsOf(t *testing.T, o outcome) []txtar.File {
	t.Helper()
	parts := []txtar.File{{Name: golden.Diagnostics, Data: []byte(o.stderr)}}
	if len(o.files) == 0 {
		return parts
	}
	var files []string // parts with files, in order of their names
	for name, data := range o.files {
		if !isGo(name) && !c.isSource(name, data) && !bytes.Contains(data, []byte(flatten.Mark)) { // package flatten has cases for the forms of contracts
			files = append(files, name)
		}
	}
	for _, pattern := range c.Expects() {
		if pattern == golden.Declared {
			listing, err := c.Listing(o.files)
			if err != nil {
				t.Error(err)
			}
			parts = append(parts, txtar.File{Name: golden.Declared, Data: []byte(listing)})
			continue
		}
		found := matching(t, pattern, o.files)
		if len(found) == 0 {
			t.Errorf("the output has no file %s", pattern)
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	for _, name := range slices.Compact(files) {
		parts = append(parts, txtar.File{Name: golden.Want + name, Data: o.files[name]})
	}
	return parts
}

// matching returns the names of files that match a pattern.
func matching(t *testing.T, pattern string, files map[string][]byte) (names []string) {
	t.Helper()
	for name := range files {
		ok, err := path.Match(pattern, name)
		if err != nil {
			t.Fatal(err)
		}
		if ok && isGo(name) {
			names = append(names, name)
		}
	}
	return names
}

func expectedParts(files []txtar.File) []txtar.File {
	return slices.DeleteFunc(slices.Clone(files), func(f txtar.File) bool { return !golden.IsExpected(f.Name) })
}

func updateCase(t *testing.T, c *testCase, got []txtar.File) {
	t.Helper()
	sources := slices.DeleteFunc(slices.Clone(c.Archive.Files), func(f txtar.File) bool { return golden.IsExpected(f.Name) })
	data := txtar.Format(&txtar.Archive{Comment: c.Archive.Comment, Files: append(sources, got...)})
	if again := txtar.Parse(data); !slices.EqualFunc(expectedParts(again.Files), got, func(a, b txtar.File) bool { return bytes.Equal(a.Data, b.Data) }) {
		t.Fatal("the output cannot be kept in an archive: one of its lines is a file marker")
	}
	testfile.Write(t, c.path(), data)
}

func compareParts(t *testing.T, want, got []txtar.File) {
	t.Helper()
	all := make(map[string][2]string)
	for _, f := range want {
		all[f.Name] = [2]string{string(f.Data), ""}
	}
	for _, f := range got {
		all[f.Name] = [2]string{all[f.Name][0], string(f.Data)}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if pair := all[name]; pair[0] != pair[1] {
			t.Errorf("%s is not as expected ('make golden' rewrites it)\n%s", name, udiff.Unified("want", "got", pair[0], pair[1]))
		}
	}
}
