package split

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
)

// Package is a package for namespaces that the user requests, or the service's
// package.
type Package struct {
	Path string
	Name string // Path without the hash at its end

	service    bool
	options    []*NamespacePackage // for single namespaces, not for AllNamespaces
	spaces     []string
	edges      []edge
	mergedInto *Package // if not nil: the package that contains its declarations
}

type edge struct {
	to        *Package
	reference Reference
}

// target returns the node that n is merged into, directly or indirectly; n if it
// is not.
func (n *Package) target() *Package {
	for n.mergedInto != nil {
		n = n.mergedInto
	}
	return n
}

// Division says which package each declaration is in.
type Division struct {
	all      []*Package // the service's first, then by path
	byOrigin map[Origin]*Package
	diags    diag.List
}

// Of returns the package for the declarations of an origin, nil for the service's
// package.
func (d *Division) Of(o Origin) *Package {
	if n := d.node(o).target(); !n.service {
		return n
	}
	return nil
}

func (d *Division) node(o Origin) *Package {
	if at := d.byOrigin[o]; at != nil {
		return at
	}
	return d.all[0]
}

// newDivision returns a division with a node for each package that the user
// requests.
func (o Options) newDivision(origins []Origin) *Division {
	service := &Package{Path: o.ImportPath, service: true}
	d := &Division{all: []*Package{service}, byOrigin: make(map[Origin]*Package)}
	byPath := map[string]*Package{o.ImportPath: service}
	for _, origin := range origins {
		path, option := o.MappedPath(origin.Space)
		if option == nil {
			continue
		}
		n := byPath[path]
		if n == nil {
			n = &Package{Path: path, Name: path}
			byPath[path] = n
			d.all = append(d.all, n)
		}
		if option.Namespace != AllNamespaces {
			n.options = append(n.options, option)
		} else if len(n.options) == 0 {
			n.Name = strings.TrimSuffix(path, "_"+namespaceHash(origin.Space))
		}
		n.spaces = append(n.spaces, origin.Space)
		d.byOrigin[origin] = n
	}
	slices.SortFunc(d.all[1:], func(a, b *Package) int { return cmp.Compare(a.Path, b.Path) })
	return d
}

// link adds an edge for each package that another one refers to, with the
// first reference in the order of positions.
func (d *Division) link(references []Reference) {
	type pair struct{ from, to *Package }
	first := make(map[pair]Reference)
	for _, r := range references {
		key := pair{d.node(r.From), d.node(r.To)}
		if key.from == key.to || key.from.service {
			continue
		}
		old, ok := first[key]
		if !ok || cmp.Or(r.FromPos.Compare(old.FromPos), cmp.Compare(r.FromName, old.FromName), cmp.Compare(r.Name, old.Name)) < 0 {
			first[key] = r
		}
	}
	for key, r := range first {
		key.from.edges = append(key.from.edges, edge{key.to, r})
	}
	for _, n := range d.all {
		slices.SortFunc(n.edges, func(a, b edge) int { return cmp.Compare(a.to.Path, b.to.Path) })
	}
}

// pathTo returns a shortest path of references from one node to another, nil if
// there is none. The service's package refers to all others and has no edges.
func (n *Package) pathTo(to *Package) []edge {
	paths := map[*Package][]edge{n: nil}
	for queue := []*Package{n}; len(queue) > 0; queue = queue[1:] {
		for _, e := range queue[0].edges {
			if _, seen := paths[e.to]; seen && e.to != to {
				continue
			}
			path := append(slices.Clone(paths[queue[0]]), e)
			if e.to == to {
				return path
			}
			paths[e.to] = path
			queue = append(queue, e.to)
		}
	}
	return nil
}

// mergeCycles merges packages that refer to each other, as Go does not allow import
// cycles. Packages that refer to the service's package are merged into it.
func (d *Division) mergeCycles() {
	d.mergeIntoService()
	for i, n := range d.all[1:] {
		if n.mergedInto != nil {
			continue
		}
		cycle := []*Package{n}
		for _, other := range d.all[i+2:] {
			if other.mergedInto == nil && n.pathTo(other) != nil && other.pathTo(n) != nil {
				cycle = append(cycle, other)
			}
		}
		if len(cycle) > 1 {
			d.mergeNodes(cycle)
		}
	}
}

