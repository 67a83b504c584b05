package generator

import "context"

// PrintPlan returns the printed plan of what Generate generates, or "" if the contract
// has errors.
func PrintPlan(ctx context.Context, config Config) (string, error) {
	set, _, diags, err := readDocuments(ctx, config)
	if err != nil || set == nil || diags.HasErrors() {
		return "", err
	}
	model, diags := resolved(set, config.Lenient)
	if diags.HasErrors() {
		return "", nil
	}
	pkg, diags := planned(set, model, config)
	if diags.HasErrors() {
		return "", nil
	}
	return pkg.Declarations(), nil
}
