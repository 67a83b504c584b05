// Package xsd11 rewrites what version 1.1 of XML Schema adds as XML Schema 1.0, as far as version 1.0 can express it.
// Every other package reads version 1.0 only. The messages that the rewritten schema admits include those that the schema
// itself admits; what it admits besides is reported.
package xsd11

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// Rewrite returns a document without the constructs of XML Schema 1.1 in its schemas, and says which are not checked. Without
// such constructs it returns the document itself. Positions are in the document as read.
func Rewrite(doc *xmltree.Document, schemas []*xmltree.Element, limits xmltree.Limits) (*xmltree.Document, diag.List) {
	r := &rewriter{edits: xmltree.Edits{Doc: doc}, limits: limits, found: make(map[string]int), prefixes: 1}
	for _, schema := range schemas {
		r.schema, r.types = schema, globalTypes(schema)
		r.extendsAll = extendsAll(schema, r.types)
		r.element(schema)
	}
	if r.edits.Empty() {
		return doc, r.diags
	}
	rewritten, diags := r.edits.Parse(limits)
	return rewritten, append(r.diags, diags...)
}

// rewriter rewrites the schemas of one document.
type rewriter struct {
	edits      xmltree.Edits
	schema     *xmltree.Element            // the schema that is rewritten
	types      map[string]*xmltree.Element // its global complex types by name
	extendsAll bool                        // whether an xs:all in it extends another one
	diags      diag.List
	found      map[string]int // diagnostics by construct, as indexes of diags
	limits     xmltree.Limits
	prefixes   int // number of the prefix that was added last; 1 for none
}

// report adds a diagnostic for a construct, once for each document.
func (r *rewriter) report(pos diag.Pos, construct, format string, args ...any) *diag.Diagnostic {
	at, known := r.found[construct]
	if !known {
		at = len(r.diags)
		r.found[construct] = at
		r.diags.Add(diag.New(diag.NewerSchema, pos, "%s belongs to XML Schema 1.1: %s", diag.Quote(construct), fmt.Sprintf(format, args...)))
	}
	return &r.diags[at]
}

// element rewrites an element of the schema and its descendants.
func (r *rewriter) element(e *xmltree.Element) {
	message := removed[e.Name.Local]
	switch {
	case e.Name.Space != xsd.Namespace || e.Name.Local == "annotation" || r.edits.TooLarge(r.limits):
		return
	case excluded(e):
		r.remove(e)
		return
	case message != "":
		r.report(e.Pos(), e.RawName(), "%s", message)
		r.remove(e)
		return
	case e.Name.Local == "override":
		r.override(e)
		return
	}
	r.attributes(e)
	if rewrite := rewrites[e.Name.Local]; rewrite != nil {
		rewrite(r, e)
	}
	for child := range e.Elements() {
		r.element(child)
	}
}

// remove removes an element, or the content of a schema.
func (r *rewriter) remove(e *xmltree.Element) {
	if e != r.schema {
		r.edits.RemoveElement(e)
	} else if from, to, ok := e.Content(); ok {
		r.edits.Replace(from, to, "")
	}
}

// removed are the elements that version 1.0 cannot express (XML Schema 1.1 part 1, sections 3.4, 3.12, 3.13; part 2, section 4.3).
var removed = map[string]string{
	"assert":             "it is not checked",
	"assertion":          "it is not checked",
	"alternative":        "values have the declared type of the element, and xsi:type names another one",
	"openContent":        "elements that it allows are ignored when messages are read, and validation refuses them",
	"defaultOpenContent": "elements that it allows are ignored when messages are read, and validation refuses them",
	"explicitTimezone":   "it is not checked",
}

// rewrites are the functions for elements that have another form in version 1.1.
var rewrites map[string]func(*rewriter, *xmltree.Element)

