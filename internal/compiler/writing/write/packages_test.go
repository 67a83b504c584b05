package write_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/write"
)

func TestOtherPackages(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"mine.go":      "package gen\n",
		"old.go":       mark + "\npackage old\n",
		"b.go":         "// A comment.\n\npackage other\n\nfunc broken(\n",
		"a.go":         "package another\n",
		"x_test.go":    "package gen_test\n",
		"ignored.go":   "//go:build ignore\n\npackage main\n",
		"_hidden.go":   "package hidden\n",
		"broken.go":    "no Go\n",
		"notes.txt":    "package notes\n",
		"odd_plan9.go": "package odd\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.go"), 0o777); err != nil {
		t.Fatal(err)
	}
	gen := []write.File{{Name: "realtime.wsdl"}, {Name: "x.go", Data: []byte("package gen")}}
	got, err := othersIn(write.Output{Dir: dir, Files: gen})
	want := []write.OtherPackage{{Path: filepath.Join(dir, "a.go"), Package: "another", Wanted: "gen"}, {Path: filepath.Join(dir, "b.go"), Package: "other", Wanted: "gen"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v (%v), want %v", got, err, want)
	}
	diff, err := diffOfAll(write.Output{Dir: dir, Files: gen})
	if err != nil || !strings.Contains(diff, "+package gen") || !strings.Contains(diff, "-package old") {
		t.Errorf("the difference is %s (%v)", diff, err)
	}
	if got, err := othersIn(write.Output{Dir: filepath.Join(dir, "none"), Files: gen}); len(got) > 0 || err != nil {
		t.Errorf("a folder that does not exist: %v (%v)", got, err)
	}
}
