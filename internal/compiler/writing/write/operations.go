package write

import (
	"errors"
	"os"
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
