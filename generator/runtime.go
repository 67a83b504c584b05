package generator

import (
	"bytes"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/emit"
	"example.com/quartet/internal/compiler/writing/flatten"
	"example.com/quartet/internal/compiler/writing/write"
	"example.com/quartet/templates"
)

// Runtime is the run-time: Go packages that generated packages import. Its packages are
// below one import path. Several services can share a run-time, also if they need
// different packages of it.
type Runtime struct {
	// ImportPath is the import path of the main package, soap. The import paths of the
	// other packages begin with it.
	ImportPath string

	// Protocol is the number of the interface between generated code and run-time. A
	// generated package compiles only with a run-time that has its protocol.
	Protocol int

	// Files are the files of the packages that are needed, sorted by name. The names are
	// relative to the folder of the main package.
	Files []File

	folders []string // folders of the packages that are needed
	tree    *templates.Runtime
}

// GenerateRuntime generates all packages of the run-time for an import path. A non-nil
// error means that the generator itself failed.
func GenerateRuntime(importPath string) (*Runtime, error) {
	tree, err := templates.LoadRuntime()
	if err != nil {
		return nil, err
	}
	return newRuntime(tree, importPath, tree.Packages())
}

// OptionalPackages returns the names that [Config.Optional] may have.
func OptionalPackages() []string {
	return []string{"compress", "cors", "jsonhttp", "multipart", "page", "record", "redact", "sample", forTests, "validate", "wirelog", "wsa", "wsse"}
}

// forTests is the optional package that packages for tests import.
const forTests = "soaptest"

// forSchemas are the optional packages that need no service.
var forSchemas = []string{"sample", "validate"}

// checkForSchema reports optional packages that need a service, if the contract is a schema.
func (c *Config) checkForSchema(m *resolve.Model) (diags Diagnostics) {
	if !m.IsSchema() {
		return nil
	}
	for _, name := range c.Optional {
		if !slices.Contains(forSchemas, name) {
			diags.Add(diag.New(diag.NoMatch, diag.Pos{File: m.Main.File}, "--with %s: this package needs a service, and a schema has none", name).
				WithHint("for a schema, --with accepts %s", strings.Join(forSchemas, " and ")))
		}
	}
	return diags
}

// hasTests reports whether there is a package for tests.
func (c *Config) hasTests() bool { return slices.Contains(c.Optional, forTests) }

// runtimeFor returns the run-time with the packages that generated files import and with
// the optional ones. service reports whether a service is generated.
func runtimeFor(config Config, files []File, service bool) (*Runtime, error) {
	tree, err := templates.LoadRuntime()
	if err != nil {
		return nil, err
	}
	folders, err := importedFolders(config.Runtime, files)
	if err != nil {
		return nil, err
	}
	if !service { // package soap is imported only for its protocol, which every run-time has
		folders = slices.DeleteFunc(folders, func(folder string) bool { return folder == "." })
	}
	return newRuntime(tree, config.Runtime, append(folders, config.Optional...))
}

func newRuntime(tree *templates.Runtime, importPath string, folders []string) (*Runtime, error) {
	files, err := tree.Files(importPath, templates.RuntimeHeader, folders...)
	if err != nil {
		return nil, err
	}
	all := collect.Each(files, func(f templates.File) File { return File(f) })
	return &Runtime{ImportPath: importPath, Protocol: tree.Protocol(), Files: all, folders: folders, tree: tree}, nil
}

// importedFolders returns the folders of the packages of a run-time that Go files
// import, sorted. The main package, which declares the protocol, is always one of them.
func importedFolders(runtime string, files []File) ([]string, error) {
	folders := []string{"."}
	for _, f := range files {
		if path.Ext(f.Name) != ".go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.ImportsOnly)
		if err != nil {
			return nil, fmt.Errorf("reading the imports of %s: %w", f.Name, err)
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value) // which the parser has accepted
			if folder, ok := templates.FolderOf(imported, runtime); ok {
				folders = append(folders, folder)
			}
		}
	}
	slices.Sort(folders)
	return slices.Compact(folders), nil
}

// Write writes the run-time to dir. Packages that are there but not in r are kept and
// brought up to date, as other services may need them. Packages and files that quartet
// wrote and no longer has are removed.
//
// Files that were not generated are never changed or removed. If one of them has the
// name of a file of the run-time, if a folder without a run-time has other Go files, or if
// the run-time in dir has a later protocol ([NewerRuntimeError]), Write changes nothing
// and returns an error.
func (r *Runtime) Write(dir string) error {
	changes, err := r.changes(dir)
	if err != nil {
		return err
	}
	return changes.Apply()
}

// Diff returns the changes that Write would make as a unified diff, or "" if it would
// change nothing. The diff includes files for which Write would return an error because
// they were not generated.
func (r *Runtime) Diff(dir string) (string, error) {
	changes, err := r.changes(dir)
	if err != nil {
		return "", err
	}
	diff, _ := changes.Diff()
	return diff, nil
}

