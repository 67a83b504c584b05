package generator

import "context"

// PrintPlan returns the printed plan of what Generate generates, or "" if the contract
// has errors. If schema is set, it has what only validation has to know.
func PrintPlan(ctx context.Context, config Config, schema bool) (string, error) {
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
	if schema {
		return pkg.String(), nil
	}
	return pkg.Declarations(), nil
}
