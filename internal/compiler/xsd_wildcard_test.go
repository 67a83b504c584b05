package compiler_test

import (
	"testing"

	"example.com/quartet/internal/compiler/reading/xsd"
)

func TestWildcardAllows(t *testing.T) {
	other := &xsd.Wildcard{Constraint: xsd.NotNamespace, Namespaces: []string{"urn:t"}}
	if other.Allows("urn:t") || other.Allows("") || !other.Allows("urn:u") {
		t.Error("##other is wrong")
	}
}
