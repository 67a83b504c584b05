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

// Taken holds the names that are taken in a scope, and by what. A candidate with the zero position has the names that every
// generated package declares.
type Taken = inherit.Map[string, *Candidate]

// Decide names the candidates of scopes whose names are different. taken holds the names that are taken already; Decide adds
// the new ones. Renames come first, then names from earlier runs, scope by scope. If others request the same name, the first one by
// rank and key gets it; others get one with their namespace or their suffix (see alternatives), and a number if necessary.
func Decide(taken *Taken, scopes ...[]*Candidate) (diags diag.List) {
	for _, all := range scopes {
		slices.SortStableFunc(all, func(a, b *Candidate) int {
			return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Key.Space, b.Key.Space), cmp.Compare(a.Key.Path, b.Key.Path),
				cmp.Compare(a.Key.Member, b.Key.Member), cmp.Compare(b.Key.Kind, a.Key.Kind), a.Pos.Compare(b.Pos))
		})
		diags.Add(keep(all, taken)...)
	}
	for _, all := range scopes {
		diags.Add(decideRest(all, taken)...)
	}
	return diags
}

// keep names the candidates whose names do not depend on others. Where a name begins with one that is not decided yet, it can be
// called again.
func keep(all []*Candidate, taken *Taken) (diags diag.List) {
	for _, c := range all {
		lead := ""
		if c.LateLead != nil {
			lead = c.LateLead()
		}
		switch {
		case c.Name != "":
		case c.rename != nil && !c.take(c.rename.Go, taken):
			diags.Add(c.reportTaken(taken))
		case c.rename == nil && c.Kept != "" && strings.HasPrefix(c.Kept, lead) && (lead != "" || c.LateLead == nil):
			c.take(c.Kept, taken)
		}
	}
	return diags
}

// decideRest names the candidates of a scope that have no name yet.
func decideRest(all []*Candidate, taken *Taken) (diags diag.List) {
	keep(all, taken)
	for _, c := range all {
		if c.LateLead != nil {
			c.Want = c.LateLead() + c.Want
		}
	}
	choose(all, taken)
	// Types without a name come first, so that a named type does not change the alternatives that they get, either.
	named := slices.IndexFunc(all, func(c *Candidate) bool { return c.Rank > RankItem })
	if named < 0 {
		named = len(all)
	}
	clashed := append(decide(all[:named], taken), decide(all[named:], taken)...)
	return append(diags, reportClashes(clashed, all, taken)...)
}

// choose makes candidates request the first of their Choices that nothing else has or may request.
func choose(all []*Candidate, taken *Taken) {
	count := make(map[string]int)
	for _, c := range all {
		for _, name := range c.Choices {
			count[name]++
		}
		if len(c.Choices) == 0 {
			count[c.Want]++
		}
	}
	for _, c := range all {
		if len(c.Choices) == 0 || c.Name != "" {
			continue
		}
		i := slices.IndexFunc(c.Choices, func(name string) bool {
			_, isTaken := taken.Get(name)
			return count[name] == 1 && !isTaken && len(name) <= maxName
		})
		if i >= 0 {
			c.Want = c.Choices[i]
		} else if len(c.Want) > maxName {
			c.Want = c.Choices[len(c.Choices)-1]
		}
	}
}

// decide names the candidates that have no name yet, and returns those that do not get the name that they request.
func decide(all []*Candidate, taken *Taken) (clashed []*Candidate) {
	for _, c := range all {
		if holder, ok := taken.Get(c.Want); ok && holder != c && c.rename == nil { // c may have a name from an earlier run
			holder.Chosen = true
		}
		done := c.Name != "" || c.rename != nil || c.Want == "" // or it is gone, and a rename has taken its name
		if !done && !c.take(c.Want, taken) {
			clashed = append(clashed, c)
		}
	}
	tried := make(map[string]int) // the last number tried after each name
	for _, c := range clashed {
		holder, _ := taken.Get(c.Want)
		alternatives := c.alternatives(holder)
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
		if holder, ok := taken.Get(n); ok {
			c.Chosen, holder.Chosen = true, true
			return false
		}
	}
	for _, n := range names {
		taken.Set(n, c)
	}
	c.Name = name
	c.Set(name)
	return true
}
