package write

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// patience is how long a run waits for another one that is writing to the same folder.
const patience = 30 * time.Second

// errLocked is the error of tryLock for a folder that another run has locked.
var errLocked = errors.New("another run of quartet is writing to it")

// locks are folders that are locked by this run. A lock ends with the process, and leaves no file.
type locks struct {
	ops     operations
	created []string // folders that did not exist, outermost first
	held    []held
}

type held struct {
	dir     string // canonical
	release func() error
}

// addAll locks folders in the order of their paths, so that two runs do not wait for each other.
// It creates them if needed.
func (l *locks) addAll(dirs []string) error {
	byPath := make(map[string]string)
	var paths []string
	for _, dir := range dirs {
		if err := l.mkdirAll(dir); err != nil {
			return fmt.Errorf("creating the output folder: %w", err)
		}
		path, err := canonical(dir)
		if err != nil {
			return err
		}
		byPath[path] = dir
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		if err := l.add(byPath[path]); err != nil {
			return err
		}
	}
	return nil
}

// add locks a folder unless it is locked by this run.
func (l *locks) add(dir string) error {
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		path, err := canonical(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if slices.ContainsFunc(l.held, func(h held) bool { return h.dir == path }) {
			return nil
		}
		var release func() error
		if err == nil {
			release, err = tryLock(path)
		}
		if (err == nil || errors.Is(err, fs.ErrNotExist)) && release == nil { // a run that failed has removed the folder meanwhile
			if err := l.mkdirAll(dir); err != nil {
				return fmt.Errorf("creating the output folder: %w", err)
			}
			continue
		}
		if err == nil {
			l.held = append(l.held, held{path, release})
			return nil
		}
		if !errors.Is(err, errLocked) || time.Since(start) > patience {
			return fmt.Errorf("locking %s: %w", dir, err)
		}
	}
}

// release releases the locks.
func (l *locks) release() error {
	var errs []error
	for _, h := range l.held {
		errs = append(errs, h.release())
	}
	l.held = nil
	return errors.Join(errs...)
}

// removeCreated removes the folders that were created, if they are empty.
func (l *locks) removeCreated() {
	for _, dir := range slices.Backward(l.created) {
		l.ops.remove(dir)
	}
}

// mkdirAll creates a folder, and those above it.
func (l *locks) mkdirAll(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := l.mkdirAll(parent); err != nil {
			return err
		}
	}
	err := l.ops.mkdir(dir)
	if err == nil {
		l.created = append(l.created, dir)
	} else if errors.Is(err, fs.ErrExist) {
		if info, statErr := os.Stat(dir); statErr == nil && info.IsDir() {
			return nil
		}
	}
	return err
}
