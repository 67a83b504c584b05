package generator

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/write"
)

// NamesFile is the name of the file of chosen names in the folder of a package: the Go names of components, and the prefixes of
// namespaces, between which there was a choice when they were first generated. Results contain the file that was there, with what
// they add. A package without such names has no file.
const NamesFile = chosen.FileName

// MissingNames returns the path of a file of chosen names that the result has and the folder of its package has not, "" if there is
// none. dir is as in Write. The names are then those for an empty folder.
func (r *Result) MissingNames(dir string) string {
	for _, f := range r.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if _, err := os.Stat(name); filepath.Base(name) == NamesFile && errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
	return ""
}

// namesReader reads files of chosen names.
type namesReader struct {
	config Config
	diags  Diagnostics
}

// read returns the file of chosen names in a folder, which is relative to the folder of the service's package; nil if there is none.
func (r *namesReader) read(folder string) chosen.Names {
	name := path.Join(folder, NamesFile)
	file, read := name, r.config.ReadNames
	if read == nil {
		if r.config.Dir == "" {
			return nil
		}
		file = filepath.ToSlash(filepath.Join(r.config.Dir, filepath.FromSlash(name)))
		read = func(string) ([]byte, error) { return write.ReadRegular(filepath.FromSlash(file)) }
	}
	text, err := read(name)
	if err != nil {
		r.diags.Add(diag.New(diag.BadNames, diag.Pos{File: file}, "the file of chosen names cannot be read: %v", err))
	}
	if text == nil || err != nil {
		return nil
	}
	if r.config.OnRead != nil {
		r.config.OnRead(file, text)
	}
	names, diags := chosen.Parse(file, text)
	r.diags.Add(diags...)
	return names
}

// lastFullNames is the last protocol whose packages have FullNames, as in plan.Config, and no file of chosen names.
const lastFullNames = 5

// earlierNames returns the names in the package that is in the folder Dir, nil if they are those that its contract has now. They stay,
// although they get into a clash for the first time, or the rules for names have changed.
func (c Config) earlierNames(ctx context.Context, pkg *ir.Package) map[chosen.Key]string {
	old, known := c.kept(c.Dir, pkg)
	if c.Dir == "" || !known {
		return nil
	}
	protocol, found, err := PackageProtocol(c.Dir)
	if err != nil {
		return nil
	}
	old.fullNames = found && protocol <= lastFullNames && (&namesReader{config: c}).read(".") == nil
	changed := slices.ContainsFunc(pkg.Documents, func(d ir.Document) bool {
		text, err := os.ReadFile(filepath.Join(c.Dir, d.File))
		return err != nil || !bytes.Equal(text, d.Text)
	})
	if !changed && !old.fullNames {
		return nil
	}
	old.OnRead, old.decided = nil, make(map[chosen.Key]string)
	v, diags, err := compared(ctx, old)
	if err == nil && !diags.HasErrors() {
		planned(v.set, v.Model, old)
	}
	return old.decided
}
