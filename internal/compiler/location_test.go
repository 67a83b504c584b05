package compiler_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/location"
	"example.com/quartet/templates"
)

// inFolder changes to a new folder with files, each NAME or NAME=TEXT. NAME/soap! means the text of a run-time.
func inFolder(t *testing.T, files string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for file := range strings.FieldsSeq(files) {
		name, text, _ := strings.Cut(file, "=")
		if dir, ok := strings.CutSuffix(name, "!"); ok {
			name, text = dir+"/"+templates.ProtocolFile, templates.RuntimeHeader+"\n\npackage soap\n"
		}
		if filepath.Base(name) == "go.mod" {
			text = "module " + text + "\n"
		}
		testfile.Write(t, name, text)
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, files string
		request     location.Request
		want        string // the import paths of service and run-time, and the run-time's folder, or an error
	}{
		{"a run-time of another module", "go.mod=m.example soap! soap/go.mod=s.example", location.Request{Out: "x/rail"}, "m.example/x/rail m.example/x/soap x/soap"},
		{"not beyond the module", "soap! a/go.mod=a.example", location.Request{Out: "a/x/rail"}, "a.example/x/rail a.example/x/soap a/x/soap"},
		{"another package", "go.mod=m.example x/soap/generated.go=package", location.Request{Out: "x/rail"}, "m.example/x/rail m.example/x/soap x/soap"},
		{"nested", "go.mod=m.example x/soap/go.mod=s.example", location.Request{Out: "x/rail"},
			"error: the run-time cannot be written: x/soap is in the module s.example; it cannot contain a package of the module m.example; choose its folder with --runtime"},
		{"quoted", `go.mod="m.example"`, location.Request{Out: "rail"}, "m.example/rail m.example/soap soap"},
		{"folder of another module", "go.mod=m.example rt/go.mod=rt.example", location.Request{Out: "x/rail", Runtime: "./rt/v1"}, "m.example/x/rail rt.example/v1 rt/v1"},
		{"internal folder beside", "go.mod=m.example", location.Request{Out: "y/rail", Runtime: "./y/internal/rt"}, "m.example/y/rail m.example/y/internal/rt y/internal/rt"},
		{"import path in the module", "go.mod=m rt!", location.Request{Out: "rail", Runtime: "m/rt"}, "m/rail m/rt "},
		{"import path with a module", "", location.Request{Out: "rail", Runtime: "rt.example/soap", Module: "m.example/rail"}, "m.example/rail rt.example/soap "},
		{"module by flag, folder", "", location.Request{Out: "rail", Module: "m.example/rail", Runtime: "./rail/internal/rt"}, "m.example/rail m.example/rail/internal/rt rail/internal/rt"},
		{"bad module", "", location.Request{Out: "rail", Module: "a b"}, `error: --module "a b" is not a valid import path`},
		{"a file", "go.mod=m.example rail=text", location.Request{Out: "rail"}, "error: rail is not a folder"},
		{"below a file", "go.mod=m.example rail=text", location.Request{Out: "rail/gen/x"}, "error: rail is not a folder"},
		{"a file for the run-time", "go.mod=m.example rt=text", location.Request{Out: "rail", Runtime: "./rt"}, "error: ./rt is not a folder"},
		{"no module directive", "go.mod/x", location.Request{Out: "rail"}, "error: finding the module of rail: "},
		{"no import path", "go.mod=m.example", location.Request{Out: "a b/rail"}, `error: a b/rail cannot be imported: "m.example/a b/rail" is not a valid import path`},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, c.files)
			work, err := os.Getwd()
			if err != nil {
				t.Fatal(err)
			}
			p, err := location.Find(c.request)
			got := fmt.Sprintf("%s %s %s", p.ImportPath, p.Runtime, filepath.ToSlash(p.RuntimeDir))
			if err != nil {
				got = "error: " + filepath.ToSlash(strings.ReplaceAll(err.Error(), work, "WORK"))
			}
			if got != c.want && !(strings.HasSuffix(c.want, ": ") && strings.HasPrefix(got, c.want)) {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestSymbolicLinks checks that the run-time does not leave the module through a symbolic link, and that imports have no
// name of a link.
func TestSymbolicLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege")
	}
	inFolder(t, "m/go.mod=m.example m/gen/x elsewhere! m/inside!")
	for link, target := range map[string]string{"m/gen/soap": "../../elsewhere", "m/soap": "inside", "m/broken": "../none", "m/self": "."} {
		if err := os.Symlink(filepath.FromSlash(target), link); err != nil {
			t.Fatal(err)
		}
	}
	for request, want := range map[location.Request]string{
		{Out: "m/gen/rail"}:                            "m.example/inside",
		{Out: "m/self/x/rail"}:                         "m.example/inside",
		{Out: "m/a/rail", Runtime: "./m/gen/soap/new"}: "error: the run-time cannot be written: m/gen/soap/new leads out of the module",
		{Out: "m/a/rail", Runtime: "./m/broken/rt"}:    "error: the run-time cannot be written: m/broken/rt leads out of the module",
	} {
		p, err := location.Find(request)
		got := p.Runtime
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != want && !(strings.HasPrefix(want, "error") && strings.HasPrefix(got, want)) {
			t.Errorf("%+v: %s, want %s", request, got, want)
		}
	}
	for dir, want := range map[string]string{"m/self/gen/rail": "m.example/gen/rail", "m/soap": "m.example/inside", "m/soap/new/x": "m.example/inside/new/x"} {
		if got, err := location.ImportPath(dir, ""); err != nil || got != want {
			t.Errorf("the import path of %s is %s (%v), want %s", dir, got, err, want)
		}
	}
	if err := os.Remove("m/soap"); err != nil {
		t.Fatal(err)
	}
	if _, err := location.Find(location.Request{Out: "m/gen/rail"}); err == nil || !strings.Contains(err.Error(), "gen/soap leads out of the module in ") {
		t.Errorf("the default folder leads out of the module: %v", err)
	}
}

// TestModulePath reads module directives in all forms that the go command reads.
func TestModulePath(t *testing.T) {
	for text, want := range map[string]string{
		"module m.example\n": "m.example",
		"// The module.\r\n\r\nmodule \"m.example\" // quoted\r\n": "m.example",
		"module `m.example`":                 "", // the go command does not read it, either
		"go 1.23\nmodule\tm.example/v2\n":    "m.example/v2",
		"module (\n\tm.example // path\n)\n": "m.example",
		"modules m.example\n":                "",
		"module\n":                           "",
		"// module m.example\n":              "",
	} {
		t.Chdir(t.TempDir())
		testfile.Write(t, "go.mod", text)
		m, err := location.ModuleOf("a/b")
		if m.Path != want || (err == nil) != (want != "") {
			t.Errorf("%q: module %q (%v), want %q", text, m.Path, err, want)
		}
	}
}
