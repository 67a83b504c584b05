package plan

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// Rename sets the Go name of a component of the contract. Name is
//
//	{namespace}local         a type, element, service, operation or fault
//	{namespace}local/field   an element or attribute inside of it
//
// The namespace is optional, and Name may start with a kind and a colon, such as
// "type:"; Rename of package generator lists the kinds. Name must match exactly one
// component. An operation and its request are an exception: they have the same
// name in different scopes and are renamed together. "root:" is the kind of the
// variables of global elements; a Name without it matches such a variable only if
// it matches nothing else.
type Rename struct {
	Name string
	Go   string // an exported identifier

	Pos diag.Pos // of the option
}

// identity is the name of a component in --rename.
type identity struct {
	kind  string
	space string // a namespace, or anyNamespace
	path  string // local names with slashes between them
}

// anyNamespace is the namespace of components that have none.
const anyNamespace = "*"

func (id identity) String() string {
	if id.space == anyNamespace {
		return id.kind + ":" + id.path
	}
	return id.kind + ":{" + id.space + "}" + id.path
}

// parsedRename is a Rename with its Name parsed.
type parsedRename struct {
	*Rename
	kind  string // "" for any
	space string // anyNamespace for any
	path  string
}

func parseRename(r *Rename) *parsedRename {
	p := &parsedRename{Rename: r, space: anyNamespace, path: r.Name}
	if open := strings.IndexByte(p.path, '{'); open >= 0 {
		if end := strings.IndexByte(p.path, '}'); end > open {
			p.space = p.path[open+1 : end]
			p.path = p.path[:open] + p.path[end+1:]
		}
	}
	if kind, path, ok := strings.Cut(p.path, ":"); ok {
		p.kind, p.path = kind, path
	}
	return p
}

func (p *parsedRename) matches(id identity) bool {
	return p.path == id.path && (p.kind == "" || p.kind == id.kind) &&
		(p.space == anyNamespace || id.space == anyNamespace || p.space == id.space)
}

// matchRenames assigns each Rename to the candidates that it matches.
func (p *planner) matchRenames() {
	for i := range p.config.Renames {
		r := parseRename(&p.config.Renames[i])
		var found []*candidate
		for i := range p.candidates {
			if c := &p.candidates[i]; c.id.kind != "" && r.matches(c.id) {
				found = append(found, c)
			}
		}
		found = withoutRoots(found)
		if p.checkRename(r, found) {
			for _, c := range found {
				c.rename = r
			}
		}
	}
}

// rootKind is the kind of the variables of global elements.
const rootKind = "root"

// withoutRoots removes the variables of elements if anything else was found.
func withoutRoots(found []*candidate) []*candidate {
	isRoot := func(c *candidate) bool { return c.id.kind == rootKind }
	if others := slices.DeleteFunc(slices.Clone(found), isRoot); len(others) > 0 {
		return others
	}
	return found
}

// checkRename reports a rename that matches nothing, several components in one
// scope, or a component that is already renamed.
func (p *planner) checkRename(r *parsedRename, found []*candidate) bool {
	if len(found) == 0 {
		d := diag.New(diag.BadRename, r.Pos, "the contract has nothing named %s", quoted(r.Name))
		if known := p.similar(r); len(known) > 0 {
			d = d.WithHint("similar names: %s", strings.Join(known, ", "))
		}
		p.diags.Add(d)
		return false
	}
	for i, c := range found {
		if c.rename != nil {
			p.diags.Add(diag.New(diag.BadRename, r.Pos, "%s is already renamed to %s", c.description, c.rename.Go).
				WithRelated(c.rename.Pos, "renamed here"))
			return false
		}
		for _, other := range found[:i] {
			if other.scope == c.scope && other.id != c.id {
				p.diags.Add(diag.New(diag.BadRename, r.Pos, "%s matches both %s and %s", quoted(r.Name), other.description, c.description).
					WithRelated(other.pos, "%s", other.id).WithRelated(c.pos, "%s", c.id).
					WithHint("write %s or %s", other.id, c.id))
				return false
			}
		}
	}
	return true
}

// maxSimilar is the number of names that a hint lists.
const maxSimilar = 5

// similar returns the names that are most similar to one that matches nothing:
// those with the longest common prefix and suffix.
func (p *planner) similar(r *parsedRename) []string {
	scores := make(map[string]int)
	for _, c := range p.candidates {
		if c.id.kind == "" || c.id.kind == rootKind || strings.Count(c.id.path, "/") != strings.Count(r.path, "/") {
			continue
		}
		if n := commonLetters(strings.ToLower(c.id.path), strings.ToLower(r.path)); n >= 3 {
			scores[c.id.String()] = n
		}
	}
	best := slices.SortedFunc(maps.Keys(scores), func(a, b string) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	if len(best) > maxSimilar {
		best = append(best[:maxSimilar:maxSimilar], "...")
	}
	return best
}

// commonLetters returns the length of the common prefix and suffix of two names.
func commonLetters(a, b string) int {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return start + end
}

// reportTaken reports a rename to a name that is taken in its scope.
func (p *planner) reportTaken(c candidate, taken map[string]diag.Pos) {
	d := diag.New(diag.BadRename, c.rename.Pos, "%s cannot be renamed to %s", c.description, c.rename.Go)
	for _, n := range p.claims(c, c.rename.Go) {
		other, ok := taken[n]
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
	c.set(c.rename.Go)
	p.diags.Add(d)
}
