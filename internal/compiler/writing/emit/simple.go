package emit

import (
	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writeSimple writes:
//
//	// Colour is the simple type colour.
//	type Colour string
func (e *emitter) writeSimple(file *jen.File, s *ir.Simple) {
	doc := documented(documented(s.Name+" is the "+s.What+".", s.Doc), s.ValueDoc)
	decl := file.Add(comment(doc)).Type().Id(s.Name)
	if s.Alias {
		decl.Op("=")
	}
	decl.Add(e.scalarType(s.Scalar))
	file.Line()
}

// writeValues writes:
//
//	// The values of Colour.
//	const (
//		ColourRed  Colour = "red"
//		ColourBlue Colour = "blue"
//	)
func writeValues(file *jen.File, s *ir.Simple) {
	if len(s.Values) == 0 {
		return
	}
	var defs []jen.Code
	for _, v := range s.Values {
		value := jen.Id(v.Text)
		if s.Scalar.Go == "string" {
			value = text(v.Text)
		}
		def := jen.Null()
		if v.Doc != "" {
			def = comment(v.Doc)
		}
		defs = append(defs, def.Id(v.Name).Id(s.Name).Op("=").Add(value))
	}
	file.Add(comment("The values of " + s.Name + ".")).Const().Defs(defs...)
	file.Line()
}
