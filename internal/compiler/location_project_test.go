package compiler_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/compiler/writing/location"
)

func TestFindProject(t *testing.T) {
	root := t.TempDir()
	for folder, want := range map[string]string{
		"rail": "example.com/rail", "My App": "example.com/my-app", "Straße": "example.com/stra-e", "...": "example.com/service", "con": "example.com/service",
		"v2": "example.com/v2", "v1": "example.com/service", "vendor": "example.com/service", "a/b": "example.com/b",
	} {
		p, err := location.FindProject(filepath.Join(root, folder), "")
		if err != nil || p.ImportPath != want || !p.NewModule {
			t.Errorf("%s: %+v, %v, want %s", folder, p, err, want)
		}
	}
	testfile.Write(t, filepath.Join(root, "go.mod"), "module m.example/x\n")
	p, err := location.FindProject(filepath.Join(root, "a", "b"), "")
	if err != nil || p.ImportPath != "m.example/x/a/b" || p.NewModule {
		t.Errorf("%+v, %v", p, err)
	}
	place, err := p.Find(location.Request{Out: filepath.Join(root, "a", "b", "gen", "c")})
	if err != nil || place.Runtime != "m.example/x/a/b/gen/soap" {
		t.Errorf("%+v, %v", place, err)
	}
	if _, err := location.FindProject(filepath.Join(root, "a", "b"), "m.example/y"); err == nil || !strings.Contains(err.Error(), "is m.example/x/a/b according to") {
		t.Error(err)
	}
	if _, err := location.FindProject(filepath.Join(root, "a", "b"), "m.example/x/a/b"); err != nil {
		t.Error(err)
	}
}

// TestNewModule has the places of a module whose go.mod does not exist yet.
func TestNewModule(t *testing.T) {
	root := filepath.Join(t.TempDir(), "new")
	p, err := location.FindProject(root, "m.example/new")
	if err != nil {
		t.Fatal(err)
	}
	for runtime, want := range map[string]string{
		"": "m.example/new/gen/soap", "./soap": "", "other.example/soap": "other.example/soap", filepath.Join(root, "internal", "wire"): "m.example/new/internal/wire",
	} {
		place, err := p.Find(location.Request{Out: filepath.Join(root, "gen", "c"), Runtime: runtime})
		if (err != nil) != (want == "") || err == nil && place.Runtime != want {
			t.Errorf("--runtime %q: %+v, %v", runtime, place, err)
		}
		if err == nil && place.ImportPath != "m.example/new/gen/c" {
			t.Errorf("--runtime %q: %+v", runtime, place)
		}
	}
}

func TestModulePaths(t *testing.T) {
	root := filepath.Join(t.TempDir(), "new")
	for name, ok := range map[string]bool{
		"a": true, "example.com/a-b_c~d.e": true, "example.com/x/v2": true, "v1": true, "test/x": true, "lpt.example": true,
		"a b": false, "/a": false, "a/": false, "a//b": false, ".a": false, "a.": false, "-a": false, "é": false, "fmt": false, "cmd/x": false,
		"x/v1": false, "x/v0": false, "x/v02": false, "x/vendor": false, "internal": false, "nul": false, "x/com1.y": false, "a\\b": false, "a@b": false, "a\nb": false,
	} {
		if _, err := location.FindProject(root, name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestTool has modules in which the command runs, and modules of projects.
func TestTool(t *testing.T) {
	root := t.TempDir()
	const quartet, tool = "example.com/quartet", "\ntool example.com/quartet/generator/cmd/quartet\n"
	write := func(folder, text string) {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o777); err != nil {
			t.Fatal(err)
		}
		testfile.Write(t, filepath.Join(root, folder, "go.mod"), text)
	}
	write("quartet", "module "+quartet+"\n")
	write("a/uses", "module m.example/uses\nrequire "+quartet+" v1.2.3\nreplace "+quartet+" => ../third/quartet\n")
	write("a/released", "module m.example/released\nrequire "+quartet+" v1.2.3\n")
	write("a/has", "module m.example/has\nrequire "+quartet+" v1.2.3\n"+tool)
	write("a/without", "module m.example/without\n")
	const require = "\nrequire example.com/quartet "
	for _, test := range []struct{ project, from, want, replace string }{
		{"a/new", "quartet", require + "v0.0.0\n\nreplace example.com/quartet => ../../quartet\n" + tool, "../../quartet"},
		{"a/new", "a/uses/sub", require + "v1.2.3\n\nreplace example.com/quartet => ../third/quartet\n" + tool, "../third/quartet"},
		{"a/third", "a/uses", require + "v1.2.3\n\nreplace example.com/quartet => ./quartet\n" + tool, "./quartet"},
		{"a/new", "a/released", require + "v1.2.3\n" + tool, ""},
		{"a/new", "a/without", "command", ""},
		{"a/new", ".", "command", ""},
		{"a/released", ".", require + "v1.2.3\n" + tool, ""},
		{"a/without/sub", "quartet", "command", ""},
		{"a/has", ".", "", ""},
		{"quartet/sub", ".", "", ""},
	} {
		p, err := location.FindProject(filepath.Join(root, test.project), "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Tool(filepath.Join(root, test.from))
		_, text, _ := strings.Cut(string(got.GoMod), "require ")
		switch {
		case err != nil:
			t.Errorf("%s from %s: %v", test.project, test.from, err)
		case test.want == "command" && (!strings.HasSuffix(got.Command, " -tool=example.com/quartet/generator/cmd/quartet && go mod tidy") || text != ""),
			test.want != "command" && (got.Command != "" || "\nrequire "+text != test.want && text+test.want != ""), got.Replace != test.replace:
			t.Errorf("%s from %s: %+v\n%s", test.project, test.from, got, got.GoMod)
		}
	}
}
