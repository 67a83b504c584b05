package plan

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// reference is a declaration that refers to another one, in Go. What is derived
// from a type is no reference from that: values are read by a table that the
// service's package has.
type reference struct {
	from, to       home
	fromPos        diag.Pos
	fromName, name string // for people
}

// eachReference visits the references of everything that is planned.
func (p *planner) eachReference(visit func(reference)) {
	for _, s := range p.pkg.Structs {
		at := reference{from: s.home, fromPos: s.pos, fromName: s.WSDLName}
		for base := s.Base; base != nil; base = base.Base { // a codec may call that of any of them
			at.refer(base, visit)
		}
		for _, f := range slices.Concat(s.Attrs, s.Elements()) {
			if f.pos != (diag.Pos{}) {
				at.fromPos = f.pos
			}
			at.field(f, visit)
		}
	}
	for _, s := range p.pkg.Simples {
		at := reference{from: s.home, fromPos: s.pos, fromName: s.local}
		at.scalar(s.Scalar, visit)
	}
	for _, e := range p.pkg.Elements {
		at := reference{from: e.home, fromPos: e.pos, fromName: e.Wire.Local}
		at.field(&e.Value.Item, visit)
	}
}

func (r reference) field(f *Field, visit func(reference)) {
	for _, s := range []*Struct{f.Struct, f.Group, f.Items} {
		if s != nil {
			r.refer(s, visit)
		}
	}
	r.scalar(f.Scalar, visit)
}

func (r reference) refer(s *Struct, visit func(reference)) {
	r.to, r.name = s.home, s.WSDLName
	visit(r)
}

func (r reference) scalar(s *Scalar, visit func(reference)) {
	for ; s != nil; s = s.Item {
		if s.Type != nil {
			r.to, r.name = s.Type.home, s.Type.local
			visit(r)
			return
		}
	}
}

// packageNode is a package that is wished for, with the namespaces of which it is
// wished; or that of the service.
type packageNode struct {
	path    string
	name    string // path without a hash
	service bool
	wishes  []*NamespacePackage // that name a namespace
	spaces  []string
	edges   []packageEdge
	into    *packageNode // that it has become a part of
}

type packageEdge struct {
	to *packageNode
	by reference
}

// target is the node that n has become a part of in the end.
func (n *packageNode) target() *packageNode {
	for n.into != nil {
		n = n.into
	}
	return n
}

type packageNodes struct {
	all    []*packageNode // the service's first, then by path
	byHome map[home]*packageNode
}

func (n *packageNodes) of(h home) *packageNode {
	if at := n.byHome[h]; at != nil {
		return at
	}
	return n.all[0]
}

// packageNodes makes a node for each package that the user wishes for.
func (p *planner) packageNodes() *packageNodes {
	service := &packageNode{path: p.config.ImportPath, service: true}
	nodes := &packageNodes{all: []*packageNode{service}, byHome: make(map[home]*packageNode)}
	byPath := map[string]*packageNode{p.config.ImportPath: service}
	for _, h := range p.homes() {
		path, wish := p.mappedPath(h.space)
		if wish == nil {
			continue
		}
		n := byPath[path]
		if n == nil {
			n = &packageNode{path: path, name: path}
			byPath[path] = n
			nodes.all = append(nodes.all, n)
		}
		if wish.Namespace != AllNamespaces {
			n.wishes = append(n.wishes, wish)
		} else if len(n.wishes) == 0 {
			n.name = strings.TrimSuffix(path, "_"+hashOf(h.space))
		}
		n.spaces = append(n.spaces, h.space)
		nodes.byHome[h] = n
	}
	slices.SortFunc(nodes.all[1:], func(a, b *packageNode) int { return cmp.Compare(a.path, b.path) })
	return nodes
}

// linkNodes notes which packages refer to which, with the first reason in the
// order of places.
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

// way returns the references that lead from one node to another, as few as
// possible; nil if there are none. The service refers to all.
func (n *packageNode) way(to *packageNode) []packageEdge {
	ways := map[*packageNode][]packageEdge{n: nil}
	for queue := []*packageNode{n}; len(queue) > 0; queue = queue[1:] {
		for _, e := range queue[0].edges {
			if _, seen := ways[e.to]; seen && e.to != to {
				continue
			}
			way := append(slices.Clone(ways[queue[0]]), e)
			if e.to == to {
				return way
			}
			ways[e.to] = way
			queue = append(queue, e.to)
		}
	}
	return nil
}

