package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/gitdoc"
	"example.com/quartet/internal/compiler/writing/location"
)

// differences is what diff prints.
type differences struct {
	generator.Difference // the findings of all contracts

	contracts []contractDifference // nil unless the contracts of a project are compared
}

// contractDifference is the difference of one contract of a project.
type contractDifference struct {
	name string
	generator.Difference
}

func (d *differences) several() bool { return len(d.contracts) > 1 }

// add adds the difference of a contract.
func (d *differences) add(name string, one generator.Difference) {
	d.contracts = append(d.contracts, contractDifference{name, one})
	for _, f := range one.Findings {
		f.Contract = name
		d.Findings = append(d.Findings, f)
	}
	slices.SortStableFunc(d.Findings, func(f, g generator.Finding) int { return cmp.Compare(f.Class, g.Class) })
	d.Diagnostics.Add(one.Diagnostics...)
}

// write returns the differences in a format. Text of several contracts has a section for each, and then a summary of all.
func (d *differences) write(format string, write diffFormat, documents generator.Documents) ([]byte, error) {
	for i := range d.Findings {
		if !d.several() {
			d.Findings[i].Contract = ""
		}
	}
	if !d.several() || format != "text" {
		return write(&d.Difference, documents)
	}
	var b bytes.Buffer
	for _, c := range d.contracts {
		text := []byte("has errors\n")
		if !c.Diagnostics.HasErrors() {
			var err error
			if text, err = write(&c.Difference, documents); err != nil {
				return nil, err
			}
		}
		fmt.Fprintf(&b, "contract %s\n%s\n", diag.Escape(c.name), text)
	}
	fmt.Fprintf(&b, "%d contracts: %s\n", len(d.contracts), d.Summary())
	return b.Bytes(), nil
}

// revision is a revision of the git repository with which the contracts of a project are compared.
type revision struct {
	name  string
	tree  *gitdoc.Tree
	file  *projectFile // the quartet.yaml of the revision, with paths as if it were in place of the present one; nil without one
	moved []string     // its contracts that are now elsewhere
}

// compareRevision compares the contracts of quartet.yaml, or one contract, with those of a revision.
func (o *diffOptions) compareRevision(cmd *cobra.Command, args []string, report *reporting) (all differences, err error) {
	contracts, err := contractsFor(cmd, args[1:])
	if err != nil {
		return all, err
	}
	rev, err := openRevision(cmd.Context(), args[0], contracts[0].file)
	if err != nil {
		return all, err
	}
	for _, c := range distinct(slices.Clone(contracts)) {
		if len(args) == 1 && hasScheme(c.name) {
			fmt.Fprintf(cmd.ErrOrStderr(), "quartet: %s is not compared: %v\n", diag.Escape(c.name), errNotInGit)
			continue
		}
		result, err := o.compareWith(cmd, rev, c, report)
		if err != nil {
			return all, fmt.Errorf("%s: %w", c.name, err)
		}
		all.add(c.name, *result)
	}
	if len(args) == 1 {
		rev.addRemoved(&all)
	}
	if len(all.contracts) == 0 {
		return all, fmt.Errorf("%s has no contract to compare", contracts[0].file.path)
	}
	return all, nil
}

var errNotInGit = errors.New("the contract is not a file in the git repository")

// openRevision returns the revision git:REV. now is the present quartet.yaml; nil without one.
func openRevision(ctx context.Context, address string, now *projectFile) (*revision, error) {
	name, _ := gitdoc.Revision(address)
	tree, err := gitdoc.Open(ctx, "", name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	r := &revision{name: name, tree: tree}
	if now == nil {
		return r, nil
	}
	text, err := r.read(ctx, now.path)
	if text == nil || err != nil {
		return r, err
	}
	if file, _ := project.Read(gitdoc.In(name, filepath.ToSlash(now.path)), text, fileKeys()); file != nil { // what is no longer valid does not matter
		r.file = &projectFile{File: file, path: now.path, text: text}
	}
	return r, nil
}

// read returns a file of the revision, nil if it has none. name is relative to the current folder.
func (r *revision) read(ctx context.Context, name string) ([]byte, error) {
	file, err := location.Relative(".", name)
	if err != nil {
		return nil, err
	}
	known, err := r.tree.Has(ctx, file)
	if !known || err != nil {
		return nil, err
	}
	if file, err = r.tree.Resolve("./" + file); err != nil {
		return nil, err
	}
	return r.tree.Read(ctx, gitdoc.URI(file))
}

// contracts returns the contracts of its quartet.yaml that are files.
func (r *revision) contracts() (all []selected) {
	for i := 0; r.file != nil && i < len(r.file.Contracts); i++ {
		if s := r.file.selected(i); !hasScheme(s.name) {
			all = append(all, s)
		}
	}
	return all
}

// compareWith compares a contract with the same contract in a revision.
func (o *diffOptions) compareWith(cmd *cobra.Command, rev *revision, c selected, report *reporting) (*generator.Difference, error) {
	if hasScheme(c.name) {
		return nil, errNotInGit
	}
	old, err := rev.find(cmd.Context(), c)
	if err != nil {
		return nil, err
	}
	file, err := location.Relative(".", cmp.Or(old.name, c.name))
	if err != nil {
		return nil, err
	}
	known := old.name != ""
	old.name = gitdoc.In(rev.name, file)
	_, err = os.Stat(c.name)
	exists := !errors.Is(err, fs.ErrNotExist)
	switch {
	case known && !exists:
		return generator.ContractRemoved(old.name, c.name), nil
	case !known && exists:
		return generator.ContractAdded(old.name, c.name), nil
	}
	return o.compare(cmd, old, c, report)
}

// find returns a contract as the revision has it, with its settings there: a file of the same path or, if there is none, a contract
// of its quartet.yaml that is now elsewhere and has the same target namespace and a service of the same name. The result has no name
// if the revision does not have the contract.
func (r *revision) find(ctx context.Context, c selected) (selected, error) {
	text, err := r.read(ctx, c.name)
	if err != nil {
		return selected{}, err
	}
	for _, old := range r.contracts() {
		if text != nil && samePath(old.name, c.name) && (old.out() == c.out() || c.out() == "") {
			return old, nil
		}
	}
	if text != nil {
		return c, nil
	}
	now, err := os.ReadFile(c.name)
	for _, old := range r.contracts() {
		_, missing := os.Stat(old.name)
		if err != nil || missing == nil || slices.Contains(r.moved, old.name) {
			continue
		}
		if text, err := r.read(ctx, old.name); err == nil && generator.SameContract(text, now) {
			r.moved = append(r.moved, old.name)
			return old, nil
		}
	}
	return selected{}, nil
}

// addRemoved adds the contracts that only the quartet.yaml of the revision has.
func (r *revision) addRemoved(all *differences) {
	for _, old := range r.contracts() {
		known := slices.Contains(r.moved, old.name) ||
			slices.ContainsFunc(all.contracts, func(c contractDifference) bool { return samePath(c.name, old.name) })
		if !known {
			all.add(old.name, *generator.ContractRemoved(gitdoc.In(r.name, filepath.ToSlash(old.name)), old.name))
		}
	}
}
