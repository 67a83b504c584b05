package xsd

import (
	"strings"
	"unicode"

	"example.com/quartet/templates/soap/lexical"
)

// facetNames are the elements of facets.
var facetNames = strings.Join(lexical.FacetNames[:], "|")

const attributeContent = " attribute|attributeGroup* anyAttribute?"

// Contents is the schema for schemas (part 1, appendix A): the children that each element has, in this order. Names
// that are separated by | are alternatives; ? is for one or none, * for any number, + for one or more, and ! for
// exactly one. XML Schema 1.1 adds wildcards to all, which are reported when a document is loaded. An element whose content depends on its parent or on its attributes has a name with a suffix.
var Contents = map[string]string{
	"schema":                        "include|import|redefine|annotation* simpleType|complexType|group|attributeGroup|element|attribute|notation|annotation*",
	"import":                        "annotation?",
	"include":                       "annotation?",
	"redefine":                      "annotation|simpleType|complexType|group|attributeGroup*",
	"element":                       "annotation? simpleType|complexType? unique|key|keyref*",
	"attribute":                     "annotation? simpleType?",
	"attribute reference":           "annotation?",
	"simpleType":                    "annotation? restriction|list|union!",
	"complexType":                   "annotation? simpleContent|complexContent|group|all|choice|sequence?" + attributeContent,
	"simpleContent":                 "annotation? restriction|extension!",
	"complexContent":                "annotation? restriction|extension!",
	"restriction of simpleType":     "annotation? simpleType? " + facetNames + "*",
	"restriction of simpleContent":  "annotation? simpleType? " + facetNames + "*" + attributeContent,
	"restriction of complexContent": "annotation? group|all|choice|sequence?" + attributeContent,
	"extension of simpleContent":    "annotation?" + attributeContent,
	"extension of complexContent":   "annotation? group|all|choice|sequence?" + attributeContent,
	"list":                          "annotation? simpleType?",
	"union":                         "annotation? simpleType*",
	"group":                         "annotation? all|choice|sequence!",
	"group reference":               "annotation?",
	"attributeGroup":                "annotation?" + attributeContent,
	"attributeGroup reference":      "annotation?",
	"all":                           "annotation? element|any*",
	"choice":                        "annotation? element|group|choice|sequence|any*",
	"sequence":                      "annotation? element|group|choice|sequence|any*",
	"any":                           "annotation?",
	"anyAttribute":                  "annotation?",
	"notation":                      "annotation?",
	"key":                           "annotation? selector! field+",
	"keyref":                        "annotation? selector! field+",
	"unique":                        "annotation? selector! field+",
	"selector":                      "annotation?",
	"field":                         "annotation?",
	"annotation":                    "appinfo|documentation*",
	"facet":                         "annotation?",
}

// Attributes are the attributes of each element, with their types (part 1, appendix A). Attributes that can have any value
// have no type. Every element has an id.
var Attributes = map[string]string{
	"schema": "targetNamespace=anyURI version finalDefault=finalDefault blockDefault=block " +
		"attributeFormDefault=form elementFormDefault=form",
	"import":   "namespace=anyURI schemaLocation=anyURI",
	"include":  "schemaLocation=anyURI",
	"redefine": "schemaLocation=anyURI",
	"element": "name ref=QName type=QName substitutionGroup=QName minOccurs=count maxOccurs=bound default fixed " +
		"nillable=boolean abstract=boolean final=final block=block form=form",
	"attribute":      "name ref=QName type=QName use=use default fixed form=form",
	"simpleType":     "name final=simpleFinal",
	"complexType":    "name mixed=boolean abstract=boolean final=final block=final",
	"complexContent": "mixed=boolean",
	"restriction":    "base=QName",
	"extension":      "base=QName",
	"list":           "itemType=QName",
	"union":          "memberTypes=QNames",
	"group":          "name ref=QName minOccurs=count maxOccurs=bound",
	"attributeGroup": "name ref=QName",
	"all":            "minOccurs=zeroOrOne maxOccurs=one",
	"choice":         "minOccurs=count maxOccurs=bound",
	"sequence":       "minOccurs=count maxOccurs=bound",
	"any":            "namespace=namespaces processContents=process minOccurs=count maxOccurs=bound",
	"anyAttribute":   "namespace=namespaces processContents=process",
	"notation":       "name public system=anyURI",
	"key":            "name",
	"keyref":         "name refer=QName",
	"unique":         "name",
	"selector":       "xpath=path",
	"field":          "xpath=fieldPath",
	"appinfo":        "source=anyURI",
	"documentation":  "source=anyURI",
	"facet":          "value fixed=boolean",
}

// NamesIn returns the names in one of the [Contents].
func NamesIn(content string) []string {
	return strings.FieldsFunc(content, func(r rune) bool { return !unicode.IsLetter(r) })
}

// Attribute returns the type of an attribute of an element without a namespace, and reports whether the element has it.
func Attribute(element, name string) (typ string, ok bool) {
	if _, facet := lexical.FacetKindOf(element); facet {
		element = "facet"
	}
	for _, field := range strings.Fields(Attributes[element]) {
		if known, typ, _ := strings.Cut(field, "="); known == name {
			return typ, true
		}
	}
	return "", false
}

// SymbolSpaces are the symbol spaces of global components, by their elements (part 1, section 2.5).
var SymbolSpaces = map[string]string{
	"simpleType": "type", "complexType": "type", "element": "element", "attribute": "attribute", "group": "group",
	"attributeGroup": "attribute group", "notation": "notation",
}
