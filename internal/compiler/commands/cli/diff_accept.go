package cli

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/gitdoc"
)

// breaks returns the accepted breaks of a contract.
func (s selected) breaks() (all []*diff.Acceptance) {
	for i := 0; s.file != nil && i < len(s.file.Breaks); i++ {
		all = append(all, &s.file.Breaks[i])
	}
	for i := 0; s.in != nil && i < len(s.in.Breaks); i++ {
		all = append(all, &s.in.Breaks[i])
	}
	return all
}

// ended reports whether a time until which a break is accepted is over. A date, in UTC, has ended on the day after; a version, if the
// repository has a tag of this name.
func ended(ctx context.Context, until string) (bool, error) {
	match := project.Until.FindStringSubmatch(until)
	switch {
	case until == "":
		return false, nil
	case match == nil:
		return false, usagef("--until %q: want a date (2026-12-31) or a version (v2.0.0)", until)
	case match[1] != "":
		return match[1] < time.Now().UTC().Format(time.DateOnly), nil
	}
	return gitdoc.HasTag(ctx, until)
}

// checkUntil checks the flag --until before contracts are read.
func (o *diffOptions) checkUntil(cmd *cobra.Command, _ []string) error {
	over, err := ended(cmd.Context(), o.until)
	if over || o.until != "" && o.reason == "" {
		return usagef("--until %q: want --accept, and a date or a version that has not ended", o.until)
	}
	return err
}

// addUnneeded adds warnings about accepted breaks that have ended or that no contract needs. A contract with errors may need them,
// and others than the one that is compared may need the breaks for all contracts.
func (d *differences) addUnneeded(documents generator.Documents) {
	for _, a := range d.accepted {
		file := d.contracts[0].file
		documents.Add(filepath.ToSlash(file.path), file.text)
		found := diag.Diagnostic{ID: "suppression-unused", Severity: diag.Warning, Pos: a.Pos, Hint: "remove it"}
		switch {
		case a.Used && a.Ended:
			found.Message = "the break was accepted until " + a.Until
		case !a.Used && d.compared() == len(d.contracts) && (!a.Shared || d.several()):
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
	for _, at := range slices.Sorted(maps.Keys(added)) {
		var err error
		if text, err = project.AddBreaks(text, fileKeys(), at, added[at]); err != nil {
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
