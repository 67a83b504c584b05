//go:build unix

package cli_test

import (
	"bytes"
	"os"
	"strings"
	"syscall"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/commands/project"
)

// TestProjectIsAFile: a folder, a pipe, a device or a link to one of them is refused, and nothing waits for it. An existing
// quartet.yaml is not passed over.
func TestProjectIsAFile(t *testing.T) {
	for _, c := range []struct {
		kind, want string
		put        func(name string) error
	}{
		{"folder", " is a folder, not a file", func(name string) error { return os.Mkdir(name, 0o777) }},
		{"pipe", " is a device or a pipe, not a file", func(name string) error { return syscall.Mkfifo(name, 0o600) }},
		{"device", " is a device or a pipe, not a file", func(name string) error { return os.Symlink(os.DevNull, name) }},
		{"missing", ": no such file", func(name string) error { return os.Symlink("nothing", name) }},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := c.put(project.FileName); err != nil {
				t.Skip(err)
			}
			if err := os.Symlink(project.FileName, "link"); err != nil {
				t.Skip(err)
			}
			for name, args := range map[string][]string{
				project.FileName: {"check"},
				"./quartet.yaml": {"generate", "--config", "./quartet.yaml"},
				"link":           {"check", "--config", "link"},
			} {
				var output bytes.Buffer
				if code := cli.Main(args, &output, &output); code != 2 || !strings.Contains(output.String(), name+c.want) {
					t.Errorf("%q: %d, %s", args, code, &output)
				}
			}
		})
	}
}
