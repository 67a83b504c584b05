package cli

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/location"
)

// addPackages adds the values of --package: the name of the service's package, and
// the packages for namespaces.
func (o *options) addPackages(config *generator.Config) error {
	for n, value := range o.packages {
		i := strings.LastIndexByte(value, '=')
		if i >= 0 {
			if !location.IsImportPath(value[i+1:]) {
				return usagef("--package %q: %q is not a valid import path", value, value[i+1:])
			}
			w := generator.NamespacePackage{Namespace: value[:i], ImportPath: value[i+1:]}
			w.Pos = o.position("package", n, value)
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
		if config.Package = packageOf(o.out); config.Package == "" && !o.changed("package") {
			return usagef("the name of the folder %q is not a valid name for an importable Go package; give one with --package NAME", o.out)
		}
	}
	if len(config.Packages) == 0 {
		return nil
	}
	if o.place.ImportPath == "" {
		if _, err := location.ModuleOf(o.out); err != nil {
			return usagef("--package for namespaces: %w", err)
		}
	}
	if err := config.CheckPackages(); err != nil {
		return usagef("--package: %w", err)
	}
	return nil
}

// addSource is for commands that write no package: a contract with an address is downloaded, and the packages for namespaces are
// added if quartet.yaml says where the package is.
func (o *options) addSource(config *generator.Config) error {
	config.Fetch, config.Dir = config.Fetch || isAddress(config.Contract), o.project.out()
	if o.out == "" || !slices.ContainsFunc(o.packages, func(value string) bool { return strings.Contains(value, "=") }) {
		return nil
	}
	if err := o.addPlace(config); err != nil {
		return err
	}
	return o.addPackages(config)
}

// addSharedRenames adds the renames of other contracts in quartet.yaml that have packages for namespaces in common with this one:
// the names in such a package are decided once.
func (o *options) addSharedRenames(config *generator.Config) error {
	for i := 0; o.project.in != nil && len(config.Packages) > 0 && i < len(o.project.file.Contracts); i++ {
		if &o.project.file.Contracts[i] == o.project.in {
			continue
		}
		other, err := o.forContract(&cobra.Command{}, o.project.file.selected(i), true)
		renamed := generator.Config{OnRead: config.OnRead}
		if err == nil {
			err = other.addRenames(&renamed)
		}
		if err != nil {
			return err
		}
		if len(renamed.Renames) == 0 || other.addPlace(&renamed) != nil || other.addPackages(&renamed) != nil {
			continue // an error is reported when the other contract is generated
		}
		for _, r := range renamed.Renames {
			r.Shared = func(namespace string) bool { return config.Shares(&renamed, namespace) }
			config.Renames = append(config.Renames, r)
		}
	}
	return nil
}

// sharedSettings returns diagnostics about contracts that share a package for a namespace, but not the settings for its content.
func (p *projectFile) sharedSettings() (diags diag.List) {
	keys := append([]string{"elements", "initialisms"}, goFlags...)
	var earlier []*options
	for i := 0; p != nil && i < len(p.Contracts); i++ {
		own, err := new(options).forContract(&cobra.Command{}, p.selected(i), true)
		c := &own.base
		c.Initialisms = slices.Compact(slices.Sorted(slices.Values(c.Initialisms)))
		if err != nil || own.addPlace(c) != nil || own.addPackages(c) != nil {
			c.Packages = nil // the error is reported when the contract is generated
		}
		for j, other := range earlier {
			shares := func(n generator.NamespacePackage) bool { return c.Shares(&other.base, n.Namespace) }
			if !slices.ContainsFunc(slices.Concat(c.Packages, other.base.Packages), shares) {
				continue
			}
			k := slices.IndexFunc(keys, func(key string) bool {
				return own.flags.Lookup(key).Value.String() != other.flags.Lookup(key).Value.String()
			})
			if k < 0 {
				continue
			}
			d := diag.New(project.RuleID, own.project.in.Pos, "the contract shares a package with another one, but has different %s", keys[k])
			diags.Add(d.WithRelated(p.Contracts[j].Pos, "the other contract").
				WithHint("give both contracts the same %s; put initialisms at the top of the file", keys[k]))
			break
		}
		earlier = append(earlier, own)
	}
	return diags
}

// errConflict is for values in quartet.yaml that exclude each other. They have been printed already.
var errConflict = errors.Join(codedError{code: exitUsage})

// addPlace adds the folders and import paths of the packages.
func (o *options) addPlace(config *generator.Config) error {
	if o.out == "" {
		return usagef("--out is required: the folder to write the package to")
	}
	var err error
	if o.place, err = location.Find(location.Request{Out: o.out, Runtime: o.runtime, Module: o.module}); err != nil {
		return placeError(err)
	}
	config.Dir, config.Runtime, config.ImportPath, config.Module = o.out, o.place.Runtime, o.place.ImportPath, o.place.Module.Path
	return nil
}

// placeError returns an error of package location as a usage error, unless a file is in the place of a folder.
func placeError(err error) error {
	if _, ok := errors.AsType[*location.NotFolderError](err); ok {
		return err
	}
	return usageError(err)
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
		if err := o.place.Module.CheckFolder(filepath.Join(o.out, filepath.FromSlash(folder))); err != nil {
			return err
		}
	}
	return nil
}
