package generator

import (
	"errors"
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// CheckPackages tells what is wrong with Packages, without looking at the
// contract; nil if nothing is.
func (c *Config) CheckPackages() error {
	if len(c.Packages) == 0 {
		return nil
	}
	if c.Runtime == "" {
		return errors.New("packages for namespaces share the run-time support: --runtime IMPORT/PATH is needed, and quartet runtime writes it")
	}
	if c.ImportPath == "" || !within(c.Module, c.ImportPath) {
		return fmt.Errorf("the import path of the service's package, %q, is not in the module %q", c.ImportPath, c.Module)
	}
	seen := make(map[string]bool)
	for _, w := range c.Packages {
		if seen[w.Namespace] {
			return fmt.Errorf("the namespace %s is given two packages", diag.Quote(w.Namespace))
		}
		seen[w.Namespace] = true
		if err := c.checkPackage(w); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) checkPackage(w NamespacePackage) error {
	if !within(c.Module, w.ImportPath) {
		return fmt.Errorf("%s is not in the module %s, to which everything is written", w.ImportPath, c.Module)
	}
	if w.ImportPath == c.Runtime {
		return fmt.Errorf("%s is the package of the run-time support", w.ImportPath)
	}
	for _, element := range strings.Split(strings.TrimPrefix(w.ImportPath, c.Module), "/") {
		switch {
		case element == "vendor", element == "testdata", strings.HasPrefix(element, "_"), strings.HasPrefix(element, "."):
			return fmt.Errorf("%s cannot be imported, or is not built by ./...: an element is %s", w.ImportPath, element)
		}
	}
	return nil
}

// within reports whether a package is in a module, by their paths.
func within(module, path string) bool {
	return path == module || module != "" && strings.HasPrefix(path, module+"/") && !strings.Contains("/"+path+"/", "/../") && !strings.Contains(path+"/", "//")
}

func badPackages(config Config, err error) diag.Diagnostic {
	return diag.New(diag.BadPackage, diag.Pos{File: config.Contract}, "%s", err)
}
