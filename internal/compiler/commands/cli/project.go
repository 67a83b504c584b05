package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

// projectFile is a quartet.yaml that a command uses.
type projectFile struct {
	*project.File
	path string // relative to the working directory, if possible
	text []byte
}

// projectOf returns the quartet.yaml of a command, nil if there is none. Errors in it are printed.
func projectOf(cmd *cobra.Command) (*projectFile, error) {
	path := projectPath(cmd)
	if path == "" {
		return nil, nil
	}
	text, err := readRegular(path, project.MaxSize)
	if err != nil {
		return nil, usagef("reading the contracts of the project: %w", err)
	}
	p := &projectFile{path: path, text: text}
	file, diags := project.Read(filepath.ToSlash(path), text, fileKeys())
	p.File = file
	if !diags.HasErrors() {
		diags = p.sameFolders()
	}
	if diags.HasErrors() {
		return nil, p.report(cmd, diags)
	}
	return p, nil
}

// projectPath returns the path of the quartet.yaml of a command, "" if there is none.
func projectPath(cmd *cobra.Command) string {
	if f := cmd.Flags().Lookup("config"); f != nil && f.Changed {
		return f.Value.String()
	}
	dir, err := os.Getwd()
	if err != nil {
		return "" // the folder was removed: nothing is in it
	}
	root, at := projectRoot(dir), above(dir, project.FileName)
	if len(at) < len(root) { // folders above the root do not belong to the project
		return ""
	}
	name := filepath.Join(at, project.FileName)
	if rel, err := filepath.Rel(dir, name); err == nil {
		return rel
	}
	return name
}

// projectRoot returns the last folder, from dir upwards, in which quartet.yaml is looked up: the root of the git repository,
// else the root of the Go module, else dir.
func projectRoot(dir string) string { return cmp.Or(above(dir, ".git"), above(dir, "go.mod"), dir) }

// above returns the nearest folder, from dir upwards, that has a file or a folder of a name; "" if there is none.
func above(dir, name string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, name)); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// readRegular reads a regular file, or a link to one, up to one byte more than its maximum size. It checks what the file is before
// it opens it, because opening a pipe or a device could wait for another process or change the device.
func readRegular(path string, maximum int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil: // opening fails, too
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a file", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is a device or a pipe, not a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maximum+1))
}

// sameFolders returns diagnostics about contracts with the same output folder.
func (p *projectFile) sameFolders() (diags diag.List) {
	folders := make(map[string]diag.Pos)
	for i := range p.Contracts {
		out, ok := p.Contracts[i].Value("out")
		if !ok {
			continue
		}
		folder, at := p.join(out.Items[0].Text), out.Items[0].Pos
		if first, taken := folders[folder]; taken {
			diags.Add(diag.Diagnostic{ID: project.RuleID, Pos: at, Message: "another contract is generated into the same folder"}.WithRelated(first, "here"))
			continue
		}
		folders[folder] = at
	}
	return diags
}

// report prints errors in the file and returns the error for the command to end with.
func (p *projectFile) report(cmd *cobra.Command, diags diag.List) error {
	r := reporting{format: "text", documents: map[string][]byte{filepath.ToSlash(p.path): p.text}}
	if f := cmd.Flags().Lookup("format"); f != nil && (f.Value.String() == "json" || f.Value.String() == "sarif") {
		r.format = f.Value.String()
	}
	if err := r.write(cmd, diags); err != nil {
		return err
	}
	return codedError{code: exitUsage}
}

// join returns a path that is relative to the folder of the file as one that is relative to the working directory.
func (p *projectFile) join(path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) || hasScheme(path) {
		return path
	}
	return filepath.Join(filepath.Dir(p.path), path)
}

// selected is a contract that a command works on.
type selected struct {
	name string            // path relative to the working directory, or address
	file *projectFile      // nil without a quartet.yaml
	in   *project.Contract // nil if the contract is not in a quartet.yaml
}

// contractsFor returns the contracts in the arguments of a command, each with its entry in quartet.yaml, or all contracts of
// the file without arguments.
func contractsFor(cmd *cobra.Command, args []string) ([]selected, error) {
	p, err := projectOf(cmd)
	if err != nil {
		return nil, err
	}
	if len(args) == 0 && p == nil {
		return nil, usagef("there is no CONTRACT argument, and no %s %s", project.FileName, whereNone(cmd))
	}
	var all []selected
	if len(args) == 0 {
		for i := range p.Contracts {
			all = append(all, p.selected(i))
		}
		return all, nil
	}
	return slices.Concat(collect.Each(args, p.named)...), nil
}

// whereNone returns the end of a message about a missing quartet.yaml.
func whereNone(cmd *cobra.Command) string {
	dir, err := os.Getwd()
	switch {
	case cmd.Flags().Changed("config") || err != nil:
		return "with this --config"
	case isRegular("quartet.yml"):
		return "in this folder; rename quartet.yml"
	case projectRoot(dir) == dir:
		return "in this folder"
	}
	return fmt.Sprintf("in this folder or above it, up to %s", projectRoot(dir))
}

func (p *projectFile) selected(i int) selected {
	return selected{p.join(p.Contracts[i].Name), p, &p.Contracts[i]}
}

// out returns the folder of the package that is generated from a contract, "" if quartet.yaml does not say it.
func (s selected) out() string {
	v, ok := s.in.Value("out")
	if !ok {
		return ""
	}
	return s.file.join(v.Items[0].Text)
}

// named returns the contracts that an argument means: the contracts of quartet.yaml with this path or, if no such file exists,
// with this name. There are several if several packages are generated from one contract. p may be nil.
func (p *projectFile) named(arg string) []selected {
	var byPath, byName []selected
	for i := 0; p != nil && i < len(p.Contracts); i++ {
		s := p.selected(i)
		switch {
		case samePath(s.name, arg):
			s.name = arg
			byPath = append(byPath, s)
		case s.in.Name == arg:
			byName = append(byName, s)
		}
	}
	if _, err := os.Stat(arg); byPath == nil && errors.Is(err, fs.ErrNotExist) {
		byPath = byName
	}
	if byPath == nil {
		return []selected{{name: arg, file: p}}
	}
	return byPath
}

// unknown returns the error for a contract that is neither in the file nor given with --out.
func (s selected) unknown() error {
	names := collect.Each(s.file.Contracts, func(c project.Contract) string { return c.Name })
	if len(names) > maxListed {
		names = append(names[:maxListed:maxListed], "...")
	}
	return usagef("--out is required: the folder to write the package to, because %s is not in %s, which has %s", s.name, s.file.path, strings.Join(names, ", "))
}

// maxListed is the number of contracts that an error lists.
const maxListed = 10

// samePath reports whether two contracts are the same file, or have the same address.
func samePath(a, b string) bool {
	if a == b || hasScheme(a) || hasScheme(b) {
		return a == b
	}
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absA == absB
}
