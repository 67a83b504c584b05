package generator

import (
	"context"
	"path"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/diff"
	"example.com/quartet/internal/compiler/revision"
)

// Finding is a difference between two versions of a contract.
type Finding = diff.Finding

// Difference is what [Compare] returns.
type Difference struct {
	// Findings are the differences, breaking ones first. It is nil if Diagnostics has errors.
	Findings []Finding

	// Diagnostics are the errors in either contract.
	Diagnostics Diagnostics
}

// Compare compares two versions of a contract. Besides what [Config.Contract] may be in [Generate], it may be
// git:REV:PATH: the file in a revision of the git repository, with the documents that it imports there. Go names are
// compared as far as code can be generated from both.
//
// A non-nil error is about a revision that cannot be read, or means that Compare itself failed.
func Compare(ctx context.Context, old, new Config) (*Difference, error) {
	a, diags, err := compared(ctx, old)
	if err != nil {
		return nil, err
	}
	b, found, err := compared(ctx, new)
	if err != nil {
		return nil, err
	}
	if diags.Add(found...); diags.HasErrors() {
		return &Difference{Diagnostics: diags.Sorted()}, nil
	}
	return &Difference{Findings: diff.Compare(a, b)}, nil
}

// compared reads a contract and plans its package. Only errors are returned.
func compared(ctx context.Context, config Config) (diff.Contract, Diagnostics, error) {
	folder := ""
	if revision.IsAddress(config.Contract) {
		var err error
		if folder, err = config.inRevision(ctx); err != nil {
			return diff.Contract{}, nil, err
		}
	}
	set, _, diags, err := readDocuments(ctx, config)
	if err != nil {
		return diff.Contract{}, nil, err
	}
	var c diff.Contract
	if set != nil && !diags.HasErrors() {
		var found Diagnostics
		c.Model, found = resolved(set, config.Lenient)
		diags.Add(found...)
	}
	errors := prefixed(diags.Only(diag.Error), folder)
	if c.Model == nil || errors.HasErrors() {
		return c, errors, nil
	}
	c.Folder = folder
	c.Plan, _ = planned(set, c.Model, config)
	return c, nil, nil
}

// inRevision sets what reads the documents of a revision, and returns what precedes the names of its files.
func (c *Config) inRevision(ctx context.Context) (folder string, err error) {
	address, err := revision.ParseAddress(c.Contract)
	if err != nil {
		return "", err
	}
	tree, err := revision.Open(ctx, "", address.Revision)
	if err != nil {
		return "", err
	}
	file, err := tree.Resolve(address.Path)
	if err != nil {
		return "", err
	}
	c.Contract, c.read = revision.URI(file), tree.Read
	folder = "git:" + address.Revision + ":"
	if dir := path.Dir(file); dir != "." {
		folder += dir + "/"
	}
	return folder, nil
}

// prefixed returns diagnostics with a folder before the names of files.
func prefixed(diags Diagnostics, folder string) Diagnostics {
	if folder == "" {
		return diags
	}
	for i := range diags {
		diags[i].Pos.File = folder + strings.TrimPrefix(diags[i].Pos.File, "fs:///")
		for j := range diags[i].Related {
			diags[i].Related[j].Pos.File = folder + diags[i].Related[j].Pos.File
		}
	}
	return diags
}

// Class says how important a finding is.
type Class = diff.Class

// The classes of findings.
const (
	Breaking      = diff.Breaking
	Compatible    = diff.Compatible
	Documentation = diff.Documentation
)

// Text returns the findings as text for a terminal, with a summary as the last line.
func (d *Difference) Text() string { return diff.Text(d.Findings) }
