package plan

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
)

// reference is a reference between two Go declarations. A base type does not refer
// to its derived types: values of these are read by a table in the service's
// package.
type reference struct {
	from, to       origin
	fromPos        diag.Pos
	fromName, name string // for messages
}

// eachReference visits the references of all planned declarations.
func (p *planner) eachReference(visit func(reference)) {
	for _, s := range p.pkg.Structs {
		at := reference{from: p.origin[s], fromPos: s.Pos, fromName: s.WSDLName}
		for base := s.Base; base != nil; base = base.Base { // a codec may call the codec of any of them
			p.referStruct(at, base, visit)
		}
		for _, f := range slices.Concat(s.Attrs, s.Elements()) {
			if f.Pos != (diag.Pos{}) {
				at.fromPos = f.Pos
			}
			p.referField(at, f, visit)
		}
	}
	for _, s := range p.pkg.Simples {
		at := reference{from: p.origin[s], fromPos: s.Pos, fromName: s.WSDLName}
		p.referScalar(at, s.Scalar, visit)
	}
	for _, e := range p.pkg.Elements {
		at := reference{from: p.origin[e], fromPos: e.Pos, fromName: e.Wire.Local}
		p.referField(at, &e.Value.Item, visit)
	}
}

func (p *planner) referField(r reference, f *ir.Field, visit func(reference)) {
	for _, s := range []*ir.Struct{f.Struct, f.Group, f.Items} {
		if s != nil {
			p.referStruct(r, s, visit)
		}
	}
	p.referScalar(r, f.Scalar, visit)
}

func (p *planner) referStruct(r reference, s *ir.Struct, visit func(reference)) {
	r.to, r.name = p.origin[s], s.WSDLName
	visit(r)
}

func (p *planner) referScalar(r reference, s *ir.Scalar, visit func(reference)) {
	for ; s != nil; s = s.Item {
		if s.Type != nil {
			r.to, r.name = p.origin[s.Type], s.Type.WSDLName
			visit(r)
			return
		}
	}
}

// packageNode is a package for namespaces that the user requests, or the service's
// package.
type packageNode struct {
	path       string
	name       string // path without the hash at its end
	service    bool
	options    []*NamespacePackage // for single namespaces, not for AllNamespaces
	spaces     []string
	edges      []packageEdge
	mergedInto *packageNode // if not nil: the package that contains its declarations
}

type packageEdge struct {
	to        *packageNode
	reference reference
}

// target returns the node that n is merged into, directly or indirectly; n if it
// is not.
func (n *packageNode) target() *packageNode {
	for n.mergedInto != nil {
		n = n.mergedInto
	}
	return n
}

type packageNodes struct {
	all      []*packageNode // the service's first, then by path
	byOrigin map[origin]*packageNode
}

func (n *packageNodes) of(o origin) *packageNode {
	if at := n.byOrigin[o]; at != nil {
		return at
	}
	return n.all[0]
}

// newPackageNodes returns a node for each package that the user requests.
func (p *planner) newPackageNodes() *packageNodes {
	service := &packageNode{path: p.config.ImportPath, service: true}
	nodes := &packageNodes{all: []*packageNode{service}, byOrigin: make(map[origin]*packageNode)}
	byPath := map[string]*packageNode{p.config.ImportPath: service}
	for _, o := range p.origins() {
		path, option := p.mappedPath(o.space)
		if option == nil {
			continue
		}
		n := byPath[path]
		if n == nil {
			n = &packageNode{path: path, name: path}
			byPath[path] = n
			nodes.all = append(nodes.all, n)
		}
		if option.Namespace != AllNamespaces {
			n.options = append(n.options, option)
		} else if len(n.options) == 0 {
			n.name = strings.TrimSuffix(path, "_"+namespaceHash(o.space))
		}
		n.spaces = append(n.spaces, o.space)
		nodes.byOrigin[o] = n
	}
	slices.SortFunc(nodes.all[1:], func(a, b *packageNode) int { return cmp.Compare(a.path, b.path) })
	return nodes
}

// linkNodes adds an edge for each package that another one refers to, with the
// first reference in the order of positions.
func (p *planner) linkNodes(nodes *packageNodes) {
	type pair struct{ from, to *packageNode }
	first := make(map[pair]reference)
	p.eachReference(func(r reference) {
		key := pair{nodes.of(r.from), nodes.of(r.to)}
		if key.from == key.to || key.from.service {
			return
		}
		old, ok := first[key]
		if !ok || cmp.Or(r.fromPos.Compare(old.fromPos), cmp.Compare(r.fromName, old.fromName), cmp.Compare(r.name, old.name)) < 0 {
			first[key] = r
		}
	})
	for key, r := range first {
		key.from.edges = append(key.from.edges, packageEdge{key.to, r})
	}
	for _, n := range nodes.all {
		slices.SortFunc(n.edges, func(a, b packageEdge) int { return cmp.Compare(a.to.path, b.to.path) })
	}
}

