package xsd11

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// versioning is the namespace of the attributes for conditional inclusion.
const versioning = "http://www.w3.org/2007/XMLSchema-versioning"

// version is the version of XML Schema that conditions are compared with: messages follow the schema for the latest version.
const version = 1.1

// excluded reports whether the conditions of an element exclude it (XML Schema 1.1 part 1, section 4.2.2).
func excluded(e *xmltree.Element) bool {
	return slices.ContainsFunc(e.Attrs, func(a *xmltree.Attr) bool { return a.Name.Space == versioning && excludes(e, a) })
}

// excludes reports whether one condition excludes an element. A condition whose value cannot be read is ignored.
func excludes(e *xmltree.Element, a *xmltree.Attr) bool {
	switch a.Name.Local {
	case "minVersion", "maxVersion":
		bound, err := strconv.ParseFloat(strings.Trim(a.Value, xmltree.Spaces), 64)
		return err == nil && (a.Name.Local == "minVersion") == (version < bound)
	case "typeAvailable":
		return !allKnown(e, a, isType)
	case "typeUnavailable":
		return allKnown(e, a, isType)
	case "facetAvailable":
		return !allKnown(e, a, isFacet)
	case "facetUnavailable":
		return allKnown(e, a, isFacet)
	}
	return false
}

// allKnown reports whether all names in an attribute are known names of XML Schema.
func allKnown(e *xmltree.Element, a *xmltree.Attr, known func(local string) bool) bool {
	return !slices.ContainsFunc(strings.Fields(a.Value), func(name string) bool {
		resolved, err := e.ResolveQName(name)
		return err != nil || resolved.Space != xsd.Namespace || !known(resolved.Local)
	})
}

func isType(local string) bool {
	return newTypes[local].old != "" || xsd.Builtin(xsd.QName{Space: xsd.Namespace, Local: local}) != nil
}

func isFacet(local string) bool {
	_, known := lexical.FacetKindOf(local)
	return known || local == "assertion" || local == "explicitTimezone"
}
