package write

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// The staging folder of a transaction is inside each folder that it changes, so that renaming
// a file never crosses file systems. The go command ignores it, as its name begins with a dot.
//
//	.quartet-ID/journal     the changes; removed first when the transaction is over
//	.quartet-ID/new/NAME    new content of a file
//	.quartet-ID/old/NAME    content of a file before the change
//	.quartet-ID/committed   in one of the folders: says that all changes are made, else none
const (
	journalName   = "journal"
	newName       = "new"
	oldName       = "old"
	committedName = "committed"
)

// stagingPattern matches the names of staging folders, temporaryPattern the names of temporary files
// that earlier versions wrote.
var (
	stagingPattern   = regexp.MustCompile(`^\.quartet-[0-9a-f]{16}$`)
	temporaryPattern = regexp.MustCompile(`^\.quartet-[0-9]+$`)
)

// journal says what a transaction changes in a folder. It has only names of files, so whoever
// writes a journal into a folder can change nothing elsewhere with it.
type journal struct {
	// Decision is the folder that has the file committed, relative to the folder of the
	// journal.
	Decision string

	// Folders are the other folders of the transaction. Only the journal beside the file
	// committed has them.
	Folders []string `json:",omitempty"`

	// Remove says that the folder is removed if nothing else is in it.
	Remove bool `json:",omitempty"`

	Files []entry
}

// entry is a change to a file. Old and New are digests of its content; empty if there is no file.
type entry struct{ Name, Old, New string }

// readJournal returns the journal in a staging folder, nil if there is no valid one.
func readJournal(staging string) *journal {
	data, err := os.ReadFile(filepath.Join(staging, journalName))
	if err != nil {
		return nil
	}
	j := new(journal)
	if json.Unmarshal(data, j) != nil {
		return nil
	}
	for _, e := range j.Files {
		if e.Name != filepath.Base(e.Name) || !filepath.IsLocal(e.Name) || e.Name == "." {
			return nil
		}
	}
	return j
}

// digest returns the digest of content, "" for nil.
func digest(data []byte) string {
	if data == nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// digestOf returns the digest of a file, "" if it does not exist.
func digestOf(path string) (string, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "not a file", nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return digest(data), nil
}

// complete makes the changes of a journal that have not been made. A file that has been changed
// by something else since then is left as it is.
func complete(ops operations, dir, staging string, j *journal) error {
	for _, e := range j.Files {
		path, staged := filepath.Join(dir, e.Name), filepath.Join(staging, newName, e.Name)
		current, err := digestOf(path)
		if err != nil {
			return err
		}
		if current != e.Old {
			continue
		}
		if e.New == "" {
			err = ops.remove(path)
		} else if next, _ := digestOf(staged); next == e.New {
			err = ops.rename(staged, path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// undo reverts the changes of a journal that have been made. A file that has been changed by
// something else since then is left as it is.
func undo(ops operations, dir, staging string, j *journal) error {
	for _, e := range j.Files {
		path := filepath.Join(dir, e.Name)
		current, err := digestOf(path)
		if err != nil {
			return err
		}
		if current != e.New {
			continue
		}
		if e.Old == "" {
			err = ops.remove(path)
		} else {
			err = ops.rename(filepath.Join(staging, oldName, e.Name), path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// clean removes a staging folder: first the journal, so that what is left of the folder has no
// effect.
func clean(ops operations, staging string) error {
	err := ops.remove(filepath.Join(staging, journalName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return removeTree(ops, staging)
}

func removeTree(ops operations, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if e.IsDir() {
			err = removeTree(ops, path)
		} else {
			err = ops.remove(path)
		}
		if err != nil {
			return err
		}
	}
	return ops.remove(dir)
}
