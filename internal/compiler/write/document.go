package write

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Document writes an XML document to a file, and creates its folder if needed. It does not touch
// a file that is equal already. If there is a file that does not begin with mark, apart from the
// XML declaration, or that is one of sources, Document changes nothing and returns a
// [*ForeignFileError].
func Document(path string, data []byte, mark string, sources []string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf(cannotWrite, path, "not a regular file")
	}
	old, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("reading the file that would be replaced: %w", err)
	case bytes.Equal(old, data):
		return nil
	case !isMarked(old, mark) || IsOneOf(path, sources):
		return &ForeignFileError{Path: path}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("creating the output folder: %w", err)
	}
	return apply([]change{{path, old, data}})
}

// isMarked reports whether a document begins with a mark, after its XML declaration.
func isMarked(data []byte, mark string) bool {
	if rest, ok := bytes.CutPrefix(data, []byte("<?xml")); ok && len(rest) > 0 && strings.ContainsRune(" \t\r\n", rune(rest[0])) {
		_, data, _ = bytes.Cut(data, []byte("?>"))
	}
	return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte(mark))
}
