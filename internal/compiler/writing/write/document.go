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
)

// Document writes an XML document to a file, and creates its folder if needed. It does not touch
// a file that is equal already. If there is a file that does not begin with mark, apart from the
// XML declaration, or that is one of sources, Document changes nothing and returns a
// [*ForeignFileError].
func Document(path string, data []byte, mark string, sources []string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf(cannotWrite, path, "not a regular file")
	}
	old, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("reading the file that would be replaced: %w", err)
	case bytes.Equal(old, data):
		return nil
	case !isMarked(old, mark) || IsOneOf(path, sources):
		return &ForeignFileError{Path: path}
	}
	return apply(disk{}, []change{{path, old, data}}, nil)
}

// Replace writes a file, and creates its folder if needed, whatever file is there. It does not touch a file that is equal already.
func Replace(path string, data []byte) error {
	changes, err := changed(filepath.Dir(path), []File{{Name: filepath.Base(path), Data: data}})
	if err != nil {
		return err
	}
	return apply(disk{}, changes, nil)
}

// Files writes files to a folder and those below it, which it creates as needed, whatever files are
// there. It does not touch files that are equal already, and removes nothing. The files are written
// as [Outputs] does.
func Files(dir string, files []File) error {
	changes, err := changed(dir, files)
	if err != nil {
		return err
	}
	return apply(disk{}, append(changes, leftovers(foldersOf(dir, files)...)...), nil)
}

// changed returns the changes that write the files that are not equal already.
func changed(dir string, files []File) (changes []change, err error) {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		old, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err != nil || !bytes.Equal(old, f.Data) {
			changes = append(changes, change{path, old, f.Data})
		}
	}
	return changes, nil
}

// foldersOf returns the folders of files, without duplicates.
func foldersOf(dir string, files []File) (dirs []string) {
	for _, f := range files {
		if folder := filepath.Join(dir, filepath.FromSlash(path.Dir(f.Name))); !slices.Contains(dirs, folder) {
			dirs = append(dirs, folder)
		}
	}
	return dirs
}

// isMarked reports whether a document begins with a mark, after its XML declaration.
func isMarked(data []byte, mark string) bool {
	if rest, ok := bytes.CutPrefix(data, []byte("<?xml")); ok && len(rest) > 0 && strings.ContainsRune(" \t\r\n", rune(rest[0])) {
		_, data, _ = bytes.Cut(data, []byte("?>"))
	}
	return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte(mark))
}
