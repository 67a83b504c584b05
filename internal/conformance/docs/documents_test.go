package docs

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

const root = "../../.."

// A document is a Markdown file.
type document struct {
	name  string // relative to the root of the project, with slashes
	lines []string
}

// A block is a fenced code block of a document.
type block struct {
	document string
	language string
	line     int // number of its first line in the document, from 1
	lines    []string
}

func (b block) String() string { return fmt.Sprintf("%s:%d", b.document, b.line) }

// text returns the block's content.
func (b block) text() string { return strings.Join(b.lines, "\n") + "\n" }

// documents returns all Markdown files of the project, sorted by name.
func documents(t *testing.T) []document {
	t.Helper()
	var all []document
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		all = append(all, read(t, filepath.ToSlash(name)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t *testing.T, name string) document {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return document{name, strings.Split(string(data), "\n")}
}

// text returns the document with its line breaks.
func (d document) text() string { return strings.Join(d.lines, "\n") }

// split returns the code blocks of the document and, with the same line numbers, its text without them.
func (d document) split(t *testing.T) (blocks []block, prose []string) {
	t.Helper()
	var current *block
	for i, line := range d.lines {
		fence := strings.HasPrefix(line, "```")
		switch {
		case fence && current == nil:
			current = &block{document: d.name, language: strings.TrimPrefix(line, "```"), line: i + 2}
		case fence:
			blocks = append(blocks, *current)
			current = nil
		case current != nil:
			current.lines = append(current.lines, line)
		}
		if fence || current != nil {
			line = ""
		}
		prose = append(prose, line)
	}
	if current != nil {
		t.Errorf("%s: the code block is not closed", current)
	}
	return blocks, prose
}

// blocks returns the code blocks of all documents in one language.
func blocks(t *testing.T, language string) []block {
	t.Helper()
	var found []block
	for _, d := range documents(t) {
		all, _ := d.split(t)
		for _, b := range all {
			if b.language == language {
				found = append(found, b)
			}
		}
	}
	return found
}

// folder is a temporary folder for the commands of the project.
var folder string

// asQuartet is the variable of the environment with which the program of these tests is the command quartet.
const asQuartet = "DOCS_QUARTET"

// build builds the commands of the project, once. As these tests link what quartet has, that is a script. The build cache keeps what
// "go run" links, and not what "go build" links.
var build = sync.OnceValue(func() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	script := "#!/bin/sh\n" + asQuartet + "=1 exec '" + self + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(folder, "quartet"), []byte(script), 0o755); err != nil {
		return err
	}
	for _, name := range []string{"raild", "railctl"} {
		build := exec.Command("go", "run", "-exec", "cp", "./internal/rail/cmd/"+name, filepath.Join(folder, name))
		build.Dir = root
		if output, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("building the commands: %w\n%s", err, output)
		}
	}
	return nil
})

func TestMain(m *testing.M) {
	if os.Getenv(asQuartet) != "" {
		os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	var err error
	if folder, err = os.MkdirTemp("", "docs-test-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// program returns the path of a command of the project.
func program(t *testing.T, name string) string {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, name)
}

// output returns what a command prints to standard output.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, &stderr)
	}
	return string(out)
}
