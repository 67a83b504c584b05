package generator

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/gitdoc"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/write"
)

// Finding is a difference between two versions of a contract.
type Finding = diff.Finding

// Difference is the result of [Compare].
type Difference struct {
	// Findings are the differences, breaking ones first. It is nil if Diagnostics has errors.
	Findings []Finding

	// Diagnostics are the errors in either contract.
	Diagnostics Diagnostics

	old, new diff.Contract
}

// Compare compares two versions of a contract. Besides what [Config.Contract] may be in [Generate], it may be
// git:REV:PATH: the file in a revision of the git repository, with the documents that it imports there. Go names are
// compared as far as code can be generated from both. The OnRead of both are called at the same time.
//
// A non-nil error is about a revision that cannot be read, or means that Compare itself failed.
func Compare(ctx context.Context, old, new Config) (*Difference, error) {
	var a, b version
	var diags Diagnostics
	var failed error
	var reading sync.WaitGroup
	reading.Go(func() { a, diags, failed = compared(ctx, old) })
	b, found, err := compared(ctx, new)
	if reading.Wait(); failed != nil || err != nil {
		return nil, cmp.Or(failed, err)
	}
	if diags = unusedInBoth(diags, found); diags.HasErrors() {
		return &Difference{Diagnostics: diags.Sorted()}, nil
	}
	progress.Doing(ctx, "planning")
	old.decided, old.ifPresent = make(map[chosen.Key]string), true
	a.Plan, found = planned(a.set, a.Model, old)
	if found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.ID != diag.BadNames }); found.HasErrors() {
		return &Difference{Diagnostics: found}, nil
	}
	if !slices.Equal(old.Initialisms, new.Initialisms) || len(old.Renames)+len(new.Renames) > 0 {
		again := new // generate keeps the names that OLD would have with the settings of NEW
		again.decided, again.ifPresent = old.decided, true
		_, _ = planned(a.set, a.Model, again)
	}
	new.earlier = old.decided
	b.Plan, found = planned(b.set, b.Model, new)
	aboutSettings := func(d diag.Diagnostic) bool {
		return slices.Contains([]string{diag.BadRename, diag.NoMatch, diag.BadPackage}, d.ID)
	}
	if found = collect.Where(found, aboutSettings); found.HasErrors() {
		return &Difference{Diagnostics: found}, nil
	}
	a.Partial, b.Partial = a.Plan != nil && old.selects(), b.Plan != nil && new.selects()
	progress.Doing(ctx, "comparing")
	return &Difference{Findings: diff.Compare(a.Contract, b.Contract), old: a.Contract, new: b.Contract}, nil
}

// selects reports whether code is generated only for some ports or operations.
func (c *Config) selects() bool { return len(c.Operations)+len(c.Ports)+len(c.Bindings) > 0 }

// ContractAdded returns the difference of a contract that only the new version has. old and new are its names in both.
func ContractAdded(old, new string) *Difference {
	return &Difference{Findings: []Finding{diff.Added(old, new)}}
}

// ContractRemoved returns the difference of a contract that only the old version has. old and new are its names in both.
func ContractRemoved(old, new string) *Difference {
	return &Difference{Findings: []Finding{diff.Removed(old, new)}}
}

// IdentityOf returns what stays the same if a contract moves: the target namespace and the name of the first service. It is empty for a
// document without a target namespace.
func IdentityOf(text []byte) string {
	doc, _ := xmltree.Parse("", text, xmltree.Limits{})
	if doc == nil || doc.Root.Get("targetNamespace") == "" {
		return ""
	}
	name := doc.Root.Name.Local + " " + doc.Root.Get("targetNamespace")
	if service := doc.Root.Child(doc.Root.Name.Space, "service"); service != nil {
		name += " " + service.Get("name")
	}
	return name
}

// version is a version of a contract.
type version struct {
	diff.Contract
	set *load.Set
}

// compared reads a contract. Only errors are returned.
func compared(ctx context.Context, config Config) (version, Diagnostics, error) {
	folder := ""
	if gitdoc.IsAddress(config.Contract) {
		var err error
		if folder, err = config.inRevision(ctx); err != nil {
			return version{}, nil, err
		}
	}
	if onRead := config.OnRead; onRead != nil && folder != "" {
		config.OnRead = func(file string, text []byte) { onRead(diff.FileIn(folder, strings.TrimPrefix(file, "fs:///")), text) }
	}
	var unused Diagnostics
	resolving := func(ctx context.Context, a *analysis) Diagnostics {
		unused = slices.DeleteFunc(slices.Clone(a.found), func(d diag.Diagnostic) bool { return !isUnused(d) })
		if a.found = slices.DeleteFunc(a.found, isUnused); a.found.HasErrors() {
			return nil
		}
		return resolveStage(ctx, a)
	}
	a, err := analyse(ctx, config, nil, resolving, func(_ context.Context, a *analysis) Diagnostics { return check.Limits(a.model) })
	if err != nil {
		return version{}, nil, err
	}
	found := prefixed(append(a.found.Only(diag.Error), unused...), folder)
	if a.failed() {
		return version{}, found, nil
	}
	return version{diff.Contract{Model: a.model, Folder: folder}, a.set}, found, nil
}

