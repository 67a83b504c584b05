package plan_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// checkReferences checks what validation has to know in a plan: every type is one that its
// package can refer to, and every namespace has a number there.
func checkReferences(t *testing.T, service *ir.Package) {
	t.Helper()
	for _, pkg := range append([]*ir.Package{service}, service.Packages...) {
		c := &referenceChecker{T: t, pkg: pkg, service: pkg == service, names: make(map[string]bool)}
		for _, s := range slices.Concat(pkg.Structs, pkg.UndeclaredStructs) {
			c.structure(s)
		}
		for _, s := range slices.Concat(pkg.Simples, pkg.UndeclaredSimples) {
			c.simple(s)
		}
		for _, g := range pkg.GlobalElements {
			c.model(g.Field.Wire.Local, g.Model)
			c.field(g.Field.Wire.Local, g.Field, g.Model != nil)
		}
		for _, a := range pkg.GlobalAttributes {
			c.field(a.Wire.Local, a, false)
		}
	}
}

type referenceChecker struct {
	*testing.T
	pkg     *ir.Package
	service bool
	names   map[string]bool
}

func (c *referenceChecker) structure(s *ir.Struct) {
	if s.Undeclared && (!strings.HasPrefix(s.Name, "_") || c.names[s.Name] || s.Model == nil) {
		c.Errorf("undeclared %q", s.Name)
	}
	c.names[s.Name] = true
	c.refer(s.Name, s.Package, true)
	if s.DerivedFrom != nil {
		c.refer(s.Name, s.DerivedFrom.Package, false)
	}
	if s.Type.Local != "" {
		c.name(s.Name, s.Type)
	}
	for _, f := range s.Attrs {
		c.field(s.Name, f, false)
	}
	c.scalar(s.Name, s.DerivedText)
	c.model(s.Name, s.Model)
}

func (c *referenceChecker) simple(s *ir.Simple) {
	if s.Undeclared && (!strings.HasPrefix(s.Name, "_") || c.names[s.Name]) {
		c.Errorf("undeclared %q", s.Name)
	}
	c.names[s.Name] = true
	c.refer(s.Name, s.Package, true)
	c.scalar(s.Name, s.Base)
	c.scalar(s.Name, s.Scalar.Item)
	if s.Base != nil && s.Base.Facets != nil {
		c.Errorf("%s: the base has facets", s.Name)
	}
	for _, m := range s.Members {
		c.scalar(s.Name, m)
	}
	if s.Type.Local != "" {
		c.name(s.Name, s.Type)
	}
}

func (c *referenceChecker) model(at string, m *ir.Model) {
	if m == nil {
		return
	}
	if m.Base != nil {
		c.refer(at, m.Base.Package, false)
	}
	for _, f := range slices.Concat(m.Attrs, []*ir.Field{m.Value, m.Items}) {
		c.field(at, f, f == nil)
	}
	c.particles(at, m.Content)
}

func (c *referenceChecker) particles(at string, particles []*ir.Particle) {
	for _, p := range particles {
		c.field(at, p.Field, p.Field == nil)
		c.particles(at, p.Particles)
	}
}

func (c *referenceChecker) field(at string, f *ir.Field, untyped bool) {
	if f == nil {
		return
	}
	switch {
	case f.Group != nil:
		c.refer(at, f.Group.Package, false)
	case f.Struct != nil:
		c.refer(at, f.Struct.Package, false)
	case f.Scalar == nil && !untyped:
		c.Errorf("%s: %s has no type", at, f.Wire.Local)
	}
	c.scalar(at, f.Scalar)
	if f.Wire.Local != "" {
		c.name(at, f.Wire)
	}
}

func (c *referenceChecker) scalar(at string, s *ir.Scalar) {
	switch {
	case s == nil:
	case s.Type != nil:
		c.refer(at, s.Type.Package, false)
	case s.Described != nil:
		c.refer(at, s.Described.Package, false)
	case s.Item != nil:
		c.scalar(at, s.Item)
	case s.Kind == "":
		c.Errorf("%s: a type has no kind", at)
	}
}

// refer checks that the package has, or can refer to, a type of another one.
func (c *referenceChecker) refer(at string, to *ir.Package, own bool) {
	if to == nil && c.service || to == c.pkg || !own && slices.Contains(c.pkg.Imports, to) {
		return
	}
	c.Errorf("%s of the package %s refers to another package", at, c.pkg.Name)
}

func (c *referenceChecker) name(at string, n ir.Name) {
	table := slices.Concat(c.pkg.Namespaces, c.pkg.MoreNamespaces)
	for i, e := range table {
		if e.ID == n.NS && e.ID != 0 && e.Space == n.Space || i == n.NS && e.ID == 0 && e.Space == n.Space {
			return
		}
	}
	c.Errorf("%s: the name {%s}%s has the number %d", at, n.Space, n.Local, n.NS)
}
