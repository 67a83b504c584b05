package conformance_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "example.com/quartet/"

// allowedImports lists the packages of the module that each package imports; a package without an entry imports none.
// Names below internal/ are short. Documents flow in one direction: load, resolve, check, plan, emit, write.
// Package plan/ir has the types of the plan, which plan makes and emit renders. Its phases are packages, too, which only plan and
// later phases import: selection, typing, bind, split, numbering, naming; and tolerate imports selection. What package descriptor makes of
// it are values of the run-time; of that it imports only what every program with generated code does, and not the optional packages.
var allowedImports = map[string]string{
	"compiler/testing/directive":       "compiler/reading/collect",
	"compiler/testing/testmodel":       "compiler/reading/load compiler/reading/resolve",
	"compiler/reading/diag":            "compiler/reading/collect",
	"compiler/reading/fetch":           "compiler/reading/collect",
	"compiler/reading/catalog":         "compiler/reading/diag compiler/reading/xmltree",
	"compiler/reading/check":           "compiler/reading/diag compiler/reading/policy compiler/reading/resolve compiler/reading/wsdl11 compiler/reading/xsd compiler/reading/xsdcheck templates/soap/contract",
	"compiler/reading/policy":          "compiler/reading/collect compiler/reading/diag compiler/reading/load compiler/reading/resolve compiler/reading/wsdl11 compiler/reading/xmltree templates/soap/contract templates/soap/xsd",
	"compiler/commands/cli":            "compiler/reading/collect compiler/reading/diag compiler/reading/fetch compiler/running/callvalue compiler/running/judge compiler/running/serve compiler/running/toolserver compiler/reviewing/describe compiler/reviewing/diff compiler/writing/location compiler/reading/progress compiler/commands/project compiler/reviewing/gitdoc compiler/reading/spelling compiler/reading/xmltree generator templates/soap templates/soap/contract templates/soap/jsonhttp templates/soap/multipart templates/soap/record templates/soap/redact templates/soap/sample templates/soap/schema templates/soap/wsa templates/soap/wsse templates/soap/xsd",
	"compiler/writing/descriptor":      "compiler/reading/collect compiler/writing/plan/ir templates/soap templates/soap/contract templates/soap/kind templates/soap/schema templates/soap/xsd",
	"compiler/writing/prepare":         "compiler/reading/diag compiler/writing/descriptor compiler/writing/plan/ir templates/soap templates/soap/contract templates/soap/schema templates/soap/validate",
	"compiler/reviewing/gitdoc":        "compiler/reading/load",
	"compiler/reviewing/diff":          "compiler/reading/collect compiler/reading/diag compiler/reading/policy compiler/writing/plan/ir compiler/reviewing/report compiler/reading/resolve compiler/reading/wsdl11 compiler/reading/xmltree compiler/reading/xsd compiler/reading/xsdcheck templates/soap/contract templates/soap/lexical",
	"compiler/reviewing/diff/examples": "compiler/reviewing/diff compiler/reading/load compiler/writing/plan compiler/reading/resolve",
	"compiler/writing/emit":            "compiler/reading/collect compiler/reading/diag compiler/writing/descriptor compiler/writing/plan/chosen compiler/writing/plan/ir templates/soap/contract templates/soap/encoded templates/soap/kind templates/soap/lexical templates/soap/schema templates/soap/xsd",
	"compiler/reading/xsdcheck":        "compiler/reading/collect compiler/reading/diag compiler/reading/xmltree compiler/reading/xsd templates/soap/lexical templates/soap/pattern",
	"compiler/writing/flatten":         "compiler/reading/collect compiler/reading/diag compiler/reading/load compiler/reading/resolve compiler/reading/wsdl11 compiler/reading/xmltree compiler/reading/xsd templates/soap/contract",
	"compiler/reviewing/lint":          "compiler/reading/collect compiler/reading/check compiler/reading/diag compiler/reading/load compiler/reading/resolve compiler/reading/spelling compiler/reading/wsdl11 compiler/reading/xmltree compiler/reading/xsd templates/soap/lexical",
	"compiler/running/callvalue":       "compiler/reading/collect compiler/writing/descriptor compiler/reading/diag compiler/reading/spelling compiler/reading/xmltree templates/soap templates/soap/contract templates/soap/jsonhttp templates/soap/kind templates/soap/sample templates/soap/schema templates/soap/validate templates/soap/xsd",
	"compiler/running/judge":           "compiler/reading/collect compiler/reading/spelling compiler/reading/xmltree templates/soap templates/soap/contract templates/soap/schema templates/soap/validate templates/soap/xsd",
	"compiler/running/serve":           "compiler/reading/collect compiler/reading/xmltree templates/soap templates/soap/contract templates/soap/page templates/soap/record templates/soap/redact templates/soap/sample templates/soap/validate templates/soap/wsse templates/soap/xsd",
	"compiler/running/toolserver":      "compiler/reading/diag compiler/running/serve templates/soap/contract templates/soap/jsonhttp templates/soap/redact",
	"compiler/reading/load":            "compiler/reading/collect compiler/reading/catalog compiler/reading/diag compiler/reading/progress compiler/reading/spelling compiler/reading/xmltree compiler/reading/xsd11 templates/soap/wellknown",
	"compiler/reviewing/describe":      "compiler/reading/collect compiler/reading/diag compiler/reading/load compiler/reading/policy compiler/running/callvalue compiler/writing/plan/ir compiler/reviewing/report compiler/reading/resolve compiler/reading/spelling compiler/reading/wsdl11 compiler/reading/xsd templates/soap templates/soap/contract templates/soap/jsonhttp templates/soap/lexical templates/soap/page templates/soap/sample",
	"compiler/writing/plan": "compiler/reading/collect compiler/reading/diag compiler/writing/plan/bind compiler/writing/plan/chosen compiler/writing/plan/documents compiler/writing/plan/inherit compiler/writing/plan/ir compiler/writing/plan/naming " +
		"compiler/writing/plan/numbering compiler/writing/plan/selection compiler/writing/plan/split compiler/writing/plan/typing " +
		"compiler/reading/policy compiler/reading/resolve compiler/reading/spelling compiler/reading/xmltree compiler/reading/xsd compiler/reading/xsdcheck templates/soap/contract",
	"compiler/writing/plan/chosen": "compiler/reading/diag",
	"compiler/writing/plan/bind": "compiler/reading/collect compiler/reading/diag compiler/reading/policy compiler/writing/plan/chosen compiler/writing/plan/ir compiler/writing/plan/naming compiler/writing/plan/selection compiler/writing/plan/typing " +
		"compiler/reading/wsdl11 compiler/reading/xsd templates/soap/contract",
	"compiler/writing/plan/documents": "compiler/reading/collect compiler/writing/flatten compiler/reading/load compiler/writing/plan/ir compiler/reading/resolve compiler/reading/wsdl11 compiler/reading/xmltree compiler/reading/xsd templates/soap/contract",
	"compiler/writing/plan/ir":        "compiler/reading/diag compiler/writing/plan/chosen templates/soap/xsd templates/soap/contract",
	"compiler/writing/plan/lexical":   "compiler/reading/xsd templates/soap/lexical templates/soap/pattern templates/soap/xsd",
	"compiler/writing/plan/naming":    "compiler/reading/collect compiler/reading/diag compiler/writing/plan/chosen compiler/writing/plan/inherit compiler/reading/spelling",
	"compiler/writing/plan/numbering": "compiler/reading/collect compiler/reading/diag compiler/writing/plan/chosen compiler/writing/plan/ir compiler/writing/plan/split compiler/reading/spelling compiler/reading/xmltree compiler/reading/xsd",
	"compiler/writing/plan/selection": "compiler/reading/collect compiler/reading/diag compiler/reading/resolve compiler/reading/spelling compiler/reading/wsdl11 templates/soap/contract",
	"compiler/writing/plan/split":     "compiler/reading/collect compiler/reading/diag compiler/writing/plan/ir compiler/writing/plan/naming compiler/reading/xmltree compiler/reading/xsd",
	"compiler/writing/plan/typing":    "compiler/reading/collect compiler/reading/diag compiler/writing/plan/inherit compiler/writing/plan/ir compiler/writing/plan/lexical compiler/writing/plan/naming compiler/writing/plan/split compiler/reading/wsdl11 compiler/reading/xsd templates/soap/lexical templates/soap/xsd",
	"compiler/writing/location":       "templates",
	"compiler/writing/write":          "compiler/reading/collect compiler/writing/location",
	"compiler/writing/tolerate":       "compiler/reading/diag compiler/reading/load compiler/reading/resolve compiler/reading/wsdl11 compiler/reading/xmltree compiler/writing/plan/selection templates/soap/contract",
	"compiler/commands/project":       "compiler/reading/collect compiler/reading/diag compiler/reading/spelling compiler/reviewing/diff compiler/reviewing/suppress",
	"compiler/reviewing/report":       "compiler/reading/collect compiler/reading/diag",
	"compiler/reading/resolve":        "compiler/reading/collect compiler/reading/diag compiler/reading/load compiler/reading/spelling compiler/reading/wsdl11 compiler/reading/xmltree compiler/reading/xsd templates/soap/component templates/soap/lexical",
	"compiler/reviewing/rules":        "compiler/reading/collect compiler/reading/xsdcheck compiler/reading/diag compiler/reviewing/lint compiler/reviewing/report compiler/reviewing/suppress",
	"compiler/commands/scaffold":      "compiler/reading/collect compiler/reading/diag compiler/writing/emit compiler/writing/plan/ir templates/soap/contract",
	"compiler/reviewing/suppress":     "compiler/reading/collect compiler/reading/diag compiler/reading/load compiler/reading/spelling compiler/reading/xmltree",
	"compiler/reading/snapshot":       "compiler/reading/catalog compiler/reading/xmltree",
	"compiler/reading/wsdl11":         "compiler/reading/collect compiler/reading/diag compiler/reading/xmltree compiler/reading/xsd",
	"compiler/reading/xmltree":        "compiler/reading/diag templates/soap/lexical",
	"compiler/reading/spelling":       "compiler/reading/collect compiler/reading/diag",
	"compiler/reading/xsd11":          "compiler/reading/diag compiler/reading/xmltree compiler/reading/xsd templates/soap/lexical",
	"compiler/reading/xsd":            "compiler/reading/collect compiler/reading/diag compiler/reading/xmltree templates/soap/lexical",

	"generator":             "compiler/reading/collect compiler/writing/location compiler/reading/check compiler/reading/xsdcheck compiler/writing/descriptor compiler/reading/diag compiler/reviewing/diff compiler/writing/emit compiler/reading/fetch compiler/writing/flatten compiler/reviewing/lint compiler/reading/load compiler/reviewing/describe compiler/writing/plan compiler/writing/plan/chosen compiler/writing/plan/ir compiler/writing/plan/naming compiler/writing/prepare compiler/reading/progress compiler/reviewing/report compiler/reading/resolve compiler/reviewing/gitdoc compiler/reviewing/rules compiler/commands/scaffold compiler/reading/snapshot compiler/reviewing/suppress compiler/writing/tolerate compiler/writing/write compiler/reading/xmltree templates templates/soap/contract templates/soap/encoded templates/soap/jsonhttp templates/soap/multipart templates/soap/schema",
	"generator/cmd/quartet": "compiler/commands/cli",

	"gen/realtime":              "templates/soap templates/soap/contract templates/soap/schema templates/soap/xsd",
	"gen/realtime/realtimetest": "gen/realtime templates/soap templates/soap/contract templates/soap/soaptest",

	"rail": "gen/realtime templates/soap templates/soap/xsd rail/roster rail/running rail/timetable",
	"rail/cmd/raild": "gen/realtime templates/soap templates/soap/compress templates/soap/cors templates/soap/jsonhttp templates/soap/page templates/soap/wsa rail rail/cmd/command rail/feed rail/fiction rail/gtfs rail/land rail/passenger rail/response " +
		"rail/running rail/site rail/timetable wsdl",
	"rail/cmd/railctl": "gen/realtime templates/soap templates/soap/schema rail/cmd/command rail/passenger",
	"rail/feed":        "templates/soap/redact rail/gtfsrt rail/running rail/timetable",
	"rail/fiction":     "rail/gtfs rail/gtfsrt rail/land rail/running rail/timetable",
	"rail/gtfs":        "rail/timetable",
	"rail/gtfsrt":      "rail/gtfs rail/running rail/timetable",
	"rail/passenger":   "rail/land rail/response rail/roster rail/running rail/timetable",
	"rail/response":    "templates/soap templates/soap/compress",
	"rail/roster":      "rail/running rail/timetable",
	"rail/site":        "rail/response",
	"rail/running":     "rail/timetable",

	"dist": "rail/cmd/command",

	"conformance/instance": "compiler/reading/xmltree templates/soap/component templates/soap/schema templates/soap/validate templates/soap/xsd",
	"conformance/suite":    "compiler/writing/descriptor compiler/writing/plan compiler/writing/plan/ir compiler/reading/resolve templates/soap/encoded templates/soap/schema",
}

