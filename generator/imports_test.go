package generator_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "example.com/quartet/"

// allowedImports says which packages of the module each package imports; one
// that is not in the table imports none. Documents flow in one direction: load,
// resolve, check, plan, emit, write.
var allowedImports = map[string][]string{
	"internal/xmltree": {"internal/diag"},
	"internal/xsd":     {"internal/diag", "internal/xmltree"},
	"internal/wsdl11":  {"internal/diag", "internal/xmltree", "internal/xsd"},
	"internal/catalog": {"internal/diag", "internal/xmltree"},
	"internal/record":  {"internal/catalog", "internal/xmltree"},
	"internal/load":    {"internal/diag", "internal/xmltree", "internal/catalog"},
	"internal/resolve": {"internal/spelling", "internal/diag", "internal/xmltree", "internal/xsd", "internal/wsdl11", "internal/load"},
	"internal/check":   {"internal/diag", "internal/xsd", "internal/wsdl11", "internal/resolve"},
	"internal/plan":    {"internal/pattern", "internal/diag", "internal/xmltree", "internal/xsd", "internal/wsdl11", "internal/load", "internal/resolve"},
	"internal/emit":    {"internal/plan", "templates"},
	"internal/sample":  {"internal/xmltree", "internal/xsd", "internal/wsdl11", "internal/resolve", "internal/sample/regex"},

	"generator": {
		"internal/diag", "internal/fetch", "internal/record", "internal/load", "internal/resolve", "internal/check", "internal/plan", "internal/emit",
		"internal/write", "templates",
	},
	"internal/cli":          {"generator"},
	"generator/cmd/quartet": {"internal/cli"},

	"internal/rail/gtfs":          {"internal/rail/timetable"},
	"internal/rail/gtfs/national": {"internal/rail/timetable"},
	"internal/cmd/nationalfeed":   {"internal/rail/gtfs/national"},

	"internal/rail":          {"gen/realtime", "internal/rail/timetable", "internal/rail/running"},
	"internal/rail/running":  {"internal/rail/timetable"},
	"internal/rail/feed":     {"internal/rail/timetable", "internal/rail/running", "internal/rail/gtfsrt"},
	"internal/rail/gtfsrt":   {"internal/rail/timetable", "internal/rail/running"},
	"internal/rail/fiction":  {"internal/rail/gtfs", "internal/rail/gtfsrt", "internal/rail/timetable", "internal/rail/running"},
	"internal/rail/response": {"gen/realtime"},
	"internal/cmd/raild": {
		"gen/realtime", "internal/rail", "internal/rail/feed", "internal/rail/fiction", "internal/rail/gtfs", "internal/rail/response",
		"internal/rail/running", "internal/rail/timetable", "internal/spelling", "wsdl",
	},
	"internal/cmd/demo": {"gen/realtime", "internal/rail", "internal/rail/fiction"},
}

// TestImportDirection compares the table with the packages as they are.
func TestImportDirection(t *testing.T) {
	list := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := make(map[string]bool)
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		path := strings.TrimPrefix(pkg.ImportPath, module)
		seen[path] = true
		checkImports(t, path, pkg.Imports, allowedImports[path])
	}
	for path := range allowedImports {
		if !seen[path] {
			t.Errorf("the table has %s, which is no package", path)
		}
	}
}

func checkImports(t *testing.T, path string, imports, allowed []string) {
	t.Helper()
	for _, imported := range imports {
		own, inModule := strings.CutPrefix(imported, module)
		first, _, _ := strings.Cut(imported, "/")
		switch {
		case inModule && !slices.Contains(allowed, own):
			t.Errorf("%s must not import %s", path, own)
		case !inModule && strings.Contains(first, ".") && path == "gen/realtime":
			t.Errorf("%s imports %s, and not the standard library alone", path, imported)
		}
	}
	for _, own := range allowed {
		if !slices.Contains(imports, module+own) {
			t.Errorf("%s does not import %s: its entry in the table is stale", path, own)
		}
	}
}
