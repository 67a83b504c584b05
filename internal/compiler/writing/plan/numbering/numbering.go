// Package numbering makes the table of the namespaces in messages, and gives each name in
// a plan the number of its namespace.
package numbering

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Namespace replaces the namespace Old of the contract by New.
type Namespace struct{ Old, New string }

// Input is what the table depends on besides the names in a plan.
type Input struct {
	File         string // file of the contract's main document
	Schemas      []*xsd.Schema
	Replacements []Namespace

	Entry func(space string) ir.TableEntry // returns the entry of a namespace in the tables, which has its prefix

	QNames      bool                   // some values are qualified names
	Documents   map[ir.Name]bool       // the elements that documents may have
	Identified  map[*ir.Struct]bool    // types that xsi:type may name
	ResultTypes map[*ir.Wire]*ir.Field // for responses with SOAP encoding, whose xsi:type names the type of the field
}

// Number sets the namespace tables of a plan, and what depends on them: the numbers of all
// names, actions, wildcards and the xsi:type of results. It also sets Nil and ElementXSI. It
// returns the table of the service's package.
func Number(pkg *ir.Package, in Input) (Table, diag.List) {
	p := &planner{pkg: pkg, in: in}
	p.planTables()
	p.decideTable()
	p.checkTables()
	p.replaceNamespaces()
	p.indexNames()
	p.indexElements()
	return p.table(), p.diags
}

// planner holds the state of one call of Number.
type planner struct {
	pkg   *ir.Package
	in    Input
	diags diag.List
}

func (p *planner) table() Table { return p.pkg.Namespaces }
