package soaptest

import (
	"testing"

	"example.com/quartet/templates/soap/contract"
)

// CheckTypes reports a mistake in the types of a contract, such as an edit by hand may have made: a field without a struct
// tag, a word that no tag has, two elements of one name, a Go type that does not hold the values of the schema. Handlers
// find those in the types of their messages when they are made, and clients when they call an operation. Generated packages
// have a CheckTypes for their contract.
func CheckTypes(t testing.TB, types func() *contract.Contract) {
	t.Helper()
	defer func() {
		if found := recover(); found != nil {
			t.Error(found)
		}
	}()
	if info := types(); info.Types != nil {
		for _, table := range info.Types.Closure() {
			table.Check()
		}
	}
}
