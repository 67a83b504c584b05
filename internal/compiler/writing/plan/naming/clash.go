package naming

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

// maxClashes is how many clashes of a namespace are reported one by one.
const maxClashes = 3

// reportClashes reports the candidates that did not get the names that they requested. Those of declarations are
// summed up for each namespace that has many.
func reportClashes(clashed, all []*Candidate, taken *Taken) (diags diag.List) {
	spaces, ids := make(map[string][]*Candidate), make(map[ID]int)
	for _, c := range all {
		ids[c.ID.renamed()]++
	}
	for _, c := range clashed {
		if c.Scope == nil {
			spaces[c.ID.Space] = append(spaces[c.ID.Space], c)
		}
	}
	for _, c := range clashed {
		same := spaces[c.ID.Space]
		switch {
		case c.Scope != nil || len(same) <= maxClashes:
			found := diag.New(diag.NameClash, c.Pos, "%s is named %s in Go", c.Description, c.Name)
			diags.Add(c.reportHolder(found, c.Want, taken).WithHint("%s", c.renameHint(ids)))
		case c == same[0]:
			diags.Add(clashesOf(c.ID.Space, same, ids))
		}
	}
	return diags
}

// clashesOf reports the clashes of one namespace. ids are as in renameHint.
func clashesOf(space string, clashed []*Candidate, ids map[ID]int) diag.Diagnostic {
	clashed = slices.Clone(clashed)
	slices.SortStableFunc(clashed, func(a, b *Candidate) int { return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Name, b.Name)) })
	examples := collect.Joined(clashed[:maxClashes], ", ", func(c *Candidate) string { return c.Description + " is " + c.Name })
	d := diag.New(diag.NameClash, clashed[0].Pos, "%d declarations of the namespace %s have longer names in Go, because the short ones are taken: %s, and so on",
		len(clashed), diag.Quote(space), examples)
	return d.WithHint("%s", clashed[0].renameHint(ids))
}

// renameHint says how to choose the name of a candidate, with the line for quartet.yaml; "" if it cannot be renamed, or only together
// with another candidate in its scope. ids has the number of candidates of the scope by ID.
func (c *Candidate) renameHint(ids map[ID]int) string {
	if c.ID.Kind == "" || ids[c.ID.renamed()] > 1 {
		return ""
	}
	key := strings.ReplaceAll(c.ID.String(), "'", "''")
	return fmt.Sprintf("choose a name with rename: {'%s': %s} in quartet.yaml, or with --rename", key, c.Name)
}

// reportTaken reports a rename to a name that is taken in its scope.
func (c *Candidate) reportTaken(taken *Taken) diag.Diagnostic {
	c.Set(c.rename.Go)
	return c.reportHolder(diag.New(diag.BadRename, c.rename.Pos, "%s cannot be renamed to %s", c.Description, c.rename.Go), c.rename.Go, taken)
}

// reportHolder adds to a message why a candidate cannot have a name.
func (c *Candidate) reportHolder(d diag.Diagnostic, name string, taken *Taken) diag.Diagnostic {
	for _, n := range c.claims(name) {
		other, ok := taken.Get(n)
		switch {
		case !ok:
		case other.Pos.IsZero():
			d.Message += ", because every generated package declares " + n
			return d
		default:
			d.Message += ", because " + n + " is taken"
			return d.WithRelated(other.Pos, "taken here")
		}
	}
	return d
}
