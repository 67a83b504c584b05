package write

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Heal completes or reverts what a run that was killed has left in folders, and removes its
// temporary files. Folders that do not exist have none.
func Heal(dirs ...string) error { return healFolders(disk{}, dirs) }

func healFolders(ops operations, dirs []string) error {
	for _, dir := range dirs {
		names, err := leftovers(dir)
		if err != nil {
			return err
		}
		if len(names) == 0 {
			continue
		}
		l := &locks{ops: ops}
		err = l.add(dir)
		if err == nil {
			err = heal(ops, l, dir)
		}
		if err := errors.Join(err, l.release()); err != nil {
			return fmt.Errorf("completing an interrupted run: %w", err)
		}
	}
	return nil
}

// Leftovers returns the folders of outputs that have temporary files of a run that was killed. It
// waits for a run that is writing to them.
func Leftovers(outputs ...Output) ([]string, error) {
	var found []string
	for _, o := range outputs {
		for _, folder := range append(o.folders(), o.Removed...) {
			dir := o.path(folder)
			names, err := leftovers(dir)
			if err == nil && len(names) > 0 {
				l := &locks{ops: disk{}}
				if err = l.add(dir); err == nil {
					names, err = leftovers(dir)
				}
				err = errors.Join(err, l.release())
			}
			if err != nil {
				return nil, err
			}
			if len(names) > 0 {
				found = append(found, dir)
			}
		}
	}
	return found, nil
}

// leftovers returns the names of temporary files and staging folders in a folder.
func leftovers(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if info, statErr := os.Stat(dir); statErr == nil && !info.IsDir() {
		return nil, nil // compare reports it
	}
	if err != nil {
		return nil, fmt.Errorf("reading the output folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && stagingPattern.MatchString(e.Name()) || e.Type().IsRegular() && temporaryPattern.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// heal completes or reverts transactions in a folder, which is locked. Since a run has the locks of
// all its folders, the runs that began them have ended.
func heal(ops operations, l *locks, dir string) error {
	names, err := leftovers(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		staging := filepath.Join(dir, name)
		j := readJournal(staging)
		switch {
		case !stagingPattern.MatchString(name):
			err = ops.remove(staging)
		case j == nil:
			err = clean(ops, staging) // it was not complete, or is no longer needed
		default:
			err = healOthers(ops, l, dir, name, j)
			if err == nil {
				err = settle(ops, dir, name, j)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// healOthers heals the other folders of a transaction, which the journal in the folder with the decision names.
func healOthers(ops operations, l *locks, dir, name string, j *journal) error {
	for _, rel := range j.Folders {
		other, err := resolve(dir, rel)
		if err != nil {
			return err
		}
		theirs := readJournal(filepath.Join(other, name))
		if theirs == nil {
			continue // nothing is left to do there
		}
		back, err := resolve(other, theirs.Decision)
		if err != nil || !isSame(back, dir) {
			continue // it is not part of this transaction
		}
		if err := l.add(other); err != nil {
			return err
		}
		if theirs = readJournal(filepath.Join(other, name)); theirs == nil {
			continue
		}
		if err := settle(ops, other, name, theirs); err != nil {
			return err
		}
	}
	return nil
}

// settle completes or reverts a transaction in one folder, and removes its staging folder.
func settle(ops operations, dir, name string, j *journal) error {
	decision, err := resolve(dir, j.Decision)
	if err != nil {
		return err
	}
	staging := filepath.Join(dir, name)
	_, err = os.Lstat(filepath.Join(decision, name, committedName))
	committed := err == nil
	if committed {
		err = complete(ops, dir, staging, j)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = undo(ops, dir, staging, j)
	}
	if err != nil {
		return err
	}
	if err := clean(ops, staging); err != nil {
		return err
	}
	if committed && j.Remove {
		ops.remove(dir) // fails if it is not empty
	}
	return nil
}

// resolve returns the folder that a journal in dir names.
func resolve(dir, rel string) (string, error) {
	if filepath.IsAbs(rel) {
		return rel, nil
	}
	base, err := canonical(dir)
	return filepath.Join(base, rel), err
}

func isSame(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}
