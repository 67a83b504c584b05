package xsdcheck

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// documents checks the XML of all schemas.
func (c *checker) documents() {
	d := documentChecker{checker: c, slots: make(map[string][]slot), ids: make(map[*xmltree.Document]map[string]*xmltree.Attr)}
	for name, content := range xsd.Contents {
		d.slots[name] = slotsOf(content)
	}
	seen := make(map[*xmltree.Element]bool)
	for _, s := range c.set.Schemas {
		if !s.WellKnown && !seen[s.Element] {
			seen[s.Element] = true
			d.element(s.Element)
		}
	}
}

// documentChecker checks elements against the schema for schemas.
type documentChecker struct {
	*checker
	slots map[string][]slot
	ids   map[*xmltree.Document]map[string]*xmltree.Attr
}

// element checks an element and its descendants.
func (d *documentChecker) element(e *xmltree.Element) {
	d.attributes(e)
	if e.Name.Local == "appinfo" || e.Name.Local == "documentation" {
		return // any content
	}
	slots, known := d.slots[grammarName(e)]
	if !known {
		return
	}
	if name := e.Name.Local; name == "simpleType" || name == "complexType" {
		d.elementsAt[e.Pos()] = e
	}
	d.text(e)
	d.representation(e)
	d.content(e, slots)
	for child := range e.Elements() {
		if child.Name.Space == xsd.Namespace {
			d.element(child)
		}
	}
}

// grammarName returns the name of an element in [xsd.Contents].
func grammarName(e *xmltree.Element) string {
	name := e.Name.Local
	switch name {
	case "restriction", "extension":
		if e.Parent != nil {
			return name + " of " + e.Parent.Name.Local
		}
	case "group", "attributeGroup":
		if e.Parent != nil && e.Parent.Name.Local != "schema" && e.Parent.Name.Local != "redefine" {
			return name + " reference"
		}
	case "attribute":
		if e.Attr("ref") != nil {
			return name + " reference"
		}
	}
	if _, facet := lexical.FacetKindOf(name); facet {
		return "facet"
	}
	return name
}

// text reports text in an element.
func (d *documentChecker) text(e *xmltree.Element) {
	for _, n := range e.Nodes {
		if n.Element == nil && strings.Trim(n.Text, " \t\r\n") != "" {
			text := []rune(strings.TrimSpace(n.Text))
			d.report(schemaText, e.Pos(), "%s contains the text %s", diag.Quote(e.RawName()), diag.Quote(string(text[:min(len(text), 20)])))
			return
		}
	}
}

// content reports the first child that is in the wrong place, or a missing one.
func (d *documentChecker) content(e *xmltree.Element, slots []slot) {
	at, taken := 0, false // whether the current slot has a child
	for child := range e.Elements() {
		name := child.Name.Local
		if child.Name.Space != xsd.Namespace {
			name = ""
		}
		for at < len(slots) && (!slices.Contains(slots[at].names, name) || taken && !slots[at].many) {
			if slots[at].required && !taken {
				d.report(schemaContent, child.Pos(), "%s in %s; want %s before it", diag.Quote(child.RawName()), diag.Quote(e.RawName()), oneOf(slots[at].names))
				return
			}
			at, taken = at+1, false
		}
		if at == len(slots) {
			r := d.report(schemaContent, child.Pos(), "%s is not allowed here in %s", diag.Quote(child.RawName()), diag.Quote(e.RawName()))
			r.Hint = "want " + order(slots)
			return
		}
		taken = true
	}
	for ; at < len(slots); at, taken = at+1, false {
		if slots[at].required && !taken {
			d.report(schemaContent, e.Pos(), "%s has no %s", diag.Quote(e.RawName()), oneOf(slots[at].names))
			return
		}
	}
}

func oneOf(names []string) string { return strings.Join(names, " or ") }

// order describes the order of children.
func order(slots []slot) string {
	var parts []string
	for _, s := range slots {
		names := oneOf(s.names)
		if len(s.names) > 7 {
			names = "the others"
		}
		parts = append(parts, names)
	}
	return strings.Join(parts, ", then ")
}

// attributes checks the values of the attributes of an element.
func (d *documentChecker) attributes(e *xmltree.Element) {
	for _, a := range e.Attrs {
		switch {
		case a.IsDeclaration():
		case a.Name.Space == xsd.Namespace:
			d.report(schemaAttribute, a.Pos(), "attribute %s is in the namespace of XML Schema; its attributes have none", diag.Quote(a.RawName()))
		case a.RawName() == "xml:lang":
			if value := strings.Trim(a.Value, " \t\r\n"); a.Value != "" && !languageName.MatchString(value) {
				d.report(schemaAttribute, a.Pos(), "%s is not the name of a language", diag.Quote(a.Value)).Severity = diag.Warning
			}
		case a.Name.Space != "":
		case unknownAttribute(e, a.Name.Local):
			d.report(schemaAttribute, a.Pos(), "attribute %s is not defined for %s", diag.Quote(a.RawName()), diag.Quote(e.RawName())).Severity = diag.Warning
		case a.Name.Local == "id":
			d.id(a)
		default:
			d.attribute(a)
		}
	}
}

