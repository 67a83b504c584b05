package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/location"
)

// newProject is a project that is not yet written, and notes about it for the user.
type newProject struct {
	*generator.Project
	where location.Project
	tool  location.Tool
	notes []string
}

// write writes the project. If the module exists, its go.mod is changed last.
func (p *newProject) write() error {
	if err := p.Write(); err != nil || p.where.NewModule || p.tool.GoMod == nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.where.Module.Root, "go.mod"), p.tool.GoMod, 0o666)
}

// addNotes adds the final messages for the user.
func (p *newProject) addNotes(o *options, result *generator.Result, config generator.ProjectConfig, repository string) error {
	operations := collect.Set(result.Methods, func(m generator.Method) string { return m.Interface + "." + m.Go })
	what := "module " + config.ImportPath
	if config.ImportPath != p.where.Module.Path {
		what = "package " + config.ImportPath + " of the module " + p.where.Module.Path
	}
	note := func(format string, args ...any) { p.notes = append(p.notes, fmt.Sprintf(format, args...)) }
	own := slices.DeleteFunc(slices.Clone(p.Files), func(f generator.File) bool { return strings.HasPrefix(f.Name, "../") })
	note("%s has the %s, with %d files. Implement %s in internal/service.", o.out, what, len(own), diag.Counted(len(operations), "operation"))
	tooOld, err := p.where.TooOld()
	if err != nil {
		return err
	}
	if tooOld != "" {
		note("The go.mod of the module has Go version %s, but the code needs %s: go mod edit -go=%[2]s", tooOld, location.Language)
	}
	if config.RuntimeDir == "" && o.place.KeptIn == "" && !(location.IsQuartets(config.Package.Runtime) && p.tool.Command == "") {
		note("It imports %s, which go.mod does not require yet.", config.Package.Runtime)
	}
	switch {
	case config.RuntimeDir != "" && location.IsRuntime(config.RuntimeDir):
		note("It uses the run-time in %s.", config.RuntimeDir)
	case p.tool.Command == "" && config.RuntimeDir != "" && o.runtime == "":
		note("The run-time is a copy; --runtime import:quartet imports the one of Quartet's module instead, with fewer files.")
	}
	if p.tool.Command != "" {
		note("go generate, make check and the CI job run quartet, which must be in the PATH. To run %s instead, replace it in Makefile, main.go and ci.yml, and with the folder of its source: %s", location.GoTool, p.tool.Command)
	}
	if p.tool.Replace != "" {
		note("go.mod has Quartet in the folder %s. For CI, where that folder does not exist, run go mod vendor, and commit the folder vendor.", p.tool.Replace)
	}
	if config.Repository != "" {
		note("Move %s to %s: workflows are read only there.", filepath.Join(o.out, ".github"), repository)
	}
	var next []string
	if filepath.Clean(o.out) != "." {
		next = append(next, "cd "+diag.ShellQuote(o.out))
	}
	if p.tool.GoMod != nil && p.tool.Command == "" {
		next = append(next, "go mod tidy")
	}
	note("Next: %s", strings.Join(append(next, "make test", "make run"), " && "))
	return nil
}
