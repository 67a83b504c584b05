// Package write puts generated files into a folder, or tells how the folder
// differs from them.
//
// A folder may hold other files. Those of this generator are known by the mark
// in their first line: only they are replaced or removed.
package write

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// File is a file to be written. Name has no folder.
type File struct {
	Name string
	Data []byte
}

// ForeignFileError says that a file which is in the way was not written by the
// generator.
type ForeignFileError struct{ Path string }

// Error names the file and what to do.
func (e *ForeignFileError) Error() string {
	return fmt.Sprintf("%s was not generated and would be overwritten; move it, or generate into another folder", e.Path)
}

// change is what has to be done to one file of the folder.
type change struct {
	name     string
	old, new []byte // nil: there is none
}

// Files makes dir hold exactly the files, beside foreign ones: it writes those
// that differ and removes generated ones that are left over. Everything is
// written under other names first, so that an error leaves the folder as it was.
func Files(dir, mark string, files []File) error {
	changes, err := compare(dir, mark, files)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("making the output folder: %w", err)
	}
	var temporary []string
	defer func() {
		for _, name := range temporary {
			os.Remove(name) // gone already if all went well
		}
	}()
	for _, c := range changes {
		name, err := prepare(dir, c)
		if name != "" {
			temporary = append(temporary, name)
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w", filepath.Join(dir, c.name), err)
		}
	}
	for i, c := range changes {
		path := filepath.Join(dir, c.name)
		if c.new == nil {
			err = os.Remove(path)
		} else {
			err = os.Rename(temporary[i], path)
		}
		if err != nil {
			return fmt.Errorf("replacing %s: %w", path, err)
		}
	}
	return nil
}

// prepare writes the new content of a file under a temporary name.
func prepare(dir string, c change) (name string, err error) {
	f, err := os.CreateTemp(dir, ".quartet-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(c.new)
	if err == nil {
		err = f.Chmod(0o644)
	}
	return f.Name(), errors.Join(err, f.Close())
}

// Diff returns how the folder differs from the files, as a unified diff; "" if
// it holds them exactly.
func Diff(dir, mark string, files []File) (string, error) {
	changes, err := compare(dir, mark, files)
	var foreign *ForeignFileError
	if err != nil && !errors.As(err, &foreign) {
		return "", err
	}
	var out strings.Builder
	for _, c := range changes {
		path := filepath.ToSlash(filepath.Join(dir, c.name))
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

// compare lists what has to change in dir, sorted by name. With a
// ForeignFileError the list is complete, too.
func compare(dir, mark string, files []File) ([]change, error) {
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
			changes = append(changes, change{f.Name, nil, f.Data})
		case err != nil:
			return nil, fmt.Errorf("reading the output folder: %w", err)
		case bytes.Equal(old, f.Data):
		default:
			if !isGenerated(old, mark) && foreign == nil {
				foreign = &ForeignFileError{Path: path}
			}
			changes = append(changes, change{f.Name, old, f.Data})
		}
	}
	stale, err := leftOver(dir, mark, wanted)
	if err != nil {
		return nil, err
	}
	changes = append(changes, stale...)
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.name, b.name) })
	return changes, foreign
}

// leftOver finds generated files of dir that are not wanted any more.
func leftOver(dir, mark string, wanted map[string]bool) ([]change, error) {
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
		old, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("reading the output folder: %w", err)
		}
		if isGenerated(old, mark) {
			stale = append(stale, change{e.Name(), old, nil})
		}
	}
	return stale, nil
}

func isGenerated(data []byte, mark string) bool { return bytes.HasPrefix(data, []byte(mark)) }