// joinCycles puts packages that refer to each other into one: Go packages
// cannot. What needs something of the service's package goes there.
func (p *planner) joinCycles(nodes *packageNodes) {
	p.joinService(nodes)
	for i, n := range nodes.all[1:] {
		if n.into != nil {
			continue
		}
		cycle := []*packageNode{n}
		for _, other := range nodes.all[i+2:] {
			if other.into == nil && n.way(other) != nil && other.way(n) != nil {
				cycle = append(cycle, other)
			}
		}
		if len(cycle) > 1 {
			p.joinNodes(cycle)
		}
	}
}

// joinService keeps what needs something of the service's package there. Where the
// user names another package for it, that is an error.
func (p *planner) joinService(nodes *packageNodes) {
	service := nodes.all[0]
	var stay []*packageNode
	var edges []packageEdge
	for _, n := range nodes.all[1:] {
		way := n.way(service)
		if way == nil {
			continue
		}
		n.into = service
		if len(n.wishes) > 0 {
			d := diag.New(diag.BadPackage, n.wishes[0].Pos, "%s needs what is in the package of the service, which needs it: %s", spacesOf(n), wayText(way))
			p.diags.Add(related(d, way).WithHint("%s", serviceHint(way)))
			continue
		}
		stay = append(stay, n)
		edges = addEdges(edges, way)
	}
	if len(stay) == 0 {
		return
	}
	verb := "stays"
	if len(stay) > 1 || len(stay[0].spaces) > 1 {
		verb = "stay"
	}
	d := diag.New(diag.PackageCycle, edges[0].by.fromPos, "%s %s in the package of the service, for types that are there: %s", spacesOf(stay...), verb, wayText(stay[0].way(service)))
	p.diags.Add(related(d, edges).WithHint("%s", serviceHint(stay[0].way(service))))
}

// serviceHint says how something need not stay with the service.
func serviceHint(way []packageEdge) string {
	if last := way[len(way)-1].by; last.to.schema {
		return "give the namespace " + quoted(last.to.space) + " a package of its own, too"
	}
	return "let the namespace stay with the service"
}

// joinNodes puts the packages of a cycle into one: the one that the user names,
// or the first. Two that the user names are an error.
func (p *planner) joinNodes(cycle []*packageNode) {
	first := cycle[0]
	if i := slices.IndexFunc(cycle, func(n *packageNode) bool { return len(n.wishes) > 0 }); i >= 0 {
		first = cycle[i]
	}
	var edges []packageEdge
	for _, n := range cycle {
		if n == first {
			continue
		}
		n.into = first
		way := append(first.way(n), n.way(first)...)
		if len(n.wishes) == 0 {
			edges = addEdges(edges, way)
			continue
		}
		d := diag.New(diag.BadPackage, n.wishes[0].Pos, "%s and %s cannot be in two packages, as they need each other: %s", spacesOf(first), spacesOf(n), wayText(way)).
			WithRelated(first.wishes[0].Pos, "the other package")
		p.diags.Add(related(d, way).WithHint("give both the same import path"))
	}
	if len(edges) == 0 {
		return
	}
	d := diag.New(diag.PackageCycle, edges[0].by.fromPos, "%s need each other and are in one package, %s: %s", spacesOf(cycle...), first.path, wayText(first.way(first)))
	p.diags.Add(related(d, edges))
}

// mostRelated bounds how many references a diagnostic shows.
const mostRelated = 8

// addEdges adds references that are not there yet.
func addEdges(edges, more []packageEdge) []packageEdge {
	for _, e := range more {
		if !slices.Contains(edges, e) && len(edges) < mostRelated {
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

// wayText says: "a" uses "b", "c" uses "d"
func wayText(way []packageEdge) string {
	text := ""
	for i, e := range way {
		if i > 0 {
			text += ", "
		}
		text += quoted(e.by.fromName) + " uses " + quoted(e.by.name)
	}
	return text
}

func related(d diag.Diagnostic, way []packageEdge) diag.Diagnostic {
	for _, e := range way {
		what := ""
		if e.by.to.schema {
			what = " of " + quoted(e.by.to.space)
		}
		d = d.WithRelated(e.by.fromPos, "%s uses %s%s", quoted(e.by.fromName), quoted(e.by.name), what)
	}
	return d
}
