package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/cmd/command"
)

// A file is what a reader sees of an entry.
type file struct {
	name, text string
	mode       fs.FileMode
	modified   time.Time
}

func readTar(t *testing.T, data []byte) (files []file) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file{h.Name, string(text), h.FileInfo().Mode(), h.ModTime.UTC()})
	}
}

func readZip(t *testing.T, data []byte) (files []file) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file{f.Name, string(text), f.Mode(), f.Modified.UTC()})
	}
	return files
}

func TestArchivesDependOnlyOnTheirEntries(t *testing.T) {
	at := time.Date(2026, 11, 21, 8, 15, 0, 0, time.UTC)
	entries := []entry{{"raild", []byte("program"), 0o755}, {"licences/b/LICENSE", []byte("b"), 0o644}, {"licences/a/LICENSE", []byte("a"), 0o644}}
	want := []file{
		{"q/licences/a/LICENSE", "a", 0o644, at}, {"q/licences/b/LICENSE", "b", 0o644, at}, {"q/raild", "program", 0o755, at},
	}
	for extension, read := range map[string]func(*testing.T, []byte) []file{".tar.gz": readTar, ".zip": readZip} {
		first, err := archive(extension, "q", entries, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := read(t, first); !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", extension, got, want)
		}
		other := slices.Clone(entries)
		slices.Reverse(other)
		second, err := archive(extension, "q", other, at.In(time.FixedZone("", 3600)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second) {
			t.Errorf("%s depends on the order of the entries or on the time zone", extension)
		}
	}
}

func TestLicences(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"LICENSE-MIT", "NOTICE", "README.md", "license.go"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := licencesIn(dir, "licences/m")
	if err != nil || len(found) != 2 || found[0].name != "licences/m/LICENSE-MIT" || found[1].name != "licences/m/NOTICE" {
		t.Errorf("got %v and %v, want the licence and the notice", found, err)
	}
	if err := os.Remove(filepath.Join(dir, "LICENSE-MIT")); err != nil {
		t.Fatal(err)
	}
	if _, err := licencesIn(dir, "licences/m"); err == nil || !strings.Contains(err.Error(), "no licence found in "+dir) {
		t.Errorf("a module without a licence: %v", err)
	}
}

func TestUsage(t *testing.T) {
	there := t.TempDir()
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{nil, command.Usage, "dist: accepts 1 arg(s), received 0"},
		{[]string{"--platforms", "plan9/386", "d"}, command.Usage, `unknown platform "plan9/386"; want one of darwin/amd64,darwin/arm64,linux/amd64`},
		{[]string{"--platforms", "linux/amd64,linux/amd64", "d"}, command.Usage, "platform linux/amd64 is listed twice"},
		{[]string{there}, command.Failed, "dist: " + there + " already exists"},
	} {
		var stderr bytes.Buffer
		if status := command.Run(t.Context(), newCommand(), c.args, io.Discard, &stderr); status != c.status || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%q: status %d and %q, want %d and %q", c.args, status, stderr.String(), c.status, c.want)
		}
	}
}

// Two clones in different folders give the same archive. It has the commands, which run, and licences.
func TestBuildsAreReproducible(t *testing.T) {
	if os.Getenv("QUARTET_REPRODUCIBLE") == "" {
		t.Skip("builds all commands twice: make reproducible")
	}
	root := repository(t)
	host := runtime.GOOS + "/" + runtime.GOARCH
	if !slices.Contains(allPlatforms, host) {
		t.Skip("no archives are made for " + host)
	}
	archives := make([][]byte, 2)
	for i, folder := range []string{"a", filepath.Join("a longer", "path")} {
		dir := filepath.Join(t.TempDir(), folder)
		run(t, root, "git", "clone", "--quiet", root, dir)
		t.Chdir(dir)
		var stderr bytes.Buffer
		if status := command.Run(t.Context(), newCommand(), []string{"--platforms", host, "dist"}, io.Discard, &stderr); status != command.OK {
			t.Fatal(stderr.String())
		}
		files, err := os.ReadDir("dist")
		if err != nil || len(files) != 2 || files[0].Name() != "SHA256SUMS" {
			t.Fatalf("dist has %v (%v), want an archive and SHA256SUMS", files, err)
		}
		name := files[1].Name()
		archives[i] = read(t, filepath.Join("dist", name))
		if sums := string(read(t, filepath.Join("dist", "SHA256SUMS"))); sums != fmt.Sprintf("%x  %s\n", sha256.Sum256(archives[i]), name) {
			t.Errorf("the checksum is %q", sums)
		}
		if strings.Contains(name, "dirty") {
			t.Errorf("the archive %s is of a modified clone", name)
		}
		if leftovers, _ := filepath.Glob(".dist-*"); leftovers != nil {
			t.Errorf("left over: %q", leftovers)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("two builds of a commit differ")
	}
	if runtime.GOOS != "windows" {
		checkContents(t, readTar(t, archives[0]))
	}
}

// checkContents checks what is in an archive for this machine.
func checkContents(t *testing.T, files []file) {
	t.Helper()
	var names []string
	for _, f := range files {
		_, name, _ := strings.Cut(f.name, "/")
		names = append(names, name)
		if f.mode == 0o755 {
			program := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(program, []byte(f.text), 0o700); err != nil {
				t.Fatal(err)
			}
			if help := run(t, ".", program, "--help"); !strings.Contains(help, name) {
				t.Errorf("%s --help prints %q", name, help)
			}
		}
	}
	for _, want := range []string{"quartet", "raild", "railctl", "README.md", "licences/go/LICENSE", "licences/github.com/spf13/cobra/LICENSE.txt"} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s in %q", want, names)
		}
	}
}

// repository returns the root folder of the repository, and skips the test if this is not a clone.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	output, err := exec.CommandContext(context.Background(), "git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		t.Skip("the sources are not a clone of the repository")
	}
	return strings.TrimSpace(string(output))
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, output)
	}
	return string(output)
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