// runtimeImports lists the packages of the run-time that each package of it imports. Names are relative to the folder of the
// run-time, which is templates/soap, and templates/soap in the output. Imports go one way: internal, xsd, internal/codec,
// schema, contract, soap, and then the optional packages. Of these soaptest validates and shows exchanges, and the message
// log and recordings are redacted. Wrappers of handlers do not import package soap. Within the run-time, types that its
// public pages show are called by their names in schema, and functions and constants by their names in internal/codec.
var runtimeImports = map[string]string{
	"internal":         "", // tests of several packages
	"internal/lex":     "",
	"internal/charset": "internal/lex",
	"internal/media":   "internal/lex",
	"xsd":              "internal/lex",
	"internal/codec":   "internal/charset internal/lex xsd",
	"schema":           "internal/codec xsd",
	"pattern":          "",
	"lexical":          "internal/lex xsd",
	"kind":             "internal/codec",
	"contract":         "internal/codec internal/media internal/related schema xsd",
	"internal/related": "internal/lex internal/media",
	"internal/c14n":    "internal/codec",

	"wellknown": "",
	"component": "contract internal/codec internal/lex lexical wellknown xsd",

	"internal/callinfo":   "contract",
	"internal/credential": "",
	"internal/form":       "contract internal/charset internal/codec internal/lex schema",
	"internal/paths":      "internal/codec internal/media",
	"internal/text":       "internal/credential internal/lex xsd",

	".":         "contract internal/callinfo internal/charset internal/codec internal/form internal/lex internal/media internal/paths internal/related internal/text schema xsd",
	"compress":  "internal/media",
	"cors":      "internal/callinfo",
	"encoded":   ". contract internal/codec internal/lex schema xsd",
	"jsonhttp":  ". component contract internal/codec lexical pattern sample schema validate xsd",
	"multipart": ". contract internal/charset internal/codec internal/lex internal/media schema",
	"page":      ". component contract internal/codec internal/lex lexical sample schema validate xsd",
	"record":    "redact internal/codec internal/media",
	"redact":    "internal/codec internal/credential internal/media",
	"wirelog":   "contract internal/callinfo internal/lex internal/media redact",
	"soaptest":  ". contract internal/codec record sample schema validate wsa",
	"sample":    ". component contract internal/codec internal/lex lexical pattern schema validate xsd",
	"validate":  ". component contract internal/codec internal/lex lexical pattern schema xsd",
	"wsa":       ". contract internal/codec internal/lex internal/media schema xsd",
	"wsse":      ". contract internal/c14n internal/codec internal/lex internal/media schema xsd",
}

