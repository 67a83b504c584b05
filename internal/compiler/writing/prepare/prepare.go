// Package prepare hands the descriptions of a plan to the run-time, as handlers and clients do, before code is generated.
package prepare

import (
	"cmp"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// Check prepares all types and operations of a plan, which p describes, as validating handlers and clients do. [schema.Define]
// has to be called for the tables first. What the run-time refuses is an error with the name of the type or the operation, and
// its place in the contract: generated code would panic with it.
func Check(pkg *ir.Package, p *descriptor.Package) error {
	for _, table := range p.Tables() {
		if reason := refusal(func() { check(table) }); reason != "" {
			return refused(pkg, placeOf(p, table, reason), reason)
		}
	}
	for _, e := range pkg.Elements {
		if reason := refusal(func() { p.Table.CheckValue(&schema.Value{Row: p.Value(e.Value)}) }); reason != "" {
			return refused(pkg, e.Pos, "the element "+e.Wire.Local+": "+reason)
		}
	}
	quiet := []soap.HandlerOption{soap.WithLogger(slog.New(slog.DiscardHandler))}
	for _, s := range pkg.Services {
		c := p.Contract(s, descriptor.Optional{})
		for _, op := range pkg.Operations {
			if op.Service != s {
				continue
			}
			c.Operations = []*contract.Operation{p.Operation(op.Operation)}
			if reason := refusal(func() { soap.NewHandler(c, nil, nil, quiet) }); reason != "" {
				return refused(pkg, op.Pos, "the operation "+op.Name+": "+reason)
			}
		}
	}
	return nil
}

// check prepares a table, and reads the documents that it is made of.
func check(table *schema.Table) {
	if table.Check(); table.Source != nil {
		validate.NewChecker(&contract.Contract{Types: table})
	}
}

// placeOf returns the place of the type of a table that the reason names, the zero Pos if it names none. Of several types with the
// name it is the one that is refused for the reason.
func placeOf(p *descriptor.Package, table *schema.Table, reason string) (pos diag.Pos) {
	for _, t := range table.Types {
		name := cmp.Or(t.Type.Name, "an anonymous type")
		starts := []string{"schema: " + name + ":", "schema: " + name + "."}
		named := slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(reason, start) })
		if !named || !pos.IsZero() && refusal(func() { table.CheckType(t.Type) }) != reason {
			continue
		}
		if o := p.Origin(t.Type); o.Struct != nil {
			pos = o.Struct.Pos
		} else if o.Simple != nil {
			pos = o.Simple.Pos
		}
	}
	return pos
}

func refused(pkg *ir.Package, pos diag.Pos, reason string) error {
	return fmt.Errorf("%s: the run-time refuses what would be generated: %s", cmp.Or(pos, diag.Pos{File: pkg.Source}), reason)
}

// refusal returns what f panics with, "" if it does not panic.
func refusal(f func()) (reason string) {
	defer func() {
		if r := recover(); r != nil {
			reason = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}
