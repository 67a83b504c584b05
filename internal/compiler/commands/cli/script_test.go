package cli_test

import (
	"encoding/pem"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/golden"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"quartet": func() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the scripts in testdata. Besides the commands of testscript they
// use "exits CODE COMMAND", which runs a command and checks its exit code, and
// "certify NAME FILE", which writes a new certificate of a name and its key,
// "untouched COMMAND", which runs a command that must not write anything below the working folder, nor need write access,
// "unserve", which stops the HTTP server at $SERVER that serves the folder www, and
// "serving" and "unserving", which start and end "quartet serve". They
// run in the module script.example, unless a script has another go.mod. The go command
// of scripts uses the build cache of this one, and [golden.GoFlags], so that what it compiles
// does not depend on the folder of a script.
func TestScripts(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"realtime.wsdl", "realtime.xsd"} {
				data, err := os.ReadFile("../../../../wsdl/" + name)
				if err != nil {
					return err
				}
				if err := os.WriteFile(env.WorkDir+"/"+name, data, 0o666); err != nil {
					return err
				}
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
			env.Defer(server.Close)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "certify": certify, "unserve": unserve, "serving": serving, "unserving": unserving, "untouched": untouched},
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

// certify implements "certify NAME FILE" of the scripts.
func certify(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: certify NAME FILE")
	}
	certificate, key, err := newKeyPair(args[0])
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
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = ""
		if e, ok := err.(interface{ ExitCode() int }); ok {
			code = string(rune('0' + e.ExitCode()))
		}
	}
	if code != args[0] {
		ts.Fatalf("%s: exit code %q (%v), want %s", args[1], code, err, args[0])
	}
}
