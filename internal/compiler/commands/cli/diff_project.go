package cli

import (
	"bytes"
	"cmp"
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

// compareRevision compares the contracts of quartet.yaml, or one contract, with those of a revision.
func (o *diffOptions) compareRevision(cmd *cobra.Command, args []string, report *reporting) (all differences, err error) {
	rev, _ := gitdoc.Revision(args[0])
	contracts, err := contractsFor(cmd, args[1:])
	if err != nil {
		return all, err
	}
	tree, err := gitdoc.Open(cmd.Context(), "", rev)
	if err != nil {
		return all, fmt.Errorf("%s: %w", args[0], err)
	}
	for _, c := range distinct(contracts) {
		if len(args) == 1 && hasScheme(c.name) {
			fmt.Fprintf(cmd.ErrOrStderr(), "quartet: %s is not compared: %v\n", diag.Escape(c.name), errNotInGit)
			continue
		}
		result, err := o.compareWith(cmd, rev, tree, c, report)
		if err != nil {
			return all, fmt.Errorf("%s: %w", c.name, err)
		}
		all.add(c.name, *result)
	}
	if len(args) == 1 {
		err = addRemoved(cmd, rev, tree, contracts, &all)
	}
	if err == nil && len(all.contracts) == 0 {
		err = fmt.Errorf("%s has no contract to compare", contracts[0].file.path)
	}
	return all, err
}

var errNotInGit = errors.New("the contract is not a file in the git repository")

// compareWith compares a contract with that of a revision.
func (o *diffOptions) compareWith(cmd *cobra.Command, rev string, tree *gitdoc.Tree, c selected, report *reporting) (*generator.Difference, error) {
	if hasScheme(c.name) {
		return nil, errNotInGit
	}
	file, err := location.Relative(".", c.name)
	if err != nil {
		return nil, err
	}
	old := gitdoc.In(rev, file)
	known, err := tree.Has(cmd.Context(), file)
	if err != nil {
		return nil, err
	}
	_, err = os.Stat(c.name)
	exists := !errors.Is(err, fs.ErrNotExist)
	switch {
	case known && !exists:
		return generator.ContractRemoved(old, c.name), nil
	case !known && exists:
		return generator.ContractAdded(old, c.name), nil
	}
	own, err := o.forContract(cmd, c, false)
	if err != nil {
		return nil, err
	}
	return o.compare(cmd, own, old, report)
}

// addRemoved adds the contracts that only the quartet.yaml of a revision has.
func addRemoved(cmd *cobra.Command, rev string, tree *gitdoc.Tree, contracts []selected, all *differences) error {
	p := contracts[0].file
	file, err := location.Relative(".", p.path)
	if err != nil {
		return err
	}
	known, err := tree.Has(cmd.Context(), file)
	if !known || err != nil {
		return err
	}
	name, err := tree.Resolve("./" + file)
	if err != nil {
		return err
	}
	text, err := tree.Read(cmd.Context(), gitdoc.URI(name))
	if err != nil {
		return err
	}
	old, _ := project.Read(file, text, fileKeys()) // keys that are no longer valid do not matter
	if old == nil {
		return nil
	}
	for i := range old.Contracts {
		name := p.join(old.Contracts[i].Name)
		if hasScheme(name) || slices.ContainsFunc(all.contracts, func(c contractDifference) bool { return samePath(c.name, name) }) {
			continue
		}
		all.add(name, *generator.ContractRemoved(gitdoc.In(rev, filepath.ToSlash(name)), name))
	}
	return nil
}
