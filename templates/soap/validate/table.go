package validate

import (
	"fmt"
	"slices"
	"sync"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// source is what a table is made of; see [schema.Table].Source.
type source interface {
	Documents() *contract.DocumentSet
}

// modelOf returns the model of the documents of a table, of the tables that it imports, and of met: tables of types that a value
// has in place of others, which are not imported. It is made when it is first needed, and kept with the table.
func modelOf(t *schema.Table, met []*schema.Table) (*model, error) {
	tables, others := t.Closure(), []*schema.Table(nil)
	for _, other := range met {
		if !slices.Contains(tables, other) {
			others = append(others, other)
			tables = append(tables, other.Closure()...)
		}
	}
	models, ok := t.Validator().Load().(*sync.Map)
	if !ok {
		t.Validator().CompareAndSwap(nil, new(sync.Map))
		models = t.Validator().Load().(*sync.Map)
	}
	made, _ := models.LoadOrStore(fmt.Sprint(others), tableModel{others, sync.OnceValues(func() (*model, error) {
		set, names, err := readComponents(tables, component.Read)
		return newModel(set, names), err
	})})
	return made.(tableModel).read()
}

// tableModel is a model of a table and others. Their addresses are its key: as long as they are kept here, no other tables have them.
type tableModel struct {
	others []*schema.Table
	read   func() (*model, error)
}

// readComponents reads the documents of tables. It also returns a map from namespaces in messages to those in the documents.
func readComponents(
	tables []*schema.Table, read func(...*contract.DocumentSet) (*component.Set, error),
) (set *component.Set, names map[string]string, err error) {
	var sets []*contract.DocumentSet
	for _, t := range tables {
		from, ok := t.Source.(source)
		if !ok {
			continue
		}
		documents := from.Documents()
		if documents == nil || slices.Contains(sets, documents) {
			continue
		}
		sets = append(sets, documents)
		for _, replaced := range documents.Replaced {
			if names == nil {
				names = make(map[string]string)
			}
			names[t.URI(int32(replaced.NS))] = replaced.From
		}
	}
	if sets == nil {
		return nil, nil, fmt.Errorf("the descriptions of the contract have no documents")
	}
	set, err = read(sets...)
	return set, names, err
}
