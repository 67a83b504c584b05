package corpus_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/xmltree"
)

// mutation is a contract with one change.
type mutation struct{ name, text string }

// values are values of attributes of schemas and bindings, by the element and the attribute.
var values = map[string][]string{
	"element name":                 {"other", "TITLE"},
	"element type":                 {"xs:string", "xs:int", "xs:date", "xs:anyType", "t:other"},
	"element ref":                  {"t:unknown"},
	"element minOccurs":            {"0", "1", "2"},
	"element maxOccurs":            {"1", "2", "unbounded"},
	"element nillable":             {"true", "false"},
	"element default":              {"7", ""},
	"element fixed":                {"7"},
	"element form":                 {"qualified", "unqualified"},
	"element abstract":             {"true", "false"},
	"element block":                {"#all", "extension", "substitution"},
	"element substitutionGroup":    {"t:unknown"},
	"attribute name":               {"other", "LANG"},
	"attribute type":               {"xs:string", "xs:int", "xs:date", "xs:boolean"},
	"attribute use":                {"required", "optional", "prohibited"},
	"attribute default":            {"7"},
	"attribute fixed":              {"7"},
	"attribute form":               {"qualified", "unqualified"},
	"sequence minOccurs":           {"0", "1"},
	"sequence maxOccurs":           {"1", "2", "unbounded"},
	"choice minOccurs":             {"0", "1"},
	"choice maxOccurs":             {"1", "2", "unbounded"},
	"any namespace":                {"##any", "##other", "##local", "urn:x"},
	"any processContents":          {"strict", "lax", "skip"},
	"any minOccurs":                {"0", "1", "2"},
	"any maxOccurs":                {"1", "2", "unbounded"},
	"anyAttribute namespace":       {"##any", "##local", "urn:x"},
	"anyAttribute processContents": {"strict", "lax", "skip"},
	"complexType mixed":            {"true", "false"},
	"complexType abstract":         {"true", "false"},
	"complexType block":            {"#all", "extension"},
	"complexType final":            {"#all", "extension"},
	"complexType name":             {"renamed"},
	"restriction base":             {"xs:string", "xs:token", "xs:int", "xs:decimal", "xs:date", "xs:boolean"},
	"extension base":               {"xs:string", "xs:int", "xs:date", "t:other"},
	"list itemType":                {"xs:string", "xs:int", "xs:date"},
	"union memberTypes":            {"xs:int", "xs:int xs:date", "xs:boolean xs:date", "xs:string"},
	"enumeration value":            {"A", "B", "Z", "7"},
	"pattern value":                {"[A-Z]+", "[a-z]{2}", "[0-9]+"},
	"length value":                 {"1", "5"},
	"minLength value":              {"0", "1", "5"},
	"maxLength value":              {"1", "5", "100"},
	"minInclusive value":           {"0", "2", "70"},
	"maxInclusive value":           {"1", "50", "1000"},
	"minExclusive value":           {"0", "2", "70"},
	"maxExclusive value":           {"3", "50", "1000"},
	"totalDigits value":            {"1", "5", "10"},
	"fractionDigits value":         {"0", "1", "4"},
	"whiteSpace value":             {"preserve", "replace", "collapse"},
	"schema elementFormDefault":    {"qualified", "unqualified"},
	"schema attributeFormDefault":  {"qualified"},
	"selector xpath":               {"t:other", "."},
	"field xpath":                  {"t:title", "t:isbn", "."},

	"part name":            {"other", "TITLE"},
	"part type":            {"xs:string", "xs:int", "xs:date"},
	"part element":         {"t:login", "t:found", "t:get", "v:get"},
	"binding style":        {"rpc", "document"},
	"operation style":      {"rpc", "document"},
	"operation name":       {"other"},
	"operation soapAction": {"", "urn:t/other", "urn:t/get"},
	"operation location":   {"/other", "/FIND"},
	"binding verb":         {"GET", "POST"},
	"body use":             {"literal"},
	"body namespace":       {"urn:t", "urn:other"},
	"header part":          {"other"},
	"address location":     {"http://other.example/books", "http://host.example/other"},
	"port name":            {"Other"},
	"service name":         {"Other"},
}

