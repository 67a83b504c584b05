package docs

import (
	"bufio"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

var update = flag.Bool("update", false, "replace the output in the documentation by what the commands print")

// printed is the address of raild in the documentation.
const printed = "127.0.0.1:8080"

// A command is what a document shows after "$ ", with the output below it.
type command struct {
	document  string
	line      int
	text      string
	want, got string
}

func commands(t *testing.T) []command {
	t.Helper()
	var all []command
	for _, b := range blocks(t, "console") {
		var c *command
		for i, line := range b.lines {
			if text, ok := strings.CutPrefix(line, "$ "); ok {
				all = append(all, command{document: b.document, line: b.line + i, text: text})
				c = &all[len(all)-1]
			} else if c != nil {
				c.want += line + "\n"
			}
		}
	}
	return all
}

// TestCommands runs the commands of all console blocks, in the order of the documents, and compares their output.
func TestCommands(t *testing.T) {
	t.Parallel()
	interop.Program(t, "curl", "curl")
	address := serve(t)
	out := t.TempDir()
	write(t, filepath.Join(out, "go.mod"), "module example.com/quartet/gen\n")
	programs := strings.NewReplacer(
		printed, address,
		"go run ./internal/rail/cmd/raild", program(t, "raild"),
		"go run ./internal/rail/cmd/railctl", program(t, "railctl"),
		"go run ./generator/cmd/quartet", program(t, "quartet"),
		"--out gen/", "--out "+out+"/", // the generated code of the project stays as it is
	)
	all := commands(t)
	if len(all) < 8 {
		t.Fatalf("only %d commands found", len(all))
	}
	for i, c := range all {
		cmd := exec.Command("sh", "-c", programs.Replace(c.text))
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "RAILCTL_SERVER="+address)
		output, err := cmd.CombinedOutput()
		got := strings.TrimRight(strings.NewReplacer(address, printed, out+"/", "gen/", "\r", "").Replace(string(output)), "\n")
		if err != nil && strings.HasPrefix(c.text, "go run ") { // go run prints the exit status
			got, err = strings.TrimPrefix(got+"\n"+err.Error(), "\n"), nil
		}
		want := strings.TrimRight(c.want, "\n")
		if err != nil || got != want && !*update {
			t.Errorf("%s:%d: %s\n got %s (%v)\nwant %s", c.document, c.line, c.text, got, err, want)
		}
		all[i].got = got
	}
	if *update && !t.Failed() {
		rewrite(t, all)
	}
}

// serve starts raild on a free port, with the flags that README.md shows, and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("`go run ./internal/rail/cmd/raild ([^`]+)`").FindSubmatch(text)
	if shown == nil {
		t.Fatal("README.md does not show how to run raild")
	}
	flags := strings.Fields(string(shown[1]))
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program(t, "raild"), append(flags, "--addr", "127.0.0.1:0")...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		cmd.Wait()
	})
	address := regexp.MustCompile(`127\.0\.0\.1:\d+`)
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if found := address.FindString(lines.Text()); found != "" {
			return found
		}
	}
	t.Fatal("raild printed no address")
	return ""
}

// rewrite puts the output of commands into the documents.
func rewrite(t *testing.T, all []command) {
	t.Helper()
	for len(all) > 0 {
		name := all[0].document
		n := slices.IndexFunc(all, func(c command) bool { return c.document != name })
		if n < 0 {
			n = len(all)
		}
		old := read(t, name)
		text := strings.Join(withOutput(old.lines, all[:n]), "\n")
		if text != old.text() {
			if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		all = all[n:]
	}
}

func withOutput(old []string, all []command) []string {
	var lines []string
	done := 0
	for _, c := range all {
		lines = append(lines, old[done:c.line]...)
		if c.got != "" {
			lines = append(lines, strings.Split(c.got, "\n")...)
		}
		done = c.line + strings.Count(strings.TrimRight(c.want, "\n"), "\n")
		if strings.TrimSpace(c.want) != "" {
			done++
		}
	}
	return append(lines, old[done:]...)
}
