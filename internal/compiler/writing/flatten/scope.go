package flatten

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// scope has the namespaces of the prefixes that are declared at a place. The empty prefix stands
// for the default namespace; it is absent if there is none.
type scope map[string]string

// scopeAt returns the scope in an element, which is empty if e is nil.
func scopeAt(e *xmltree.Element) scope {
	s := make(scope)
	if e == nil {
		return s
	}
	maps.Copy(s, scopeAt(e.Parent))
	return s.with(declarations(e))
}

// declarations returns what an element declares.
func declarations(e *xmltree.Element) scope {
	s := make(scope)
	for _, a := range e.Attrs {
		switch {
		case !a.IsDeclaration():
		case a.Prefix == "":
			s[""] = a.Value
		default:
			s[a.Name.Local] = a.Value
		}
	}
	return s
}

// with returns the scope with more declarations.
func (s scope) with(more scope) scope {
	s = maps.Clone(s)
	maps.Copy(s, more)
	return s
}

// uses reports whether the text may have names with a prefix. The answer is yes for some texts
// that have none.
func uses(text []byte, prefix string) bool {
	return prefix == "" || bytes.Contains(text, []byte(prefix+":"))
}

// move adds declarations to an element so that its names have the same meaning in the scope to as
// in the scope from, and returns the scope that the element then has.
func (e *edits) move(element *xmltree.Element, from, to scope) scope {
	own := declarations(element)
	for _, prefix := range missing(element, from, to) {
		if _, declared := own[prefix]; !declared {
			own[prefix] = from[prefix]
			e.declare(element, prefix, from[prefix])
		}
	}
	return to.with(own)
}

// missing returns the prefixes of the scope from that are used in an element and have another
// namespace, or none, in the scope to.
func missing(element *xmltree.Element, from, to scope) []string {
	var prefixes []string
	text := element.Doc.Text[element.Offset:element.End]
	if from[""] != to[""] && usesDefault(element, bytes.Contains(text, []byte("QName")) || bytes.Contains(text, []byte("NOTATION"))) {
		prefixes = append(prefixes, "")
	}
	differ := func(prefix string) bool { return prefix != "" && from[prefix] != to[prefix] && uses(text, prefix) }
	return append(prefixes, collect.Where(slices.Sorted(maps.Keys(from)), differ)...)
}

// usesDefault reports whether an element may have names without a prefix. values reports whether
// the values of a schema may be names, too. It is unknown where extensions have names.
func usesDefault(e *xmltree.Element, values bool) bool {
	if e.Prefix == "" || !knownNamespaces[e.Name.Space] {
		return true
	}
	for _, a := range e.Attrs {
		switch a.Name.Local {
		case "type", "ref", "base", "itemType", "memberTypes", "substitutionGroup", "refer", "arrayType", "element", "message", "binding":
			if slices.ContainsFunc(strings.Fields(a.Value), func(name string) bool { return !strings.Contains(name, ":") }) {
				return true
			}
		case "default", "fixed", "value":
			if values {
				return true
			}
		}
	}
	if e.Name.Local == "documentation" {
		return false // text for people
	}
	for c := range e.Elements() {
		if usesDefault(c, values) {
			return true
		}
	}
	return false
}

var knownNamespaces = map[string]bool{
	xsd.Namespace: true, wsdl11.Namespace: true, wsdl11.SOAP11Namespace: true, wsdl11.SOAP12Namespace: true, wsdl11.HTTPNamespace: true, wsdl11.MIMENamespace: true,
}

func (e *edits) declare(element *xmltree.Element, prefix, uri string) {
	if prefix == "" {
		e.AddAttribute(element, "xmlns", uri)
		return
	}
	e.AddAttribute(element, "xmlns:"+prefix, uri)
}

// share declares at an element the prefixes that others need and that it lacks, so that they do
// not have to declare them one by one. It returns the scope in the element.
func (e *edits) share(element *xmltree.Element, in, others scope, used func(prefix string) bool) scope {
	for _, prefix := range slices.Sorted(maps.Keys(others)) {
		if _, declared := in[prefix]; declared || prefix == "" || !used(prefix) {
			continue
		}
		in = in.with(scope{prefix: others[prefix]})
		e.declare(element, prefix, others[prefix])
	}
	return in
}
