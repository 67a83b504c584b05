package conformance_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
)

// areas lists how many lines of production Go each part of the project has at most. A file belongs to the area with the
// longest folder that it is in. A change that needs more lines raises its row in the same commit and says why; after one that
// removes code, the row is lowered. The sum is what this command prints:
//
//	git ls-files '*.go' | grep -v -e _test.go -e /testdata/ -e ^gen/ | xargs cat | wc -l
var areas = []struct {
	name    string
	lines   int
	folders string
}{
	{"compiler: reading", 16282, "internal/compiler/reading"},
	{"compiler: writing", 16111, "internal/compiler/writing"},
	{"compiler: reviewing, running, testing", 14289, "internal/compiler"},
	{"commands, generator", 10814, "internal/compiler/commands generator"},
	{"run-time: codec, schema", 13717, "templates/soap/internal/codec templates/soap/schema templates/soap/kind"},
	{"run-time: soap", 12837, "templates/soap templates/soap/contract templates/soap/internal"},
	{"run-time: validate, component, lexical, pattern", 8882, "templates/soap/validate templates/soap/component templates/soap/lexical templates/soap/pattern templates/soap/wellknown"},
	{"run-time: other packages; templates, wsdl", 16762, "templates templates/soap/compress templates/soap/cors templates/soap/encoded templates/soap/internal/c14n " +
		"templates/soap/internal/credential templates/soap/jsonhttp templates/soap/multipart templates/soap/page templates/soap/record templates/soap/redact " +
		"templates/soap/sample templates/soap/soaptest templates/soap/wirelog templates/soap/wsa templates/soap/wsse templates/soap/xsd wsdl"},
	{"rail", 18787, "internal/rail"},
	{"conformance, dist, tools", 1716, ". internal/conformance internal/dist"},
}

// TestSizes compares the lines of production Go with the table. A row that is two percent too high fails, too, so that what
// was removed does not come back unnoticed.
func TestSizes(t *testing.T) {
	lines := make(map[string]int)
	for file, content := range productionFiles(t) {
		lines[areaOf(path.Dir(file))] += bytes.Count(content, []byte("\n"))
	}
	all := 0
	for _, a := range areas {
		n := lines[a.name]
		all += n
		if n > a.lines {
			t.Errorf("%s: %d lines, and the table allows %d: remove some", a.name, n, a.lines)
		}
		if a.lines*100 >= n*102 {
			t.Errorf("%s: %d lines, and the table allows %d: lower its row", a.name, n, a.lines)
		}
	}
	t.Logf("%d lines of production Go", all)
}

// areaOf returns the name of the area that a folder belongs to.
func areaOf(folder string) string {
	for ; ; folder = path.Dir(folder) {
		for _, a := range areas {
			for _, f := range strings.Fields(a.folders) {
				if f == folder {
					return a.name
				}
			}
		}
	}
}

// productionFiles returns the Go files of the module that are neither tests nor test data nor generated, by their paths.
func productionFiles(t *testing.T) map[string][]byte {
	t.Helper()
	root := os.DirFS("../..")
	files := make(map[string][]byte)
	err := fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if file == "gen" || entry.Name() == "testdata" || file != "." && strings.HasPrefix(entry.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			files[file], err = fs.ReadFile(root, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
