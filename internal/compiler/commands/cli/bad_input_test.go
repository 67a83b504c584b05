package cli

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/internal/compiler/testing/testfile"
)

// badInput runs commands in a folder.
type badInput struct {
	dir      string
	contract string // contract of a rail service, without errors
}

func newBadInput(t *testing.T) *badInput {
	t.Helper()
	b := &badInput{dir: t.TempDir()}
	for _, name := range []string{"realtime.wsdl", "realtime.xsd"} {
		text := testfile.Read(t, "../../../../wsdl/"+name)
		b.file(t, name, text)
	}
	b.contract = filepath.Join(b.dir, "realtime.wsdl")
	return b
}

// file writes a file and returns its name.
func (b *badInput) file(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(b.dir, name)
	testfile.Write(t, path, text)
	return path
}

// outcome is what a command did.
type outcome struct {
	code           int
	stdout, stderr string
}

// run runs a command that must not end with an internal error. If it fails, nothing may have been written.
func (b *badInput) run(t *testing.T, args []string) outcome {
	t.Helper()
	before := listing(t, b.dir)
	var stdout, stderr bytes.Buffer
	o := outcome{code: run(newRoot(), args, &stdout, &stderr)}
	o.stdout, o.stderr = stdout.String(), stderr.String()
	line := strings.Join(args, " ")
	switch {
	case o.code == exitBug || strings.Contains(o.stderr, "internal error") || strings.Contains(o.stderr, "goroutine"):
		t.Errorf("%s: internal error:\n%s", line, o.stderr)
	case o.code == exitOK:
		return o
	case o.stderr == "" && o.stdout == "":
		t.Errorf("%s: exit code %d without a message", line, o.code)
	case o.code == exitUsage && !usageMessage.MatchString(o.stderr):
		t.Errorf("%s: a usage error is not one line and a reference to the help:\n%s", line, o.stderr)
	}
	if after := listing(t, b.dir); after != before {
		t.Errorf("%s: exit code %d, but files were written:\n%s\nbefore:\n%s", line, o.code, after, before)
	}
	return o
}

var usageMessage = regexp.MustCompile(`^quartet: [^\n]+\nRun 'go tool quartet [a-z]+ --help' for usage\.\n$`)

// listing returns the names and hashes of the files in a folder.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			fmt.Fprintln(&b, path)
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %x\n", path, sha256.Sum256(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// contractCommands returns the commands that take a contract.
func contractCommands() []*cobra.Command {
	return slices.DeleteFunc(commands(newRoot()), func(cmd *cobra.Command) bool {
		return !strings.Contains(cmd.Use, "CONTRACT") && !strings.Contains(cmd.Use, "OLD NEW")
	})
}

// arguments returns the arguments that the usage line of a command asks for, with contract for each contract. If all goes
// well, nothing is called or served.
func (b *badInput) arguments(cmd *cobra.Command, contract string) []string {
	args := []string{cmd.Name()}
	usage, _, _ := strings.Cut(cmd.Use, " | ") // the first form
	for _, word := range strings.Fields(usage)[1:] {
		switch strings.Trim(word, "[].(") {
		case "CONTRACT", "OLD", "NEW":
			args = append(args, contract)
		case "MESSAGE":
			args = append(args, "bad_input_test.go")
		case "OPERATION":
			args = append(args, "getAllStationsXML")
		}
	}
	for flag, value := range map[string]string{"out": filepath.Join(b.dir, "gen", "out"), "module": "x.example/gen/out", "addr": "127.0.0.1:999999",
		"runtime": "x.example/soap"} {
		if cmd.Flags().Lookup(flag) != nil {
			args = append(args, "--"+flag, value)
		}
	}
	if cmd.Flags().Lookup("curl") != nil {
		args = append(args, "--curl")
	}
	return args
}

// TestUnreadableContracts runs all commands with files that are not contracts.
func TestUnreadableContracts(t *testing.T) {
	b := newBadInput(t)
	folder := filepath.Join(b.dir, "folder.wsdl")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + listener.Addr().String() + "/contract.wsdl"
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ contract, want string }{
		{filepath.Join(b.dir, "none.wsdl"), `none\.wsdl: .*the file does not exist`},
		{folder, `folder\.wsdl: .*it is a folder`},
		{b.file(t, "empty.wsdl", nil), `empty\.wsdl:1:1: `},
		{b.file(t, "text.wsdl", []byte("no XML\n")), `text\.wsdl:1:1: `},
		{b.file(t, "malformed.wsdl", []byte("<definitions\n  name='a'>\n</definition>\n")), `malformed\.wsdl:3:\d+: `},
		{b.file(t, "bytes.wsdl", []byte("<a>\xff\xfe</a>")), `bytes\.wsdl:1:\d+: `},
		{b.file(t, "page.wsdl", []byte("<html><body/></html>")), `page\.wsdl:1:1: .*\[wrong-root\]`},
		{refused, `contract\.wsdl: .*(refused|not a local file)`},
		{"git:HEAD:none/../../none.wsdl", `none\.wsdl`},
		{"", `CONTRACT|OLD|contract`},
		{"http://[", `http://\[|address`},
		{"ftp://127.0.0.1/a.wsdl", `a\.wsdl`},
	} {
		for _, cmd := range contractCommands() {
			for _, args := range b.variants(cmd, c.contract) {
				o := b.run(t, args)
				if o.code != exitFindings && (o.code != exitUsage || c.contract != "" && !strings.Contains(c.contract, ":")) {
					t.Errorf("%s: exit code %d, want 1\n%s", args, o.code, o.stderr)
				}
				if text := o.stderr + o.stdout; !regexp.MustCompile(c.want).MatchString(text) {
					t.Errorf("%s: the message does not match %q:\n%s", args, c.want, text)
				}
				if n := len(messages(o.stderr)); n > 1 && cmd.Name() != "diff" {
					t.Errorf("%s: %d messages, want 1:\n%s", args, n, o.stderr)
				}
			}
		}
	}
}

