package write

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
)

// Files writes files to a folder and those below it, which it creates as needed, whatever files are
// there. It does not touch files that are equal already, and removes nothing. The files are written
// as by [Changes.Apply].
func Files(dir string, files []File) error { return overwrite(dir, files, leftoversOf(dir, files)) }

// Replace writes one file as [Files] does. It leaves temporary files in its folder, which may be one that others write to.
func Replace(name string, data []byte) error {
	return overwrite(filepath.Dir(name), []File{{Name: filepath.Base(name), Data: data}}, nil)
}

func overwrite(dir string, files []File, changes []change) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		old, err := ReadRegular(path)
		if err != nil {
			return err
		}
		if old == nil || !bytes.Equal(old, f.Data) {
			changes = append(changes, change{path: path, old: old, new: f.Data})
		}
	}
	return apply(disk{}, changes, nil)
}

// leftoversOf returns the removals of temporary files in the folders of files.
func leftoversOf(dir string, files []File) []change {
	var dirs []string
	for _, f := range files {
		dirs = collect.Union(dirs, filepath.Join(dir, filepath.FromSlash(path.Dir(f.Name))))
	}
	return leftovers(dirs...)
}

// ExistError reports files that would have been overwritten.
type ExistError struct {
	Paths []string // what is in the way, with the reason in parentheses if it is not a file with other content
}

// Error lists the files, one on a line.
func (e *ExistError) Error() string {
	return "nothing was written, because these already exist:\n  " + strings.Join(e.Paths, "\n  ")
}

// New writes files to a folder and those below it, as [Changes.Apply] does, and never replaces anything. A file that is equal
// already is left as it is. If anything else is in the place of a file or of a folder below dir, even a symbolic link, New changes
// nothing and returns an [*ExistError] that lists all such paths.
func New(dir string, files []File) error { return newTo(disk{}, dir, files) }

func newTo(ops operations, dir string, files []File) error {
	changes, err := missingFiles(dir, files)
	if err != nil { // before anything else, as temporary files in a folder that a link leads to are not ours
		return err
	}
	return apply(ops, append(changes, leftoversOf(dir, files)...), nil)
}

// missingFiles returns the changes that write files which do not exist.
func missingFiles(dir string, files []File) ([]change, error) {
	var changes []change
	inTheWay := make(map[string]bool)
	for _, f := range files {
		blocked, exists, err := inPlaceOf(dir, f)
		switch {
		case err != nil:
			return nil, fmt.Errorf("reading the output folder: %w", err)
		case blocked != "":
			inTheWay[blocked] = true
		case !exists:
			changes = append(changes, change{path: filepath.Join(dir, filepath.FromSlash(f.Name)), new: f.Data})
		}
	}
	if len(inTheWay) == 0 {
		return changes, nil
	}
	return nil, &ExistError{slices.Sorted(maps.Keys(inTheWay))}
}

// inPlaceOf returns the first path on the way from dir to a file that is something else than a folder or the file, and what it is;
// or whether the file exists.
func inPlaceOf(dir string, f File) (blocked string, exists bool, err error) {
	info, err := os.Stat(dir) // the folder itself may be a link
	current, elements := dir, strings.Split(path.Clean(f.Name), "/")
	for i := 0; ; i++ {
		isFolder := i < len(elements)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", false, nil
		case err != nil:
			return "", false, err
		case info.Mode()&fs.ModeSymlink != 0:
			return current + " (a symbolic link)", false, nil
		case isFolder && !info.IsDir():
			return current + " (not a folder)", false, nil
		case !isFolder && info.IsDir():
			return current + " (a folder)", false, nil
		case !isFolder && !info.Mode().IsRegular():
			return current + " (not a regular file)", false, nil
		case !isFolder:
			if old, err := os.ReadFile(current); err != nil || bytes.Equal(old, f.Data) {
				return "", true, err
			}
			return current, true, nil
		}
		current = filepath.Join(current, elements[i])
		info, err = os.Lstat(current)
	}
}
