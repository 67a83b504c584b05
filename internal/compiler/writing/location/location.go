// Package location decides where the run-time of a generated package goes, and under which import paths the packages are
// known.
//
// The run-time is a folder of packages. These rules apply, in order:
//
//   - A run-time can be named. A value that begins with ./, ../ or /, as the go command expects of folders, is the
//     folder to write it to; the go.mod of that folder counts. [FromQuartet] is the run-time in the module of Quartet, which
//     the module of the package requires. Any other value is the import path of a run-time that is kept elsewhere. Neither
//     of these is written.
//   - A package that imports the run-time in the module of Quartet goes on to import it.
//   - A run-time that quartet wrote, in a folder named soap beside the package's folder, or beside a folder above it in
//     the same module, is used.
//   - Otherwise the run-time is written to a folder named soap beside the package's folder, or below it if that is the
//     root of the module.
//
// Only go.mod files count; neither vendor folders nor flags of the go command do.
package location

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"example.com/quartet/templates"
)

// folderName is the name of the run-time's folder, unless another one is given. It is the name of its main package.
const folderName = "soap"

// FromQuartet is the value of Request.Runtime for the run-time in the module of Quartet. An import path has no colon.
const FromQuartet = "import:quartet"

// Request is what the user says about places.
type Request struct {
	Out     string // folder of the service's package
	Runtime string // folder or import path of the run-time, FromQuartet, or empty
	Module  string // import path of Out where there is no go.mod, or empty
}

// Place says where packages are. Folders are absolute if the folders of the request are, and relative otherwise.
type Place struct {
	Module     Module // module that contains the service's package; zero if there is none
	ImportPath string // import path of the service's package; empty if unknown
	Runtime    string // import path of the run-time
	RuntimeDir string // folder of the run-time; empty if it is kept elsewhere
	KeptIn     string // folder of a run-time that quartet runtime has written elsewhere in the same module; else empty
}

// Find applies the rules to a request.
func Find(r Request) (Place, error) {
	if err := checkFolders(r); err != nil {
		return Place{}, err
	}
	module, err := moduleFor(r.Out, r.Module)
	return find(r, module, err)
}

// find applies the rules to a request. err says why there is no module.
func find(r Request, module Module, err error) (Place, error) {
	if r.Runtime == FromQuartet || r.Runtime == "" && importsQuartet(r.Out) {
		if r.Runtime = templates.RuntimePath; err == nil {
			err = module.requireQuartet()
		}
	}
	if r.Runtime != "" && !IsFolder(r.Runtime) {
		return keptElsewhere(r, module, err)
	}
	if err != nil {
		return Place{}, hinted(err)
	}
	p := Place{Module: module}
	if p.ImportPath, err = module.ImportPath(r.Out); err != nil {
		return Place{}, err
	}
	holder := module
	if r.Runtime != "" {
		p.RuntimeDir = filepath.Clean(r.Runtime)
		holder, err = moduleOfRuntime(p.RuntimeDir, module)
	} else {
		p.RuntimeDir, err = findRuntime(r.Out, module)
	}
	if err != nil {
		return Place{}, err
	}
	if err := holder.CheckFolder(p.RuntimeDir); err != nil {
		return Place{}, fmt.Errorf("the run-time cannot be written: %w; choose its folder with --runtime", err)
	}
	if p.Runtime, err = holder.ImportPath(p.RuntimeDir); err != nil {
		return Place{}, err
	}
	return p, p.check(r.Out)
}

// ImportPath returns the import path of the package in a folder. module is that import path where there is no go.mod, or
// empty.
func ImportPath(dir, module string) (string, error) {
	if err := checkFolder(dir); err != nil {
		return "", err
	}
	m, err := moduleFor(dir, module)
	if err != nil {
		return "", hinted(err)
	}
	if err := m.CheckFolder(dir); err != nil {
		return "", err
	}
	return m.ImportPath(dir)
}

// checkFolders reports a file where a request has a folder.
func checkFolders(r Request) error {
	if err := checkFolder(r.Out); err != nil || !IsFolder(r.Runtime) {
		return err
	}
	return checkFolder(r.Runtime)
}

// NotFolderError is a file that is at the path of a folder, or above it.
type NotFolderError struct{ Path string }

// Error returns a message with the path.
func (e *NotFolderError) Error() string { return e.Path + " is not a folder" }

// checkFolder reports a file that is at the path of a folder, or above it.
func checkFolder(dir string) error {
	for path := dir; ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return &NotFolderError{path}
		} else if err == nil || path == filepath.Dir(path) {
			return nil
		}
	}
}

// hinted adds what to do to the error for a folder without a module.
func hinted(err error) error {
	if none := new(errNoModule); errors.As(err, none) {
		return fmt.Errorf("%w; run go mod init, or give the import path of %s with --module", err, none.dir)
	}
	return err
}

// IsFolder reports whether a run-time is named by its folder, and not by its import path.
func IsFolder(runtime string) bool {
	s := filepath.ToSlash(runtime)
	return s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "/") || filepath.IsAbs(runtime)
}