// runtimeFolder is the folder of the run-time.
const runtimeFolder = "templates/soap"

// separate lists pairs of folders whose packages do not import packages of the other folder, in tests either.
var separate = [][2]string{
	{"compiler", "rail"},
	{"rail", "compiler"},
	{"generator", "rail"},
	{"gen", "compiler"}, {"gen", "rail"}, {"gen", "generator"},
	{"templates", "rail"}, {"templates", "generator"}, {"templates", "gen"},
}

// onlyInTests lists packages that only tests import.
var onlyInTests = []string{"compiler/reviewing/diff/examples", "compiler/testing/directive", "compiler/testing/golden", "compiler/testing/testfile", "compiler/testing/testmodel", "conformance/cost"}

// A listedPackage is what go list prints of a package.
type listedPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// TestImportDirection compares the imports of every package with the table.
func TestImportDirection(t *testing.T) {
	seen := make(map[string]bool)
	for _, p := range listPackages(t) {
		name := shortName(p.ImportPath)
		seen[name] = true
		compareImports(t, name, p.Imports)
		checkSeparate(t, name, slices.Concat(p.Imports, p.TestImports, p.XTestImports))
	}
	for name := range allowedImports {
		if !seen[name] {
			t.Errorf("the table lists %s, which does not exist", name)
		}
	}
	for name := range runtimeImports {
		if !seen[path.Join(runtimeFolder, name)] {
			t.Errorf("the table lists %s of the run-time, which does not exist", name)
		}
	}
}

