package generator

import (
	"context"

	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/writing/flatten"
	"example.com/quartet/internal/compiler/writing/write"
)

// FlattenConfig describes what [Flatten] rewrites. Only Contract is required.
type FlattenConfig struct {
	// Contract, Input, Catalogs, Addresses, Fetch, AllowPrivate, Lenient, LenientRules, OnRead and Suppress are as in [Config].
	Contract     string
	Input        []byte
	Catalogs     []string
	Addresses    []Address
	Fetch        bool
	AllowPrivate bool
	Lenient      bool
	LenientRules []string
	OnRead       func(file string, text []byte)
	Suppress     []Suppression

	// KeepOverloads keeps the names of operations. Otherwise overloaded operations get different names, by which
	// Config.Operations selects them, too.
	KeepOverloads bool

	// KeepImports keeps the references to schemas. Otherwise the schemas become part of
	// the document. Other WSDL documents become part of it in any case.
	KeepImports bool
}

// Flattened is a contract as one document, for programs that cannot read it as it is.
type Flattened struct {
	// Text is the document, in UTF-8. It is nil if Diagnostics has errors.
	Text []byte

	// Renamed is the number of operations with another name.
	Renamed int

	// Diagnostics are the findings about the contract. Operations whose names are in
	// messages stay overloaded, with a warning.
	Diagnostics Diagnostics

	sources []string
}

// Flatten rewrites a contract. The messages that it describes stay the same.
//
// Errors in the contract, and documents that cannot be read, are reported in the
// Diagnostics of the result. A non-nil error means that Flatten itself failed.
func Flatten(ctx context.Context, config FlattenConfig) (*Flattened, error) {
	documents := Config{
		Contract: config.Contract, Input: config.Input, Catalogs: config.Catalogs, Addresses: config.Addresses,
		Fetch: config.Fetch, AllowPrivate: config.AllowPrivate, Lenient: config.Lenient, LenientRules: config.LenientRules, OnRead: config.OnRead, Suppress: config.Suppress,
	}
	suppress := documents.suppressing(nil)
	result, err := flattened(ctx, config, documents)
	if err != nil {
		return nil, err
	}
	if result.Diagnostics = suppress(result.Diagnostics).Kept; result.Diagnostics.HasErrors() {
		return &Flattened{Diagnostics: result.Diagnostics}, nil
	}
	return result, nil
}

func flattened(ctx context.Context, config FlattenConfig, documents Config) (*Flattened, error) {
	set, _, diags, err := readDocuments(ctx, documents)
	if err != nil {
		return nil, err
	}
	if set == nil || diags.HasErrors() {
		return &Flattened{Diagnostics: diags.Sorted()}, nil
	}
	model, found := documents.tolerance().Resolve(set)
	diags.Add(found...)
	if diags.HasErrors() {
		return &Flattened{Diagnostics: diags.Sorted()}, nil
	}
	progress.Doing(ctx, "flattening")
	result, found := flatten.Contract(model, flatten.Options{KeepOverloads: config.KeepOverloads, KeepImports: config.KeepImports})
	diags.Add(found...)
	if result == nil {
		return &Flattened{Diagnostics: diags.Sorted()}, nil
	}
	return &Flattened{Text: result.Text, Renamed: result.Renamed, Diagnostics: diags.Sorted(), sources: sourcesOf(set)}, nil
}

// Write writes the document to a file. A file that Write did not write earlier, or that is a
// document of the contract, is not changed; that is an error.
func (f *Flattened) Write(name string) error {
	return write.Document(name, f.Text, flatten.Mark, f.sources)
}
