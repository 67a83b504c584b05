package cli_test

import (
	"cmp"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/wsdl"
)

// TestMain makes the command quartet of the program of these tests, which is the command under that name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "quartet" {
		os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(withCommand(m.Run))
}

// withCommand runs tests with the command quartet in PATH, and returns their exit code.
func withCommand(tests func() int) int {
	folder, err := os.MkdirTemp("", "quartet-command-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	test, err := os.Executable()
	if err != nil {
		panic(err)
	}
	if err := os.Symlink(test, filepath.Join(folder, "quartet")); err != nil {
		panic(err)
	}
	os.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return tests()
}

// TestScripts runs the scripts in testdata. Besides the commands of testscript they
// use "quartet [ARG]...", which runs the command in this process, as do
// "input FILE", before that, which is its standard input, and
// "exits CODE COMMAND", which runs a command and checks its exit code, and
// "certify NAME FILE [rsa]", which writes a new certificate of a name and its key,
// "untouched COMMAND", which runs a command that must not write anything below the working folder, nor need write access,
// "unserve", which stops the HTTP server at $SERVER that serves the folder www, and
// "serving" and "unserving", which start and end "quartet serve". They
// run in the module script.example, unless a script has another go.mod. The go command
// of scripts uses the build cache of this one, and [golden.GoFlags], so that what it compiles
// does not depend on the folder of a script. A run-time that is compiled has the import path of the golden cases, so that it
// is compiled once. In CI, which the condition [ci] asks for, packages are also vetted: that reads all that they import.
func TestScripts(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.Abs("testdata") // the working folder is another while a command runs
	if err != nil {
		t.Fatal(err)
	}
	documents := make(map[string][]byte)
	for _, name := range []string{wsdl.Contract, wsdl.Schema} {
		documents[name] = testfile.Read(t, filepath.Join("..", "..", "..", "..", "wsdl", name))
	}
	testscript.Run(t, testscript.Params{
		Dir:                 folder,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(name string) (bool, error) {
			if name != "ci" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return interop.InCI(), nil
		},
		Setup: func(env *testscript.Env) error {
			for name, text := range documents {
				testfile.Write(t, filepath.Join(env.WorkDir, name), text)
			}
			if err := addModule(env.WorkDir + "/go.mod"); err != nil {
				return err
			}
			server := httptest.NewServer(site(env.WorkDir + "/www"))
			env.Setenv("SERVER", server.URL)
			env.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
			env.Setenv("GOFLAGS", golden.GoFlags)
			env.Setenv("GOGC", os.Getenv("GOGC"))
			env.Setenv("GORACE", "atexit_sleep_ms=20") // the same as in make race
			env.Setenv("HOME", env.Getenv("TMPDIR"))   // the go command writes to it
			env.Values[serverKey{}] = server
			env.Values[servedKey{}] = new([]*served)
			env.Values[inputKey{}] = new(string)
			env.Defer(server.Close)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"quartet": runs, "input": input, "exits": exits, "certify": certify, "unserve": unserve, "serving": serving, "unserving": unserving, "tools": tools, "untouched": untouched},
	})
}

// addModule writes a go.mod, unless it exists.
func addModule(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString("module script.example\n")
	return errors.Join(err, f.Close())
}

type serverKey struct{}

// site serves the files in dir, and redirects /moved.xsd.
func site(dir string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(dir)))
	mux.Handle("/moved.xsd", http.RedirectHandler("/deep/types.xsd", http.StatusFound))
	return mux
}

func unserve(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Value(serverKey{}).(*httptest.Server).Close()
}

// certify implements "certify NAME FILE [rsa]" of the scripts.
func certify(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: certify NAME FILE [rsa]")
	}
	certificate, key, err := newKeyPair(args[0])
	if len(args) == 3 {
		private, wrong := rsa.GenerateKey(rand.Reader, 2048)
		ts.Check(wrong)
		certificate, key, err = certified(args[0], private)
	}
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), append(pem.EncodeToMemory(certificate), pem.EncodeToMemory(key)...), 0o600))
}

// untouched implements "untouched COMMAND [ARG]..." of the scripts. For root, who can write to read-only folders, the times of
// folders tell whether something was created in them or removed meanwhile.
func untouched(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: untouched COMMAND [ARG]...")
	}
	var paths []string
	long := time.Date(2001, time.January, 1, 0, 0, 0, 0, time.UTC)
	ts.Check(filepath.WalkDir(ts.Getenv("WORK"), func(path string, e fs.DirEntry, err error) error {
		if e.IsDir() && e.Name() == ".tmp" {
			return fs.SkipDir
		}
		paths = append(paths, path)
		return errors.Join(err, os.Chtimes(path, long, long))
	}))
	chmod := func(read fs.FileMode) {
		for _, path := range paths {
			info, err := os.Stat(path)
			ts.Check(err)
			ts.Check(os.Chmod(path, info.Mode()&^0o222|read))
		}
	}
	chmod(0)
	defer chmod(0o200)
	ts.Check(ts.Exec(args[0], args[1:]...))
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.ModTime().Equal(long) {
			ts.Fatalf("%s was touched: %v", path, err)
		}
	}
}

// exits implements "exits CODE COMMAND [ARG]..." of the scripts.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG]...")
	}
	code, err := 0, error(nil)
	if args[1] == "quartet" {
		code = runInProcess(ts, args[2:])
	} else if err = ts.Exec(args[1], args[2:]...); err != nil {
		code = -1
		if e, ok := err.(interface{ ExitCode() int }); ok {
			code = e.ExitCode()
		}
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("%s: exit code %d (%v), want %s", args[1], code, err, args[0])
	}
}

// runs implements "quartet [ARG]..." of the scripts.
func runs(ts *testscript.TestScript, neg bool, args []string) {
	if code := runInProcess(ts, args); (code != 0) != neg {
		ts.Fatalf("quartet: unexpected exit code %d", code)
	}
}

type inputKey struct{}

// input implements "input FILE" of the scripts.
func input(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: input FILE")
	}
	*ts.Value(inputKey{}).(*string) = ts.MkAbs(args[0])
}

// running is locked while a command of a script runs in this process.
var running sync.Mutex

// runInProcess runs the command quartet in this process, and returns its exit code. To start a process for each of the thousand
// commands of the scripts would take longer than what most of them do. Meanwhile the process has the working folder, the
// environment and the standard input of the script: no other test runs in parallel with [TestScripts].
func runInProcess(ts *testscript.TestScript, args []string) int {
	running.Lock()
	defer running.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	in := ts.Value(inputKey{}).(*string)
	stdin, err := os.Open(cmp.Or(*in, os.DevNull))
	ts.Check(err)
	*in = ""
	restore := make(map[string]string)
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "QUARTET_PASSWORD", "PWD"} {
		restore[name] = os.Getenv(name)
		setenv(ts, name, ts.Getenv(name))
	}
	folder := ts.MkAbs(".")
	ts.Check(os.Chdir(folder))
	setenv(ts, "PWD", folder)
	process := os.Stdin
	os.Stdin = stdin
	defer func() {
		os.Stdin = process
		stdin.Close()
		for name, value := range restore {
			setenv(ts, name, value)
		}
		ts.Check(os.Chdir(before))
	}()
	return cli.Main(args, ts.Stdout(), ts.Stderr())
}

// setenv sets a variable of the environment, or removes it if the value is "".
func setenv(ts *testscript.TestScript, name, value string) {
	if value == "" {
		ts.Check(os.Unsetenv(name))
		return
	}
	ts.Check(os.Setenv(name, value))
}
