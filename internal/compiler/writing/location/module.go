package location

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"golang.org/x/mod/modfile"
)

// Module is a Go module on disk.
type Module struct {
	Root string // absolute path of the folder with go.mod
	Path string // module path
}

// file reads the go.mod of the module: with modfile.Parse all directives, and with modfile.ParseLax only those that matter for
// modules that are required. The error is a *fs.PathError if it cannot be read.
func (m Module) file(parse func(string, []byte, modfile.VersionFixer) (*modfile.File, error)) (*modfile.File, error) {
	name := filepath.Join(m.Root, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parse(name, data, nil)
}

// errNoModule reports a folder without a go.mod in it or above it.
type errNoModule struct{ dir string }

func (e errNoModule) Error() string {
	return fmt.Sprintf("%s is not in a Go module: neither it nor a parent folder has a go.mod", e.dir)
}

// ModuleOf returns the module that contains dir: the module of the nearest go.mod in dir or a parent folder. dir need not
// exist.
func ModuleOf(dir string) (Module, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Module{}, err
	}
	for root := abs; ; root = filepath.Dir(root) {
		m := Module{Root: root}
		switch file, err := m.file(modfile.ParseLax); {
		case err == nil && file.Module != nil && file.Module.Mod.Path != "":
			m.Path = file.Module.Mod.Path
			return m, nil
		case err == nil:
			return Module{}, fmt.Errorf("%s has no module directive", filepath.Join(root, "go.mod"))
		case !errors.Is(err, fs.ErrNotExist) && !isFile(root):
			return Module{}, fmt.Errorf("finding the module of %s: %w", dir, err)
		}
		if root == filepath.Dir(root) {
			return Module{}, errNoModule{dir}
		}
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// ImportPath returns the import path of the package in dir, which must be in the module's folder or below it.
func (m Module) ImportPath(dir string) (string, error) {
	rel, ok := m.relative(dir)
	if !ok {
		return "", fmt.Errorf("%s is not in the folder of the module %s, %s", dir, m.Path, m.Root)
	}
	result := path.Join(m.Path, rel)
	if !IsImportPath(result) {
		return "", fmt.Errorf("%s cannot be imported: %q is not a valid import path", dir, result)
	}
	return result, nil
}

// relative returns the path of a folder relative to the module's, with slashes. Symbolic links within the module are
// resolved: a package has one import path, whichever link leads to it.
func (m Module) relative(dir string) (rel string, ok bool) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	if rel, ok = relative(m.Root, abs); !ok {
		return "", false
	}
	if real, within := relative(RealPath(m.Root), RealPath(abs)); within {
		return real, true
	}
	return rel, true
}

// RealPath returns a path without symbolic links, so that one folder has one path. What does not exist, or cannot be resolved, stays
// as it is.
func RealPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	parent := filepath.Dir(path)
	switch {
	case err == nil:
		return real
	case parent == path:
		return path
	}
	return filepath.Join(RealPath(parent), filepath.Base(path))
}

// Relative returns the path of a folder relative to another one with slashes.
func Relative(from, to string) (string, error) {
	from, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	if to, err = filepath.Abs(to); err != nil {
		return "", err
	}
	rel, err := filepath.Rel(from, to)
	return filepath.ToSlash(rel), err
}

// relative returns the path of dir relative to root with slashes. ok is false if dir is not in root.
func relative(root, dir string) (rel string, ok bool) {
	rel, err := filepath.Rel(root, dir)
	rel = filepath.ToSlash(rel)
	return rel, err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// CheckFolder reports a folder that cannot hold a package of the module, because it is in a nested module or leads out
// of the module through a symbolic link.
func (m Module) CheckFolder(dir string) error {
	other, err := ModuleOf(dir)
	if err != nil && !errors.As(err, new(errNoModule)) {
		return err
	}
	if rel, ok := relative(m.Root, other.Root); err == nil && ok && rel != "." {
		return fmt.Errorf("%s is in the module %s; it cannot contain a package of the module %s", dir, other.Path, m.Path)
	}
	if _, ok := m.relative(dir); !ok {
		return fmt.Errorf("%s is not in the folder of the module %s, %s", dir, m.Path, m.Root)
	}
	if !m.holds(dir) {
		return fmt.Errorf("%s leads out of the module in %s through a symbolic link", dir, m.Root)
	}
	return nil
}

// holds reports whether dir is in the module's folder once symbolic links are resolved. If dir does not exist, its
// nearest parent that does is checked.
func (m Module) holds(dir string) bool {
	root, err := resolved(m.Root)
	real, failed := resolved(dir)
	_, ok := relative(root, real)
	return ok && err == nil && failed == nil
}

// resolved resolves the symbolic links of a folder, or of its nearest parent that exists.
func resolved(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		real, err := filepath.EvalSymlinks(dir)
		if _, broken := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) && broken != nil && dir != filepath.Dir(dir) {
			continue
		}
		return real, err
	}
}

// IsImportPath reports whether path is valid in an import declaration.
func IsImportPath(path string) bool {
	if path == "" || strings.HasPrefix(path, "/") || strings.HasSuffix(path, "/") || strings.Contains(path, "//") {
		return false
	}
	return !strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsGraphic(r) || unicode.IsSpace(r) || strings.ContainsRune("!\"#$%&'()*,:;<=>?[\\]^`{|}\uFFFD", r)
	})
}