// pathTo returns a shortest path of references from one node to another, nil if
// there is none. The service's package refers to all others and has no edges.
func (n *packageNode) pathTo(to *packageNode) []packageEdge {
	paths := map[*packageNode][]packageEdge{n: nil}
	for queue := []*packageNode{n}; len(queue) > 0; queue = queue[1:] {
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
func (p *planner) mergeCycles(nodes *packageNodes) {
	p.mergeIntoService(nodes)
	for i, n := range nodes.all[1:] {
		if n.mergedInto != nil {
			continue
		}
		cycle := []*packageNode{n}
		for _, other := range nodes.all[i+2:] {
			if other.mergedInto == nil && n.pathTo(other) != nil && other.pathTo(n) != nil {
				cycle = append(cycle, other)
			}
		}
		if len(cycle) > 1 {
			p.mergeNodes(cycle)
		}
	}
}

// mergeIntoService merges packages that refer to the service's package into it. It
// is an error if the user requests such a package by its namespace.
func (p *planner) mergeIntoService(nodes *packageNodes) {
	service := nodes.all[0]
	var stay []*packageNode
	var edges []packageEdge
	for _, n := range nodes.all[1:] {
		path := n.pathTo(service)
		if path == nil {
			continue
		}
		n.mergedInto = service
		if len(n.options) > 0 {
			d := diag.New(diag.BadPackage, n.options[0].Pos, "%s refers to the service's package, which imports it: %s", spacesOf(n), pathText(path))
			p.diags.Add(related(d, path).WithHint("%s", serviceHint(path)))
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
	d := diag.New(diag.PackageCycle, edges[0].reference.fromPos, "%s %s in the service's package, because %s to types there: %s", spacesOf(stay...), verb, refers, pathText(stay[0].pathTo(service)))
	p.diags.Add(related(d, edges).WithHint("%s", serviceHint(stay[0].pathTo(service))))
}

// serviceHint returns a hint how to keep a namespace out of the service's package.
func serviceHint(path []packageEdge) string {
	if last := path[len(path)-1].reference; last.to.schema {
		return "give the namespace " + quoted(last.to.space) + " a separate package, too"
	}
	return "leave the namespace in the service's package"
}

// mergeNodes merges the packages of a cycle into the one that the user requests by
// its namespace, or else the first. It is an error if the user requests two.
func (p *planner) mergeNodes(cycle []*packageNode) {
	first := cycle[0]
	if i := slices.IndexFunc(cycle, func(n *packageNode) bool { return len(n.options) > 0 }); i >= 0 {
		first = cycle[i]
	}
	var edges []packageEdge
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
		d := diag.New(diag.BadPackage, n.options[0].Pos, "%s and %s cannot be in two packages, because they refer to each other: %s", spacesOf(first), spacesOf(n), pathText(path)).
			WithRelated(first.options[0].Pos, "the other package")
		p.diags.Add(related(d, path).WithHint("give both the same import path"))
	}
	if len(edges) == 0 {
		return
	}
	d := diag.New(diag.PackageCycle, edges[0].reference.fromPos, "%s refer to each other and share the package %s: %s", spacesOf(cycle...), first.path, pathText(first.pathTo(first)))
	p.diags.Add(related(d, edges))
}

// maxRelated is the maximum number of references in a diagnostic.
const maxRelated = 8

// addEdges adds references that are not in the list yet.
func addEdges(edges, more []packageEdge) []packageEdge {
	for _, e := range more {
		if !slices.Contains(edges, e) && len(edges) < maxRelated {
			edges = append(edges, e)
		}
	}
	return edges
}

func spacesOf(nodes ...*packageNode) string {
	var names []string
	for _, n := range nodes {
		for _, s := range n.spaces {
			names = append(names, quoted(s))
		}
	}
	if len(names) == 1 {
		return "the namespace " + names[0]
	}
	return "the namespaces " + listed(names, "and")
}

// pathText returns: "a" uses "b", "c" uses "d"
func pathText(path []packageEdge) string {
	text := ""
	for i, e := range path {
		if i > 0 {
			text += ", "
		}
		text += quoted(e.reference.fromName) + " uses " + quoted(e.reference.name)
	}
	return text
}

func related(d diag.Diagnostic, path []packageEdge) diag.Diagnostic {
	for _, e := range path {
		what := ""
		if e.reference.to.schema {
			what = " of " + quoted(e.reference.to.space)
		}
		d = d.WithRelated(e.reference.fromPos, "%s uses %s%s", quoted(e.reference.fromName), quoted(e.reference.name), what)
	}
	return d
}
