package generator

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/commands/scaffold"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/location"
	"example.com/quartet/internal/compiler/writing/write"
)

// ProjectConfig says where a project is, and how its package is generated.
type ProjectConfig struct {
	// Dir is the folder of the project, and ImportPath the import path of a package in it. GoMod is the text of go.mod if Dir is
	// the root of a module that does not exist yet, else nil.
	Dir        string
	ImportPath string
	GoMod      []byte

	// Package is the configuration of the generated package, which is in the folder Config.Dir. Its fields that say where
	// documents are do not matter, as the contract is copied.
	Package Config

	// RuntimeDir is the folder of the run-time. It is empty if the run-time is kept elsewhere.
	RuntimeDir string

	// ConfigFile is the text of quartet.yaml: the contract, and how its package is generated. CompareFlags are the flags for it
	// that "quartet flatten" needs, too.
	ConfigFile   string
	CompareFlags []string

	// Program is how the files of the project run the command: "go tool quartet", or "quartet", which it is if it is empty.
	Program string

	// Repository is the path of Dir in its repository, with slashes. It is empty for the root.
	Repository string
}

// Project is a module, or a part of one, that serves the services of a contract: the contract, the generated package with
// its run-time, an implementation whose methods return errors, a server, and tests.
type Project struct {
	// Files are all files. Their names are relative to the folder of the project.
	Files []File

	dir     string
	runtime string // folder of the run-time relative to dir, "" if it is kept elsewhere
}

// Project makes a project from the contract of the result, of which c is a copy. It writes nothing. An error says why
// there cannot be such a project.
func (r *Result) Project(c *ContractCopy, config ProjectConfig) (*Project, error) {
	if len(r.plan.Services) == 0 {
		return nil, errors.New("the contract has no service that can be served")
	}
	pkg, found := planned(r.set, r.model, config.Package)
	if found.HasErrors() {
		return nil, errors.New(found.Only(diag.Error).String())
	}
	result := &Result{config: config.Package, plan: pkg}
	if err := result.render(); err != nil {
		return nil, err
	}
	folder, err := location.Relative(config.Dir, config.Package.Dir)
	if err != nil {
		return nil, err
	}
	settings := scaffold.Config{
		Plan: pkg, ImportPath: config.ImportPath, Package: config.Package.ImportPath, PackageFolder: folder, Runtime: config.Package.Runtime,
		Page: slices.Contains(config.Package.Optional, "page"), Repository: config.Repository, Program: config.Program,
		Contract: c.Contract, ConfigFile: config.ConfigFile, Compare: config.CompareFlags, Catalog: c.Catalog,
	}
	p := &Project{dir: config.Dir}
	p.Files = append(p.Files, c.Files...)
	p.add(folder, slices.Concat(result.Files, attributes(result.Files)))
	if config.RuntimeDir != "" {
		if settings.RuntimeFolder, err = location.Relative(config.Dir, config.RuntimeDir); err != nil {
			return nil, err
		}
		o, err := result.Runtime.output(config.RuntimeDir)
		if err != nil {
			return nil, err
		}
		p.add(settings.RuntimeFolder, slices.Concat(o.Files, o.Once))
		p.runtime = settings.RuntimeFolder
		if strings.HasPrefix(settings.RuntimeFolder, "../") {
			settings.RuntimeFolder = ""
		}
	}
	files, err := scaffold.Files(settings)
	if err != nil {
		return nil, err
	}
	p.Files = append(p.Files, files...)
	if config.GoMod != nil {
		p.Files = append(p.Files, File{Name: "go.mod", Data: config.GoMod})
	}
	slices.SortFunc(p.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	for i := range p.Files[1:] {
		if p.Files[i].Name == p.Files[i+1].Name {
			return nil, fmt.Errorf("the project would have two files named %s", p.Files[i].Name)
		}
	}
	return p, nil
}

// NewMethods are methods for operations of a service, in a new file.
type NewMethods = scaffold.Methods

// WriteNewMethods writes methods for operations that have none in dir, the folder with the implementation in a project, and tests of
// them, to new files, and returns them.
func (r *Result) WriteNewMethods(dir string) ([]NewMethods, error) {
	if len(r.plan.Services) == 0 {
		return nil, nil
	}
	all, err := scaffold.NewMethods(r.plan, r.config.ImportPath, dir)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, m := range all {
		if files = append(files, m.File); m.Test != nil {
			files = append(files, *m.Test)
		}
	}
	return all, write.New(dir, files)
}

// add adds files of a folder.
func (p *Project) add(folder string, files []File) {
	for _, f := range files {
		p.Files = append(p.Files, File{Name: path.Join(folder, f.Name), Data: f.Data})
	}
}

// ExistError reports files that would have been overwritten. Nothing was written. Its field is
//
//	Paths []string
type ExistError = write.ExistError

// Write writes the files, creating folders as needed. A file that is equal already is left as it is. If other files are in
// the place of some, nothing is written, and the error is an [*ExistError] that lists them. Nothing is written either if a
// folder of the project has a Go file that is not part of it, as a folder has one package. If the process ends meanwhile,
// the next Write writes the files that are missing.
func (p *Project) Write() error {
	own, folders := make(map[string]bool), make(map[string]bool)
	for _, f := range p.Files {
		if own[f.Name] = true; path.Ext(f.Name) == ".go" && (p.runtime == "" || !strings.HasPrefix(f.Name, p.runtime+"/")) {
			folders[path.Dir(f.Name)] = true
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(filepath.Join(p.dir, filepath.FromSlash(folder)))
		if err != nil {
			continue // it does not exist
		}
		for _, e := range entries {
			if name := path.Join(folder, e.Name()); path.Ext(name) == ".go" && !e.IsDir() && !own[name] {
				return fmt.Errorf("%s is in the folder of a package of the project; use another folder", filepath.Join(p.dir, filepath.FromSlash(name)))
			}
		}
	}
	return write.New(p.dir, p.Files)
}
