package generator_test

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected diagnostics and output in testdata")

// TestGolden generates from every case and compares the diagnostics and the output
// with the expected ones. 'make golden' rewrites these.
func TestGolden(t *testing.T) {
	for _, c := range loadCases(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if len(bytes.TrimSpace(c.archive.Comment)) == 0 {
				t.Error("the case has no comment that describes it")
			}
			o := c.generate(t)
			if o.code == 3 {
				t.Fatalf("the generator fails:\n%s", o.stderr)
			}
			got := c.partsOf(o)
			if *update {
				updateCase(t, c, got)
				return
			}
			compareParts(t, expectedParts(c.archive.Files), got)
		})
	}
}

// partsOf returns the parts of the archive for an outcome.
func (c *testCase) partsOf(o outcome) []txtar.File {
	parts := []txtar.File{{Name: diagnosticsPart, Data: []byte(o.stderr)}}
	for _, name := range slices.Sorted(maps.Keys(o.files)) {
		if !c.isSource(name, o.files[name]) {
			parts = append(parts, txtar.File{Name: wantFolder + name, Data: o.files[name]})
		}
	}
	return parts
}

func expectedParts(files []txtar.File) []txtar.File {
	var parts []txtar.File
	for _, f := range files {
		if f.Name == diagnosticsPart || strings.HasPrefix(f.Name, wantFolder) {
			parts = append(parts, f)
		}
	}
	return parts
}

func updateCase(t *testing.T, c *testCase, got []txtar.File) {
	t.Helper()
	sources := slices.DeleteFunc(slices.Clone(c.archive.Files), func(f txtar.File) bool {
		return f.Name == diagnosticsPart || strings.HasPrefix(f.Name, wantFolder)
	})
	data := txtar.Format(&txtar.Archive{Comment: c.archive.Comment, Files: append(sources, got...)})
	if again := txtar.Parse(data); !slices.EqualFunc(expectedParts(again.Files), got, func(a, b txtar.File) bool { return bytes.Equal(a.Data, b.Data) }) {
		t.Fatal("the output cannot be kept in an archive: one of its lines is a file marker")
	}
	if err := os.WriteFile(c.path(), data, 0o666); err != nil {
		t.Fatal(err)
	}
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
