package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/gitdoc"
)

// breaks returns the accepted breaks of a contract. A date, in UTC, has ended on the day after; a version, if the repository has a
// tag of this name.
func (s selected) breaks(ctx context.Context) (all []*diff.Acceptance, err error) {
	for i := 0; s.file != nil && i < len(s.file.Breaks); i++ {
		all = append(all, &s.file.Breaks[i])
	}
	for i := 0; s.in != nil && i < len(s.in.Breaks); i++ {
		all = append(all, &s.in.Breaks[i])
	}
	for _, a := range all {
		if _, noDate := time.Parse(time.DateOnly, a.Until); noDate == nil {
			a.Ended = a.Until < time.Now().UTC().Format(time.DateOnly)
		} else if a.Until != "" && err == nil {
			a.Ended, err = gitdoc.HasTag(ctx, a.Until)
		}
	}
	return all, err
}

// addUnneeded adds warnings about accepted breaks that have ended or that no contract needs. If one contract is compared,
// others may need the breaks for all contracts.
func (d *differences) addUnneeded(documents generator.Documents) {
	for _, a := range d.accepted {
		file := d.contracts[0].file
		documents.Add(filepath.ToSlash(file.path), file.text)
		found := diag.Diagnostic{ID: "suppression-unused", Severity: diag.Warning, Pos: a.Pos, Hint: "remove it"}
		switch {
		case a.Used && a.Ended:
			found.Message = "the break was accepted until " + a.Until
		case !a.Used && (!a.Shared || d.several()):
			found.Message = "no difference in " + diag.Quote(a.Component) + " needs this accepted break"
		default:
			continue
		}
		d.Diagnostics.Add(found)
	}
}

// accept adds the findings that fail to quartet.yaml: findings of one contract to its entry, others for all contracts.
func (o *diffOptions) accept(d *differences, fails func(generator.Finding) bool) error {
	file := d.contracts[0].file
	if file == nil {
		return usagef("--accept: there is no %s", project.FileName)
	}
	added := make(map[int][]diff.Acceptance)
	for i, f := range d.Findings {
		if !fails(f) {
			continue
		}
		a := diff.Acceptance{Rule: f.Rule, Component: f.Component, Reason: o.reason, Until: o.until}
		at := d.owner(&f)
		added[at] = collect.Union(added[at], a)
		d.Findings[i].Class, d.Findings[i].Accepted = diff.Accepted, &a
	}
	d.Findings = diff.Accept(d.Findings, nil)
	text := file.text
	for at, breaks := range added {
		var err error
		if text, err = project.AddBreaks(text, fileKeys(), at, breaks); err != nil {
			return err
		}
	}
	if len(added) == 0 {
		return nil
	}
	return uninterrupted(func() error { return os.WriteFile(file.path, text, 0o666) })
}

// owner returns the index of the only contract in quartet.yaml with a finding, -1 if there is none.
func (d *differences) owner(f *generator.Finding) int {
	for _, c := range d.contracts {
		if c.in != nil && (len(f.Contracts) == 0 || len(f.Contracts) == 1 && f.Contracts[0] == c.name) {
			return slices.IndexFunc(c.file.Contracts, func(other project.Contract) bool { return other.Pos == c.in.Pos })
		}
	}
	return -1
}
