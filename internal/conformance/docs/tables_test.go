package docs

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestLength checks that the pages for users stay short.
func TestLength(t *testing.T) {
	t.Parallel()
	if n := len(read(t, "README.md").lines) - 1; n > 200 {
		t.Errorf("README.md has %d lines, and 200 are allowed: move text next to the code that it is about", n)
	}
	words := func(name string) int { return len(strings.Fields(read(t, name).text())) }
	sum := words("README.md")
	for _, name := range []string{"USING", "CALLING", "IMPLEMENTING", "REVIEWING", "SIGNATURES", "SECURITY", "JSON"} {
		sum += words("generator/" + name + ".md")
	}
	if n := words("generator/USING.md"); n > 7500 || sum > 20000 {
		t.Errorf("USING.md has %d words, and 7,500 are allowed; the pages have %d, and 20,000 are allowed: remove what is said elsewhere", n, sum)
	}
}

// TestSignatureErrors looks for the errors in the documentation in what reports them. Those of Go's packages begin with their names.
func TestSignatureErrors(t *testing.T) {
	t.Parallel()
	var sources strings.Builder
	for _, pattern := range []string{"templates/soap/wsse/*.go", "internal/compiler/commands/cli/certificates.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sources.Write(text)
		}
	}
	errors := spans(rows(t, "generator/SIGNATURES.md", "What Quartet says"), "[^`]+")
	if len(errors) < 12 {
		t.Errorf("only %d errors found", len(errors))
	}
	for _, text := range errors {
		if !strings.HasPrefix(text, "tls: ") && !strings.HasPrefix(text, "x509: ") && !strings.Contains(sources.String(), text) {
			t.Errorf("nothing reports %q", text)
		}
	}
}

// rows returns the cells of the tables below a heading of a document, without header rows. The heading "" means the whole
// document.
func rows(t *testing.T, name, heading string) [][]string {
	t.Helper()
	var found [][]string
	inside := heading == ""
	_, prose := read(t, name).split(t)
	for i, line := range prose {
		if heading != "" && strings.HasPrefix(line, "#") {
			inside = strings.TrimLeft(line, "# ") == heading
		}
		header := i+1 < len(prose) && strings.HasPrefix(prose[i+1], "|--")
		if !inside || !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|--") || header {
			continue
		}
		var row []string
		for _, cell := range strings.Split(strings.ReplaceAll(strings.Trim(line, "|"), `\|`, "\x00"), "|") {
			row = append(row, strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")))
		}
		found = append(found, row)
	}
	if len(found) == 0 {
		t.Fatalf("%s has no table below %q", name, heading)
	}
	return found
}

// spans returns what an expression finds in the code of cells in the first column.
func spans(rows [][]string, expression string) []string {
	var found []string
	for _, row := range rows {
		for _, span := range codeSpan.FindAllString(row[0], -1) {
			found = append(found, regexp.MustCompile(expression).FindAllString(span, -1)...)
		}
	}
	return found
}

// compareSets reports what documentation and project do not have in common.
func compareSets(t *testing.T, where string, documented, real []string) {
	t.Helper()
	for _, name := range real {
		if !slices.Contains(documented, name) {
			t.Errorf("%s does not list %s", where, name)
		}
	}
	for _, name := range documented {
		if !slices.Contains(real, name) {
			t.Errorf("%s lists %s, which does not exist", where, name)
		}
	}
}

// TestFlags compares the tables of flags with the help texts.
func TestFlags(t *testing.T) {
	t.Parallel()
	flags := slices.DeleteFunc(flagsOf(t, "quartet", "generate"), func(flag string) bool { return flag == "--help" })
	var documented []string
	for _, span := range spans(rows(t, "generator/USING.md", "Commands and flags"), "^`--[a-z-]+") {
		documented = append(documented, strings.Trim(span, "`"))
	}
	compareSets(t, "generator/USING.md", documented, flags)
	tools := slices.DeleteFunc(flagsOfAll(t, "quartet", "call", "serve"), func(flag string) bool { return flag == "--help" })
	compareSets(t, "generator/CALLING.md", shortened(rows(t, "generator/CALLING.md", "Without generated code")), tools)
	compareSets(t, "internal/rail/README.md", spans(rows(t, "internal/rail/README.md", "Settings"), `--[a-z-]+`), flagsOf(t, "raild"))
	compareSets(t, "internal/rail/README.md", spans(rows(t, "internal/rail/README.md", "Ask from a terminal"), `--[a-z-]+`), flagsOfAll(t, "railctl", "board", "stations", "trains"))
}

// flagsOfAll returns the flags of several commands of a program, each once.
func flagsOfAll(t *testing.T, program string, commands ...string) (all []string) {
	for _, name := range commands {
		for _, flag := range flagsOf(t, program, name) {
			if !slices.Contains(all, flag) {
				all = append(all, flag)
			}
		}
	}
	return all
}

// shortened returns the flags in the first columns of tables, each once.
func shortened(table [][]string) []string {
	var flags []string
	for _, span := range spans(table, "^`--[a-z-]+") {
		if flag := strings.Trim(span, "`"); !slices.Contains(flags, flag) {
			flags = append(flags, flag)
		}
	}
	return flags
}

