package plan

import "example.com/quartet/internal/compiler/diag"

// leavesOut reports whether a component of the contract is left out because of errors
// that were found in it: p.diags[before:]. This is only so if the contract is read
// leniently; then the errors become warnings.
func (p *planner) leavesOut(before int, pos diag.Pos, format string, args ...any) bool {
	found := p.diags[before:]
	if !p.config.Lenient || !found.HasErrors() {
		return false
	}
	copy(found, found.AsWarnings())
	p.diags.Add(diag.New(diag.LeftOut, pos, format+" is left out", args...))
	return true
}
