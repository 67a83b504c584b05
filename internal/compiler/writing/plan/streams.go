package plan

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// markStreams makes fields readers that names choose. file is the main document.
func markStreams(pkg *ir.Package, file string, names []string) (diags diag.List) {
	for _, name := range names {
		f := fieldNamed(pkg.Structs, name)
		if f == nil {
			diags.Add(diag.New(diag.NoMatch, diag.Pos{File: file}, "--stream: no type has the field %s", quoted(name)).WithHint("%s", streamHint(pkg.Structs)))
			continue
		}
		if !mayStream(f) {
			diags.Add(diag.New(diag.NoMatch, f.Pos, "--stream: the field %s cannot be a reader: it is not a single element of the type xs:base64Binary", name).
				WithHint("%s", streamHint(pkg.Structs)))
			continue
		}
		f.Scalar = &ir.Scalar{Go: "Reader", Package: "io", HasNil: true, Kind: "Reader"}
		pkg.Readers = true
	}
	return diags
}

// mayStream reports whether a field can be a reader.
func mayStream(f *ir.Field) bool {
	return f.Scalar != nil && f.Scalar.Kind == "Base64" && f.Scalar.Type == nil && f.Scalar.Item == nil &&
		f.Form() == ir.AsValue && f.Fallback == "" && f.Fixed == nil
}

// fieldNamed returns the field of an element with a name, TYPE.FIELD.
func fieldNamed(structs []*ir.Struct, name string) *ir.Field {
	typ, field, _ := strings.Cut(name, ".")
	for _, s := range structs {
		if i := slices.IndexFunc(s.Fields, func(f *ir.Field) bool { return f.Name == field }); s.Name == typ && i >= 0 {
			return s.Fields[i]
		}
	}
	return nil
}

// streamHint names the fields that can be readers.
func streamHint(structs []*ir.Struct) string {
	var names []string
	for _, s := range structs {
		for _, f := range s.Fields {
			if mayStream(f) && !s.NoCodec {
				names = append(names, s.Name+"."+f.Name)
			}
		}
	}
	if len(names) == 0 {
		return "no field can be a reader; a result that is one value becomes a field with --wrapped OPERATION"
	}
	return "write one of " + strings.Join(names[:min(len(names), 10)], ", ") + "; a result that is one value becomes a field with --wrapped OPERATION"
}
