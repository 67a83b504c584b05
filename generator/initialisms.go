package generator

import (
	"fmt"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

// InitialismPattern is a regular expression that all [Config.Initialisms] match.
const InitialismPattern = naming.InitialismPattern

// CheckInitialism reports a text that cannot be an initialism.
func CheckInitialism(text string) error {
	if !naming.IsInitialism(text) {
		return fmt.Errorf("%s is not an initialism: it must be a capital letter followed by ASCII letters or digits, such as ID, or go for the initialisms of Go's conventions", diag.Quote(text))
	}
	return nil
}