// importsOf returns the packages of the module that a package may import. listed is false if no table lists the package.
func importsOf(name string) (imports []string, listed bool) {
	if !below(name, runtimeFolder) {
		return strings.Fields(allowedImports[name]), true
	}
	folder := cmp.Or(strings.TrimPrefix(strings.TrimPrefix(name, runtimeFolder), "/"), ".")
	allowed, ok := runtimeImports[folder]
	for _, f := range strings.Fields(allowed) {
		imports = append(imports, path.Join(runtimeFolder, f))
	}
	return imports, ok
}

// compilerFolders are the folders of the compiler. Packages import only packages of their own folder and of folders before it.
var compilerFolders = []string{"reading", "writing", "running", "reviewing", "commands"}

// TestCompilerFoldersAreInOrder checks the order in the table of imports.
func TestCompilerFoldersAreInOrder(t *testing.T) {
	position := func(name string) int {
		folder, _, _ := strings.Cut(strings.TrimPrefix(name, "compiler/"), "/")
		return slices.Index(compilerFolders, folder)
	}
	for name, imports := range allowedImports {
		for _, imported := range strings.Fields(imports) {
			if position(name) >= 0 && position(imported) > position(name) {
				t.Errorf("%s may not import %s, which is in a later folder", name, imported)
			}
		}
	}
}

