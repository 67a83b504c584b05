package xsdcheck

import (
	"strings"

	"example.com/quartet/templates/soap/lexical"
)

// facetNames are the elements of facets.
var facetNames = strings.Join(lexical.FacetNames[:], "|")

const attributeContent = " attribute|attributeGroup* anyAttribute?"

// contents is the schema for schemas (part 1, appendix A): the children that each element has, in this order. Names
// that are separated by | are alternatives; ? is for one or none, * for any number, + for one or more, and ! for
// exactly one. An element whose content depends on its parent or on its attributes has a name with a suffix, see
// grammarName.
var contents = map[string]string{
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
	"all":                           "annotation? element*",
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

// attributeTypes are the types of the attributes of each element (part 1, appendix A). Attributes that can have any
// value are left out; package resolve reports attributes that an element does not have. Every element has an id.
var attributeTypes = map[string]string{
	"schema":         "targetNamespace=anyURI version=token finalDefault=finalDefault blockDefault=block attributeFormDefault=form elementFormDefault=form",
	"import":         "namespace=anyURI schemaLocation=anyURI",
	"include":        "schemaLocation=anyURI",
	"redefine":       "schemaLocation=anyURI",
	"element":        "ref=QName type=QName substitutionGroup=QName minOccurs=count maxOccurs=bound nillable=boolean abstract=boolean final=final block=block form=form",
	"attribute":      "ref=QName type=QName use=use form=form",
	"simpleType":     "final=simpleFinal",
	"complexType":    "mixed=boolean abstract=boolean final=final block=final",
	"complexContent": "mixed=boolean",
	"restriction":    "base=QName",
	"extension":      "base=QName",
	"list":           "itemType=QName",
	"union":          "memberTypes=QNames",
	"group":          "ref=QName minOccurs=count maxOccurs=bound",
	"attributeGroup": "ref=QName",
	"all":            "minOccurs=zeroOrOne maxOccurs=one",
	"choice":         "minOccurs=count maxOccurs=bound",
	"sequence":       "minOccurs=count maxOccurs=bound",
	"any":            "namespace=namespaces processContents=process minOccurs=count maxOccurs=bound",
	"anyAttribute":   "namespace=namespaces processContents=process",
	"notation":       "system=anyURI",
	"key":            "",
	"keyref":         "refer=QName",
	"unique":         "",
	"selector":       "xpath=path",
	"field":          "xpath=fieldPath",
	"appinfo":        "source=anyURI",
	"documentation":  "source=anyURI",
	"facet":          "fixed=boolean",
}

// keywords lists the values of the attribute types with a fixed list of values. A type with a space at the end is a list,
// or #all.
var keywords = map[string]string{
	"form": "qualified|unqualified", "use": "optional|prohibited|required", "process": "lax|skip|strict",
	"zeroOrOne": "0|1", "one": "1",
	"block": "extension|restriction|substitution ", "final": "extension|restriction ",
	"finalDefault": "extension|restriction|list|union ", "simpleFinal": "restriction|list|union ",
}

// slot is a part of a content.
type slot struct {
	names    []string
	many     bool
	required bool
}

// slotsOf parses the content of an element in the notation of contents.
func slotsOf(content string) []slot {
	var slots []slot
	for _, field := range strings.Fields(content) {
		last := field[len(field)-1]
		slots = append(slots, slot{
			names:    strings.Split(field[:len(field)-1], "|"),
			many:     last == '*' || last == '+',
			required: last == '!' || last == '+',
		})
	}
	return slots
}
