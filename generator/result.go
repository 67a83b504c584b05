package generator

import (
	"path"
	"path/filepath"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/snapshot"
	"example.com/quartet/internal/compiler/writing/emit"
	"example.com/quartet/internal/compiler/writing/flatten"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/write"
)

// Result is a generated package. Its methods may be called by several goroutines at
// once.
type Result struct {
	// Package is the name of the Go package of the service.
	Package string

	// Files are the files of the service's package and of the packages for namespaces.
	// It is nil if Diagnostics has errors.
	Files []File

	// Runtime is the run-time, with the packages that the generated packages import. It
	// is nil if Diagnostics has errors.
	Runtime *Runtime

	// Diagnostics are the findings of all stages that ran.
	Diagnostics Diagnostics

	// Names are the package-level Go names of components of the contract, sorted by
	// kind, namespace and name.
	Names []Name

	// Methods are the methods for the operations of each port, in the order of the
	// contract.
	Methods []Method

	sources  []string  // files with the documents of the contract
	config   Config    // configuration passed to Generate
	set      *load.Set // the contract
	model    *resolve.Model
	plan     *ir.Package     // plan of the package
	vendored []snapshot.File // downloaded documents that the folder Config.Vendor lacks
}

// Write writes the files to dir, and the files of packages for namespaces to their folders.
// It writes the run-time to runtimeDir as [Runtime.Write] does, unless that is empty:
// then the run-time is kept elsewhere. Write creates folders as needed and does not touch
// files that are equal already. It removes Go files that an earlier run generated and that
// are not in the result; documents that they embedded stay, except other forms of the contract.
// If a folder has no .gitattributes, Write writes one, which says that the files are generated.
//
// Files that were not generated are never changed or removed. If one of them has the
// name of a file of the result, if the run-time cannot be replaced, or if a folder cannot be written to or the disk is full,
// Write changes nothing in any folder and returns an error.
//
// If the process ends during Write, each file is the old or the new one, Compare returns the changes that are missing, and the
// next Write makes them and removes temporary files. If a file cannot be replaced, the error says whether others were.
//
// Write must not be called if Diagnostics has errors, as it would remove all generated
// files.
func (r *Result) Write(dir, runtimeDir string) error {
	changes, err := r.changes(dir, runtimeDir)
	if err != nil {
		return err
	}
	return changes.Apply()
}

// Change is a change to a file. Its fields are
//
//	Path   string
//	Action string // "create", "replace" or "remove"
type Change = write.Change

// Changes returns the changes that Write would make, and the downloaded documents that WriteVendored would write to the folder
// Config.Vendor; or the error with which Write would fail before it changes anything.
func (r *Result) Changes(dir, runtimeDir string) ([]Change, error) {
	found, err := r.changes(dir, runtimeDir)
	if err != nil {
		return nil, err
	}
	changes, err := found.List()
	for _, f := range r.vendored {
		changes = append(changes, Change{Path: filepath.Join(r.config.Vendor, filepath.FromSlash(f.Name)), Action: "create"})
	}
	return changes, err
}

// Comparison describes how folders differ from a result.
type Comparison struct {
	// Diff has the changes that [Result.Write] would make, except to the run-time, as a unified diff. It is "" if there are
	// none. RuntimeDiff has the changes to the run-time. Both include files for which Write would return an error because they
	// were not generated.
	Diff, RuntimeDiff string

	// Stat has the numbers of lines that both diffs have, with a line of text for each file.
	Stat write.Stat
}

// Compare compares folders with the result. It reads each file once. If runtimeDir is empty, the run-time is kept
// elsewhere.
func (r *Result) Compare(dir, runtimeDir string) (*Comparison, error) {
	outputs, err := r.outputs(dir, runtimeDir)
	if err != nil {
		return nil, err
	}
	all := new(Comparison)
	for _, o := range outputs {
		found, err := write.Compare(kindOf, o)
		if err != nil {
			return nil, err
		}
		diff, stat := found.Diff()
		if o.Runtime {
			all.RuntimeDiff = diff
		} else {
			all.Diff = diff
		}
		all.Stat.Add(stat)
	}
	return all, nil
}

// changes compares the folders with the output for all of them.
func (r *Result) changes(dir, runtimeDir string) (*write.Changes, error) {
	outputs, err := r.outputs(dir, runtimeDir)
	if err != nil {
		return nil, err
	}
	return write.Compare(kindOf, outputs...)
}

// outputs returns the output for each folder.
func (r *Result) outputs(dir, runtimeDir string) ([]write.Output, error) {
	outputs := []write.Output{r.service(dir)}
	if runtimeDir == "" {
		return outputs, nil
	}
	runtime, err := r.Runtime.output(runtimeDir)
	return append(outputs, runtime), err
}

// attributes returns the .gitattributes of the folder with files, and of folders elsewhere: git hosts collapse the files in reviews, and
// git does not change their line endings.
func attributes(files []File) []File {
	var folders []string
	texts := make(map[string]string)
	for _, f := range files {
		folder, name, attribute := ".", f.Name, "linguist-generated"
		if !filepath.IsLocal(f.Name) {
			folder, name = path.Split(f.Name)
		}
		if path.Base(name) == NamesFile {
			attribute = "merge=union"
		}
		folders = collect.Union(folders, folder)
		texts[folder] += name + " -text " + attribute + "\n"
	}
	return collect.Each(folders, func(folder string) File {
		return File{Name: path.Join(folder, ".gitattributes"), Data: []byte(texts[folder])}
	})
}

// service returns the output for the folder of the service's package.
func (r *Result) service(dir string) write.Output {
	o := write.Output{Dir: dir, Files: r.Files, Once: attributes(r.Files), Sources: r.sources, Mark: flatten.Mark, Extended: NamesFile, Tests: emit.TestFolder(r.Package)}
	if !slices.ContainsFunc(r.Files, func(f File) bool { return path.Dir(f.Name) == o.Tests }) {
		o.Removed = []string{o.Tests}
	}
	return o
}
