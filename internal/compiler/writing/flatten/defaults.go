package flatten

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// schemaDefaults are the attributes of an xs:schema element that apply to the declarations in it
// (XML Schema part 1, section 3.15.2).
type schemaDefaults struct{ elementForm, attributeForm, block, final string }

func defaultsOf(schema *xmltree.Element) schemaDefaults {
	value := func(name string) string { return strings.Trim(schema.Get(name), xmltree.Spaces) }
	return schemaDefaults{
		elementForm: cmp.Or(value("elementFormDefault"), "unqualified"), attributeForm: cmp.Or(value("attributeFormDefault"), "unqualified"),
		block: value("blockDefault"), final: value("finalDefault"),
	}
}

// keepDefaults adds attributes to the declarations in an element of a schema, so that their
// meaning in a schema with the defaults to is the same as in one with the defaults from.
func (e *edits) keepDefaults(element *xmltree.Element, from, to schemaDefaults, global bool) {
	if from == to || element.Is(xsd.Namespace, "annotation") {
		return
	}
	// add adds an attribute with the default was, as far as it is one of the values.
	add := func(name, was, is, values string, applies bool) {
		if applies && was != is && element.Attr(name) == nil {
			e.AddAttribute(element, name, only(was, values))
		}
	}
	if element.Name.Space == xsd.Namespace && element.Attr("ref") == nil {
		const forms = "qualified unqualified"
		switch element.Name.Local {
		case "element":
			add("form", from.elementForm, to.elementForm, forms, !global)
			add("block", from.block, to.block, "extension restriction substitution", true)
			add("final", from.final, to.final, "extension restriction", global)
		case "attribute":
			add("form", from.attributeForm, to.attributeForm, forms, !global)
		case "complexType":
			add("block", from.block, to.block, "extension restriction", global)
			add("final", from.final, to.final, "extension restriction", global)
		case "simpleType":
			add("final", from.final, to.final, "list union restriction", global)
		}
	}
	for c := range element.Elements() {
		e.keepDefaults(c, from, to, false)
	}
}

// only returns the items of a list that are allowed. The item #all always is.
func only(list, allowed string) string {
	known := append(strings.Fields(allowed), "#all")
	return strings.Join(slices.DeleteFunc(strings.Fields(list), func(item string) bool { return !slices.Contains(known, item) }), " ")
}
