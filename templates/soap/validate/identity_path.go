package validate

import "example.com/quartet/templates/soap/component"

// xsdConstraints holds the constraints of an element by the local name at the end of their selectors.
type xsdConstraints struct {
	all    []component.Constraint
	byName map[string][]int
	others []int // may select elements of any name
}

func newConstraints(list []component.Constraint) *xsdConstraints {
	if list == nil {
		return nil
	}
	x := &xsdConstraints{all: list, byName: make(map[string][]int)}
	for i := range list {
		x.index(i)
	}
	return x
}

func (x *xsdConstraints) index(i int) {
	names := make(map[string]bool)
	for _, p := range x.all[i].Selector {
		if len(p.Steps) == 0 || p.Steps[len(p.Steps)-1].Local == "*" {
			x.others = append(x.others, i)
			return
		}
		names[p.Steps[len(p.Steps)-1].Local] = true
	}
	for name := range names {
		x.byName[name] = append(x.byName[name], i)
	}
}
