//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// tools are the programs that the user has: those that README.md asks for, the shell of make, and what 'make test' and tests run,
// which POSIX has everywhere. Without mktemp, 'make test' leaves TMPDIR as it is.
var tools = []string{"go", "make", "sh", "awk", "basename", "cat", "cp", "dirname", "grep", "mkdir", "rm", "sed", "sleep"}

// kept are variables that the user has from the environment of this process: without them, some machines have no network.
var kept = []string{"GOPROXY", "GOSUMDB", "GONOSUMDB", "GONOPROXY", "GOPRIVATE", "GOINSECURE", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
	"http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"}

// nobody is the number of the user and of the group that processes of root become.
const nobody = 65534

// A user is somebody who has just got the project.
type user struct {
	folder      string // contains the folders project, home, tools and tmp
	environment []string
	credential  *syscall.Credential // nil if this process is unprivileged
}

// newUser makes an unprivileged user in a folder whose name has a space and a letter that is not ASCII. The home folder and
// the caches in it are empty. PATH has only the tools. The offset of the time zone is not a whole number of hours, and the
// language of the user has another capital letter for i. The project is the working tree without .git and without untracked
// files: changes need not be committed, but new files must be added, and deletions too.
func newUser(ctx context.Context, goflags string) (_ *user, err error) {
	folder, err := os.MkdirTemp("", "new user é ")
	if err != nil {
		return nil, err
	}
	u := &user{folder: folder}
	defer func() {
		if err != nil {
			err = errors.Join(err, u.remove())
		}
	}()
	for _, name := range []string{"project", "home", "tools", "tmp"} {
		if err := os.Mkdir(u.path(name), 0o777); err != nil {
			return nil, err
		}
	}
	if err := u.copyProject(ctx); err != nil {
		return nil, err
	}
	if err := u.linkTools(); err != nil {
		return nil, err
	}
	// The flags of the Makefile: what its targets have compiled is not compiled again. The go command runs four compilers and
	// tests for each CPU at a time, which keep each other waiting.
	u.environment = []string{"HOME=" + u.path("home"), "TMPDIR=" + u.path("tmp"), "PATH=" + u.path("tools"),
		"TZ=America/St_Johns", "LANG=tr_TR.UTF-8",
		fmt.Sprintf("GOFLAGS=%s -p=%d", goflags, 4*runtime.NumCPU()) + " -trimpath -gcflags=all=-dwarf=false -ldflags=-w"}
	for _, name := range kept {
		if value, ok := os.LookupEnv(name); ok {
			u.environment = append(u.environment, name+"="+value)
		}
	}
	if os.Getuid() != 0 {
		return u, nil
	}
	u.credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	return u, filepath.WalkDir(u.folder, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, nobody, nobody))
	})
}

func (u *user) path(name string) string { return filepath.Join(u.folder, name) }

// copyProject copies the files that git knows from the folder of this process.
func (u *user) copyProject(ctx context.Context) error {
	const script = `git ls-files -z | xargs -0 cp --parents --target-directory "$1"`
	out, err := exec.CommandContext(ctx, "sh", "-c", script, "sh", u.path("project")).CombinedOutput()
	if err != nil {
		return fmt.Errorf("copying the project: %w\n%s", err, out)
	}
	return nil
}

func (u *user) linkTools() error {
	for _, name := range tools {
		program, err := exec.LookPath(name)
		if err != nil {
			return err
		}
		if err := os.Symlink(program, filepath.Join(u.path("tools"), name)); err != nil {
			return err
		}
	}
	return nil
}

// command returns a command that the user runs in the project. name is a tool or a path.
func (u *user) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	if !filepath.IsAbs(name) {
		name = filepath.Join(u.path("tools"), name)
	}
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = u.path("project"), u.environment
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: u.credential}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

// run runs a command and prints what it took.
func (u *user) run(ctx context.Context, command ...string) error {
	start := time.Now()
	cmd := u.command(ctx, command[0], command[1:]...)
	err := cmd.Run()
	if p := cmd.ProcessState; p != nil {
		fmt.Printf("newcomer: %s: %.0f s; CPUs: %.0f s user, %.0f s system\n", strings.Join(command, " "), time.Since(start).Seconds(),
			p.UserTime().Seconds(), p.SystemTime().Seconds())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return nil
}

// remove ends the processes that still run in the user's folder, as after a failure or when time runs out, and removes
// the folder.
func (u *user) remove() error {
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	for _, link := range links {
		var pid int
		folder, _ := os.Readlink(link) // the process may have ended, or belong to somebody else
		if _, err := fmt.Sscanf(link, "/proc/%d/", &pid); err == nil && strings.HasPrefix(folder, u.folder+"/") {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	walked := filepath.WalkDir(u.folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return os.Chmod(path, 0o700) // the folders of the module cache are read-only
	})
	return errors.Join(err, walked, os.RemoveAll(u.folder))
}
