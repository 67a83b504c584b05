package callvalue

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// builtinSpace begins the names of the types of XML Schema.
const builtinSpace = "{" + xsd.Namespace + "}"

// clarkOfBuiltin returns the name of a type, with its namespace in braces if it has a usual prefix for XML Schema.
func clarkOfBuiltin(name string) string {
	if prefix, local, ok := strings.Cut(name, ":"); ok && (prefix == "xs" || prefix == "xsd") {
		return builtinSpace + local
	}
	return name
}

func isBuiltin(name string) bool { return strings.HasPrefix(name, builtinSpace) }

// xsiType writes the attribute xsi:type with a name whose namespace is in braces.
func (b *builder) xsiType(name string) {
	text, declarations := names(kind.QName, nil, name, "t")
	b.text.WriteString(declarations + ` xmlns:xsi="` + schema.XSINamespace + `" xsi:type="` + escape(text) + `"`)
}

// typeNamed returns the type with a name, which may begin with a namespace in braces. If several namespaces have such a type,
// typeNamed returns the one that may replace the type of the row.
func (b *builder) typeNamed(name string, r *schema.Row, path string) (*schema.Type, error) {
	var found, fit []*schema.Type
	for t := range b.namedTypes() {
		if t.Name != name && name != t.QName().String() {
			continue
		}
		if found = append(found, t); !isComplex(r) || replaces(t, r.Of) {
			fit = append(fit, t)
		}
	}
	switch {
	case len(fit) == 1 || len(fit) > 1 && fit[0].QName() == fit[len(fit)-1].QName():
		return fit[0], nil
	case len(fit) > 1:
		return nil, fmt.Errorf("%s: several types have the name %s: give %s", path, name, spelling.List(qualified(fit)))
	}
	return nil, fmt.Errorf("%s: %s", path, b.noType(name, r, len(found) > 0))
}

// noType returns the message for a name without a type that may replace the type of a row. It lists the types that may.
func (b *builder) noType(name string, r *schema.Row, exists bool) string {
	var names, fitting []string
	for t := range b.namedTypes() {
		names = appendNew(names, t.Name)
		if isComplex(r) && replaces(t, r.Of) && !t.Abstract {
			fitting = appendNew(fitting, t.Name)
		}
	}
	if exists {
		return fmt.Sprintf("the type %s is not derived from %s; want one of %s", name, r.Of.Name, spelling.List(fitting))
	}
	near := cmp.Or(spelling.Question(name, fitting), spelling.Question(name, names))
	if near == "" && len(fitting) > 0 {
		near = "want one of " + spelling.List(fitting)
	}
	if near != "" {
		near = "; " + near
	}
	return fmt.Sprintf("unknown type %s%s", quote(name), near)
}

// namedTypes returns the types that xsi:type can name.
func (b *builder) namedTypes() iter.Seq[*schema.Type] {
	return func(yield func(*schema.Type) bool) {
		for _, table := range b.info.Types.Closure() {
			for i := range table.Types {
				if t := table.Types[i].Type; t.Name != "" && !yield(t) {
					return
				}
			}
		}
	}
}

// replaces reports whether xsi:type may name a type in place of another one: if it is derived from it.
func replaces(t, base *schema.Type) bool {
	for range maxDepth {
		if t == base {
			return true
		}
		rows := t.Rows()
		if len(rows) == 0 || rows[0].Kind != kind.Base && rows[0].Kind != kind.BaseAttributes || rows[0].Of == nil {
			return t.Details().Base == base && base != nil
		}
		t = rows[0].Of
	}
	return false
}

func qualified(types []*schema.Type) []string {
	var names []string
	for _, t := range types {
		names = appendNew(names, t.QName().String())
	}
	return names
}

func appendNew(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}
