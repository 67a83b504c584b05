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

// ErrRemote is the error of a [Reader] for a document that is not local. A built-in document can be in its place.
var ErrRemote = errors.New("it is not a local file")

// Errors for files that are not regular files. Reading a device or a pipe may
// never end.
var (
	errFolder     = errors.New("it is a folder")
	errNotRegular = errors.New("it is a device or a pipe, not a file")
)

// maxFile is the maximum size of a file, to limit memory use.
const maxFile = 128 << 20

// ReadFile is a [Reader] for file URIs. It returns an error for other URIs and for
// files that are not regular files or are larger than 128 MiB.
func ReadFile(ctx context.Context, uri string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	name, err := FileName(uri)
	if err != nil {
		return nil, err
	}
	return readIn(system{}, name)
}

// system is the file system of the machine, with its own names of files.
type system struct{}

// Open implements fs.FS.
func (system) Open(name string) (fs.File, error) { return os.Open(name) }

// Stat implements fs.StatFS.
func (system) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// FS returns a Reader for the files in fsys. The URI fs:///a/b.wsdl refers to the file
// a/b.wsdl.
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
			return nil, ErrRemote
		}
		return readIn(fsys, strings.TrimPrefix(path.Clean(u.Path), "/"))
	}
}

// readIn reads a regular file. It looks at what it is before opening it, since opening a pipe waits for a writer.
func readIn(fsys fs.FS, name string) ([]byte, error) {
	switch info, err := fs.Stat(fsys, name); {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errFolder
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f)
}

// ReadAll reads a document from a reader. It returns an error if it is larger than 128 MiB.
func ReadAll(f io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(b) > maxFile {
		return nil, fmt.Errorf("larger than %d bytes", maxFile)
	}
	return b, err
}

// FileName returns the name of the file that a file URI, such as a [Document.URI], refers to. It returns an error for other URIs. A
// query is part of the name, as in documents saved from "service?xsd=1".
func FileName(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", err
	}
	if u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return "", ErrRemote
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
// A single letter before a colon is a Windows drive, not a scheme. A location that cannot be parsed counts as a URI if it
// begins with http:// or https://.
func isURI(location string) bool {
	u, err := url.Parse(location)
	if err != nil {
		return isAddress(location)
	}
	return len(u.Scheme) > 1
}

// isAddress reports whether a location begins with http:// or https://.
func isAddress(location string) bool {
	scheme, _, ok := strings.Cut(location, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// reason returns the text of err without the file name, which may be an absolute
// path. The diagnostic contains the name already.
func reason(err error) string {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "the file does not exist"
	}
	return err.Error()
}