func init() {
	rewrites = map[string]func(*rewriter, *xmltree.Element){
		"all": (*rewriter).all, "complexType": (*rewriter).complexType, "any": (*rewriter).wildcard, "anyAttribute": (*rewriter).wildcard,
		"element": (*rewriter).declaration, "attribute": (*rewriter).declaration,
		"selector": (*rewriter).xpath, "field": (*rewriter).xpath,
		"unique": (*rewriter).constraint, "key": (*rewriter).constraint, "keyref": (*rewriter).constraint,
	}
}

// override makes an xs:include of an xs:override, whose components are missing then (section 4.2.5).
func (r *rewriter) override(e *xmltree.Element) {
	d := r.report(e.Pos(), e.RawName(), "the components in it would have to replace components of %s", diag.Quote(valueOf(e, "schemaLocation")))
	d.Severity = diag.Error
	d.Hint = "write the components into a copy of that document, or use xs:redefine"
	include := "<" + strings.TrimSuffix(e.RawName(), "override") + "include"
	if a := e.Attr("schemaLocation"); a != nil {
		include += ` schemaLocation="` + xmltree.Escape(a.Value) + `"`
	}
	r.edits.Replace(e.Offset, e.End, include+"/>")
}

// attributes removes the attributes of version 1.1, and replaces the types of version 1.1.
func (r *rewriter) attributes(e *xmltree.Element) {
	for _, a := range e.Attrs {
		name := e.Name.Local + " " + a.Name.Local
		switch {
		case a.Name.Space != "":
		case removedAttributes[name] != "":
			r.report(a.Pos(), a.RawName(), "%s", removedAttributes[name])
			r.edits.RemoveAttribute(a)
		case slices.Contains(carriedOut, name):
			r.edits.RemoveAttribute(a)
		case slices.Contains(typeAttributes, a.Name.Local):
			r.typeNames(e, a)
		}
	}
}

// removedAttributes are the attributes that version 1.0 cannot express, by the name of their element.
var removedAttributes = map[string]string{
	"attribute inheritable": "it has a meaning for alternatives only, which are not checked",
	"any notQName":          "the elements that it excludes are allowed",
	"anyAttribute notQName": "the attributes that it excludes are allowed",
}

// carriedOut are the attributes whose meaning the rewritten schema has.
var carriedOut = []string{"schema defaultAttributes", "schema xpathDefaultNamespace", "complexType defaultAttributesApply",
	"selector xpathDefaultNamespace", "field xpathDefaultNamespace"}

var typeAttributes = []string{"type", "base", "itemType", "memberTypes"}

// newTypes are the built-in types of version 1.1, the types of version 1.0 that have their values, and what is not checked then
// (part 2, sections 3.2.2 and 3.4.26 to 3.4.28).
var newTypes = map[string]struct{ old, unchecked string }{
	"dateTimeStamp":     {"dateTime", "whether a value has a time zone is not checked"},
	"yearMonthDuration": {"duration", "whether a value has days is not checked"},
	"dayTimeDuration":   {"duration", "whether a value has months is not checked"},
	"anyAtomicType":     {"anySimpleType", "whether a value is a list is not checked"},
	"error":             {"anySimpleType", "every value is allowed"},
}

// typeNames replaces the names of built-in types of version 1.1.
func (r *rewriter) typeNames(e *xmltree.Element, a *xmltree.Attr) {
	names := strings.Fields(a.Value)
	changed := false
	for i, name := range names {
		resolved, err := e.ResolveQName(name)
		known, isNew := newTypes[resolved.Local]
		if err != nil || resolved.Space != xsd.Namespace || !isNew {
			continue
		}
		r.report(a.Pos(), name, "it is read as %s, and %s", known.old, known.unchecked)
		names[i], changed = strings.TrimSuffix(name, resolved.Local)+known.old, true
	}
	if changed {
		r.edits.SetValue(a, strings.Join(names, " "))
	}
}

func valueOf(e *xmltree.Element, name string) string {
	return strings.Trim(e.Get(name), xmltree.Spaces)
}
