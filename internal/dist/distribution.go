package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// commands are the packages of the commands in the archives.
var commands = []string{"./generator/cmd/quartet", "./internal/rail/cmd/raild", "./internal/rail/cmd/railctl"}

// A distribution is what dist writes.
type distribution struct {
	platforms []string
	log       io.Writer // receives a line about each archive
}

// write writes the archives and their checksums to a new folder. If it fails, the folder does not exist.
func (d *distribution) write(ctx context.Context, dir string) (err error) {
	if _, err := os.Lstat(dir); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s already exists", dir)
	}
	work, err := os.MkdirTemp("", "dist-") // a new file in the repository would make the next program's version a modified one
	if err != nil {
		return fmt.Errorf("making a folder for the archives: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	files := make(map[string][]byte)
	var sums strings.Builder
	for _, p := range d.platforms {
		name, data, err := d.archiveFor(ctx, p, filepath.Join(work, filepath.FromSlash(p)))
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		files[name] = data
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		fmt.Fprintf(d.log, "%s: %d bytes\n", name, len(data))
	}
	files["SHA256SUMS"] = []byte(sums.String())
	if err := ctx.Err(); err != nil {
		return err
	}
	return writeFolder(dir, files)
}

// writeFolder writes files to a new folder, which appears in one step.
func writeFolder(dir string, files map[string][]byte) (err error) {
	beside, err := os.MkdirTemp(filepath.Dir(filepath.Clean(dir)), ".dist-")
	if err != nil {
		return fmt.Errorf("making the folder of the archives: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(beside)) }()
	whole := filepath.Join(beside, "out")
	if err := os.Mkdir(whole, 0o777); err != nil {
		return fmt.Errorf("making the folder of the archives: %w", err)
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(whole, name), data, 0o666); err != nil {
			return fmt.Errorf("writing an archive: %w", err)
		}
	}
	return os.Rename(whole, dir)
}

// archiveFor builds the commands for a platform into a folder, and returns the name and the content of their archive.
func (d *distribution) archiveFor(ctx context.Context, platform, folder string) (name string, data []byte, err error) {
	goos, goarch, _ := strings.Cut(platform, "/")
	ofCommand, ofArchive := extensions(goos)
	build := append([]string{"build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", folder + string(filepath.Separator)}, commands...)
	if _, err := d.goTool(ctx, environment(goos, goarch), build...); err != nil {
		return "", nil, err
	}
	var entries []entry
	var info *debug.BuildInfo
	modules := make(map[string]*debug.Module)
	for _, c := range commands {
		file := path.Base(c) + ofCommand
		program, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			return "", nil, err
		}
		if info, err = buildinfo.Read(bytes.NewReader(program)); err != nil {
			return "", nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, m := range info.Deps {
			modules[m.Path] = m
		}
		entries = append(entries, entry{file, program, 0o755})
	}
	at, err := commitTime(info)
	if err != nil {
		return "", nil, err
	}
	linked, err := d.licences(ctx, modules)
	if err != nil {
		return "", nil, err
	}
	own, err := projectFiles()
	if err != nil {
		return "", nil, err
	}
	base := fmt.Sprintf("quartet_%s_%s_%s", strings.TrimPrefix(info.Main.Version, "v"), goos, goarch)
	data, err = archive(ofArchive, base, slices.Concat(entries, linked, own), at)
	return base + ofArchive, data, err
}

// commitTime returns the time of the commit that a program was built from.
func commitTime(info *debug.BuildInfo) (time.Time, error) {
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			return time.Parse(time.RFC3339, s.Value)
		}
	}
	return time.Time{}, errors.New("the programs have no version: build them in a clone of the repository")
}

// projectFiles returns the README and, if there is one, the LICENSE.
func projectFiles() (entries []entry, err error) {
	for _, name := range []string{"README.md", "LICENSE"} {
		data, err := os.ReadFile(name)
		switch {
		case errors.Is(err, os.ErrNotExist) && name == "LICENSE":
			continue
		case err != nil:
			return nil, fmt.Errorf("reading the files of the project: %w", err)
		}
		entries = append(entries, entry{name, data, 0o644})
	}
	return entries, nil
}

// goTool runs the go command with further environment variables and returns its output without the final newline.
func (d *distribution) goTool(ctx context.Context, environment []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), environment...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return strings.TrimSpace(stdout.String()), nil
}
