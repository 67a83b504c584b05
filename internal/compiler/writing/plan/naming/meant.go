package naming

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/spelling"
)

// meant suggests components for a rename that matches nothing: components with its path as their Go name, with its path but
// another kind or namespace, with its name inside another component, with a similar path, or inside the component that it
// names. It is "" if there are none.
func meant(r *parsedRename, all []*Candidate) string {
	if named := withGoName(r.path, all); len(named) > 0 {
		return spelling.Meant(named)
	}
	owner, name := split(r.path)
	same, inside, similar, siblings := likely(r, all)
	near := spelling.NearestOf(r.path, similar, func(c *Candidate) string { return c.ID.Path })
	if len(siblings) > 0 { // the owner is right
		near = spelling.NearestOf(name, siblings, localName)
	}
	switch {
	case len(same) > 0:
		return spelling.Meant(same)
	case len(inside) > 0:
		return spelling.Meant(inside[:min(len(inside), 3)])
	case len(near) == 0 && len(siblings) > 0:
		return owner + " has " + spelling.List(collect.Each(siblings, localName))
	}
	return spelling.Meant(collect.Each(near, func(c *Candidate) string { return c.ID.String() }))
}

// withGoName returns the components with a Go name, such as Station or, for a field, Station.Name.
func withGoName(name string, all []*Candidate) (found []string) {
	owner, name := split(strings.ReplaceAll(name, ".", "/"))
	for _, c := range all {
		inOwner := func(o *Candidate) bool { return o.Name == owner && o.Decl == c.Scope }
		if c.ID.Kind != "" && c.Name == name && (owner == "" || c.Scope != nil && slices.ContainsFunc(all, inOwner)) && len(found) < 3 {
			found = append(found, c.ID.String())
		}
	}
	return found
}

// likely returns the components that a rename may mean: components with its path, with its name inside another component,
// with a path as long, and, of the latter, the ones with the same owner.
func likely(r *parsedRename, all []*Candidate) (same, inside []string, similar, siblings []*Candidate) {
	owner, name := split(r.path)
	for _, c := range all {
		if c.ID.Kind == "" || c.isSecondary() && c.ID.Path != r.path {
			continue
		}
		candidateOwner, candidateName := split(c.ID.Path)
		switch {
		case c.ID.Path == r.path:
			same = append(same, c.ID.String())
		case strings.EqualFold(candidateName, name) && candidateOwner != "" && owner == "":
			inside = append(inside, c.ID.String())
		case strings.Count(c.ID.Path, "/") == strings.Count(r.path, "/"):
			similar = append(similar, c)
			if owner != "" && candidateOwner == owner {
				siblings = append(siblings, c)
			}
		}
	}
	return same, inside, similar, siblings
}

func localName(c *Candidate) string { return c.ID.Path[strings.LastIndexByte(c.ID.Path, '/')+1:] }

// split splits OWNER/LOCAL. A path without a slash has no owner.
func split(path string) (owner, local string) {
	i := strings.LastIndexByte(path, '/')
	return path[:max(i, 0)], path[i+1:]
}
