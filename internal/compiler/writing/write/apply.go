package write

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// operations are the changes that this package makes to a file system.
type operations interface {
	mkdir(path string) error
	create(dir string, data []byte) (path string, err error) // a temporary file; with an error, path is "" if there is none
	rename(from, to string) error
	remove(path string) error // a file or an empty folder
}

// disk makes changes to the file system of the machine.
type disk struct{}

func (disk) mkdir(path string) error      { return os.Mkdir(path, 0o777) }
func (disk) rename(from, to string) error { return os.Rename(from, to) }
func (disk) remove(path string) error     { return os.Remove(path) }

func (disk) create(dir string, data []byte) (string, error) {
	f, err := os.CreateTemp(dir, ".quartet-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil { // so that a power failure does no more harm than a signal
		err = f.Sync()
	}
	return f.Name(), errors.Join(err, f.Close())
}

// temporaryPattern matches the names of temporary files. The go command ignores them, as their names begin with a dot.
var temporaryPattern = regexp.MustCompile(`^\.quartet-[0-9]+$`)

// leftovers returns the removals of temporary files in folders, which a run that was killed has left. Their content does not matter.
func leftovers(dirs ...string) (changes []change) {
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir) // what finds the other changes reports errors
		for _, e := range entries {
			if e.Type().IsRegular() && temporaryPattern.MatchString(e.Name()) {
				changes = append(changes, change{path: filepath.Join(dir, e.Name()), old: []byte{}})
			}
		}
	}
	return changes
}

// apply makes changes, and creates folders as needed. Then it removes those of the folders emptied that have no files any more.
// If there is nothing to change, it needs no write access.
//
// First all new content is written to temporary files, in the folders that will have it: if that fails, nothing is changed. Then
// they get their names. What ends apply meanwhile leaves files that are whole, some of them old, and the next call makes the other
// changes.
func apply(ops operations, changes []change, emptied []string) error {
	changes = slices.Clone(changes)
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.rank(), b.rank()) })
	a := &application{ops: ops, temporary: make([]string, len(changes))}
	if err := a.run(changes); err != nil {
		err = errors.Join(err, a.discard())
		for _, dir := range slices.Backward(a.created) {
			ops.remove(dir) // fails if it is not empty
		}
		return err
	}
	if err := a.discard(); err != nil {
		return fmt.Errorf("the output is complete, and the next run removes temporary files: %w", err)
	}
	for _, dir := range emptied {
		if entries, err := os.ReadDir(dir); err == nil && len(entries) == 0 {
			ops.remove(dir)
		}
	}
	return nil
}

// rank orders changes so that the next run knows which documents the generator wrote, whenever this one ends: Go files say it
// before the documents are written, and until they are removed. Names are kept before code has them.
func (c *change) rank() int {
	isGo := filepath.Ext(c.path) == ".go"
	switch {
	case c.extended || !isGo && c.new == nil:
		return 0
	case isGo && c.new != nil:
		return 1
	case !isGo:
		return 2
	}
	return 3
}

// application is a call of apply.
type application struct {
	ops       operations
	created   []string // folders that did not exist, outermost first
	temporary []string // temporary file for each change; "" if there is none
}

func (a *application) run(changes []change) error {
	for i, c := range changes {
		dir := filepath.Dir(c.path)
		if err := a.mkdirAll(dir); err != nil {
			return fmt.Errorf("creating the output folder: %w", err)
		}
		var err error // a file that will be removed has a temporary file, too: it shows that the folder can be changed
		if a.temporary[i], err = a.ops.create(dir, c.new); err != nil {
			return fmt.Errorf("writing %s: %w", c.path, err)
		}
	}
	for i, c := range changes {
		switch err := a.make(i, c); {
		case err != nil && i > 0:
			return fmt.Errorf("%w; some of the other files have been written, so run the command again", err)
		case err != nil:
			return err
		}
	}
	return nil
}

// maxTries is how many times a temporary file that another run has removed is written again.
const maxTries = 100

// make makes one change, for which there is a temporary file.
func (a *application) make(i int, c change) error {
	if c.new == nil {
		return a.remove(c.path)
	}
	err := a.ops.rename(a.temporary[i], c.path)
	// Other runs may have taken it for the file of a run that was killed: each removes one at most.
	for tries := 0; errors.Is(err, fs.ErrNotExist) && tries < maxTries; tries++ {
		if a.temporary[i], err = a.ops.create(filepath.Dir(c.path), c.new); err == nil {
			err = a.ops.rename(a.temporary[i], c.path)
		}
	}
	if err != nil {
		return fmt.Errorf("replacing %s: %w", c.path, err)
	}
	a.temporary[i] = ""
	return nil
}

// discard removes the temporary files.
func (a *application) discard() error {
	var errs []error
	for _, name := range a.temporary {
		if name != "" {
			errs = append(errs, a.remove(name))
		}
	}
	return errors.Join(errs...)
}

// remove removes a file, unless another run has removed it.
func (a *application) remove(name string) error {
	if err := a.ops.remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing %s: %w", name, err)
	}
	return nil
}

// mkdirAll creates a folder, and those above it.
func (a *application) mkdirAll(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := a.mkdirAll(parent); err != nil {
			return err
		}
	}
	err := a.ops.mkdir(dir)
	if err == nil {
		a.created = append(a.created, dir)
	} else if info, statErr := os.Stat(dir); errors.Is(err, fs.ErrExist) && statErr == nil && info.IsDir() {
		return nil // another run has created it meanwhile
	}
	return err
}
