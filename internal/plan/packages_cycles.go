package plan

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/diag"
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
		if s.Base != nil {
			at.refer(s.Base, visit)
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
			n = &packageNode{path: path}
			byPath[path] = n
			nodes.all = append(nodes.all, n)
		}
		if wish.Namespace != AllNamespaces {
			n.wishes = append(n.wishes, wish)
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
	service := nodes.all[0]
	for _, n := range nodes.all[1:] {
		if way := n.way(service); way != nil {
			p.keepWithService(n, way)
			n.into = service
		}
	}
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

// keepWithService reports a package that would need the service's.
func (p *planner) keepWithService(n *packageNode, way []packageEdge) {
	last := way[len(way)-1].by
	hint := "give the namespace " + quoted(last.to.space) + " a package of its own, too"
	if !last.to.schema {
		hint = "let the namespace stay with the service"
	}
	if len(n.wishes) > 0 {
		d := diag.New(diag.BadPackage, n.wishes[0].Pos, "%s needs what is in the package of the service, which needs it: %s", spacesOf(n), wayText(way))
		p.diags.Add(related(d, way).WithHint("%s", hint))
		return
	}
	d := diag.New(diag.PackageCycle, way[0].by.fromPos, "%s stays in the package of the service, which it needs: %s", spacesOf(n), wayText(way))
	p.diags.Add(related(d, way).WithHint("%s", hint))
}

// joinNodes puts the packages of a cycle into one: the one that the user names,
// or the first.
func (p *planner) joinNodes(cycle []*packageNode) {
	first := cycle[0]
	var named *packageNode
	for _, n := range cycle {
		switch {
		case len(n.wishes) == 0:
		case named == nil:
			named = n
		default:
			way := append(named.way(n), n.way(named)...)
			d := diag.New(diag.BadPackage, n.wishes[0].Pos, "%s and %s cannot be in two packages, as they need each other: %s", spacesOf(named), spacesOf(n), wayText(way)).
				WithRelated(named.wishes[0].Pos, "the other package")
			p.diags.Add(related(d, way).WithHint("give both the same import path"))
		}
	}
	if named != nil {
		first = named
	}
	for _, n := range cycle {
		if n != first {
			n.into = first
			if len(n.wishes) == 0 || len(first.wishes) == 0 {
				way := append(first.way(n), n.way(first)...)
				d := diag.New(diag.PackageCycle, way[0].by.fromPos, "%s and %s need each other and are in one package, %s: %s", spacesOf(first), spacesOf(n), first.path, wayText(way))
				p.diags.Add(related(d, way))
			}
		}
	}
}

func spacesOf(n *packageNode) string {
	if len(n.spaces) == 1 {
		return "the namespace " + quoted(n.spaces[0])
	}
	var names []string
	for _, s := range n.spaces {
		names = append(names, quoted(s))
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
		d = d.WithRelated(e.by.fromPos, "%s uses %s of %s", quoted(e.by.fromName), quoted(e.by.name), quoted(e.by.to.space))
	}
	return d
}
