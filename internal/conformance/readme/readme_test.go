package readme

import (
	"bufio"
	"context"
	"flag"
	"maps"
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

const root = "../../.."

var update = flag.Bool("update", false, "put the output of the commands as it is into the README")

// printed is where the README says that the service is.
const printed = "127.0.0.1:8080"

type command struct {
	line int
	text string
	want string
	got  string
}

// blocks returns the code blocks of the README in one language, with the line
// that each starts at.
func blocks(t *testing.T, language string) map[int][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[int][]string)
	start := 0
	for i, line := range strings.Split(string(data), "\n") {
		switch {
		case start == 0 && line == "```"+language:
			start = i + 2
		case strings.HasPrefix(line, "```"):
			start = 0
		case start > 0:
			found[start] = append(found[start], line)
		}
	}
	return found
}

// commands returns what the README shows after "$ " with the output below.
func commands(t *testing.T) []command {
	var all []command
	found := blocks(t, "console")
	for _, start := range slices.Sorted(maps.Keys(found)) {
		var c *command
		for i, line := range found[start] {
			if text, ok := strings.CutPrefix(line, "$ "); ok {
				all = append(all, command{line: start + i, text: text})
				c = &all[len(all)-1]
			} else if c != nil {
				c.want += line + "\n"
			}
		}
	}
	return all
}

// build builds a command of the project.
func build(t *testing.T, pkg string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), filepath.Base(pkg))
	cmd := exec.Command("go", "build", "-o", bin, pkg)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", pkg, err, out)
	}
	return bin
}

// serve starts raild as the README does, on a free port, and returns its address.
func serve(t *testing.T, raild string) string {
	var flags []string
	for _, lines := range blocks(t, "sh") {
		if text, ok := strings.CutPrefix(lines[0], "go run ./internal/rail/cmd/raild "); ok {
			flags = strings.Fields(text)
		}
	}
	if len(flags) == 0 {
		t.Fatal("the README does not say how to run raild")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, raild, append(flags, "--addr", "127.0.0.1:0")...)
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

// TestCommands runs every command of the README's console blocks and compares
// what it prints.
func TestCommands(t *testing.T) {
	interop.Program(t, "curl", "curl")
	raild := build(t, "./internal/rail/cmd/raild")
	address := serve(t, raild)
	programs := strings.NewReplacer(
		printed, address,
		"go run ./internal/rail/cmd/raild", raild,
		"go run ./internal/rail/cmd/demo", build(t, "./internal/rail/cmd/demo"),
		"go run ./generator/cmd/quartet", build(t, "./generator/cmd/quartet"),
	)
	out := t.TempDir()
	all := commands(t)
	if len(all) < 8 {
		t.Fatalf("only %d commands found", len(all))
	}
	for i, c := range all {
		text := programs.Replace(c.text)
		if strings.Contains(text, " generate ") { // the tree itself stays as it is
			text = strings.ReplaceAll(text, "--out gen/", "--out "+out+"/")
		}
		cmd := exec.Command("sh", "-c", text)
		cmd.Dir = root
		output, err := cmd.CombinedOutput()
		got := strings.TrimRight(strings.ReplaceAll(strings.ReplaceAll(string(output), address, printed), "\r", ""), "\n")
		if err != nil && strings.HasPrefix(c.text, "go run ") { // which says so
			got, err = got+"\n"+err.Error(), nil
		}
		want := strings.TrimRight(c.want, "\n")
		if err != nil || comparable(got) != comparable(want) && !*update {
			t.Errorf("README.md:%d: %s\n got %s (%v)\nwant %s", c.line, c.text, got, err, want)
		}
		all[i].got = got
	}
	if *update && !t.Failed() {
		rewrite(t, all)
	}
}

// comparable returns output without what is different each time: how long
// something took, and how that is aligned.
func comparable(output string) string {
	output = regexp.MustCompile(` +\d+\.\d\d ms`).ReplaceAllString(output, " some ms")
	return regexp.MustCompile(` +`).ReplaceAllString(output, " ")
}

// rewrite puts what commands printed into the README.
func rewrite(t *testing.T, all []command) {
	t.Helper()
	name := filepath.Join(root, "README.md")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	rest := strings.Split(string(data), "\n")
	done := 0
	for _, c := range all {
		lines = append(lines, rest[done:c.line]...)
		if c.got != "" {
			lines = append(lines, strings.Split(c.got, "\n")...)
		}
		done = c.line + strings.Count(strings.TrimRight(c.want, "\n"), "\n")
		if strings.TrimSpace(c.want) != "" {
			done++
		}
	}
	lines = append(lines, rest[done:]...)
	if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCode builds the README's Go, each block with what it takes for granted.
func TestCode(t *testing.T) {
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module tour\n\ngo 1.26\n\nrequire example.com/quartet v0.0.0\n\nreplace example.com/quartet => "+abs+"\n")
	const imports = "package main\n\nimport (\n\t\"context\"\n\t\"net/http\"\n\n\t\"example.com/quartet/gen/realtime\"\n)\n\nvar _ context.Context\nvar _ http.Handler\n\n"
	found := 0
	for _, lines := range blocks(t, "go") {
		code := strings.Join(lines, "\n")
		switch {
		case strings.Contains(code, "func main()"):
			write("main.go", imports+code)
			found++
		case strings.Contains(code, "NewClient"):
			write("client.go", imports+"func call(ctx context.Context) error {\n"+code+"\n_ = stations\nreturn err\n}\n")
			found++
		}
	}
	if found != 2 {
		t.Fatalf("%d blocks of Go found, want a service and a client", found)
	}
	cmd := exec.Command("go", "vet", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the README's code: %v\n%s", err, out)
	}
}
