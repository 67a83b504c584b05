package write

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// transaction makes changes to files in several folders: all of them, or none if something fails
// or the process ends.
//
// First all new content is written to staging folders. Then one file, which is created in one
// step, says that the changes are made. Then files are moved. If the process ends, the next one
// that writes to one of the folders completes the changes if that file is there, and removes the
// staging folders if not; see heal.
type transaction struct {
	ops     operations
	name    string // name of the staging folders
	folders []*stagedFolder
}

// stagedFolder is a folder in which a transaction changes files. The first folder of a transaction
// has the decision.
type stagedFolder struct {
	dir     string
	changes []change
	journal journal
}

func (f *stagedFolder) staging(t *transaction) string { return filepath.Join(f.dir, t.name) }

// newTransaction returns a transaction that makes changes, and removes folders that are empty
// afterwards.
func newTransaction(ops operations, changes []change, emptied []string) (*transaction, error) {
	var id [8]byte
	rand.Read(id[:]) // never fails
	t := &transaction{ops: ops, name: ".quartet-" + hex.EncodeToString(id[:])}
	for _, c := range changes {
		dir, name := filepath.Dir(c.path), filepath.Base(c.path)
		i := slices.IndexFunc(t.folders, func(f *stagedFolder) bool { return f.dir == dir })
		if i < 0 {
			i = len(t.folders)
			t.folders = append(t.folders, &stagedFolder{dir: dir})
		}
		f := t.folders[i]
		f.changes = append(f.changes, c)
		f.journal.Remove = slices.Contains(emptied, dir)
		f.journal.Files = append(f.journal.Files, entry{name, digest(c.old), digest(c.new)})
	}
	for i, f := range t.folders {
		var err error
		if f.journal.Decision, err = relative(f.dir, t.folders[0].dir); err != nil {
			return nil, err
		}
		if i > 0 {
			other, err := relative(t.folders[0].dir, f.dir)
			if err != nil {
				return nil, err
			}
			t.folders[0].journal.Folders = append(t.folders[0].journal.Folders, other)
		}
	}
	return t, nil
}

// relative returns the path of a folder relative to another one, whatever symbolic links lead to
// them. It is absolute if they are on different volumes.
func relative(from, to string) (string, error) {
	from, err := canonical(from)
	if err != nil {
		return "", err
	}
	if to, err = canonical(to); err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(from, to); err == nil {
		return rel, nil
	}
	return to, nil
}

// canonical returns the absolute path of a folder without symbolic links.
func canonical(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// run makes the changes. If it returns an error, nothing has changed, unless the error says so.
func (t *transaction) run() error {
	if len(t.folders) == 0 {
		return nil
	}
	for _, f := range t.folders {
		if err := t.stage(f); err != nil {
			return errors.Join(err, t.discard())
		}
	}
	decision := filepath.Join(t.folders[0].staging(t), committedName)
	err := t.ops.create(decision, nil)
	if err == nil {
		err = t.move()
	}
	if err == nil {
		return t.finish()
	}
	if gone := t.ops.remove(decision); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
		return fmt.Errorf("%w; the output is incomplete, and the next run completes it", err)
	}
	for _, f := range t.folders {
		if failed := undo(t.ops, f.dir, f.staging(t), &f.journal); failed != nil {
			return fmt.Errorf("%w; the output is incomplete, and the next run restores it: %w", err, failed)
		}
	}
	return errors.Join(err, t.discard())
}

// stage writes what a folder will have, and keeps what it has.
func (t *transaction) stage(f *stagedFolder) error {
	staging := f.staging(t)
	for _, dir := range []string{staging, filepath.Join(staging, newName), filepath.Join(staging, oldName)} {
		if err := t.ops.mkdir(dir); err != nil {
			return fmt.Errorf("writing to %s: %w", f.dir, err)
		}
	}
	for _, c := range f.changes {
		name := filepath.Base(c.path)
		if c.new != nil {
			if err := t.ops.create(filepath.Join(staging, newName, name), c.new); err != nil {
				return fmt.Errorf("writing %s: %w", c.path, err)
			}
		}
		if c.old == nil {
			continue
		}
		kept := filepath.Join(staging, oldName, name)
		if t.ops.link(c.path, kept) == nil {
			continue
		}
		if err := t.ops.create(kept, c.old); err != nil { // not every file system has links
			return fmt.Errorf("writing %s: %w", c.path, err)
		}
	}
	data, err := json.MarshalIndent(f.journal, "", "\t")
	if err != nil {
		return err
	}
	if err := t.ops.create(filepath.Join(staging, journalName), data); err != nil {
		return fmt.Errorf("writing to %s: %w", f.dir, err)
	}
	return nil
}

// move makes the changes.
func (t *transaction) move() error {
	for _, f := range t.folders {
		for _, c := range f.changes {
			var err error
			if c.new == nil {
				err = t.ops.remove(c.path)
			} else {
				err = t.ops.rename(filepath.Join(f.staging(t), newName, filepath.Base(c.path)), c.path)
			}
			if err != nil {
				return fmt.Errorf("replacing %s: %w", c.path, err)
			}
		}
	}
	return nil
}

// finish removes the staging folders after the changes have been made, the one with the
// decision last.
func (t *transaction) finish() error {
	for _, f := range slices.Backward(t.folders) {
		if err := clean(t.ops, f.staging(t)); err != nil {
			return fmt.Errorf("the output is complete, and the next run removes temporary files: %w", err)
		}
		if f.journal.Remove {
			t.ops.remove(f.dir) // fails if it is not empty
		}
	}
	return nil
}

// discard removes the staging folders when nothing has been changed.
func (t *transaction) discard() error {
	for _, f := range slices.Backward(t.folders) {
		staging := f.staging(t)
		if _, err := os.Lstat(staging); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := clean(t.ops, staging); err != nil {
			return fmt.Errorf("the next run removes temporary files: %w", err)
		}
	}
	return nil
}
