package plan

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// Rename gives something of the contract its Go name for good. Name is
//
//	{namespace}local         a type, element, service, operation or fault
//	{namespace}local/field   an element or attribute inside of it
//
// The namespace may be left out, and a kind with a colon put in front
// ("type:", "element:", "field:", "attribute:", "attachment:", "operation:", "request:",
// "service:", "fault:", "header:", "root:"): what fits must be one thing. Only an
// operation and its request, which are called alike in different scopes, are
// renamed together. "root:" is the variable of a global element, which is
// meant without it only if nothing else is called so.
type Rename struct {
	Name string
	Go   string // an exported identifier

	Pos diag.Pos // where the user says so
}

// identity is what --rename calls something.
type identity struct {
	kind  string
	space string // a namespace, or anyNamespace
	path  string // local names with slashes between them
}

// anyNamespace stands for what has a name without one.
const anyNamespace = "*"

func (id identity) String() string {
	if id.space == anyNamespace {
		return id.kind + ":" + id.path
	}
	return id.kind + ":{" + id.space + "}" + id.path
}

// pin is a Rename as it is looked up.
type pin struct {
	*Rename
	kind  string // "" for any
	space string // anyNamespace for any
	path  string
}

func newPin(r *Rename) *pin {
	p := &pin{Rename: r, space: anyNamespace, path: r.Name}
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

func (p *pin) fits(id identity) bool {
	return p.path == id.path && (p.kind == "" || p.kind == id.kind) &&
		(p.space == anyNamespace || id.space == anyNamespace || p.space == id.space)
}

// pinNames finds what the user gives names to.
func (p *planner) pinNames() {
	for i := range p.config.Renames {
		pin := newPin(&p.config.Renames[i])
		var found []*candidate
		for i := range p.named {
			if c := &p.named[i]; c.id.kind != "" && pin.fits(c.id) {
				found = append(found, c)
			}
		}
		found = withoutRoots(found)
		if p.checkPin(pin, found) {
			for _, c := range found {
				c.pin = pin
			}
		}
	}
}

// rootKind is the kind of the variables of global elements.
const rootKind = "root"

// withoutRoots leaves the variables of elements out if anything else was found.
func withoutRoots(found []*candidate) []*candidate {
	isRoot := func(c *candidate) bool { return c.id.kind == rootKind }
	if others := slices.DeleteFunc(slices.Clone(found), isRoot); len(others) > 0 {
		return others
	}
	return found
}

// checkPin reports a pin that fits nothing, or several things of one scope, or
// what has a pin already.
func (p *planner) checkPin(pin *pin, found []*candidate) bool {
	if len(found) == 0 {
		d := diag.New(diag.BadRename, pin.Pos, "nothing in the contract is called %s", quoted(pin.Name))
		if known := p.similar(pin); len(known) > 0 {
			d = d.WithHint("known: %s", strings.Join(known, ", "))
		}
		p.diags.Add(d)
		return false
	}
	for i, c := range found {
		if c.pin != nil {
			p.diags.Add(diag.New(diag.BadRename, pin.Pos, "%s has got the name %s already", c.what, c.pin.Go).
				WithRelated(c.pin.Pos, "here"))
			return false
		}
		for _, other := range found[:i] {
			if other.scope == c.scope && other.id != c.id {
				p.diags.Add(diag.New(diag.BadRename, pin.Pos, "%s may be %s or %s", quoted(pin.Name), other.what, c.what).
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

// similar returns what a pin that fits nothing may have meant: the names that
// have most of their letters in common with it at both ends.
func (p *planner) similar(pin *pin) []string {
	scores := make(map[string]int)
	for _, c := range p.named {
		if c.id.kind == "" || c.id.kind == rootKind || strings.Count(c.id.path, "/") != strings.Count(pin.path, "/") {
			continue
		}
		if n := inCommon(strings.ToLower(c.id.path), strings.ToLower(pin.path)); n >= 3 {
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

// inCommon counts the bytes at both ends that two names have in common.
func inCommon(a, b string) int {
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

// pinTaken reports a pinned name that something else has in the scope.
func (p *planner) pinTaken(c candidate, taken map[string]diag.Pos) {
	d := diag.New(diag.BadRename, c.pin.Pos, "%s cannot be called %s", c.what, c.pin.Go)
	for _, n := range p.reserves(c, c.pin.Go) {
		other, ok := taken[n]
		switch {
		case !ok:
			continue
		case other.IsZero():
			d.Message += ", as every generated package holds " + n
		default:
			d.Message += ", as " + n + " is taken"
			d = d.WithRelated(other, "by this")
		}
		break
	}
	c.set(c.pin.Go)
	p.diags.Add(d)
}
