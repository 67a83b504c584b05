package diff

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/lexical"
)

// paired calls compare for the declarations of a kind that have a name in both versions.
func paired[T any](g *goComparer, of func(*ir.Package) []T, name func(T) string, compare func(old, new T)) {
	byName := make(map[string]T)
	for _, pkg := range packages(g.new) {
		for _, n := range of(pkg) {
			byName[name(n)] = n
		}
	}
	for _, pkg := range packages(g.old) {
		for _, o := range of(pkg) {
			if n, ok := byName[g.name(name(o), true)]; ok {
				compare(o, n)
			}
		}
	}
}

// goField is a field with the key that identifies it in both versions.
type goField struct {
	*ir.Field
	attribute bool
}

// fieldsOf returns the fields of a struct, except embedded fields, which are compared in their own struct.
func fieldsOf(s *ir.Struct) []goField {
	all := collect.Each(s.Attrs, func(f *ir.Field) goField { return goField{f, true} })
	all = append(all, collect.Each(s.Fields, func(f *ir.Field) goField { return goField{f, false} })...)
	if s.Array != nil {
		all = append(all, goField{s.Array.Item, false})
	}
	for _, f := range []*ir.Field{s.AnyAttrs, s.IsNil, s.XSITypes} {
		if f != nil {
			all = append(all, goField{f, true})
		}
	}
	return all
}

func (g *goComparer) fields(old, new *ir.Struct) {
	at := place{"Go type " + structName(old), old.Pos, new.Pos}
	was, now := lexical.SchemaName(old.Type.Local, old.Name), lexical.SchemaName(new.Type.Local, new.Name)
	if was != now && hasSchema(old) && hasSchema(new) {
		g.found("schema-renamed", Compatible, place{"schema " + was, old.Pos, new.Pos}, 0, "the schema is now named "+now)
	}
	if was, now := baseOf(old), baseOf(new); g.name(was, true) != now {
		g.add("go-type", at, "the struct now embeds %s, formerly %s", cmp.Or(now, "nothing"), cmp.Or(was, "nothing"))
	}
	pairs, removed, _ := matchBy(fieldsOf(old), fieldsOf(new),
		func(f goField) any { return keyIf(f.Wire.Local != "", [3]any{f.attribute, f.Wire.Local, f.Wire.Space}) },
		func(f goField) any { return [2]any{f.attribute, f.Name} })
	g.fieldsRemoved(at, old, removed)
	for _, p := range pairs {
		at := place{at.component + ", field " + p[0].Name, p[0].Pos, p[1].Pos}
		if p[0].Name != p[1].Name {
			g.add("go-renamed", at, "the field is now named %s", p[1].Name)
		}
		if p[0].Form() == ir.AsItems && p[1].Form() == ir.AsItems && g.name(structName(p[0].Struct), true) == structName(p[1].Struct) {
			continue // a change of the items is reported where the array declares them
		}
		if was, now := g.types(true).Field(p[0].Field), g.types(false).Field(p[1].Field); was != now {
			g.add("go-type", at, "the type of the field is now %s, formerly %s", now, was)
		}
	}
}

// hasSchema reports whether OpenAPI and JSON Schema have a schema for a struct.
func hasSchema(s *ir.Struct) bool {
	return s.Kind == "complex type" || s.Kind == "element" && !s.IsRequest
}

// fieldsRemoved reports the fields that a struct no longer has: it adds the parties to the findings about their elements and
// attributes, or adds a finding if there are none.
func (g *goComparer) fieldsRemoved(at place, s *ir.Struct, removed []goField) {
	var others []goField
	for _, f := range removed {
		if f.Pos.IsZero() || len(g.byOld[f.Pos]) == 0 {
			others = append(others, f)
			continue
		}
		for _, known := range g.byOld[f.Pos] {
			known.Breaks |= Implementers | Callers
			known.Class = Breaking
		}
	}
	if len(others) == 0 {
		return
	}
	message := "the field is removed"
	if len(others) == 1 {
		at.component += ", field " + others[0].Name
	} else {
		message = "the fields " + listed(others) + " are removed"
	}
	at.old = cmp.Or(others[0].Pos, s.Pos)
	g.found("go-removed", Breaking, at, Implementers|Callers, message)
}

// listed returns the names of two or more fields.
func listed(fields []goField) string {
	const max = 6
	names := collect.Each(fields[:min(len(fields), max)], func(f goField) string { return f.Name })
	if rest := len(fields) - max; rest > 0 {
		names = append(names, strconv.Itoa(rest)+" more")
	}
	return diag.Listed(names, "and")
}

func baseOf(s *ir.Struct) string {
	if s.Base == nil {
		return ""
	}
	return structName(s.Base)
}

// definition describes a type that is defined as another one.
func definition(s *ir.Simple, as string) string {
	if s.Alias {
		return "an alias of " + as
	}
	return as
}

func (g *goComparer) simple(old, new *ir.Simple) {
	at := place{"Go type " + simpleName(old), old.Pos, new.Pos}
	if was, now := definition(old, g.types(true).Scalar(old.Scalar)), definition(new, g.types(false).Scalar(new.Scalar)); was != now {
		g.add("go-type", at, "the type is now %s, formerly %s", now, was)
	}
	values := collect.ByKey(new.Values, func(v ir.Value) string { return v.Text })
	for _, v := range old.Values {
		now, ok := values[v.Text]
		switch {
		case !ok:
			g.constantRemoved(at, v)
		case now.Name != v.Name:
			g.add("go-renamed", place{"Go constant " + v.Name, v.Pos, now.Pos}, "the constant is now named %s", now.Name)
		}
	}
}

// constantRemoved reports a removed constant: it adds the parties to the finding about the enumeration, or adds a finding.
func (g *goComparer) constantRemoved(at place, v ir.Value) {
	for _, f := range slices.Concat(g.byOld[v.Pos], g.byOld[at.old], g.byNew[at.new]) {
		if f.Rule == "enumeration-removed" || f.Rule == "enumeration-gone" {
			f.Breaks |= Implementers | Callers
			f.Class = Breaking
			return
		}
	}
	g.add("go-removed", place{"Go constant " + v.Name, v.Pos, at.new}, "the constant is removed")
}
