package split

import (
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

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