// moduleFor returns the module of dir. Where there is no go.mod, dir is taken for the root of a module with that path.
func moduleFor(dir, path string) (Module, error) {
	m, err := ModuleOf(dir)
	if path == "" {
		return m, err
	}
	if !IsImportPath(path) {
		return Module{}, fmt.Errorf("--module %q is not a valid import path", path)
	}
	if err == nil {
		if own, _ := m.ImportPath(dir); own != path {
			return Module{}, fmt.Errorf("--module %s: the import path of %s is %s according to %s", path, dir, own, filepath.Join(m.Root, "go.mod"))
		}
		return m, nil
	}
	if !errors.As(err, new(errNoModule)) {
		return Module{}, err
	}
	root, err := filepath.Abs(dir)
	return Module{root, path}, err
}

// keptElsewhere returns the place for a run-time that is known by its import path. The module is needed only for
// packages of namespaces, so it may be missing.
func keptElsewhere(r Request, module Module, err error) (Place, error) {
	if !IsImportPath(r.Runtime) {
		return Place{}, fmt.Errorf("--runtime %q is not a valid import path", r.Runtime)
	}
	if within("internal", r.Runtime) {
		return Place{}, fmt.Errorf("--runtime %s cannot be imported; write ./%s for the folder", r.Runtime, r.Runtime)
	}
	if err != nil {
		if errors.As(err, new(errNoModule)) {
			return Place{Runtime: r.Runtime}, nil
		}
		return Place{}, err
	}
	p := Place{Module: module, Runtime: r.Runtime}
	if p.ImportPath, err = module.ImportPath(r.Out); err != nil {
		return Place{}, err
	}
	if info, err := os.Stat(filepath.FromSlash(r.Runtime)); err == nil && info.IsDir() && !within(module.Path, r.Runtime) {
		return Place{}, fmt.Errorf("--runtime %s is an import path, but also a folder; write ./%s for the folder", r.Runtime, r.Runtime)
	}
	if within(module.Path, r.Runtime) && r.Runtime != templates.RuntimePath {
		dir := filepath.Join(module.Root, filepath.FromSlash(strings.TrimPrefix(r.Runtime, module.Path)))
		if module.CheckFolder(dir) == nil {
			if p.KeptIn, err = likeOut(dir, r.Out); err != nil {
				return Place{}, err
			}
		}
	}
	return p, p.check(r.Out)
}

// moduleOfRuntime returns the module that contains the folder of a run-time. It may differ from the module of the
// service, which is used if there is no go.mod.
func moduleOfRuntime(dir string, module Module) (Module, error) {
	own, err := ModuleOf(dir)
	if !errors.As(err, new(errNoModule)) {
		return own, err
	}
	if _, ok := module.relative(dir); ok {
		return module, nil
	}
	return Module{}, fmt.Errorf("--runtime: %w; give its import path instead, and write it with \"go tool quartet runtime\"", err)
}

// findRuntime returns the folder of a run-time that quartet wrote, beside out or beside a folder above it. If there is
// none, it returns the folder for a new one.
func findRuntime(out string, module Module) (string, error) {
	abs, err := filepath.Abs(out)
	if err != nil {
		return "", err
	}
	first := ""
	for dir := abs; ; {
		if dir != module.Root {
			dir = filepath.Dir(dir)
		}
		candidate := filepath.Join(dir, folderName)
		first = cmp.Or(first, candidate)
		if IsRuntime(candidate) && module.CheckFolder(candidate) == nil {
			return likeOut(candidate, out)
		}
		if dir == module.Root || dir == filepath.Dir(dir) {
			return likeOut(first, out)
		}
	}
}

// IsRuntime reports whether quartet wrote a run-time to a folder.
func IsRuntime(dir string) bool {
	data, err := os.ReadFile(filepath.Join(dir, templates.ProtocolFile))
	return err == nil && templates.IsRuntime(data)
}

// likeOut returns an absolute path as a relative one, unless out is absolute.
func likeOut(dir, out string) (string, error) {
	if filepath.IsAbs(out) {
		return dir, nil
	}
	current, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return filepath.Rel(current, dir)
}

// check reports places at which the packages cannot be imported.
func (p Place) check(out string) error {
	if within(p.Runtime, p.ImportPath) {
		if p.RuntimeDir == "" {
			return fmt.Errorf("%s cannot contain the package of a service: %s is the run-time; use another folder", out, p.Runtime)
		}
		return fmt.Errorf("%s cannot contain the package of a service: the run-time is in %s; use another folder, or choose the folder of the run-time with --runtime", out, p.RuntimeDir)
	}
	if parent, ok := internalTo(p.Runtime); ok && !within(parent, p.ImportPath) {
		return fmt.Errorf("%s cannot import %s, which is internal to %s; use another folder for the run-time", p.ImportPath, p.Runtime, parent)
	}
	return nil
}

// within reports whether a package is at an import path or below it.
func within(parent, path string) bool { return path == parent || strings.HasPrefix(path, parent+"/") }

// internalTo returns the import path below which a package can be imported, if a path element is internal.
func internalTo(path string) (parent string, ok bool) {
	i := strings.LastIndex("/"+path+"/", "/internal/")
	if i <= 0 {
		return "", false
	}
	return path[:i-1], true
}
