// Package split decides which declarations of a plan go into separate Go packages for
// namespaces, and names these packages.
package split

import (
	"path"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// NamespacePackage assigns the schema components of a namespace to a separate Go
// package.
type NamespacePackage struct {
	Namespace  string // or AllNamespaces
	ImportPath string // if the service's package has it, the namespace stays there

	Pos diag.Pos // position of the option
}

// AllNamespaces matches every namespace that no other NamespacePackage names. Each
// gets a package below the import path. The target namespace of the main document
// is an exception: it stays in the service's package, as it declares the messages
// of the service's operations.
const AllNamespaces = "*"

// Origin is where a declaration comes from: a namespace of the schemas, or the
// service itself.
type Origin struct {
	Space  string
	Schema bool
}

// Reference is a reference between two Go declarations. A base type does not refer
// to its derived types: values of these are read by a table in the service's
// package.
type Reference struct {
	From, To       Origin
	FromPos        diag.Pos
	FromName, Name string // for messages
}

// Options says which namespaces get separate packages.
type Options struct {
	ImportPath string // import path of the service's package
	Packages   []NamespacePackage
	Main       string // the target namespace of the main document
}

// MappedPath returns the import path of the package for a namespace, and the
// option that specifies it; nil for the service's package.
func (o Options) MappedPath(space string) (string, *NamespacePackage) {
	var all *NamespacePackage
	for i := range o.Packages {
		switch option := &o.Packages[i]; option.Namespace {
		case space:
			if option.ImportPath == o.ImportPath {
				return "", nil
			}
			return option.ImportPath, option
		case AllNamespaces:
			all = option
		}
	}
	if all == nil || space == o.Main {
		return "", nil
	}
	return path.Join(all.ImportPath, Folder(space)), all
}

// IsMapped reports whether a declaration is meant for a package for namespaces. A
// cycle of references may prevent that.
func (o Options) IsMapped(origin Origin) bool {
	if !origin.Schema || len(o.Packages) == 0 {
		return false
	}
	_, option := o.MappedPath(origin.Space)
	return option != nil
}

// Divide divides the declarations with the given origins, which are sorted, into
// packages. references holds the references between all declarations.
func Divide(options Options, origins []Origin, references []Reference) (*Division, diag.List) {
	d := options.newDivision(origins)
	d.link(references)
	d.mergeCycles()
	return d, d.diags
}

// OriginOf returns where the declaration for a component of the schemas comes from.
func OriginOf(info *xsd.Info) Origin {
	if info.Schema == nil {
		return Origin{Space: info.Name.Space, Schema: true}
	}
	return Origin{Space: info.Schema.TargetNamespace, Schema: true}
}

// PackageOf returns the package for namespaces that holds a declaration, nil for
// the service's package.
func PackageOf(decl any) *ir.Package {
	switch d := decl.(type) {
	case *ir.Struct:
		return d.Package
	case *ir.Simple:
		return d.Package
	case *ir.Element:
		return d.Package
	}
	return nil
}