// TestRenameKinds compares the table of kinds with those in the planner.
func TestRenameKinds(t *testing.T) {
	t.Parallel()
	var sources []string
	for _, folder := range []string{"plan", "plan/bind", "plan/naming", "plan/typing"} {
		files, err := filepath.Glob(filepath.Join(root, "internal", "compiler", "writing", filepath.FromSlash(folder), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		sources = append(sources, files...)
	}
	var kinds []string
	for _, name := range sources {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`\b(?:ID\{(?:Kind: )?|declared\(|Inside\(|\.id\(|kind(?:, mark)? :?= |[A-Z][a-z]+Kind += )"([a-z]+)"`).FindAllStringSubmatch(string(data), -1) {
			kinds = append(kinds, match[1]+":")
		}
	}
	var documented []string
	for _, row := range rows(t, "generator/USING.md", "Names") {
		documented = append(documented, strings.Trim(row[0], "`"))
	}
	slices.Sort(kinds)
	compareSets(t, "the table of kinds in generator/USING.md", documented, slices.Compact(kinds))
}

// TestGeneratedFiles compares the table of generated files with gen/realtime and the golden cases.
func TestGeneratedFiles(t *testing.T) {
	t.Parallel()
	found := make(map[string]bool)
	entries, err := os.ReadDir(filepath.Join(root, "gen", "realtime"))
	if err != nil {
		t.Fatal(err)
	}
	readme := strings.Join(read(t, "README.md").lines, "\n")
	for _, e := range entries {
		if e.IsDir() { // the package for tests, which has one file of its name
			if !strings.Contains(readme, "(gen/realtime/"+e.Name()+")") {
				t.Errorf("README.md does not have the folder %s", e.Name())
			}
			continue
		}
		found[e.Name()] = !strings.HasSuffix(e.Name(), "_test.go")
	}
	cases, err := filepath.Glob(filepath.Join(root, "generator", "testdata", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			folder, base := path.Split(f.Name)
			if isForTests := strings.HasSuffix(folder, "/"+strings.TrimSuffix(base, ".go")+"/"); strings.HasPrefix(folder, "want/") && !isForTests {
				found[f.Name[strings.LastIndexByte(f.Name, '/')+1:]] = true
			}
		}
	}
	documented := spans(rows(t, "README.md", "The generated files"), `[a-z_]+\.go|\*\.[a-z]+|\.gitattributes|quartet\.names`)
	for name, generated := range found {
		if extension := filepath.Ext(name); extension != ".go" && extension != name && name != "quartet.names" {
			name = "*" + extension // a document of the contract
		}
		if generated && !slices.Contains(documented, name) {
			t.Errorf("the table of README.md does not list %s", name)
		}
	}
}

// TestRuntimePackages compares the table of packages in generator/USING.md with the run-time.
func TestRuntimePackages(t *testing.T) {
	t.Parallel()
	packages := runtimePackages(t, filepath.Join(root, "templates", "soap"))
	documented := spans(rows(t, "generator/USING.md", "Packages: the run-time and shared types"), "^`soap[a-z/]*")
	for i, span := range documented {
		documented[i] = strings.Trim(span, "`")
	}
	compareSets(t, "generator/USING.md", documented, packages)
}

// runtimePackages returns the packages of a run-time that others can import: soap, soap/xsd and so on.
func runtimePackages(t *testing.T, dir string) []string {
	t.Helper()
	packages := []string{"soap"}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "internal" && e.Name() != "testdata" {
			packages = append(packages, "soap/"+e.Name())
		}
	}
	return packages
}

// TestMetrics checks that the metrics of raild are documented.
func TestMetrics(t *testing.T) {
	t.Parallel()
	documented := spans(rows(t, "internal/rail/README.md", "Metrics"), `raild_[a-z_]+`)
	sources, err := filepath.Glob(filepath.Join(root, "internal", "rail", "cmd", "raild", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range sources {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, match := range regexp.MustCompile(`"(raild_[a-z_]+)"`).FindAllStringSubmatch(string(data), -1) {
			names = append(names, match[1])
		}
	}
	compareSets(t, "internal/rail/README.md", documented, names)
}

// TestTargets compares the make targets that documents mention with the Makefile.
func TestTargets(t *testing.T) {
	t.Parallel()
	known := targets(t)
	for _, d := range documents(t) {
		_, prose := d.split(t)
		for i, line := range prose {
			for _, match := range regexp.MustCompile("`make ([a-z-]+)").FindAllStringSubmatch(line, -1) {
				if !slices.Contains(known, match[1]) {
					t.Errorf("%s:%d: the Makefile has no target %s", d.name, i+1, match[1])
				}
			}
		}
	}
	var documented []string
	for _, span := range spans(rows(t, "internal/README.md", "Make targets"), "make ([a-z-]+)") {
		documented = append(documented, strings.TrimPrefix(span, "make "))
	}
	compareSets(t, "internal/README.md", documented, known)
}

// TestDependencies compares the table of dependencies with go.mod: it lists what is required directly, and nothing that is
// not required.
func TestDependencies(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	required := make(map[string]bool) // whether directly
	for line := range strings.Lines(string(data)) {
		if match := regexp.MustCompile(`^\t(\S+) v\S+( // indirect)?\n$`).FindStringSubmatch(line); match != nil {
			required[regexp.MustCompile(`/v\d+$`).ReplaceAllString(match[1], "")] = match[2] == ""
		}
	}
	var documented []string
	for _, row := range rows(t, "README.md", "Dependencies") {
		documented = append(documented, strings.Split(row[0], ", ")...)
	}
	for name, directly := range required {
		if directly && !slices.Contains(documented, name) {
			t.Errorf("README.md does not list %s", name)
		}
	}
	for _, name := range documented {
		if _, ok := required[name]; !ok {
			t.Errorf("README.md lists %s, which go.mod does not require", name)
		}
	}
}
