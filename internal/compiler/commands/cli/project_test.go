package cli

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/testing/testfile"
)

var update = flag.Bool("update", false, "rewrite the JSON Schema of quartet.yaml")

// TestEveryFlagIsAKey sets every flag of generate by quartet.yaml, in another folder than the working directory.
func TestEveryFlagIsAKey(t *testing.T) {
	var text strings.Builder
	text.WriteString("contracts:\n- contract: wsdl/a.wsdl\n")
	want := make(map[string]string)
	for _, k := range fileKeys() {
		value, flagged := "x", "x"
		switch {
		case k.Kind == project.Switch:
			value, flagged = "true", "true"
		case k.Kind == project.SwitchOrList:
			value, flagged = "[unresolved, bad-facet]", "unresolved,bad-facet"
		case k.Kind == project.Pairs:
			value, flagged = "{a: B}", "[a=B]"
		case k.Choices != nil:
			value, flagged = "["+k.Choices[0]+"]", "["+k.Choices[0]+"]"
		case k.Kind == project.List && k.Pattern != "":
			value, flagged = "[ID]", "[ID]"
		case k.Name == "catalog":
			value, flagged = "[x, http://h/a=b=x]", "[sub/x,http://h/a=b=sub/x]"
		case k.Kind == project.List:
			value, flagged = "[x, y]", "[x,y]"
		case k.Name == "package":
			flagged = "[x]"
		case k.Name == "module":
		case k.Name == "runtime":
			value, flagged = "./x", "./sub/x"
		case strings.Contains(k.Help, " DIR") || strings.Contains(k.Help, " FILE"):
			flagged = "sub/x"
		}
		text.WriteString("  " + k.Name + ": " + value + "\n")
		want[k.Name] = flagged
	}
	file, diags := project.Read("sub/quartet.yaml", []byte(text.String()), fileKeys())
	if diags != nil {
		t.Fatalf("%v\n%s", diags, &text)
	}
	p := &projectFile{File: file, path: filepath.FromSlash("sub/quartet.yaml")}
	s := p.selected(0)
	if s.name != filepath.FromSlash("sub/wsdl/a.wsdl") {
		t.Errorf("contract %s", s.name)
	}
	cmd := &cobra.Command{}
	var o options
	o.register(cmd)
	if err := s.apply(cmd.Flags(), func(string) bool { return true }); err != nil {
		t.Fatal(err)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if got := filepath.ToSlash(f.Value.String()); !slices.Contains(notInFile, f.Name) && (got != want[f.Name] || !f.Changed) {
			t.Errorf("%s is %s, want %s", f.Name, got, want[f.Name])
		}
	})
}

// TestFilePaths checks that paths in the file are converted to flags relative to other working directories.
func TestFilePaths(t *testing.T) {
	cmd := &cobra.Command{}
	var o options
	o.register(cmd)
	absolute, err := filepath.Abs("x")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ file, flag, value, want string }{
		{"quartet.yaml", "out", "gen/a", "gen/a"},
		{"quartet.yaml", "out", "./gen/../a", "a"},
		{"../quartet.yaml", "out", "gen/a", "../gen/a"},
		{"../../quartet.yaml", "vendor", "../v", "../../../v"},
		{"sub/quartet.yaml", "out", absolute, filepath.ToSlash(absolute)},
		{"sub/quartet.yaml", "runtime", "./soap", "./sub/soap"},
		{"../quartet.yaml", "runtime", "./soap", "../soap"},
		{"../sub/quartet.yaml", "runtime", "../soap", "../soap"},
		{"sub/quartet.yaml", "runtime", "example.com/soap", "example.com/soap"},
		{"sub/quartet.yaml", "catalog", "c.xml", "sub/c.xml"},
		{"sub/quartet.yaml", "catalog", "urn:a=b.xsd", "urn:a=sub/b.xsd"},
		{"sub/quartet.yaml", "rename-file", "names", "sub/names"},
		{"sub/quartet.yaml", "package", "names", "names"},
		{"sub/quartet.yaml", "module", "a/b", "a/b"},
	} {
		s := selected{file: &projectFile{path: filepath.FromSlash(test.file)}}
		if got := filepath.ToSlash(s.value(cmd.Flags().Lookup(test.flag), test.value)); got != test.want {
			t.Errorf("%s: %s in %s is %s, want %s", test.flag, test.value, test.file, got, test.want)
		}
	}
}

// TestDocumentedFile reads the example of the documentation.
func TestDocumentedFile(t *testing.T) {
	text := testfile.Read(t, "../../../../generator/USING.md")
	_, rest, _ := strings.Cut(string(text), "\n```yaml\n")
	example, _, ok := strings.Cut(rest, "\n```\n")
	if !ok {
		t.Fatal("there is no example")
	}
	file, diags := project.Read("USING.md", []byte(example), fileKeys())
	if diags != nil {
		t.Fatal(diags)
	}
	if len(file.Contracts) != 2 || len(file.Contracts[1].Suppress) != 1 {
		t.Errorf("got %+v", file)
	}
}
