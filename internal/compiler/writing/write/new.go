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
)

// ExistError reports files that would have been overwritten.
type ExistError struct {
	Paths []string // what is in the way, with the reason in parentheses if it is not a file with other content
}

// Error lists the files, one on a line.
func (e *ExistError) Error() string {
	return "nothing was written, because these already exist:\n  " + strings.Join(e.Paths, "\n  ")
}

// New writes files to a folder and those below it, as [Outputs] does, and never replaces anything. A file that is equal already is
// left as it is. If anything else is in the place of a file or of a folder below dir, even a symbolic link, New changes nothing
// and returns an [*ExistError] that lists all such paths.
func New(dir string, files []File) error { return newTo(disk{}, dir, files) }

func newTo(ops operations, dir string, files []File) error {
	changes, err := missingFiles(dir, files)
	if err != nil { // before anything else, as temporary files in a folder that a link leads to are not ours
		return err
	}
	return apply(ops, append(changes, leftovers(foldersOf(dir, files)...)...), nil)
}

// missingFiles returns the changes that write files which do not exist.
func missingFiles(dir string, files []File) ([]change, error) {
	var changes []change
	inTheWay := make(map[string]bool)
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		blocked, err := blockedBy(dir, f.Name)
		if err != nil {
			return nil, err
		}
		if blocked != "" {
			inTheWay[blocked] = true
			continue
		}
		old, what, err := regular(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			changes = append(changes, change{path, nil, f.Data})
		case err != nil:
			return nil, fmt.Errorf("reading a file that would be overwritten: %w", err)
		case what != "":
			inTheWay[path+" ("+what+")"] = true
		case !bytes.Equal(old, f.Data):
			inTheWay[path] = true
		}
	}
	if len(inTheWay) == 0 {
		return changes, nil
	}
	return nil, &ExistError{slices.Sorted(maps.Keys(inTheWay))}
}

// blockedBy returns the first path that should be a folder on the way from dir to a file but is not, and what it is.
func blockedBy(dir, name string) (string, error) {
	current := dir
	elements := strings.Split(path.Dir(path.Clean(name)), "/")
	for i := -1; i < len(elements); i++ {
		if i >= 0 {
			if elements[i] == "." {
				continue
			}
			current = filepath.Join(current, elements[i])
		}
		info, err := os.Lstat(current)
		if i < 0 && err == nil {
			info, err = os.Stat(current) // the folder itself may be a link
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", nil
		case err != nil:
			return "", fmt.Errorf("reading the output folder: %w", err)
		case info.Mode()&fs.ModeSymlink != 0:
			return current + " (a symbolic link)", nil
		case !info.IsDir():
			return current + " (not a folder)", nil
		}
	}
	return "", nil
}

// regular returns the content of a regular file, or a description of anything else.
func regular(path string) (data []byte, what string, err error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, "", err
	case info.IsDir():
		return nil, "a folder", nil
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, "a symbolic link", nil
	case !info.Mode().IsRegular():
		return nil, "not a regular file", nil
	}
	data, err = os.ReadFile(path)
	return data, "", err
}

// CanWriteNew returns the error with which [New] would fail before it changes anything, or nil.
func CanWriteNew(dir string, files []File) error {
	_, err := missingFiles(dir, files)
	return err
}