func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	readFolders(t)
	list := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", module+"...")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []listedPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// readFolders reads all folders of the module, so that go test does not reuse a result after one of its files has changed:
// it does not know what go list reads.
func readFolders(t *testing.T) {
	t.Helper()
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), ".") {
			return filepath.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// shortName returns an import path of the module without the module and internal/.
func shortName(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, module), "internal/")
}

func compareImports(t *testing.T, name string, imports []string) {
	t.Helper()
	allowed, listed := importsOf(name)
	if !listed {
		t.Errorf("the table of the run-time does not list %s", name)
	}
	var own []string
	for _, path := range imports {
		if strings.HasPrefix(path, module) {
			own = append(own, shortName(path))
			continue
		}
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && (below(name, "gen") || below(name, "templates")) {
			t.Errorf("%s imports %s; generated code and its run-time import the standard library only", name, path)
		}
	}
	for _, path := range own {
		if slices.Contains(onlyInTests, path) {
			t.Errorf("%s imports %s, which is for tests only", name, path)
		}
		if !slices.Contains(allowed, path) {
			t.Errorf("%s must not import %s", name, path)
		}
	}
	for _, path := range allowed {
		if !slices.Contains(own, path) {
			t.Errorf("%s does not import %s: remove it from the table", name, path)
		}
	}
}

func checkSeparate(t *testing.T, name string, imports []string) {
	t.Helper()
	for _, pair := range separate {
		for _, path := range imports {
			if strings.HasPrefix(path, module) && below(name, pair[0]) && below(shortName(path), pair[1]) {
				t.Errorf("%s imports %s: packages of %s and %s are separate", name, path, pair[0], pair[1])
			}
		}
	}
}

// below reports whether a package is in a folder or below it.
func below(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+"/")
}
