// Package gitdoc reads the documents of a contract from a revision of a git repository, with the git command. Nothing
// is checked out, and no shell is used.
package gitdoc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"path"
	"regexp"
	"strings"

	"example.com/quartet/internal/compiler/reading/load"
)

// Address is the address git:REV:PATH of a document. PATH is relative to the root of the repository, or to the current
// folder if it begins with ./ or ../.
type Address struct {
	Revision string
	Path     string
}

// IsAddress reports whether a name begins with git:.
func IsAddress(name string) bool { return strings.HasPrefix(name, "git:") }

// Revision returns the revision of the address git:REV without a path, which means all contracts of a revision.
func Revision(name string) (rev string, ok bool) {
	rev, ok = strings.CutPrefix(name, "git:")
	return rev, ok && !strings.Contains(rev, ":")
}

// In returns the address of a file in a revision. The file is relative to the current folder.
func In(revision, file string) string { return "git:" + revision + ":./" + file }

// ParseAddress parses an address. It returns an error if the revision or the path is empty, or if git would take the revision
// for an option.
func ParseAddress(name string) (Address, error) {
	rest, ok := strings.CutPrefix(name, "git:")
	rev, file, colon := strings.Cut(rest, ":")
	switch {
	case !ok || !colon || rev == "" || file == "":
		return Address{}, fmt.Errorf("%q is not an address in a git repository; want git:REV:PATH", name)
	case strings.HasPrefix(rev, "-"):
		return Address{}, fmt.Errorf("the revision %q begins with a hyphen", rev)
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return Address{}, fmt.Errorf("%q contains control characters", name)
	case path.IsAbs(file):
		return Address{}, fmt.Errorf("the path %q is absolute; want one relative to the root of the repository, or ./ and one relative to the current folder", file)
	}
	return Address{rev, file}, nil
}

// Tree is a revision of a repository. It is safe for concurrent use.
type Tree struct {
	dir    string
	prefix string // path of the folder in the repository
	hash   string
}

// maxFile is the maximum size of a file, the same as in package load.
const maxFile = 128 << 20

// Open looks the revision up in the repository of the folder dir; "" is the current folder.
func Open(ctx context.Context, dir, revision string) (*Tree, error) {
	t := &Tree{dir: dir}
	prefix, err := t.git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	t.prefix = strings.TrimSpace(string(prefix))
	hash, err := t.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{tree}")
	t.hash = strings.TrimSpace(string(hash))
	switch {
	case errors.As(err, new(*failure)), err == nil && !hexadecimal.MatchString(t.hash):
		return nil, fmt.Errorf("unknown git revision %q", revision)
	case err != nil:
		return nil, err
	}
	return t, nil
}

var hexadecimal = regexp.MustCompile(`^[0-9a-f]{40,64}$`)

// Resolve returns the path of an address, relative to the root of the repository.
func (t *Tree) Resolve(file string) (string, error) {
	clean := path.Clean(file)
	if strings.HasPrefix(file, "./") || strings.HasPrefix(file, "../") {
		clean = path.Join(t.prefix, file)
	}
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", fmt.Errorf("the path %q is outside of the repository", file)
	}
	return clean, nil
}

// URI returns the URI at which Read reads a file. Its path is relative to the root of the repository.
func URI(file string) string { return (&url.URL{Scheme: "fs", Path: "/" + file}).String() }

// ErrNoFile is the error of Read if the revision does not have the file.
var ErrNoFile = errors.New("the revision has no such file")

// Read reads a document. It is a load.Reader.
func (t *Tree) Read(ctx context.Context, uri string) ([]byte, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "fs" {
		return nil, load.ErrRemote
	}
	name := strings.TrimPrefix(path.Clean(u.Path), "/")
	if strings.ContainsAny(name, "\x00\n") {
		return nil, errors.New("the name has control characters")
	}
	text, err := t.git(ctx, "cat-file", "blob", t.hash+":"+name)
	if errors.As(err, new(*failure)) {
		return nil, ErrNoFile
	}
	return text, err
}

// HasTag reports whether the repository of the current folder has a tag. There may be no repository.
func HasTag(ctx context.Context, name string) (bool, error) {
	_, err := new(Tree).git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", "refs/tags/"+name)
	if errors.As(err, new(*failure)) {
		return false, nil
	}
	return err == nil, err
}

// failure is the error of a git command that exits with another code than 0.
type failure struct{ message string }

func (f *failure) Error() string { return "git: " + f.message }

// git runs git and returns what it prints.
func (t *Tree) git(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = t.dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("the git command is not installed")
	}
	if err != nil {
		return nil, fmt.Errorf("running git: %w", err)
	}
	text, readErr := io.ReadAll(io.LimitReader(stdout, maxFile+1))
	if len(text) > maxFile {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return nil, fmt.Errorf("larger than %d bytes", maxFile)
	}
	var exit *exec.ExitError
	switch err := cmd.Wait(); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &exit):
		line, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(stderr.String()), "fatal: "), "\n")
		return nil, &failure{line}
	case err != nil:
		return nil, fmt.Errorf("running git: %w", err)
	}
	return text, readErr
}
