package feed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// fileOrigin is a feed in a file or, for a static feed, in a directory with the .txt files of GTFS. It is read again
// when the size or the modification time of a file changes.
type fileOrigin struct {
	path  string
	limit int64
}

func (f *fileOrigin) fetch(_ context.Context, last content) (*content, error) {
	fingerprint, dir, err := f.stat()
	if err != nil {
		return nil, withoutPath(err)
	}
	if fingerprint == last.fingerprint {
		return nil, errUnchanged
	}
	c := &content{fingerprint: fingerprint, unchanged: func() error { return f.checkUnchanged(fingerprint) }}
	if dir {
		c.dir = f.path
		return c, nil
	}
	if c.data, err = f.read(); err != nil {
		return nil, withoutPath(err)
	}
	return c, c.unchanged()
}

func (f *fileOrigin) read() ([]byte, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAll(file, f.limit)
}

// checkUnchanged returns an error if the feed's fingerprint has changed: the feed was written to while it was read, so
// what was read may be incomplete.
func (f *fileOrigin) checkUnchanged(fingerprint string) error {
	now, _, err := f.stat()
	if err != nil {
		return withoutPath(err)
	}
	if now != fingerprint {
		return errors.New("changed while being read")
	}
	return nil
}

// stat returns the feed's fingerprint, which changes when the feed does, and whether it is a directory.
func (f *fileOrigin) stat() (fingerprint string, dir bool, err error) {
	info, err := os.Stat(f.path)
	if err != nil {
		return "", false, err
	}
	if info.Mode().IsRegular() {
		return fileFingerprint(info), false, nil
	}
	if !info.IsDir() {
		return "", false, errors.New("neither a file nor a directory")
	}
	var b strings.Builder
	b.WriteString("directory\n")
	err = writeFingerprints(&b, f.path, true)
	return b.String(), true, err
}

// writeFingerprints writes the fingerprints of the .txt files in a directory to b. If deeper is set, it includes the
// directories in it, as the files of a feed may be in a subdirectory.
func writeFingerprints(b *strings.Builder, path string, deeper bool) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		within := filepath.Join(path, entry.Name())
		info, err := os.Stat(within)
		switch {
		case err != nil && filepath.Ext(within) != ".txt": // an editor's lock file, or already removed
		case err != nil:
			return err
		case info.IsDir() && deeper:
			if err := writeFingerprints(b, within, false); err != nil {
				return err
			}
		case filepath.Ext(within) == ".txt":
			fmt.Fprintf(b, "%q ", filepath.Base(path))
			b.WriteString(fileFingerprint(info))
		}
	}
	return nil
}

func fileFingerprint(info fs.FileInfo) string {
	return fmt.Sprintf("%q %d %d\n", info.Name(), info.Size(), info.ModTime().UnixNano())
}