// mergeIntoService merges packages that refer to the service's package into it. It
// is an error if the user requests such a package by its namespace.
func (d *Division) mergeIntoService() {
	service := d.all[0]
	var stay []*Package
	var edges []edge
	for _, n := range d.all[1:] {
		path := n.pathTo(service)
		if path == nil {
			continue
		}
		n.mergedInto = service
		if len(n.options) > 0 {
			found := diag.New(diag.BadPackage, n.options[0].Pos, "%s refers to the service's package, which imports it: %s", spacesOf(n), pathText(path))
			d.diags.Add(related(found, path).WithHint("%s", serviceHint(path)))
			continue
		}
		stay = append(stay, n)
		edges = addEdges(edges, path)
	}
	if len(stay) == 0 {
		return
	}
	verb, refers := "stays", "it refers"
	if len(stay) > 1 || len(stay[0].spaces) > 1 {
		verb, refers = "stay", "they refer"
	}
	found := diag.New(diag.PackageCycle, edges[0].reference.FromPos, "%s %s in the service's package, because %s to types there: %s", spacesOf(stay...), verb, refers, pathText(stay[0].pathTo(service)))
	d.diags.Add(related(found, edges).WithHint("%s", serviceHint(stay[0].pathTo(service))))
}

// serviceHint returns a hint how to keep a namespace out of the service's package.
func serviceHint(path []edge) string {
	if last := path[len(path)-1].reference; last.To.Schema {
		return "give the namespace " + diag.Quote(last.To.Space) + " a separate package, too"
	}
	return "leave the namespace in the service's package"
}

// mergeNodes merges the packages of a cycle into the one that the user requests by
// its namespace, or else the first. It is an error if the user requests two.
func (d *Division) mergeNodes(cycle []*Package) {
	first := cycle[0]
	if i := slices.IndexFunc(cycle, func(n *Package) bool { return len(n.options) > 0 }); i >= 0 {
		first = cycle[i]
	}
	var edges []edge
	for _, n := range cycle {
		if n == first {
			continue
		}
		n.mergedInto = first
		path := append(first.pathTo(n), n.pathTo(first)...)
		if len(n.options) == 0 {
			edges = addEdges(edges, path)
			continue
		}
		found := diag.New(diag.BadPackage, n.options[0].Pos, "%s and %s cannot be in two packages, because they refer to each other: %s", spacesOf(first), spacesOf(n), pathText(path)).
			WithRelated(first.options[0].Pos, "the other package")
		d.diags.Add(related(found, path).WithHint("give both the same import path"))
	}
	if len(edges) == 0 {
		return
	}
	found := diag.New(diag.PackageCycle, edges[0].reference.FromPos, "%s refer to each other and share the package %s: %s", spacesOf(cycle...), first.Path, pathText(first.pathTo(first)))
	d.diags.Add(related(found, edges))
}

// maxRelated is the maximum number of references in a diagnostic.
const maxRelated = 8

// addEdges adds references that are not in the list yet.
func addEdges(edges, more []edge) []edge {
	for _, e := range more {
		if !slices.Contains(edges, e) && len(edges) < maxRelated {
			edges = append(edges, e)
		}
	}
	return edges
}

func spacesOf(nodes ...*Package) string {
	spaces := slices.Concat(collect.Each(nodes, func(n *Package) []string { return n.spaces })...)
	names := collect.Each(spaces, diag.Quote)
	if len(names) == 1 {
		return "the namespace " + names[0]
	}
	return "the namespaces " + diag.Listed(names, "and")
}

// pathText returns: "a" uses "b", "c" uses "d"
func pathText(path []edge) string {
	return collect.Joined(path, ", ", func(e edge) string { return diag.Quote(e.reference.FromName) + " uses " + diag.Quote(e.reference.Name) })
}

func related(d diag.Diagnostic, path []edge) diag.Diagnostic {
	for _, e := range path {
		what := ""
		if e.reference.To.Schema {
			what = " of " + diag.Quote(e.reference.To.Space)
		}
		d = d.WithRelated(e.reference.FromPos, "%s uses %s%s", diag.Quote(e.reference.FromName), diag.Quote(e.reference.Name), what)
	}
	return d
}
