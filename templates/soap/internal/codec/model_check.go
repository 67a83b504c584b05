package codec

import "fmt"

// checkModels checks what only package validate reads: models and global attributes.
// It panics where they cannot be a schema. CheckElements is for global elements.
func (t *Table) checkModels() {
	for i := range t.Types {
		checkModel(t.Types[i].Type.label(), t.Types[i].Model)
	}
	for i := range t.Attributes {
		checkModelRow("the attribute "+t.Attributes[i].Name, &t.Attributes[i])
	}
}

// checkModel checks the rows of a model.
func checkModel(name string, rows []Row) {
	open := 0
	for i := range rows {
		r := &rows[i]
		switch {
		case r.Kind.bracket():
			open++
		case r.Kind == KindEnd && open == 0:
			panic("schema: " + name + ": the end of a bracket that did not begin")
		case r.Kind == KindEnd:
			open--
		case r.Kind.inherits() && i > 0:
			panic("schema: " + name + ": a base that is not the first row")
		case r.Kind != KindAnyAttributes && r.Kind != KindProhibited:
			checkModelRow(name, r)
		}
	}
	if open > 0 {
		panic("schema: " + name + ": a bracket that does not end")
	}
}

// checkModelRow checks that a row has a kind, and the type that it takes.
func checkModelRow(name string, r *Row) {
	simple := false
	switch k := r.Kind; {
	case k == KindNone, k > KindBaseAttributes:
		panic(fmt.Sprintf("schema: %s: the row %s has a kind that no model has", name, r.Name))
	case k <= lastScalar, k == KindList:
		simple = true
	}
	switch {
	case r.Of == nil && r.Kind <= lastScalar:
	case r.Of == nil:
		panic(fmt.Sprintf("schema: %s: the row %s has no type", name, r.Name))
	case r.Of.state().table == nil:
		panic(fmt.Sprintf("schema: %s: the type %s is not defined: call Define", name, r.Of.label()))
	case r.Of.Simple != simple:
		panic(fmt.Sprintf("schema: %s: the row %s is of another kind than %s", name, r.Name, r.Of.label()))
	}
}
