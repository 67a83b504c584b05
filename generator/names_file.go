package generator

import (
	"path"
	"path/filepath"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/write"
)

// NamesFile is the name of the file of chosen names in the folder of a package: the Go names of components, and the prefixes of
// namespaces, between which there was a choice when they were first generated. Results contain the file that was there, with what
// they add. A package without such names has no file.
const NamesFile = chosen.FileName

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
