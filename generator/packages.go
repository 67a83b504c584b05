package generator

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/templates"
)

// CheckPackages reports the first error in c.Packages and in the fields that they
// need: ImportPath and Module. It does not read the contract. It returns nil
// if Packages is empty. [Generate] calls it, too.
func (c *Config) CheckPackages() error {
	if len(c.Packages) == 0 {
		return nil
	}
	if c.ImportPath == "" || !within(c.Module, c.ImportPath) {
		return fmt.Errorf("the import path %q of the service's package is not in the module %q", c.ImportPath, c.Module)
	}
	seen := make(map[string]bool)
	for _, w := range c.Packages {
		if seen[w.Namespace] {
			return fmt.Errorf("two packages are given for the namespace %s", diag.Quote(w.Namespace))
		}
		seen[w.Namespace] = true
		if err := c.checkPackage(w); err != nil {
			return err
		}
	}
	return nil
}

// Shares reports whether c and other generate a namespace, which is not the namespace of a main document, into one separate package. For
// AllNamespaces, it reports that for namespaces without a [NamespacePackage].
func (c *Config) Shares(other *Config, namespace string) bool {
	path := plan.PackagePath(c.ImportPath, c.Packages, namespace)
	return path != "" && path == plan.PackagePath(other.ImportPath, other.Packages, namespace)
}

// check reports the first error in c, as far as it does not depend on the contract.
func (c *Config) check() error {
	if c.Runtime == "" {
		return errors.New("the import path of the run-time is missing")
	}
	for _, name := range c.Optional {
		if !slices.Contains(OptionalPackages(), name) {
			return fmt.Errorf("the run-time has no optional package %q; want %s", name, strings.Join(OptionalPackages(), " or "))
		}
	}
	if c.hasTests() && c.ImportPath == "" {
		return errors.New("the package for tests needs the import path of the service's package")
	}
	for _, text := range c.Initialisms {
		if err := CheckInitialism(text); err != nil {
			return err
		}
	}
	return c.CheckPackages()
}

func (c *Config) checkPackage(w NamespacePackage) error {
	if !within(c.Module, w.ImportPath) {
		return fmt.Errorf("%s is not in the module %s; all packages must be in one module", w.ImportPath, c.Module)
	}
	if _, ok := templates.FolderOf(w.ImportPath, c.Runtime); ok {
		return fmt.Errorf("%s is inside the run-time, %s", w.ImportPath, c.Runtime)
	}
	for _, element := range strings.Split(strings.TrimPrefix(w.ImportPath, c.Module), "/") {
		if element == "vendor" || element == "testdata" || strings.HasPrefix(element, "_") || strings.HasPrefix(element, ".") {
			return fmt.Errorf("%s cannot be imported, or is ignored by ./... patterns, because of the path element %s", w.ImportPath, element)
		}
	}
	return nil
}

// within reports whether the import path of a package is in a module.
func within(module, path string) bool {
	return path == module || module != "" && strings.HasPrefix(path, module+"/") && !strings.Contains("/"+path+"/", "/../") && !strings.Contains(path+"/", "//")
}
