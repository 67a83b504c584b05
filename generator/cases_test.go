package generator_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/tools/txtar"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/cli"
	"example.com/quartet/templates"
)

// testCase is a contract with the expected output of the command, in the archive
// testdata/NAME.txtar. The comment at the top describes the case. A line
//
//	Expected: plan; types.go
//
// in it says what to compare: the printed plan, which is all there is without such a
// line; schema, the same with what only validation has to know; or files of the output, by
// their names or patterns of [path.Match]. Other tests vet, compile and run all files of
// each case. The parts are
//
//	args               optional: flags of the command, one on each line; $IN is
//	                   the folder of the contract
//	NAME.wsdl          the contract: the first file with this extension, or if there
//	                   is none, the first with .xsd
//	others             the documents that the contract imports
//	NAME (ENCODING)    one of these documents in another encoding: utf-16 (with
//	                   a byte-order mark) or iso-8859-1; in the archive its text
//	                   is UTF-8
//	behaviour_test.go  optional: a test that imports the generated package, and
//	                   output.example/wiretest, a package in testdata
//	diagnostics        the standard error of the command
//	plan               the printed plan, see ir.Package.String
//	want/FILE          generated files, and documents that are not copies of those
//	                   of the contract
//
// 'make golden' rewrites the last three. The last two are missing if the command fails.
//
// The generated package is output.example/NAME, without hyphens. All cases use the
// run-time output.example/soap.
type testCase struct {
	name    string
	archive *txtar.Archive
}

// outcome is the result of running the command.
type outcome struct {
	code   int
	stderr string
	plan   string
	files  map[string][]byte // in the output folder and the folders in it, by name
}

const (
	outputModulePath = "output.example"
	sharedRuntime    = outputModulePath + "/soap"

	diagnosticsPart = "diagnostics"
	planPart        = "plan"
	wantFolder      = "want/"
	behaviourPart   = "behaviour_test.go"
)

func loadCases(t testing.TB) []*testCase {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases in testdata (%v)", err)
	}
	var cases []*testCase
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, &testCase{strings.TrimSuffix(filepath.Base(path), ".txtar"), archive})
	}
	return cases
}

func (c *testCase) path() string { return filepath.Join("testdata", c.name+".txtar") }

// part returns the text of a file in the archive; nil if there is none.
func (c *testCase) part(name string) []byte {
	for _, f := range c.archive.Files {
		if plain, _ := encodingOf(f.Name); plain == name {
			return f.Data
		}
	}
	return nil
}

// encodingOf splits the name of a part into the name of the file and its encoding, which
// is "" for UTF-8.
func encodingOf(part string) (name, encoding string) {
	name, encoding, ok := strings.Cut(part, " (")
	if !ok {
		return part, ""
	}
	return name, strings.TrimSuffix(encoding, ")")
}

// encoded converts text from UTF-8 to an encoding.
func encoded(t testing.TB, text []byte, encoding string) []byte {
	t.Helper()
	var out []byte
	switch encoding {
	case "":
		return text
	case "utf-16":
		out = []byte{0xFF, 0xFE}
		for _, unit := range utf16.Encode([]rune(string(text))) {
			out = binary.LittleEndian.AppendUint16(out, unit)
		}
	case "iso-8859-1":
		for _, r := range string(text) {
			if r > 0xFF {
				t.Fatalf("%q cannot be encoded as %s", r, encoding)
			}
			out = append(out, byte(r))
		}
	default:
		t.Fatalf("encoding %q is not supported", encoding)
	}
	return out
}

// isSource reports whether a part belongs to the contract.
func isSource(name string) bool {
	return name != "args" && name != behaviourPart && !isExpected(name)
}

// isExpected reports whether 'make golden' writes a part.
func isExpected(name string) bool {
	return name == diagnosticsPart || name == planPart || strings.HasPrefix(name, wantFolder)
}

const schemaItem = "schema" // of the list of expectations: the plan with what only validation has to know

const expected = "Expected:" // starts the line in the comment of a case that says what to compare

// expects returns what the case compares: planPart, and patterns of names of files.
func (c *testCase) expects() []string {
	if listed := c.listed(expected); listed != nil {
		return listed
	}
	return []string{planPart}
}

// listed returns the items of the line of the comment that begins with a prefix. Semicolons
// separate them.
func (c *testCase) listed(prefix string) []string {
	var items []string
	for line := range strings.Lines(string(c.archive.Comment)) {
		if list, ok := strings.CutPrefix(line, prefix); ok {
			for item := range strings.SplitSeq(list, ";") {
				items = append(items, strings.TrimSpace(item))
			}
		}
	}
	return items
}

