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
// the new ones. If candidates request the same name, the first one by rank and key gets it; others get
// one with their namespace or their suffix (see alternatives), and a number if necessary.
func Decide(all []*Candidate, taken *Taken) (diags diag.List) {
	for _, c := range all {
		if c.LateLead != nil {
			c.Want = c.LateLead() + c.Want
		}
	}
	slices.SortStableFunc(all, func(a, b *Candidate) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Key, b.Key), a.Pos.Compare(b.Pos))
	})
	for _, c := range all {
		if c.rename != nil && !c.take(c.rename.Go, taken) {
			diags.Add(c.reportTaken(taken))
		}
	}
	// Types without a name come first, so that a named type does not change the alternatives that they get, either.
	named := slices.IndexFunc(all, func(c *Candidate) bool { return c.Rank > RankItem })
	if named < 0 {
		named = len(all)
	}
	clashed := append(decide(all[:named], taken), decide(all[named:], taken)...)
	return append(diags, reportClashes(clashed, all, taken)...)
}

// decide names the candidates that --rename does not name, and returns those that do not get the name that they request.
func decide(all []*Candidate, taken *Taken) (clashed []*Candidate) {
	holders := make(map[string]*Candidate) // by the names that candidates request
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
		if slices.ContainsFunc(alternatives, func(name string) bool { return c.take(name, taken) }) {
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
	}
	return clashed
}

// alternatives returns the names for a candidate after the one that it requests, which holder has; holder
// may be nil. The namespace distinguishes it from one of the same kind in another namespace, and otherwise Else
// or the suffix does before the namespace is tried.
func (c *Candidate) alternatives(holder *Candidate) []string {
	if c.Qualifier == "" {
		return c.Else
	}
	qualified := c.Lead + c.Qualifier + strings.TrimPrefix(c.Want, c.Lead)
	if holder != nil && holder.ID.Space != c.ID.Space && holder.Rank == c.Rank {
		return append(append([]string{qualified}, c.Else...), qualified+c.Suffix)
	}
	return append(slices.Clone(c.Else), c.Want+c.Suffix, qualified, qualified+c.Suffix)
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