// variants returns the arguments with and without downloads.
func (b *badInput) variants(cmd *cobra.Command, contract string) [][]string {
	args := b.arguments(cmd, contract)
	if cmd.Flags().Lookup("fetch") == nil {
		return [][]string{args}
	}
	return [][]string{args, append(slices.Clone(args), "--fetch")}
}

// messages returns the lines of standard error that begin a message.
func messages(stderr string) []string {
	var all []string
	for line := range strings.Lines(stderr) {
		if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "Run 'go tool quartet") {
			all = append(all, line)
		}
	}
	return all
}

// TestBrokenContracts runs all commands with each contract that package check finds errors in.
func TestBrokenContracts(t *testing.T) {
	names := testfile.Names(t, "../../reading/check/testdata/*.txtar")
	at := regexp.MustCompile(`(?m)^[^ :]+(:\d+:\d+)?: `)
	for _, name := range names {
		archive := testfile.Archive(t, name)
		b := &badInput{dir: t.TempDir()}
		for _, f := range archive.Files {
			b.file(t, filepath.FromSlash(f.Name), f.Data)
		}
		for _, cmd := range contractCommands() {
			args := b.arguments(cmd, filepath.Join(b.dir, "main.wsdl"))
			o := b.run(t, args)
			if o.code == exitFindings && !at.MatchString(strings.ReplaceAll(o.stderr+o.stdout, b.dir, "")) {
				t.Errorf("%s: %s: no message has a position:\n%s", filepath.Base(name), args, o.stderr)
			}
			if codes := documentedCodes(cmd.Long); len(codes) > 0 && !slices.Contains(codes, fmt.Sprint(o.code)) {
				t.Errorf("%s: %s: exit code %d is not documented", filepath.Base(name), args, o.code)
			}
			if o.code == exitOK {
				if err := os.RemoveAll(filepath.Join(b.dir, "gen")); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestWrongFlagValues gives flags values that they cannot have.
func TestWrongFlagValues(t *testing.T) {
	b := newBadInput(t)
	none := filepath.Join(b.dir, "none")
	for _, cmd := range contractCommands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			wrong := []string{""}
			switch {
			case f.Hidden || f.Name == "help":
				return
			case f.Value.Type() == "bool" || f.Value.Type() == "uint64" || f.Value.Type() == "int" || f.Value.Type() == "duration":
				wrong = []string{"nonsense", ""}
			case f.Name == "format" || f.Name == "fail-on" || f.Name == "bindings" || f.Name == "binding" || f.Name == "with" || f.Name == "auth":
				wrong = []string{"nonsense", ""}
			case f.Name == "rename-file" || f.Name == "recorded" || f.Name == "catalog" || f.Name == "vendor":
				wrong = []string{none, ""}
			case f.Name == "namespace" || f.Name == "rename" || f.Name == "header" || f.Name == "fault":
				wrong = []string{"nonsense", "="}
			case f.Name == "package":
				return // an empty value means the value in the contract
			case f.Name == "config":
				wrong = []string{none} // an empty one means none
			}
			for _, value := range wrong {
				args := append(b.arguments(cmd, b.contract), "--"+f.Name+"="+value)
				o := b.run(t, args)
				if o.code != exitUsage && (o.code != exitFindings || value == "") {
					t.Errorf("%q: exit code %d, want 2\n%s", args, o.code, o.stderr)
				}
				if said := o.stderr + o.stdout; !strings.Contains(said, "--"+f.Name) && (value == "" || !strings.Contains(said, value)) {
					t.Errorf("%q: the message does not name the flag:\n%s", args, o.stderr)
				}
			}
		})
	}
}

// TestUnwritableOutput has a file where the folder of the output should be, and a standard output that fails.
func TestUnwritableOutput(t *testing.T) {
	b := newBadInput(t)
	file := b.file(t, "file", []byte("text"))
	for _, cmd := range contractCommands() {
		args := b.arguments(cmd, b.contract)
		if cmd.Flags().Lookup("out") != nil {
			for _, out := range []string{file, filepath.Join(file, "gen")} {
				if cmd.Name() == "flatten" && out == file {
					continue // it writes a file; TestScripts/flatten has one that it did not write
				}
				o := b.run(t, append(slices.Clone(args), "--out", out))
				if o.code != exitFindings && o.code != exitUsage {
					t.Errorf("%s --out %s: exit code %d, want 1 or 2\n%s", cmd.Name(), out, o.code, o.stderr)
				}
				if !strings.Contains(o.stderr, out) && !strings.Contains(o.stderr, file) {
					t.Errorf("%s --out %s: the message does not name the folder:\n%s", cmd.Name(), out, o.stderr)
				}
			}
		}
		if i := slices.Index(args, "--out"); i > 0 && cmd.Name() == "flatten" {
			args = slices.Delete(args, i, i+2) // it prints then
		}
		stdout := new(full)
		var stderr bytes.Buffer
		code := run(newRoot(), args, stdout, &stderr)
		if stdout.tried && (code != exitFindings || !strings.Contains(stderr.String(), errFull.Error())) {
			t.Errorf("%s: exit code %d for a standard output that fails, want 1 and a message\n%s", args, code, stderr.String())
		}
	}
}

var errFull = errors.New("no space left on the device")

// full is a writer that fails.
type full struct{ tried bool }

func (f *full) Write([]byte) (int, error) {
	f.tried = true
	return 0, errFull
}
