package generator

import (
	"context"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/schema"
)

// DescribeTypes returns the descriptions of the types for which Generate generates code, made from the contract. It returns
// nil if the contract has errors.
func DescribeTypes(ctx context.Context, config Config) (*schema.Table, error) {
	set, _, diags, err := readDocuments(ctx, config)
	if err != nil || set == nil || diags.HasErrors() {
		return nil, err
	}
	model, diags := config.tolerance().Resolve(set)
	if diags.HasErrors() {
		return nil, nil
	}
	pkg, diags := planned(set, model, config)
	if diags.HasErrors() {
		return nil, nil
	}
	p := descriptor.New(encoded.Arrays{}).Package(pkg)
	for _, table := range p.Tables() {
		schema.Define(table)
	}
	return p.Table, nil
}
