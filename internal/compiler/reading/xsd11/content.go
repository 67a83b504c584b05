package xsd11

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// all reports an xs:all with repeated elements or wildcards, which every package reads. With a group in it, or with the xs:all
// of a base type, it becomes a choice that repeats (XML Schema 1.1 part 1, section 3.8).
func (r *rewriter) all(e *xmltree.Element) {
	isNew, hasGroup := r.extendsAll, r.extendsAll
	for child := range e.Elements() {
		isNew = isNew || child.Is(xsd.Namespace, "any") || child.Is(xsd.Namespace, "group") || child.Is(xsd.Namespace, "element") && repeats(child)
		hasGroup = hasGroup || child.Is(xsd.Namespace, "group")
	}
	if !isNew || slices.ContainsFunc(slices.Collect(e.Elements()), isNeverInAll) {
		return
	}
	if !hasGroup {
		r.report(e.Pos(), e.RawName(), "repeated elements and wildcards in it are read, but many tools refuse them")
		return
	}
	r.report(e.Pos(), e.RawName()+" with a group or a base", "it is read as a choice that repeats, and how often each element occurs is not checked")
	for _, name := range []string{"minOccurs", "maxOccurs"} {
		if a := e.Attr(name); a != nil {
			r.edits.RemoveAttribute(a)
		}
	}
	r.edits.Rename(e, "choice")
	r.edits.AddAttribute(e, "minOccurs", "0")
	r.edits.AddAttribute(e, "maxOccurs", "unbounded")
}

func repeats(e *xmltree.Element) bool {
	max := valueOf(e, "maxOccurs")
	return max != "" && max != "0" && max != "1"
}

// isNeverInAll reports whether no version allows a child of xs:all.
func isNeverInAll(child *xmltree.Element) bool {
	return child.Name.Space != xsd.Namespace || !slices.Contains([]string{"annotation", "element", "any", "group"}, child.Name.Local)
}

// extendsAll reports whether a type in the schema extends one with an xs:all by another xs:all.
func extendsAll(schema *xmltree.Element, types map[string]*xmltree.Element) bool {
	hasAll := make(map[*xmltree.Element]bool)
	for e := range schema.All() {
		for ; isAll(e) || hasAll[e]; e = e.Parent {
			if e.Parent == nil || hasAll[e.Parent] {
				break
			}
			hasAll[e.Parent] = true
		}
	}
	for e := range schema.All() {
		if isAll(e) && e.Parent.Is(xsd.Namespace, "extension") && hasAll[types[baseName(e.Parent)]] {
			return true
		}
	}
	return false
}

func isAll(e *xmltree.Element) bool { return e.Is(xsd.Namespace, "all") }

// globalTypes returns the global complex types of a schema by name.
func globalTypes(schema *xmltree.Element) map[string]*xmltree.Element {
	types := make(map[string]*xmltree.Element)
	for e := range schema.Named(xsd.Namespace, "complexType") {
		types[valueOf(e, "name")] = e
	}
	return types
}

// baseName returns the local name of the base type of a derivation.
func baseName(derivation *xmltree.Element) string {
	name, _ := derivation.ResolveQName(valueOf(derivation, "base"))
	return name.Local
}

// complexType adds the default attributes of the schema to a type that does not inherit them (section 3.4.2.4).
func (r *rewriter) complexType(e *xmltree.Element) {
	group := valueOf(r.schema, "defaultAttributes")
	if group == "" || !appliesDefaults(e) {
		return
	}
	owner := e
	for content := range e.Named(xsd.Namespace, "simpleContent", "complexContent") {
		for derivation := range content.Named(xsd.Namespace, "extension", "restriction") {
			owner = derivation
		}
	}
	if base := r.types[baseName(owner)]; owner != e && base != nil && appliesDefaults(base) {
		return
	}
	reference := fmt.Sprintf(`<%sattributeGroup ref="%s"/>`, strings.TrimSuffix(e.RawName(), e.Name.Local), xmltree.Escape(group))
	if child := owner.Child(xsd.Namespace, "anyAttribute"); child != nil { // attributes precede it
		r.edits.Insert(child.Offset, reference)
		return
	}
	r.edits.AppendTo(owner, reference, "")
}

func appliesDefaults(complexType *xmltree.Element) bool {
	apply := valueOf(complexType, "defaultAttributesApply")
	return apply != "false" && apply != "0"
}

