package generator

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reviewing/describe"
	"example.com/quartet/internal/compiler/reviewing/diff"
)

// maxCompared is how many bytes the descriptions have that are compared for a page.
const maxCompared = 4 << 20

// HTML returns the findings as a page for a reviewer, with the trees of each operation that differs side by side. If d has the findings of
// several contracts, parts are the differences of each contract.
func (d *Difference) HTML(parts ...*Difference) ([]byte, error) {
	var trees []diff.Trees
	left := 0
	for _, part := range append([]*Difference{d}, parts...) {
		more, others, err := part.trees(len(parts) > 1)
		if err != nil {
			return nil, err
		}
		trees, left = append(trees, more...), left+others
	}
	return diff.HTML(d.Findings, trees, left)
}

// trees returns the operations that differ, and the number of the ones that were not compared. Their titles have the contract if it is one
// of several.
func (d *Difference) trees(several bool) (trees []diff.Trees, left int, err error) {
	if d.old.Plan == nil || d.new.Plan == nil {
		return nil, 0, nil
	}
	old, new := describe.Make(d.old.Model, d.old.Plan), describe.Make(d.new.Model, d.new.Plan)
	oldOperations, names := operationsOf(old)
	newOperations, newNames := operationsOf(new)
	for _, name := range newNames {
		if _, ok := oldOperations[name]; !ok {
			names = append(names, name)
		}
	}
	size, prefix := 0, ""
	if several {
		prefix = diff.FileIn(d.new.Folder, new.Contract) + ", "
	}
	for _, name := range names {
		if size > maxCompared {
			left++
			continue
		}
		a, failed := textOf(old, oldOperations, name)
		b, err := textOf(new, newOperations, name)
		if err = cmp.Or(failed, err); err != nil {
			return nil, 0, err
		}
		if size += len(a) + len(b); a != b {
			trees = append(trees, diff.Trees{Title: prefix + name, Old: a, New: b})
		}
	}
	return trees, left, nil
}

// operationsOf returns the operations of a contract by the names of their services and their own, and these names in order. The further
// interfaces of a service have their names in Go. A contract without services has one entry for all types, which is nil.
func operationsOf(o *Outline) (operations map[string]*describe.Operation, names []string) {
	operations = make(map[string]*describe.Operation)
	for i, s := range o.Services {
		service := s.Name
		if slices.ContainsFunc(o.Services[:i], func(other *describe.Service) bool { return other.Name == service }) {
			service = s.Go
		}
		for _, op := range s.Operations {
			name := service + ": " + op.Name
			operations[name], names = op, append(names, name)
		}
	}
	if len(names) == 0 {
		operations["types and elements"], names = nil, []string{"types and elements"}
	}
	return operations, names
}

// textOf returns the description of an operation, "" if the contract does not have it.
func textOf(o *Outline, operations map[string]*describe.Operation, name string) (string, error) {
	op, ok := operations[name]
	if !ok {
		return "", nil
	}
	return o.OperationText(op)
}
