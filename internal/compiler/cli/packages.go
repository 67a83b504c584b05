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

// addPackages adds the values of --package: the name of the service's package, and
// the packages for namespaces.
func (o *options) addPackages(config *generator.Config) error {
	for _, value := range o.packages {
		i := strings.LastIndexByte(value, '=')
		if i >= 0 {
			if !isImportPath(value[i+1:]) {
				return usagef("--package %q: %q is not a valid import path", value, value[i+1:])
			}
			w := generator.NamespacePackage{Namespace: value[:i], ImportPath: value[i+1:]}
			w.Pos.File = "--package " + value
			config.Packages = append(config.Packages, w)
			continue
		}
		if !isPackageName(value) && value != "" {
			return usagef("--package %q is not a valid name for an importable Go package", value)
		}
		if config.Package != "" {
			return usagef("--package gives two names for the service's package, %s and %s", config.Package, value)
		}
		config.Package = value
	}
	if config.Package == "" {
		config.Package = packageOf(o.out)
	}
	if len(config.Packages) == 0 {
		return nil
	}
	if config.Runtime != "" { // CheckPackages reports that it is missing
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

// goModule is a Go module on disk: the folder of its go.mod, and its module path.
type goModule struct{ root, path string }

// moduleOf returns the module that contains dir: that of the nearest go.mod in dir or
// a parent folder. dir need not exist.
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
			return goModule{}, fmt.Errorf("%s has no module directive", filepath.Join(root, "go.mod"))
		}
		if !errors.Is(err, fs.ErrNotExist) && !isFile(root) {
			return goModule{}, fmt.Errorf("finding the module of %s: %w", dir, err)
		}
		if root == filepath.Dir(root) {
			return goModule{}, fmt.Errorf("%s is not in a Go module: neither it nor a parent folder has a go.mod", dir)
		}
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// modulePath returns the module path in the text of a go.mod, or "" if it has no
// module directive.
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

// importPath returns the import path of the package in dir.
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

// checkFolders reports a package for a namespace whose folder is not in the module of
// the output folder, because it is in a nested module or reached through a symbolic
// link.
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
			return fmt.Errorf("%s is in the module %s; it cannot hold a package of the module %s", dir, other.path, own.path)
		}
		if !leadsInto(dir, own.root) {
			return fmt.Errorf("%s leads out of the module in %s through a symbolic link", dir, own.root)
		}
	}
	return nil
}

// leadsInto reports whether dir is in root once symbolic links are resolved. If dir
// does not exist, its nearest parent that does is checked.
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
