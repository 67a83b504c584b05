package generator

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"example.com/quartet/internal/compiler/writing/write"
	"example.com/quartet/templates"
)

// LastUnsafeProtocol is the last protocol whose generated packages may have lines of text of the contract that begin with
// "//go:generate", in string literals over several lines. "go generate" runs their commands.
const LastUnsafeProtocol = 2

// PackageProtocol returns the protocol for which the package in a folder was generated. found is false if there is no
// generated package, or if it does not name its protocol.
func PackageProtocol(dir string) (protocol int, found bool, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // package write reports a path that is not a folder
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".go" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return 0, false, err
		}
		if kind := kindOf(text); kind != write.Service && kind != write.Namespace {
			continue
		}
		if protocol, found := templates.ProtocolUsedIn(text); found {
			return protocol, true, nil
		}
	}
	return 0, false, nil
}
