package golden

import (
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/tools/txtar"
)

// expectations are the names of the files of an archive that have what a test of a stage expects; the others are documents.
var expectations = []string{Diagnostics, "documentation", "lenient", "model", Declared}

// Compare reads an archive of documents and of what a test expects of them, and compares that with what the stage makes of the
// documents; an empty file is the same as none. The function stage also gets the names of the expectations, in their order.
// With update, Compare writes them to the archive instead.
func Compare(t *testing.T, archive string, update bool, stage func(documents fstest.MapFS, names []string) []txtar.File) {
	t.Helper()
	all, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	documents := make(fstest.MapFS)
	var input, want []txtar.File
	var names []string
	for _, f := range all.Files {
		if slices.Contains(expectations, f.Name) {
			want, names = append(want, f), append(names, f.Name)
			continue
		}
		input = append(input, f)
		documents[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	got := stage(documents, names)
	if wantText, gotText := filled(want), filled(got); wantText != gotText && !update {
		t.Errorf("got other files than those of %s:\n%s", archive, udiff.Unified("want", "got", wantText, gotText))
	} else if wantText != gotText {
		got = slices.DeleteFunc(got, func(f txtar.File) bool { return len(f.Data) == 0 && !slices.Contains(names, f.Name) })
		all.Files = append(input, got...)
		if err := os.WriteFile(archive, txtar.Format(all), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// File compares a text with a file. With update, it writes the file instead.
func File[Text ~string | ~[]byte](t testing.TB, name string, update bool, got Text) {
	t.Helper()
	if update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want, err := os.ReadFile(name); err != nil || string(want) != string(got) {
		t.Errorf("%s is not as expected ('make golden', or 'make docs' for a document, rewrites it): %v\n%s", name, err, udiff.Unified("want", "got", string(want), string(got)))
	}
}

// filled prints the files that are not empty.
func filled(files []txtar.File) string {
	files = slices.DeleteFunc(slices.Clone(files), func(f txtar.File) bool { return len(f.Data) == 0 })
	return string(txtar.Format(&txtar.Archive{Files: files}))
}
