package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Reader reads the document at an absolute URI. It is called from one
// goroutine.
type Reader func(ctx context.Context, uri string) ([]byte, error)

// errRemote is returned by readers for documents that they would have to fetch.
var errRemote = errors.New("documents are read from files only")

// What stands where a document should be. Reading a device or a pipe may never
// end.
var (
	errFolder     = errors.New("it is a folder")
	errNotRegular = errors.New("it is a device or a pipe, not a file")
)

// maxFile bounds one file, so that none can fill the memory.
const maxFile = 128 << 20

// ReadFile reads file URIs, and nothing else.
func ReadFile(ctx context.Context, uri string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	name, err := fileName(uri)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(name) // first: opening a pipe waits for a writer
	if err != nil {
		return nil, err
	}
	if err := readable(info); err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f)
}

// FS returns a Reader for the files of fsys. The URI fs:///a/b.wsdl names its
// file a/b.wsdl.
func FS(fsys fs.FS) Reader {
	return func(ctx context.Context, uri string) ([]byte, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		u, err := url.Parse(uri)
		if err != nil {
			return nil, err
		}
		if u.Scheme != "fs" {
			return nil, errRemote
		}
		name := strings.TrimPrefix(path.Clean(u.Path), "/")
		info, err := fs.Stat(fsys, name)
		if err != nil {
			return nil, err
		}
		if err := readable(info); err != nil {
			return nil, err
		}
		f, err := fsys.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return readAll(f)
	}
}

// readable tells why a file cannot be a document.
func readable(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errFolder
	case !info.Mode().IsRegular():
		return errNotRegular
	}
	return nil
}

func readAll(f io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(b) > maxFile {
		return nil, fmt.Errorf("larger than %d bytes", maxFile)
	}
	return b, err
}

// fileName returns the name of the file that a file URI stands for. A query
// belongs to the name: documents saved from "service?xsd=1" have one.
func fileName(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", err
	}
	if u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return "", errRemote
	}
	name := u.Path
	if u.RawQuery != "" {
		name += "?" + u.RawQuery
	}
	if len(name) > 2 && name[0] == '/' && name[2] == ':' { // file:///C:/folder
		name = name[1:]
	}
	return filepath.FromSlash(name), nil
}

// fileURI returns the URI of a file.
func fileURI(name string) (*url.URL, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	slashed := filepath.ToSlash(abs)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return &url.URL{Scheme: "file", Path: slashed}, nil
}

// isURI reports whether a location is an absolute URI rather than a file name.
// One letter and a colon are a drive.
func isURI(location string) bool {
	u, err := url.Parse(location)
	return err == nil && len(u.Scheme) > 1
}

// reason returns why a document could not be read, without the name of the
// file: it may be an absolute path, and the message names the file already.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "the file does not exist"
	}
	return err.Error()
}
