package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// licenceFile matches the names of files that have to go with a program, as their licences demand.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|copyright)([.-].*)?$`)

// licences returns the licences of Go and of the modules that the programs contain. A module without a licence is an
// error.
func (d *distribution) licences(ctx context.Context, modules map[string]*debug.Module) ([]entry, error) {
	root, err := d.goTool(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	all, err := licencesIn(root, "licences/go")
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		m := cmp.Or(modules[name].Replace, modules[name])
		dir, err := d.goTool(ctx, nil, "list", "-m", "-f", "{{.Dir}}", m.Path+"@"+m.Version)
		if err != nil {
			return nil, fmt.Errorf("finding the module %s: %w", m.Path, err)
		}
		found, err := licencesIn(dir, path.Join("licences", m.Path))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// licencesIn returns the files of a folder that have licences, as entries of another folder.
func licencesIn(dir, folder string) (found []entry, err error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("looking for a licence: %w", err)
	}
	named := false
	for _, f := range files {
		if !f.Type().IsRegular() || path.Ext(f.Name()) == ".go" || !licenceFile.MatchString(f.Name()) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return nil, fmt.Errorf("reading a licence: %w", err)
		}
		name := strings.ToLower(f.Name())
		named = named || strings.HasPrefix(name, "licen") || strings.HasPrefix(name, "copying")
		found = append(found, entry{path.Join(folder, f.Name()), data, 0o644})
	}
	if !named {
		return nil, fmt.Errorf("no licence found in %s, so it must not be distributed", dir)
	}
	return found, nil
}