// isUnused reports whether a diagnostic of readDocuments is about an address that the contract does not refer to.
func isUnused(d diag.Diagnostic) bool { return d.ID == diag.NoMatch }

// unusedInBoth returns the diagnostics of two contracts that are read with the same addresses: one of them need not refer
// to all, as the other may have a new reference.
func unusedInBoth(old, new Diagnostics) Diagnostics {
	in := func(list Diagnostics, d diag.Diagnostic) bool {
		return slices.ContainsFunc(list, func(e diag.Diagnostic) bool { return isUnused(e) && e.Message == d.Message })
	}
	all := slices.Concat(old, new)
	return slices.DeleteFunc(all, func(d diag.Diagnostic) bool { return isUnused(d) && !(in(old, d) && in(new, d)) })
}

// inRevision makes c read the documents of a revision, and returns the prefix of the names of its files.
func (c *Config) inRevision(ctx context.Context) (folder string, err error) {
	address, err := gitdoc.ParseAddress(c.Contract)
	if err != nil {
		return "", err
	}
	tree, err := gitdoc.Open(ctx, "", address.Revision)
	if err != nil {
		return "", fmt.Errorf("%s: %w", c.Contract, err)
	}
	file, err := tree.Resolve(address.Path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", c.Contract, err)
	}
	c.Contract, c.read = gitdoc.URI(file), tree.Read
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
		diags[i].Pos.File = diff.FileIn(folder, strings.TrimPrefix(diags[i].Pos.File, "fs:///"))
		for j := range diags[i].Related {
			diags[i].Related[j].Pos.File = diff.FileIn(folder, diags[i].Related[j].Pos.File)
		}
	}
	return diags
}

// Class says how important a finding is.
type Class = diff.Class

// The classes of findings.
const (
	Breaking      = diff.Breaking
	Lossy         = diff.Lossy
	Compatible    = diff.Compatible
	Documentation = diff.Documentation
)

// Text returns the findings as text for a terminal, with a summary as the last line.
func (d *Difference) Text() string { return diff.Text(d.Findings) }

// Summary returns the numbers of findings of each class, and whom they break.
func (d *Difference) Summary() string { return diff.Summary(d.Findings) }

// Markdown returns the findings as one comment for a code review. It lists at most 100 of each class.
func (d *Difference) Markdown() string { return diff.Markdown(d.Findings) }

// JSON returns the findings as JSON: an object with the numbers of findings of each class, who breaks, and the findings.
func (d *Difference) JSON() ([]byte, error) { return diff.JSON(d.Findings) }

// SARIF returns the findings in the Static Analysis Results Interchange Format, version 2.1.0. Tool is the name and the
// version of the program. Source returns the documents of both versions by their names in positions, as
// [Documents.Source] does; with a nil source, positions have no columns.
func (d *Difference) SARIF(tool string, source func(file string) []byte) ([]byte, error) {
	return diff.SARIF(d.Findings, tool, source)
}

// Verdict compares the contract of the last run that wrote to dir, which is kept there, with the contract of the result.
// known is false if there is no earlier contract in the folder, or if it cannot be read.
func (r *Result) Verdict(ctx context.Context, dir string) (d *Difference, known bool, err error) {
	now := r.config
	now.OnRead = nil // both contracts are read at once
	old, known := now.kept(dir, r.plan)
	if !known || write.IsOneOf(old.Contract, r.sources) {
		return nil, false, nil
	}
	if d, err = Compare(ctx, old, now); err != nil || d.Diagnostics.HasErrors() {
		return nil, false, err
	}
	return d, true, nil
}

// kept returns the configuration for the contract of the last run that wrote to dir, if it is there. pkg is the plan of c.
func (c Config) kept(dir string, pkg *ir.Package) (old Config, known bool) {
	if pkg == nil || len(pkg.Documents) == 0 {
		return c, false
	}
	c.Contract, c.Input, c.Vendor, c.Fetch, c.read = filepath.Join(dir, pkg.Documents[0].File), nil, "", false, keptIn(dir)
	_, err := os.Stat(c.Contract)
	return c, err == nil
}

// keptIn returns a reader for documents that are kept in a folder: whatever folders their references name, they are there.
func keptIn(dir string) load.Reader {
	return func(ctx context.Context, uri string) ([]byte, error) {
		name, err := load.FileName(uri)
		if err != nil {
			return load.ReadFile(ctx, uri)
		}
		kept := filepath.Join(dir, filepath.Base(name))
		if data, err := os.ReadFile(kept); err == nil {
			return data, nil
		}
		return load.ReadFile(ctx, uri)
	}
}
