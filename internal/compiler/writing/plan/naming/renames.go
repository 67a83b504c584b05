package naming

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

// Rename sets the Go name of a component of the contract. Name is
//
//	{namespace}local         a type, element, service, operation or fault
//	{namespace}local/field   an element or attribute inside of it
//
// The namespace is optional, and Name may start with a kind and a colon, such as
// "type:"; Rename of package generator lists the kinds. Name must match exactly one
// component. An operation and its request are an exception: they have the same name in
// different scopes and are renamed together. "root:" is the kind of the variables of
// global elements, and "interface:" the kind of the interfaces of types; a Name without
// it matches such a thing only if it matches nothing else.
type Rename struct {
	Name string
	Go   string // an exported identifier

	// Shared is set for a rename of another contract. It reports whether both contracts use the same package for a namespace.
	// The rename holds for what is in such a package, and need not match anything.
	Shared func(namespace string) bool

	Pos diag.Pos // position of the option
}

// parsedRename is a Rename with its Name parsed.
type parsedRename struct {
	*Rename
	kind  string // "" for any
	space string // AnyNamespace for any
	path  string
}

func parseRename(r *Rename) *parsedRename {
	p := &parsedRename{Rename: r, space: AnyNamespace, path: r.Name}
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

func (p *parsedRename) matches(id ID) bool {
	return p.path == id.Path && (p.kind == "" || p.kind == id.Kind) &&
		(p.space == AnyNamespace || id.Space == AnyNamespace || p.space == id.Space)
}

// MatchRenames assigns each Rename to the candidates that it matches. It reports
// those that match several components in one scope, or a component that is
// already renamed (to another name, if Shared is set), and returns those that match nothing, for [Unmatched]. Omitted are variables
// of elements, anonymous types of elements, and plain strings, that are not generated.
func MatchRenames(renames []Rename, candidates []*Candidate, omitted []ID) (unmatched []Rename, diags diag.List) {
	for i := range renames {
		r := parseRename(&renames[i])
		found := withoutRoots(collect.Where(candidates, func(c *Candidate) bool {
			return c.ID.Kind != "" && r.matches(c.ID) && (r.Shared == nil || c.Packaged && r.Shared(c.ID.Space))
		}))
		if len(found) == 0 && r.Shared != nil {
			continue
		}
		if len(found) == 0 {
			if i := slices.IndexFunc(omitted, r.isIn); i >= 0 {
				diags.Add(notGenerated(r, omitted[i]))
			} else {
				unmatched = append(unmatched, *r.Rename)
			}
			continue
		}
		if problem, ok := checkRename(r, found); !ok {
			diags.Add(problem)
			continue
		}
		for _, c := range found {
			c.rename = r
		}
	}
	return unmatched, diags
}

// Unmatched reports the renames that match nothing, after the names of all candidates have been decided: a rename may have the
// Go name of a component.
func Unmatched(renames []Rename, candidates []*Candidate) (diags diag.List) {
	for i := range renames {
		d := diag.New(diag.BadRename, renames[i].Pos, "the contract has nothing named %s", diag.Quote(renames[i].Name))
		d.Hint = meant(parseRename(&renames[i]), candidates)
		diags.Add(d)
	}
	return diags
}

// notGenerated reports a rename of what is not generated.
func notGenerated(r *parsedRename, omitted ID) diag.Diagnostic {
	if omitted.Kind == "type" {
		return diag.New(diag.BadRename, r.Pos, "no declaration is generated for %s: with --plain-strings, the type is string in Go", diag.Quote(r.Name))
	}
	return diag.New(diag.BadRename, r.Pos, "no declaration is generated for %s: the variable of the element %s, and types that only it needs, are optional",
		diag.Quote(r.Name), diag.Quote(omitted.Path)).WithHint("use --elements to generate them")
}

// renamed returns the ID without what --rename does not distinguish.
func (id ID) renamed() ID { return ID{Kind: id.Kind, Space: id.Space, Path: id.Path} }

// isIn reports whether a rename is for a component, or for one that is declared
// inside it.
func (p *parsedRename) isIn(id ID) bool {
	if path, _, ok := strings.Cut(p.path, "/"); ok {
		return path == id.Path && id.Kind != RootKind && (p.space == AnyNamespace || p.space == id.Space)
	}
	return p.matches(id)
}

// RootKind is the kind of the variables of global elements, and InterfaceKind the
// kind of the interfaces of types that have derived types.
const (
	RootKind      = "root"
	InterfaceKind = "interface"
)

// withoutRoots removes the variables of elements and the interfaces of types if anything
// else was found.
func withoutRoots(found []*Candidate) []*Candidate {
	if others := slices.DeleteFunc(slices.Clone(found), (*Candidate).isSecondary); len(others) > 0 {
		return others
	}
	return found
}

// isSecondary reports whether a rename means the candidate only if it has its kind, or
// if there is nothing else with the name.
func (c *Candidate) isSecondary() bool { return c.ID.Kind == RootKind || c.ID.Kind == InterfaceKind }

// checkRename returns what is wrong with a rename; ok if nothing is.
func checkRename(r *parsedRename, found []*Candidate) (problem diag.Diagnostic, ok bool) {
	for i, c := range found {
		if c.rename != nil && (r.Shared == nil || c.rename.Go != r.Go) {
			problem = diag.New(diag.BadRename, r.Pos, "%s is already renamed to %s", c.Description, c.rename.Go).WithRelated(c.rename.Pos, "renamed here")
			if r.Shared != nil {
				problem = problem.WithHint("the contracts share the package that declares it, so it has one name: keep one of the two")
			}
			return problem, false
		}
		for _, other := range found[:i] {
			if other.Scope == c.Scope && other.ID.renamed() != c.ID.renamed() {
				return diag.New(diag.BadRename, r.Pos, "%s matches both %s and %s", diag.Quote(r.Name), other.Description, c.Description).
					WithRelated(other.Pos, "%s", other.ID).WithRelated(c.Pos, "%s", c.ID).
					WithHint("write %s or %s", other.ID, c.ID), false
			}
		}
	}
	return diag.Diagnostic{}, true
}
