package write

import (
	"errors"
	"os"
)

// operations are the changes that this package makes to a file system.
type operations interface {
	mkdir(path string) error
	create(path string, data []byte) error // a new file, which is complete and on the disk afterwards
	link(from, to string) error
	rename(from, to string) error
	remove(path string) error // a file or an empty folder
}

// disk makes changes to the file system of the machine.
type disk struct {
	// buffered leaves it to the operating system when files reach the disk. Otherwise they reach it
	// before a transaction is committed, so that a power failure does no more harm than a signal.
	buffered bool
}

func (disk) mkdir(path string) error      { return os.Mkdir(path, 0o777) }
func (disk) link(from, to string) error   { return os.Link(from, to) }
func (disk) rename(from, to string) error { return os.Rename(from, to) }
func (disk) remove(path string) error     { return os.Remove(path) }

func (d disk) create(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil && !d.buffered {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
