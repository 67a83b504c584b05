package typing

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	runtime "example.com/quartet/templates/soap/xsd"
)

// wildcardOf returns a wildcard without numbers of namespaces.
func wildcardOf(w *xsd.Wildcard) *ir.Wildcard {
	spaces := w.Namespaces
	if w.Constraint == xsd.NamespacesList && len(spaces) == 0 {
		spaces = []string{xmlnsNamespace} // it allows nothing, and no list would allow anything
	}
	return &ir.Wildcard{Wildcard: runtime.Wildcard{Not: w.Constraint == xsd.NotNamespace, Process: runtime.Process(w.ProcessContents)}, Spaces: spaces}
}

// xmlnsNamespace is a namespace that elements and attributes cannot have.
const xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

// RawXML is the type for an element that matches a wildcard.
var RawXML = &ir.Scalar{Go: "RawXML", Package: "xsd", HasNil: true, Kind: "RawXML"}

// AnyType is the type for an element of the type xs:anyType.
var AnyType = &ir.Scalar{Go: "AnyType", Package: "xsd", Kind: "AnyType"}

// anyField plans the field for a wildcard.
func anyField(s *ir.Struct, fp *fieldParticles, w *xsd.Wildcard) *ir.Field {
	f := &ir.Field{Name: numbered(s, "Any"), Any: wildcardOf(w), Scalar: RawXML, Pos: fp.particle.Pos}
	f.Doc = "An element that the contract does not declare (xs:any)."
	switch optional := fp.optional || fp.particle.Optional(); {
	case fp.particle.Repeated() || fp.repeated:
		f.Occurs, f.Must = ir.Many, !optional
		f.Doc = "Elements that the contract does not declare (xs:any)."
	case optional:
		f.Occurs = ir.Optional
		f.Doc = "An element that the contract does not declare (xs:any); empty if there is none."
	}
	return f
}

// numbered returns a name for a field that has no name in the contract: name, with
// a number from the second such field on.
func numbered(s *ir.Struct, name string) string {
	for base := s; base != nil; base = base.Base {
		for _, f := range slices.Backward(base.Fields) {
			if number, ok := strings.CutPrefix(f.Name, name); ok && (f.Any != nil || f.Items != nil) {
				n, _ := strconv.Atoi(number) // 0: the first
				return name + strconv.Itoa(max(n, 1)+1)
			}
		}
	}
	return name
}