// wildcard removes the namespaces that a wildcard excludes, as far as ##other does not say it (section 3.10.2).
func (r *rewriter) wildcard(e *xmltree.Element) {
	a := e.Attr("notNamespace")
	if a == nil {
		return
	}
	r.edits.RemoveAttribute(a)
	names := strings.Fields(a.Value)
	for i, name := range names {
		if name == valueOf(r.schema, "targetNamespace") {
			names[i] = "##targetNamespace"
		}
	}
	slices.Sort(names)
	if slices.Equal(slices.Compact(names), []string{"##local", "##targetNamespace"}) {
		r.edits.AddAttribute(e, "namespace", "##other")
		return
	}
	r.report(a.Pos(), a.RawName(), "names in the namespaces that it excludes are allowed")
}

// declaration replaces the target namespace of a local declaration by its form, and keeps the first of several heads of
// substitution groups (sections 3.2.2 and 3.3.2).
func (r *rewriter) declaration(e *xmltree.Element) {
	if a := e.Attr("targetNamespace"); a != nil {
		r.targetNamespace(e, a)
	}
	if a := e.Attr("substitutionGroup"); a != nil {
		if heads := strings.Fields(a.Value); len(heads) > 1 {
			r.report(a.Pos(), a.RawName(), "with several names the first one counts, and the element cannot replace the others")
			r.edits.SetValue(a, heads[0])
		}
	}
}

func (r *rewriter) targetNamespace(e *xmltree.Element, a *xmltree.Attr) {
	r.edits.RemoveAttribute(a)
	form := "unqualified"
	switch namespace := strings.Trim(a.Value, xmltree.Spaces); namespace {
	case "":
	case valueOf(r.schema, "targetNamespace"):
		form = "qualified"
	default:
		d := r.report(a.Pos(), a.RawName(), "a local %s cannot be in the namespace %s, which is not the target namespace of its schema",
			e.Name.Local, diag.Quote(namespace))
		d.Severity = diag.Error
		d.Hint = "declare it globally in a schema for that namespace, and refer to it with ref"
		return
	}
	if old := e.Attr("form"); old != nil {
		r.edits.RemoveAttribute(old)
	}
	r.edits.AddAttribute(e, "form", form)
}

// constraint removes an identity constraint that refers to another one (section 3.11.2).
func (r *rewriter) constraint(e *xmltree.Element) {
	if a := e.Attr("ref"); a != nil {
		r.report(a.Pos(), e.RawName()+" "+a.RawName(), "the constraint is not checked")
		r.edits.RemoveElement(e)
	}
}

// xpath adds a prefix to the element names of a path that are in a default namespace (section 3.13.6.1).
func (r *rewriter) xpath(e *xmltree.Element) {
	a := e.Attr("xpath")
	namespace := r.defaultNamespace(e)
	if a == nil || namespace == "" {
		return
	}
	prefix := "default"
	for ; ; r.prefixes++ { // it never goes back
		if r.prefixes > 1 {
			prefix = fmt.Sprintf("default%d", r.prefixes)
		}
		if _, taken := e.LookupPrefix(prefix); !taken {
			break
		}
	}
	if path := qualified(a.Value, prefix+":"); path != a.Value {
		r.edits.SetValue(a, path)
		r.edits.AddAttribute(e, "xmlns:"+prefix, namespace)
	}
}

// defaultNamespace returns the namespace of element names without a prefix in a path, or "".
func (r *rewriter) defaultNamespace(e *xmltree.Element) string {
	a := cmp.Or(e.Attr("xpathDefaultNamespace"), r.schema.Attr("xpathDefaultNamespace"))
	if a == nil {
		return ""
	}
	switch value := strings.Trim(a.Value, xmltree.Spaces); value {
	case "##defaultNamespace":
		namespace, _ := a.Owner.LookupPrefix("")
		return namespace
	case "##targetNamespace":
		return valueOf(r.schema, "targetNamespace")
	case "##local":
		return ""
	default:
		return value
	}
}

// qualified returns a path (part 1, section 3.11.6) whose element names without a prefix have one.
func qualified(path, prefix string) string {
	var b strings.Builder
	tokens := xsd.PathTokens(path)
	for i, token := range tokens {
		space, rest, _ := strings.Cut(path, token)
		isAxis := i+1 < len(tokens) && tokens[i+1] == "::"
		isAttribute := i > 0 && tokens[i-1] == "@" || i > 1 && tokens[i-1] == "::" && tokens[i-2] == "attribute"
		b.WriteString(space)
		if xmltree.IsNCName(token) && !isAxis && !isAttribute {
			b.WriteString(prefix)
		}
		b.WriteString(token)
		path = rest
	}
	return b.String() + path
}