// additions are pieces that are inserted at the end of elements.
var additions = map[string][]string{
	"sequence": {
		`<xs:element name="added" type="xs:string"/>`, `<xs:element name="added" type="xs:int" minOccurs="0"/>`,
		`<xs:any namespace="##other" minOccurs="0" processContents="lax"/>`,
		`<xs:choice><xs:element name="one" type="xs:int"/><xs:element name="two" type="xs:int"/></xs:choice>`,
	},
	"choice":      {`<xs:element name="added" type="xs:string"/>`, `<xs:element name="added" type="xs:int" minOccurs="0"/>`},
	"complexType": {`<xs:attribute name="added" type="xs:string"/>`, `<xs:attribute name="added" type="xs:int" use="required"/>`, `<xs:attribute name="added" type="xs:int" default="7"/>`, `<xs:anyAttribute processContents="lax"/>`},
	"extension":   {`<xs:attribute name="added" type="xs:string"/>`, `<xs:attribute name="added" type="xs:int" use="required"/>`, `<xs:sequence><xs:element name="added" type="xs:int"/></xs:sequence>`},
	"restriction": {`<xs:enumeration value="7"/>`, `<xs:enumeration value="A"/>`, `<xs:pattern value="[A-Z0-9]"/>`, `<xs:maxLength value="2"/>`, `<xs:minInclusive value="3"/>`},
	"message":     {`<wsdl:part name="added" type="xs:string"/>`},
	"input":       {`<soap:header message="t:unknown" part="detail" use="literal"/>`},
}

// tags are elements that are replaced by others.
var tags = map[string]string{
	"sequence": "choice", "choice": "sequence", "all": "sequence",
	"minInclusive": "minExclusive", "maxInclusive": "maxExclusive", "length": "maxLength", "key": "unique", "unique": "key",
}

// mutations returns contracts that differ from another one in one place within from and to. Some of them have errors.
func mutations(t testing.TB, text string, from, to int) []mutation {
	t.Helper()
	doc, diags := xmltree.Parse("", []byte(text), xmltree.Limits{})
	if doc == nil || diags.HasErrors() || string(doc.Text) != text {
		t.Fatal("the contract cannot be parsed")
	}
	var all []mutation
	for e := range doc.Root.All() {
		if e.Offset < from || e.End > to {
			continue
		}
		what := fmt.Sprintf("%s %s at %d", e.Name.Local, nameOf(e), e.Offset)
		add := func(what string, start, end int, with string) {
			all = append(all, mutation{what, text[:start] + with + text[end:]})
		}
		add(what+" removed", e.Offset, e.End, "")
		if next := sibling(e); next != nil {
			add(what+" after the next", e.Offset, next.End, text[next.Offset:next.End]+text[e.Offset:e.End])
		}
		for _, key := range attributes[e.Name.Local] {
			for _, value := range values[e.Name.Local+" "+key] {
				if start, end, with := assign(text, e, key, value); text[start:end] != with {
					add(fmt.Sprintf("%s has %s=%q", what, key, value), start, end, with)
				}
			}
		}
		end := strings.LastIndex(text[:e.End], "<")
		for _, piece := range additions[e.Name.Local] {
			if end > e.Offset {
				add(what+" has "+piece, end, end, piece)
			} else {
				add(what+" has "+piece, e.End-2, e.End, ">"+piece+"</"+e.RawName()+">")
			}
		}
		if tag := tags[e.Name.Local]; tag != "" {
			whole := "<" + strings.TrimPrefix(text[e.Offset:e.End], "<"+e.RawName())
			whole = strings.Replace(whole, "<", "<"+e.Prefix+":"+tag, 1)
			if before, ok := strings.CutSuffix(whole, "</"+e.RawName()+">"); ok {
				whole = before + "</" + e.Prefix + ":" + tag + ">"
			}
			add(what+" is now "+tag, e.Offset, e.End, whole)
		}
	}
	return all
}

// attributes are the attributes that are changed, by the element.
var attributes = func() map[string][]string {
	all := make(map[string][]string)
	for key := range values {
		element, attribute, _ := strings.Cut(key, " ")
		all[element] = append(all[element], attribute)
	}
	for _, names := range all {
		slices.Sort(names)
	}
	return all
}()

// assign returns the edit that gives an attribute a value.
func assign(text string, e *xmltree.Element, name, value string) (start, end int, with string) {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.ValueStart, a.ValueEnd, value
		}
	}
	at := e.Offset + 1 + len(e.RawName())
	return at, at, fmt.Sprintf(" %s=%q", name, value)
}

func nameOf(e *xmltree.Element) string {
	for _, a := range e.Attrs {
		switch a.Name.Local {
		case "name", "ref", "value", "base":
			return a.Value
		}
	}
	return ""
}

// sibling returns the next element with the same parent, nil if there is none.
func sibling(e *xmltree.Element) *xmltree.Element {
	if e.Parent == nil {
		return nil
	}
	found := false
	for n := range e.Parent.Elements() {
		if found {
			return n
		}
		found = n == e
	}
	return nil
}
