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

// disk is a feed in a file, or for a static feed in a directory of the files that GTFS names. It is read again when
// the size or the time of change of a file is another.
type disk struct {
	path  string
	limit int64

	mark string // of the content last accepted
}

func (d *disk) name() string             { return d.path }
func (d *disk) clean(text string) string { return text }
func (d *disk) accept(c *content)        { d.mark = c.mark }

func (d *disk) fetch(context.Context) (*content, error) {
	mark, dir, err := d.look()
	if err != nil {
		return nil, withoutPath(err)
	}
	if mark == d.mark {
		return nil, errUnchanged
	}
	c := &content{mark: mark, unchanged: func() error { return d.still(mark) }}
	if dir {
		c.dir = d.path
		return c, nil
	}
	if c.data, err = d.read(); err != nil {
		return nil, withoutPath(err)
	}
	return c, c.unchanged()
}

func (d *disk) read() ([]byte, error) {
	file, err := os.Open(d.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAll(file, d.limit)
}

// still returns an error if the feed is no longer what it was when its mark was taken: it was written to while it was
// read, and what was read may be the half of it.
func (d *disk) still(mark string) error {
	now, _, err := d.look()
	if err != nil {
		return withoutPath(err)
	}
	if now != mark {
		return errors.New("changed while it was read")
	}
	return nil
}

// look returns what changes when the feed does, and whether it is a directory.
func (d *disk) look() (mark string, dir bool, err error) {
	info, err := os.Stat(d.path)
	if err != nil {
		return "", false, err
	}
	if info.Mode().IsRegular() {
		return describe(info), false, nil
	}
	if !info.IsDir() {
		return "", false, errors.New("neither a file nor a directory")
	}
	var b strings.Builder
	err = describeAll(&b, d.path, true)
	return b.String(), true, err
}

// describeAll writes down the files of a feed in a directory and, as feeds may be in one, in the directories there.
func describeAll(b *strings.Builder, path string, deeper bool) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		within := filepath.Join(path, entry.Name())
		info, err := os.Stat(within)
		switch {
		case err != nil && filepath.Ext(within) != ".txt": // a lock of an editor, or gone already
		case err != nil:
			return err
		case info.IsDir() && deeper:
			if err := describeAll(b, within, false); err != nil {
				return err
			}
		case filepath.Ext(within) == ".txt":
			fmt.Fprintf(b, "%q ", filepath.Base(path))
			b.WriteString(describe(info))
		}
	}
	return nil
}

func describe(info fs.FileInfo) string {
	return fmt.Sprintf("%q %d %d\n", info.Name(), info.Size(), info.ModTime().UnixNano())
}
