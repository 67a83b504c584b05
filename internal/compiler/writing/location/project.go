package location

import (
	"errors"
	"fmt"
	goversion "go/version"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// Project is where a new project goes.
type Project struct {
	Module     Module
	ImportPath string // import path of the folder of the project
	NewModule  bool   // the folder becomes the root of a module
}

// FindProject returns the place of a project in a folder, which need not exist. Inside a module the project becomes part of that
// module. Otherwise it becomes a module with the path module, or, if module is empty, with a path made from the name of the folder.
func FindProject(dir, module string) (Project, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Project{}, err
	}
	if module != "" {
		if err := checkModulePath(module); err != nil {
			return Project{}, fmt.Errorf("--module %q: %w", module, err)
		}
	}
	m, err := ModuleOf(dir)
	if errors.As(err, new(errNoModule)) {
		if module == "" {
			module = "example.com/" + moduleName(filepath.Base(abs))
		}
		return Project{Module{abs, module}, module, true}, nil
	}
	if err != nil {
		return Project{}, err
	}
	if err := m.CheckFolder(dir); err != nil {
		return Project{}, err
	}
	p := Project{Module: m}
	if p.ImportPath, err = m.ImportPath(dir); err != nil {
		return Project{}, err
	}
	if module != "" && module != p.ImportPath {
		return Project{}, fmt.Errorf("--module %s: the import path of %s is %s according to %s", module, dir, p.ImportPath, filepath.Join(m.Root, "go.mod"))
	}
	return p, nil
}

// Find applies the rules for the run-time to a request for a package of the project.
func (p Project) Find(r Request) (Place, error) {
	if !p.NewModule {
		return Find(r)
	}
	return find(r, p.Module, nil)
}

// RuntimeInUse returns the run-time that packages elsewhere in the module use, as [Request.Runtime] names it, for a package in the folder
// out. It is empty if the module is new, if the rules find a run-time without it, or if there is none that the package can import.
func (p Project) RuntimeInUse(out string) (runtime string) {
	if place, err := p.Find(Request{Out: out}); p.NewModule || err != nil || place.RuntimeDir == "" || IsRuntime(place.RuntimeDir) {
		return ""
	}
	_ = filepath.WalkDir(p.Module.Root, func(dir string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || !entry.IsDir():
			return nil
		case dir != p.Module.Root && (entry.Name()[0] == '.' || slices.Contains([]string{"vendor", "node_modules", "testdata"}, entry.Name())):
			return fs.SkipDir
		case importsQuartet(dir):
			runtime = FromQuartet
		case IsRuntime(dir) && p.Module.CheckFolder(dir) == nil:
			if runtime, _ = likeOut(dir, out); !IsFolder(runtime) {
				runtime = "./" + runtime
			}
		default:
			return nil
		}
		if _, err := Find(Request{Out: out, Runtime: runtime}); err != nil { // such as one below another folder internal
			runtime = ""
			return nil
		}
		return fs.SkipAll
	})
	return runtime
}

// TooOld returns the version of Go in the go.mod of the project's module if generated code does not compile with it, else "".
func (p Project) TooOld() (version string, err error) {
	if p.NewModule {
		return "", nil
	}
	file, err := p.Module.file(modfile.ParseLax)
	if err != nil {
		return "", fmt.Errorf("reading the version of Go: %w", err)
	}
	version = "1.16" // the meaning of a go.mod without a version
	if file.Go != nil {
		version = file.Go.Version
	}
	if goversion.Compare("go"+version, "go"+Language) < 0 {
		return version, nil
	}
	return "", nil
}

// Language is the oldest version of Go that compiles generated code.
const Language = "1.23"

// moduleName returns the last element of a module path, made from the name of a folder.
func moduleName(folder string) string {
	name := strings.Map(func(r rune) rune {
		if isModuleRune(r) {
			return r
		}
		return '-'
	}, strings.ToLower(folder))
	name = strings.Trim(name, ".-_~")
	if name == "" || checkModulePath("example.com/"+name) != nil {
		return "service"
	}
	return name
}

func isModuleRune(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-._~", r)
}

// checkModulePath reports a path that the go command does not accept for the main module, or with which its packages could not
// be imported (Go Modules Reference, "Module paths and versions").
func checkModulePath(name string) error {
	elements := strings.Split(name, "/")
	for i, e := range elements {
		if err := checkPathElement(e, i == 0); err != nil {
			return err
		}
	}
	if name[0] == '-' {
		return errors.New("it begins with a hyphen")
	}
	if first := elements[0]; slices.Contains(standard, first) {
		return fmt.Errorf("the packages below %s are reserved for the standard library", first)
	}
	if last := elements[len(elements)-1]; len(elements) > 1 && len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" &&
		(last == "v0" || last == "v1" || last[1] == '0') {
		return fmt.Errorf("%s is not a valid suffix for a major version", last)
	}
	return nil
}

func checkPathElement(e string, first bool) error {
	switch {
	case e == "":
		return errors.New("it has an empty element")
	case strings.ContainsFunc(e, func(r rune) bool { return !isModuleRune(r) }):
		return fmt.Errorf("the element %q has characters other than letters, digits and -._~", e)
	case e[0] == '.' || e[len(e)-1] == '.':
		return fmt.Errorf("the element %q begins or ends with a dot", e)
	case e == "vendor" || e == "internal" && first:
		return fmt.Errorf("the element %q is reserved", e)
	case isDevice(e):
		return fmt.Errorf("%q is the name of a device on Windows", e)
	}
	return nil
}

// isDevice reports whether Windows reserves a name, with any extension, for a device.
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	ok, _ := path.Match("[cl][op][mt][0-9]", stem)
	return ok && (strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt"))
}

// standard has the first elements of the import paths of the standard library and of the go command.
var standard = strings.Fields(`all archive bufio builtin bytes C cmd cmp compress container context crypto database debug embed
	encoding errors expvar flag fmt go hash html image index io iter log main maps math mime net os path plugin reflect
	regexp runtime slices sort std strconv strings structs sync syscall testing text time tool unicode unique unsafe weak`)