// contract returns the name of the main document.
func (c *testCase) contract(t testing.TB) string {
	t.Helper()
	for _, extension := range []string{".wsdl", ".xsd"} {
		for _, f := range c.archive.Files {
			if name, _ := encodingOf(f.Name); strings.HasSuffix(name, extension) && isSource(name) {
				return name
			}
		}
	}
	t.Fatalf("%s has no contract", c.path())
	return ""
}

// args returns the flags of the case for a contract in the folder dir.
func (c *testCase) args(dir string) []string {
	var args []string
	for line := range strings.Lines(string(c.part("args"))) {
		if line = strings.TrimSpace(line); line != "" {
			args = append(args, strings.ReplaceAll(line, "$IN", dir))
		}
	}
	return args
}

// extract writes the documents of the contract to dir and returns the path of the main
// document.
func (c *testCase) extract(t testing.TB, dir string) string {
	t.Helper()
	for _, f := range c.archive.Files {
		if isSource(f.Name) {
			name, encoding := encodingOf(f.Name)
			writeFile(t, filepath.Join(dir, name), encoded(t, f.Data, encoding))
		}
	}
	return filepath.Join(dir, c.contract(t))
}

// generate runs the command on the case, with the flags of the case and more.
func (c *testCase) generate(t testing.TB, more ...string) outcome {
	t.Helper()
	return c.generateInto(t, packageName(c.name), more...)
}

// shownLine matches a line of a contract below a diagnostic, which the cases do not repeat.
var shownLine = regexp.MustCompile(`(?m)^ {4,}[0-9]* *\|.*\n`)

// generateInto is like generate with a given output folder in the module. The run-time
// is kept elsewhere, so that the command must not write it.
func (c *testCase) generateInto(t testing.TB, folder string, more ...string) outcome {
	t.Helper()
	dir := t.TempDir()
	out := filepath.Join(dir, "module", filepath.FromSlash(folder))
	writeFile(t, filepath.Join(dir, "module", "go.mod"), []byte("module "+outputModulePath+"\n"))
	writeFile(t, filepath.Join(dir, "module", "soap", "generated.go"), keptRuntime(t))
	args := []string{"generate", c.extract(t, filepath.Join(dir, "in")), "--out", out, "--package", packageName(c.name), "--runtime", sharedRuntime}
	args = append(args, c.args(filepath.Join(dir, "in"))...)
	args = append(args, more...)
	var stdout, stderr bytes.Buffer
	o := outcome{plan: printedPlan(t, args[1:], slices.Contains(c.expects(), schemaItem)), files: make(map[string][]byte)}
	o.code = cli.Main(args, &stdout, &stderr)
	o.stderr = shownLine.ReplaceAllString(strings.ReplaceAll(stderr.String(), filepath.ToSlash(dir)+"/in/", ""), "")
	if stdout.Len() > 0 {
		t.Errorf("generate prints on standard output: %s", stdout.String())
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "module", "soap")); err != nil || len(entries) != 1 {
		t.Errorf("%s: the run-time is written although it is kept elsewhere", c.name)
	}
	err := filepath.WalkDir(out, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(out, path)
		if err != nil {
			return err
		}
		o.files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil && o.code == 0 {
		t.Fatal(err)
	}
	return o
}

// keptRuntime returns the file of a run-time that says which generated packages fit it.
func keptRuntime(t testing.TB) []byte {
	t.Helper()
	runtime, err := generator.GenerateRuntime(sharedRuntime)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Appendf(nil, "%s\n\npackage soap\n\nconst Protocol%d = true\n", templates.RuntimeHeader, runtime.Protocol)
}

// printedPlan returns the plan for arguments of the command generate, or "" if it fails. If
// schema is set, it has what only validation has to know.
func printedPlan(t testing.TB, args []string, schema bool) string {
	t.Helper()
	config, err := cli.Config(args)
	if err != nil {
		return ""
	}
	plan, err := generator.PrintPlan(context.Background(), config, schema)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// packageName returns the name of the package for a case.
func packageName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' {
			return -1
		}
		return r
	}, name)
}

// isGo reports whether a file of the output is a Go file, and not a document.
func isGo(name string) bool { return strings.HasSuffix(name, ".go") }

// isSource reports whether a file of the output is a document of the case, as it is.
func (c *testCase) isSource(name string, data []byte) bool {
	for _, f := range c.archive.Files {
		if isSource(f.Name) && path.Base(f.Name) == name && bytes.Equal(f.Data, data) {
			return true
		}
	}
	return false
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
