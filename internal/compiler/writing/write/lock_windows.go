package write

import (
	"errors"
	"path/filepath"
	"syscall"
)

const (
	deleteOnClose    = 0x04000000         // FILE_FLAG_DELETE_ON_CLOSE
	sharingViolation = syscall.Errno(32)  // ERROR_SHARING_VIOLATION
	deletePending    = syscall.Errno(303) // ERROR_DELETE_PENDING
)

// tryLock locks a folder with a file that nobody else can open and that Windows removes when it is
// closed or the process ends. It returns nil if the folder does not exist any more.
func tryLock(dir string) (release func() error, err error) {
	name, err := syscall.UTF16PtrFromString(filepath.Join(dir, ".quartet-lock"))
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_HIDDEN|deleteOnClose, 0)
	switch {
	case errors.Is(err, sharingViolation), errors.Is(err, deletePending):
		return nil, errLocked
	case errors.Is(err, syscall.ERROR_PATH_NOT_FOUND):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return func() error { return syscall.CloseHandle(h) }, nil
}
