// Package naming decides the Go names of what a plan declares. The names of all
// candidates in a scope are decided together, so that they do not depend on the order
// of the contract.
package naming

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/inherit"
)

// Taken holds the names that are taken in a scope, and where. The zero position marks
// names that every generated package declares.
type Taken = inherit.Map[string, diag.Pos]

// Decide names the candidates of one scope. taken holds the names that are taken already; Decide adds
// the new ones. If candidates request the same name, all that have a longer one request it (see
// lengthen). Then the first candidate by rank and key gets the name that it requests; others get one
// with their namespace or their suffix (see alternatives), and a number if necessary.
func Decide(all []*Candidate, taken *Taken) (diags diag.List) {
	for _, c := range all {
		if c.LateLead != nil {
			c.Want = c.LateLead() + c.Want
		}
	}
	slices.SortStableFunc(all, func(a, b *Candidate) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Key, b.Key), a.Pos.Compare(b.Pos))
	})
	lengthen(all)
	var clashed []*Candidate
	holders := make(map[string]*Candidate) // by the names that candidates request
	for _, c := range all {
		if c.rename != nil && !c.take(c.rename.Go, taken) {
			diags.Add(c.reportTaken(taken))
		}
	}
	for _, c := range all {
		switch {
		case c.rename != nil:
		case c.take(c.Want, taken):
			holders[c.Want] = c
		default:
			clashed = append(clashed, c)
		}
	}
	tried := make(map[string]int) // the last number tried after each name
	for _, c := range clashed {
		alternatives := c.alternatives(holders[c.Want])
		if i := slices.IndexFunc(alternatives, func(name string) bool { return c.take(name, taken) }); i >= 0 {
			diags.Add(c.clash(alternatives[i], taken))
			continue
		}
		base := c.Want + c.Suffix
		name, n := base, tried[base]
		if n > 0 {
			name += strconv.Itoa(n)
		}
		for ; !c.take(name, taken); name = base + strconv.Itoa(n) {
			n = max(n+1, 2)
		}
		tried[base] = n
		diags.Add(c.clash(name, taken))
	}
	return diags
}

// alternatives returns the names for a candidate after the one that it requests, which holder has; holder
// may be nil. If holder is of another namespace, the namespace distinguishes them; if it is of another
// kind, the suffix does.
func (c *Candidate) alternatives(holder *Candidate) []string {
	if c.Qualifier == "" || holder == nil || holder.ID.Space == c.ID.Space {
		return nil
	}
	qualified := c.Lead + c.Qualifier + strings.TrimPrefix(c.Want, c.Lead)
	if holder.Rank == c.Rank {
		return []string{qualified, qualified + c.Suffix}
	}
	return []string{c.Want + c.Suffix, qualified, qualified + c.Suffix}
}

// clash reports that a candidate did not get the name that it requested, and why.
func (c *Candidate) clash(name string, taken *Taken) diag.Diagnostic {
	d := diag.New(diag.NameClash, c.Pos, "%s is named %s in Go", c.Description, name)
	for _, n := range c.claims(c.Want) {
		other, ok := taken.Get(n)
		switch {
		case !ok:
		case other.IsZero():
			d.Message += ", because every generated package declares " + n
			return d
		default:
			d.Message += ", because " + n + " is taken"
			return d.WithRelated(other, "taken here")
		}
	}
	return d
}

func (c *Candidate) take(name string, taken *Taken) bool {
	names := c.claims(name)
	for _, n := range names {
		if _, ok := taken.Get(n); ok {
			return false
		}
	}
	for _, n := range names {
		taken.Set(n, c.Pos)
	}
	c.Name = name
	c.Set(name)
	return true
}

// reportTaken reports a rename to a name that is taken in its scope.
func (c *Candidate) reportTaken(taken *Taken) diag.Diagnostic {
	d := diag.New(diag.BadRename, c.rename.Pos, "%s cannot be renamed to %s", c.Description, c.rename.Go)
	for _, n := range c.claims(c.rename.Go) {
		other, ok := taken.Get(n)
		switch {
		case !ok:
			continue
		case other.IsZero():
			d.Message += ", because every generated package declares " + n
		default:
			d.Message += ", because " + n + " is taken"
			d = d.WithRelated(other, "taken here")
		}
		break
	}
	c.Set(c.rename.Go)
	return d
}
