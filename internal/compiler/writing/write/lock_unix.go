//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package write

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a folder. It returns nil if the folder does not exist any more. Not every file
// system has locks; without them, it does nothing.
func tryLock(dir string) (release func() error, err error) {
	f, err := os.Open(dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	switch err := flock(f); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, errors.Join(errLocked, f.Close())
	case err != nil:
		return f.Close, nil
	}
	locked, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if current, err := os.Stat(dir); err != nil || !os.SameFile(current, locked) {
		return nil, f.Close()
	}
	return f.Close, nil
}

func flock(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
