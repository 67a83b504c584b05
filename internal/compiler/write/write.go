// Package write puts generated files into folders, or tells how the folders
// differ from them.
//
// A folder may hold other files. Those of this generator are known by their first
// line: only they are replaced or removed.
package write

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// File is a file to be written. Name has slashes and may begin with a folder, as
// seen from the one that is written to: that of a package for a namespace.
type File struct {
	Name string
	Data []byte
}

// Known reports whether data is a file of the generator for a package of the same
// kind: for a namespace, or not.
type Known func(data []byte, namespace bool) bool

// ForeignFileError says that a file which is in the way was not written by the
// generator, or for another package.
type ForeignFileError struct{ Path string }

// Error names the file and what to do.
func (e *ForeignFileError) Error() string {
	return fmt.Sprintf("%s was not generated and would be overwritten; move it, or generate into another folder", e.Path)
}

// change is what has to be done to one file of a folder.
type change struct {
	path     string
	old, new []byte // nil: there is none
}

// Files makes dir hold exactly the files, beside foreign ones: it writes those
// that differ and removes generated ones that are left over, there and in the
// folders of the files. Everything is written under other names first, so that an
// error leaves the folders as they were.
func Files(dir string, known Known, files []File) error {
	changes, err := compare(dir, known, files)
	if err != nil {
		return err
	}
	for _, folder := range folders(files) {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(folder)), 0o777); err != nil {
			return fmt.Errorf("making the output folder: %w", err)
		}
	}
	var temporary []string
	defer func() {
		for _, name := range temporary {
			os.Remove(name) // gone already if all went well
		}
	}()
	for _, c := range changes {
		name, err := prepare(c)
		if name != "" {
			temporary = append(temporary, name)
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w", c.path, err)
		}
	}
	for i, c := range changes {
		if c.new == nil {
			err = os.Remove(c.path)
		} else {
			err = os.Rename(temporary[i], c.path)
		}
		if err != nil {
			return fmt.Errorf("replacing %s: %w", c.path, err)
		}
	}
	return nil
}

// folders returns the folders of files, "." first.
func folders(files []File) []string {
	list := []string{"."}
	for _, f := range files {
		if folder := path.Dir(f.Name); !slices.Contains(list, folder) {
			list = append(list, folder)
		}
	}
	return list
}

// prepare writes the new content of a file under a temporary name.
func prepare(c change) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(c.path), ".quartet-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(c.new)
	if err == nil {
		err = f.Chmod(0o644)
	}
	return f.Name(), errors.Join(err, f.Close())
}

// Diff returns how the folders differ from the files, as a unified diff; "" if
// they hold them exactly.
func Diff(dir string, known Known, files []File) (string, error) {
	changes, err := compare(dir, known, files)
	var foreign *ForeignFileError
	if err != nil && !errors.As(err, &foreign) {
		return "", err
	}
	var out strings.Builder
	for _, c := range changes {
		path := filepath.ToSlash(c.path)
		from, to := path, path+" (generated)"
		if c.old == nil {
			from = "/dev/null"
		}
		if c.new == nil {
			to = "/dev/null"
		}
		out.WriteString(udiff.Unified(from, to, string(c.old), string(c.new)))
	}
	return out.String(), nil
}

// compare lists what has to change, folder by folder, sorted by name. With a
// ForeignFileError the list is complete, too.
func compare(dir string, known Known, files []File) (changes []change, foreign error) {
	for _, folder := range folders(files) {
		var own []File
		for _, f := range files {
			if path.Dir(f.Name) == folder {
				own = append(own, File{path.Base(f.Name), f.Data})
			}
		}
		isKnown := func(data []byte) bool { return known(data, folder != ".") }
		more, err := compareFolder(filepath.Join(dir, filepath.FromSlash(folder)), isKnown, own)
		var inTheWay *ForeignFileError
		if err != nil && !errors.As(err, &inTheWay) {
			return nil, err
		}
		if foreign == nil {
			foreign = err
		}
		changes = append(changes, more...)
	}
	return changes, foreign
}

func compareFolder(dir string, known func([]byte) bool, files []File) ([]change, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", dir)
	}
	var changes []change
	var foreign error
	wanted := make(map[string]bool)
	for _, f := range files {
		wanted[f.Name] = true
		path := filepath.Join(dir, f.Name)
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			what := "no regular file" // a pipe would wait for its writer
			if info.IsDir() {
				what = "a folder"
			}
			return nil, fmt.Errorf("%s is %s, where a file has to be written; move it, or generate into another folder", path, what)
		}
		old, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			changes = append(changes, change{path, nil, f.Data})
		case err != nil:
			return nil, fmt.Errorf("reading the output folder: %w", err)
		case bytes.Equal(old, f.Data):
		default:
			if !known(old) && foreign == nil {
				foreign = &ForeignFileError{Path: path}
			}
			changes = append(changes, change{path, old, f.Data})
		}
	}
	stale, err := leftOver(dir, known, wanted)
	if err != nil {
		return nil, err
	}
	changes = append(changes, stale...)
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.path, b.path) })
	return changes, foreign
}

// leftOver finds generated files of dir that are not wanted any more.
func leftOver(dir string, known func([]byte) bool, wanted map[string]bool) ([]change, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the output folder: %w", err)
	}
	var stale []change
	for _, e := range entries {
		if wanted[e.Name()] || !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".go" {
			continue
		}
		path := filepath.Join(dir, e.Name())
		old, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("reading the output folder: %w", err)
		}
		if known(old) {
			stale = append(stale, change{path, old, nil})
		}
	}
	return stale, nil
}
