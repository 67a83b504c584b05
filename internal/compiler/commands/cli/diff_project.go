package cli

import (
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
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/gitdoc"
	"example.com/quartet/internal/compiler/writing/location"
)

// differences is what diff prints.
type differences struct {
	generator.Difference // the findings of all contracts, after the call of join

	contracts []contractDifference
	accepted  []*diff.Acceptance // the breaks that quartet.yaml accepts
}

// contractDifference is the difference of one contract.
type contractDifference struct {
	selected
	*generator.Difference
}

func (d *differences) several() bool { return len(d.contracts) > 1 }

// add adds the difference of a contract, without the breaks that quartet.yaml accepts.
func (d *differences) add(cmd *cobra.Command, c selected, one *generator.Difference) error {
	accepted := c.breaks()
	for _, a := range accepted {
		var err error
		if !slices.Contains(d.accepted, a) {
			a.Ended, err = ended(cmd.Context(), a.Until)
		}
		if err != nil {
			return err
		}
	}
	d.accepted = collect.Union(d.accepted, accepted...)
	one.Findings = diff.Accept(one.Findings, accepted)
	d.contracts = append(d.contracts, contractDifference{c, one})
	d.Diagnostics.Add(one.Diagnostics...)
	return nil
}

// join joins the findings of all contracts.
func (d *differences) join() {
	if d.Findings = d.contracts[0].Findings; d.several() {
		names := collect.Each(d.contracts, func(c contractDifference) string { return c.name })
		d.Findings = diff.Join(names, collect.Each(d.parts(), func(one *generator.Difference) []generator.Finding { return one.Findings }))
	}
}

func (d *differences) parts() []*generator.Difference {
	return collect.Each(d.contracts, func(c contractDifference) *generator.Difference { return c.Difference })
}

func (d *differences) text() string {
	if !d.several() {
		return d.Text()
	}
	text := collect.Joined(d.Findings, "", func(f generator.Finding) string { return f.Text() })
	if n := d.compared(); n < len(d.contracts) {
		text += fmt.Sprintf("%d of ", n)
	}
	return text + fmt.Sprintf("%d contracts: %s\n", len(d.contracts), d.Summary())
}

// compared returns the number of contracts without errors.
func (d *differences) compared() int {
	return len(slices.DeleteFunc(d.parts(), func(one *generator.Difference) bool { return one.Diagnostics.HasErrors() }))
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
		if err := all.add(cmd, c, result); err != nil {
			return all, err
		}
	}
	if len(args) == 1 {
		err = rev.addRemoved(cmd, contracts[0].file, &all)
	}
	if err == nil && len(all.contracts) == 0 {
		err = fmt.Errorf("%s has no contract to compare", contracts[0].file.path)
	}
	return all, err
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
	if err == nil {
		file, err = r.tree.Resolve("./" + file)
	}
	if err != nil {
		return nil, err
	}
	text, err := r.tree.Read(ctx, gitdoc.URI(file))
	if errors.Is(err, gitdoc.ErrNoFile) {
		return nil, nil
	}
	return text, err
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
// of its quartet.yaml that is now elsewhere. The result has no name if the revision does not have the contract.
func (r *revision) find(ctx context.Context, c selected) (selected, error) {
	text, err := r.read(ctx, c.name)
	if err != nil {
		return selected{}, err
	}
	for _, old := range r.contracts() {
		if text != nil && samePath(old.name, c.name) {
			return old, nil
		}
	}
	if text != nil {
		return c, nil
	}
	now, _ := os.ReadFile(c.name)
	identity := generator.IdentityOf(now)
	for _, old := range r.contracts() {
		_, missing := os.Stat(old.name)
		if identity == "" || missing == nil || slices.Contains(r.moved, old.name) {
			continue
		}
		if text, err := r.read(ctx, old.name); err == nil && generator.IdentityOf(text) == identity {
			r.moved = append(r.moved, old.name)
			return old, nil
		}
	}
	return selected{}, nil
}

// addRemoved adds the contracts of the quartet.yaml of the revision that now has no longer.
func (r *revision) addRemoved(cmd *cobra.Command, now *projectFile, all *differences) error {
	for _, old := range r.contracts() {
		known := slices.Contains(r.moved, old.name) ||
			slices.ContainsFunc(all.contracts, func(c contractDifference) bool { return samePath(c.name, old.name) })
		if known {
			continue
		}
		removed := generator.ContractRemoved(gitdoc.In(r.name, filepath.ToSlash(old.name)), old.name)
		if err := all.add(cmd, selected{name: old.name, file: now}, removed); err != nil {
			return err
		}
	}
	return nil
}