// changes compares a folder with the run-time.
func (r *Runtime) changes(dir string) (*write.Changes, error) {
	o, err := r.output(dir)
	if err != nil {
		return nil, err
	}
	return write.Compare(kindOf, o)
}

// NewerRuntimeError reports a run-time that a later version of quartet wrote. It is not
// replaced.
type NewerRuntimeError struct {
	Dir      string // folder of the run-time
	Protocol int    // protocol of the run-time in that folder
	Own      int    // protocol of this version of quartet
}

// Error returns a message that says what to do.
func (e *NewerRuntimeError) Error() string {
	return fmt.Sprintf("the run-time in %s is newer: it has protocol %d, and this version of quartet writes protocol %d; use the version of quartet that wrote it",
		e.Dir, e.Protocol, e.Own)
}

// WrittenProtocol returns the protocol of the run-time in a folder. It is 0 if the
// run-time does not declare one. found is false if there is no run-time. Packages that
// were generated for another protocol do not compile with the run-time.
func WrittenProtocol(dir string) (protocol int, found bool, err error) {
	text, err := os.ReadFile(filepath.Join(dir, templates.ProtocolFile))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // package write reports a path that is not a folder
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("reading the run-time: %w", err)
	}
	if !templates.IsRuntime(text) {
		return 0, false, nil
	}
	protocol, _ = templates.ProtocolIn(text)
	return protocol, true, nil
}

// output returns the files for dir: the files of r, and of the other packages of the run-time that are there already.
func (r *Runtime) output(dir string) (o write.Output, err error) {
	protocol, found, err := WrittenProtocol(dir)
	if err == nil && protocol > r.Protocol {
		err = &NewerRuntimeError{Dir: dir, Protocol: protocol, Own: r.Protocol}
	}
	if err != nil {
		return o, err
	}
	present, err := runtimeFolders(dir)
	if err == nil && !found && !slices.Contains(present, ".") {
		err = checkNewFolder(dir)
	}
	if err != nil {
		return o, err
	}
	folders := slices.Clone(r.folders)
	for _, folder := range present {
		if slices.Contains(r.tree.Packages(), folder) {
			folders = append(folders, folder)
		} else if folder != "." {
			o.Removed = append(o.Removed, folder)
		}
	}
	all, err := newRuntime(r.tree, r.ImportPath, folders)
	if err != nil {
		return o, err
	}
	o.Dir, o.Files, o.Runtime, o.Mark, o.Once = dir, all.Files, true, flatten.Mark, attributes([]File{{Name: "*.go"}, {Name: "*.xsd"}})
	return o, nil
}

// runtimeFolders returns the folders in dir that have files of its run-time, relative to
// dir and with slashes. The file that declares the protocol does not count. Another run-time below dir, or another module, is ignored.
func runtimeFolders(dir string) ([]string, error) {
	var folders []string
	tree := os.DirFS(dir)
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return fs.SkipAll // it does not exist, or package write reports what it is
		case err != nil:
			return err
		case entry.IsDir() && name != "." && isSeparate(filepath.Join(dir, filepath.FromSlash(name))):
			return fs.SkipDir
		case !entry.Type().IsRegular() || path.Ext(name) != ".go" || name == templates.ProtocolFile || slices.Contains(folders, path.Dir(name)):
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err == nil && kindOf(text) == write.Runtime {
			folders = append(folders, path.Dir(name))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the run-time: %w", err)
	}
	return folders, nil
}

// isSeparate reports whether a folder below a run-time's folder cannot have packages of that run-time.
func isSeparate(dir string) bool {
	if strings.HasPrefix(filepath.Base(dir), ".") {
		return true
	}
	if _, err := os.Lstat(filepath.Join(dir, "go.mod")); err == nil {
		return true
	}
	_, found, err := WrittenProtocol(dir)
	return err == nil && found
}

// checkNewFolder reports a Go file in a folder that has no run-time yet, as it belongs to
// another package than the run-time.
func checkNewFolder(dir string) error {
	names, _ := fs.Glob(os.DirFS(dir), "*.go") // package write reports a folder that cannot be read
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			return fmt.Errorf("%s is in the folder for the run-time but is not part of it; move it, or use another folder for the run-time",
				filepath.Join(dir, name))
		}
	}
	return nil
}

// kindOf returns whether a file was generated, and for what.
func kindOf(data []byte) write.Kind {
	switch {
	case !bytes.HasPrefix(data, []byte(emit.Mark)):
		return write.Foreign
	case templates.IsRuntime(data):
		return write.Runtime
	case emit.IsGenerated(data, true):
		return write.Namespace
	case emit.IsForTests(data):
		return write.Tests
	}
	return write.Service
}
