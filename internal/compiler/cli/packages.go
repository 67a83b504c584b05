package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"example.com/quartet/generator"
)

// addPackages reads the values of --package: a name for the package of the
// service, or packages for namespaces.
func (o *options) addPackages(config *generator.Config) error {
	for _, value := range o.packages {
		i := strings.LastIndexByte(value, '=')
		if i >= 0 {
			if !isImportPath(value[i+1:]) {
				return usagef("--package %q: %q is not the import path of a package", value, value[i+1:])
			}
			w := generator.NamespacePackage{Namespace: value[:i], ImportPath: value[i+1:]}
			w.Pos.File = "--package " + value
			config.Packages = append(config.Packages, w)
			continue
		}
		if !isPackageName(value) && value != "" {
			return usagef("--package %q is not a name for a package of Go that can be imported", value)
		}
		if config.Package != "" {
			return usagef("--package gives the package of the service two names, %s and %s", config.Package, value)
		}
		config.Package = value
	}
	if config.Package == "" {
		config.Package = packageOf(o.out)
	}
	if len(config.Packages) == 0 {
		return nil
	}
	if config.Runtime != "" { // which is asked for first
		module, err := moduleOf(o.out)
		if err != nil {
			return usagef("--package for namespaces: %w", err)
		}
		config.Module, config.ImportPath = module.path, module.importPath(o.out)
	}
	if err := config.CheckPackages(); err != nil {
		return usagef("--package: %w", err)
	}
	return nil
}

// goModule is a module of Go on the disk.
type goModule struct{ root, path string }

// moduleOf returns the module that a folder is in, by the nearest go.mod. The
// folder need not exist yet.
func moduleOf(dir string) (goModule, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return goModule{}, err
	}
	for root := abs; ; root = filepath.Dir(root) {
		data, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if err == nil {
			if name := modulePath(data); name != "" {
				return goModule{root, name}, nil
			}
			return goModule{}, fmt.Errorf("%s names no module", filepath.Join(root, "go.mod"))
		}
		if !errors.Is(err, fs.ErrNotExist) && !isFile(root) {
			return goModule{}, fmt.Errorf("finding the module of %s: %w", dir, err)
		}
		if root == filepath.Dir(root) {
			return goModule{}, fmt.Errorf("%s is in no module: there is no go.mod in it or above it", dir)
		}
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// modulePath returns the path that the module directive of a go.mod has, "" if
// there is none.
func modulePath(data []byte) string {
	for line := range bytes.Lines(data) {
		text, _, _ := strings.Cut(string(line), "//")
		name, ok := strings.CutPrefix(strings.TrimSpace(text), "module")
		if !ok || name == "" || name[0] != ' ' && name[0] != '\t' && name[0] != '"' && name[0] != '`' {
			continue
		}
		name = strings.TrimSpace(name)
		if unquoted, err := strconv.Unquote(name); err == nil {
			name = unquoted
		}
		return name
	}
	return ""
}

// importPath returns the path by which the package in a folder is imported.
func (m goModule) importPath(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(m.root, abs)
	if err != nil {
		return ""
	}
	return path.Join(m.path, filepath.ToSlash(rel))
}

// checkFolders makes sure that the packages for namespaces are written to the
// module that their import paths say: neither another module nor a link may lead
// elsewhere.
func (o *options) checkFolders(result *generator.Result) error {
	seen := map[string]bool{".": true}
	for _, f := range result.Files {
		folder := path.Dir(f.Name)
		if seen[folder] {
			continue
		}
		seen[folder] = true
		own, err := moduleOf(o.out)
		if err != nil {
			return err
		}
		dir := filepath.Join(o.out, filepath.FromSlash(folder))
		other, err := moduleOf(dir)
		if err != nil {
			return err
		}
		if other.root != own.root {
			return fmt.Errorf("%s is in another module, %s: a package of %s cannot be there", dir, other.path, own.path)
		}
		if !leadsInto(dir, own.root) {
			return fmt.Errorf("%s leads out of the module in %s, by a symbolic link", dir, own.root)
		}
	}
	return nil
}

// leadsInto reports whether a folder, or the part of its path that exists, is in
// root when links have been followed.
func leadsInto(dir, root string) bool {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return false
	}
	for dir, _ = filepath.Abs(dir); ; dir = filepath.Dir(dir) {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			rel, err := filepath.Rel(root, real)
			return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
		}
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return false
		}
	}
}