// languageName is the pattern of xs:language (part 2, section 3.3.3). XML allows an empty xml:lang, too.
var languageName = regexp.MustCompile(`^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$`)

// unknownAttribute reports whether an element has no such attribute, although package resolve does not report it.
func unknownAttribute(e *xmltree.Element, name string) bool {
	isAnonymous := e.Attr("name") == nil
	switch e.Name.Local {
	case "simpleType", "complexType":
		return isAnonymous && (name == "final" || name == "block" || name == "abstract")
	case "enumeration", "pattern":
		return name == "fixed"
	case "selector", "field":
		return name != "xpath" && name != "id"
	case "annotation":
		return name != "id"
	case "appinfo", "documentation":
		return name != "source"
	}
	return false
}

// attribute checks the value of an attribute.
func (d *documentChecker) attribute(a *xmltree.Attr) {
	typ, _ := xsd.Attribute(a.Owner.Name.Local, a.Name.Local)
	switch {
	case typ == "path" || typ == "fieldPath":
		d.xpath(a, typ == "fieldPath")
	case !validAttribute(typ, a.Value):
		r := d.report(schemaAttribute, a.Pos(), "%s is not a valid value of attribute %s", diag.Quote(a.Value), diag.Quote(a.RawName()))
		if typ == "anyURI" {
			r.Severity = diag.Warning // the name of a namespace or document, whatever it looks like
		}
	}
}

// validAttribute reports whether a value is in the lexical space of a type of [xsd.Attributes].
func validAttribute(typ, value string) bool {
	value = strings.Join(strings.Fields(value), " ")
	if words, ok := keywords[typ]; ok {
		return validKeyword(words, value)
	}
	switch typ {
	case "NCName":
		return xmltree.IsNCName(value)
	case "QName":
		return isQName(value)
	case "QNames":
		return !slices.ContainsFunc(strings.Fields(value), func(s string) bool { return !isQName(s) })
	case "boolean":
		_, ok := lexical.Parse(lexical.Boolean, value, nil)
		return ok
	case "count":
		_, ok := lexical.Number(value)
		return ok
	case "bound":
		return value == "unbounded" || validAttribute("count", value)
	case "namespaces":
		return validNamespaces(value)
	case "anyURI":
		return isAnyURI(value)
	}
	return true
}

func validKeyword(words, value string) bool {
	list, isList := strings.CutSuffix(words, " ")
	allowed := strings.Split(list, "|")
	if !isList {
		return slices.Contains(allowed, value)
	}
	return value == "#all" || !slices.ContainsFunc(strings.Fields(value), func(s string) bool { return !slices.Contains(allowed, s) })
}

func isQName(value string) bool {
	_, ok := lexical.Expand(value, func(string) (string, bool) { return "", true })
	return ok
}

func validNamespaces(value string) bool {
	if value == "##any" || value == "##other" {
		return true
	}
	return !slices.ContainsFunc(strings.Fields(value), func(s string) bool {
		return s != "##targetNamespace" && s != "##local" && (strings.HasPrefix(s, "##") || !isAnyURI(s))
	})
}

// isAnyURI reports whether a value can become a URI reference once characters are escaped (part 2, section 3.2.17).
func isAnyURI(value string) bool {
	if strings.HasPrefix(value, ":") || strings.Count(value, "#") > 1 {
		return false
	}
	_, err := url.Parse(strings.NewReplacer("%", "%25", "#", "x", "\\", "x", "{", "x", "}", "x").Replace(value))
	return err == nil || !strings.Contains(value, ":")
}

// id checks an id, which is unique in its document.
func (d *documentChecker) id(a *xmltree.Attr) {
	value := strings.TrimSpace(a.Value)
	if !xmltree.IsNCName(value) {
		d.report(schemaID, a.Pos(), "%s is not a valid id", diag.Quote(a.Value))
		return
	}
	doc := a.Owner.Doc
	if d.ids[doc] == nil {
		d.ids[doc] = make(map[string]*xmltree.Attr)
	}
	if first := d.ids[doc][value]; first != nil {
		r := d.report(schemaID, a.Pos(), "id %s is used twice", diag.Quote(value))
		*r = r.WithRelated(first.Pos(), "first used here")
		return
	}
	d.ids[doc][value] = a
}
