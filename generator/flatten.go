package generator

import (
	"context"

	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/writing/flatten"
	"example.com/quartet/internal/compiler/writing/write"
)

// FlattenOptions says what [Flatten] keeps. Its fields are
//
//	KeepOverloads bool // the names of operations; otherwise overloaded ones get different names, which Config.Operations takes, too
//	KeepImports   bool // the references to schemas; otherwise the schemas become part of the document, as other documents do in any case
//	SOAPOnly      bool // what is used with SOAP; otherwise all ports. A contract without SOAP is an error
type FlattenOptions = flatten.Options

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

// Flatten rewrites a contract. The messages that it describes stay the same. It uses the fields of config that say where the
// documents are, and Lenient, LenientRules and Suppress.
//
// Errors in the contract, and documents that cannot be read, are reported in the
// Diagnostics of the result. A non-nil error means that Flatten itself failed.
func Flatten(ctx context.Context, config Config, options FlattenOptions) (*Flattened, error) {
	var document *flatten.Result
	a, err := analyse(ctx, config, nil, resolveStage, func(ctx context.Context, a *analysis) (found Diagnostics) {
		progress.Doing(ctx, "flattening")
		document, found = flatten.Contract(a.model, options)
		return found
	})
	if err != nil {
		return nil, err
	}
	if a.failed() || document == nil {
		return &Flattened{Diagnostics: a.found}, nil
	}
	return &Flattened{Text: document.Text, Renamed: document.Renamed, Diagnostics: a.found, sources: sourcesOf(a.set)}, nil
}

// Write writes the document to a file. A file that Write did not write earlier, or that is a
// document of the contract, is not changed; that is an error.
func (f *Flattened) Write(name string) error {
	return write.Document(name, f.Text, flatten.Mark, f.sources)
}
