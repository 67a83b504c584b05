package location

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"example.com/quartet/templates"
)

// ToolPath is the import path of the command.
const ToolPath = templates.ModulePath + "/generator/cmd/quartet"

// How the command is run.
const (
	GoTool = "go tool quartet" // in a module whose go.mod has the tool directive
	Binary = "quartet"         // elsewhere: the program in the PATH
)

// Program returns how the command is run in the module: GoTool or Binary.
func (m Module) Program() string {
	file, err := m.file(modfile.Parse)
	if err == nil && (m.Path == templates.ModulePath || hasTool(file)) {
		return GoTool
	}
	return Binary
}

func hasTool(file *modfile.File) bool {
	return slices.ContainsFunc(file.Tool, func(t *modfile.Tool) bool { return t.Path == ToolPath })
}

// Tool says how a module gets the command that "go tool quartet" runs.
type Tool struct {
	GoMod   []byte // text of go.mod if it is new, or gets the tool directive; else nil
	Replace string // folder of Quartet's source, outside of the module, in a replace directive; "" if there is none
	Command string // command that adds the tool directive; "" if go.mod has it, or GoMod adds it
}

// Program returns how the command is run in the module once the project is written.
func (t Tool) Program() string {
	if t.Command != "" {
		return Binary
	}
	return GoTool
}

// Tool returns how the module of the project gets the command. A new module requires Quartet in the same way as the module of
// the folder from does. Of the others, only a module that requires Quartet already gets a new go.mod, as the requirement can
// raise its version of Go.
func (p Project) Tool(from string) (Tool, error) {
	file := new(modfile.File)
	if p.NewModule {
		if err := errors.Join(file.AddModuleStmt(p.Module.Path), file.AddGoStmt(Language)); err != nil {
			return Tool{}, err
		}
	} else {
		var err error
		if file, err = p.Module.file(modfile.Parse); err != nil {
			return Tool{}, fmt.Errorf("finding the tool directive: %w", err)
		}
	}
	if p.Module.Path == templates.ModulePath || hasTool(file) {
		return Tool{Replace: outside(file)}, nil
	}
	t := Tool{Replace: outside(file)}
	if !requiresQuartet(file) {
		ok := p.NewModule
		if ok {
			t.Replace, ok = p.require(file, from)
		}
		if !ok {
			t.Command = RequireQuartet + " -tool=" + ToolPath + " && go mod tidy"
		}
	}
	if t.Command != "" && !p.NewModule {
		return t, nil
	}
	var err error
	if t.Command == "" {
		err = file.AddTool(ToolPath)
	}
	if err == nil {
		t.GoMod, err = file.Format()
	}
	return t, err
}

// require adds the requirement of Quartet in the module of the folder from to the go.mod of the project, and a directive that
// replaces it with the same folder, if there is one. It reports false if that module does not require Quartet.
func (p Project) require(file *modfile.File, from string) (replace string, ok bool) {
	source, err := ModuleOf(from)
	if err != nil {
		return "", false
	}
	its, err := source.file(modfile.Parse)
	if err != nil {
		return "", false
	}
	version, folder := "v0.0.0", source.Root
	if source.Path != templates.ModulePath {
		i := slices.IndexFunc(its.Require, func(r *modfile.Require) bool { return r.Mod.Path == templates.ModulePath })
		if i < 0 {
			return "", false
		}
		version, folder = its.Require[i].Mod.Version, replacement(source.Root, its)
	}
	if file.AddRequire(templates.ModulePath, version) != nil {
		return "", false
	}
	if folder == "" {
		return "", true
	}
	if rel, err := filepath.Rel(p.Module.Root, folder); err == nil {
		folder = filepath.ToSlash(rel)
	}
	if !IsFolder(folder) {
		folder = "./" + folder
	}
	return folder, file.AddReplace(templates.ModulePath, "", folder, "") == nil
}

// outside returns the folder outside of a module that replaces Quartet in its go.mod; "" if there is none.
func outside(file *modfile.File) string {
	if folder := filepath.ToSlash(replacement("", file)); IsFolder(folder) {
		return folder
	}
	return ""
}

// replacement returns the folder that replaces Quartet in a module with a root and a go.mod; "" if there is none.
func replacement(root string, file *modfile.File) string {
	for _, r := range file.Replace {
		switch folder := filepath.FromSlash(r.New.Path); {
		case r.Old.Path != templates.ModulePath || r.New.Version != "":
		case filepath.IsAbs(folder):
			return folder
		default:
			return filepath.Join(root, folder)
		}
	}
	return ""
}
