package support

import (
	"slices"
	"strconv"
	"strings"
)

// Attr is an attribute that the contract leaves open (xs:anyAttribute). One with
// a name in the namespace http://www.w3.org/2000/xmlns/ declares a prefix: those
// that were in scope are kept where a value looks like a qualified name, or like
// a list of them.
type Attr struct {
	Name  QName
	Value string
}

// Wildcard says from which namespaces xs:any or xs:anyAttribute takes what it
// stands for. The zero value takes all.
//
//quartet:internal
type Wildcard struct {
	Not  bool     // none of those below, nor names without a namespace; else only those below
	NS   []int    // indices into the namespace table
	URIs []string // those that are not in the table
}

func (w *Wildcard) allows(ns int32, uri string) bool {
	if !w.Not && len(w.NS) == 0 && len(w.URIs) == 0 {
		return true
	}
	listed := false
	for _, i := range w.NS {
		listed = listed || int(ns) == i
	}
	for _, u := range w.URIs {
		listed = listed || uri == u
	}
	if w.Not {
		return !listed && ns != 0
	}
	return listed
}

// AnyAttr is what NextAttr returns for an attribute that the shape's wildcard
// allows.
//
//quartet:internal
const AnyAttr = 1 << 20

// NoName is the namespace of fields that a wildcard stands for.
//
//quartet:internal
const NoName = -2

// isAny reports whether a wildcard stands for an attribute.
func (d *Decoder) isAny(w *Wildcard, a *attribute) bool {
	return w != nil && a.uri != xsiNamespace && w.allows(a.ns, a.uri)
}

// AppendAttr appends the attribute that NextAttr has moved to, and declarations
// of the prefixes in its value.
func (d *Decoder) AppendAttr(attrs []Attr) []Attr {
	if d.err != nil {
		return attrs
	}
	return d.appendAttr(attrs, &d.attrs[d.nextAttr-1])
}

func (d *Decoder) appendAttr(attrs []Attr, a *attribute) []Attr {
	attrs = append(attrs, Attr{QName{a.uri, string(d.buf[a.local:a.end])}, string(a.value)})
	for _, prefix := range prefixesIn(string(a.value)) {
		b := d.lookup([]byte(prefix))
		if b == nil {
			continue
		}
		if declared := (Attr{QName{xmlnsNamespace, prefix}, b.uri}); !slices.Contains(attrs, declared) {
			attrs = append(attrs, declared)
		}
	}
	return attrs
}

// prefixesIn returns the prefixes of a text that may be a list of qualified
// names, nil if it is none. Longer lists than anyone writes are none.
func prefixesIn(text string) []string {
	const most = 64
	if !strings.Contains(text, ":") || len(text) > 1<<12 {
		return nil
	}
	var prefixes []string
	for n, name := range strings.FieldsFunc(text, isSpaceRune) {
		prefix, local, found := strings.Cut(name, ":")
		if n == most || !isNCName(prefix) || found && !isNCName(local) {
			return nil
		}
		if found && !slices.Contains(prefixes, prefix) {
			prefixes = append(prefixes, prefix)
		}
	}
	return prefixes
}

// AnyAttrs writes attributes that must be none of the known ones.
func (e *Encoder) AnyAttrs(attrs []Attr, known []Field) {
	renamed := e.declarePrefixes(attrs)
	for i, a := range attrs {
		for _, f := range known {
			if f.Name == a.Name.Local && spaceOf(e.ns, f.NS) == a.Name.Space {
				e.fail(a.Name.Local, "the attribute has a field of its own")
			}
		}
		if a.Name.Space != xmlnsNamespace {
			a.Value = renamed.in(a.Value)
			e.attr(a, i, attrs[:i])
		}
	}
}

// renames are prefixes that mean something else in the document, and what stands
// for them.
type renames map[string]string

// in returns the text with other prefixes if it may be a list of qualified names.
func (r renames) in(text string) string {
	if len(r) == 0 || prefixesIn(text) == nil {
		return text
	}
	var b strings.Builder
	for text != "" {
		name := text
		if i := strings.IndexFunc(text, isSpaceRune); i >= 0 {
			name = text[:i+1]
		}
		text = text[len(name):]
		if prefix, local, found := strings.Cut(name, ":"); found && r[prefix] != "" {
			name = r[prefix] + ":" + local
		}
		b.WriteString(name)
	}
	return b.String()
}

// declarePrefixes writes the declarations among attributes. What the document
// has a use for itself gets another name.
func (e *Encoder) declarePrefixes(attrs []Attr) (renamed renames) {
	for i, a := range attrs {
		prefix, uri := a.Name.Local, a.Value
		switch {
		case a.Name.Space != xmlnsNamespace || slices.Contains(attrs[:i], a):
			continue
		case slices.ContainsFunc(attrs[:i], func(b Attr) bool { return b.Name == a.Name }):
			e.fail("xmlns:"+prefix, "the prefix is declared twice")
			continue
		case !isNCName(prefix) || prefix == "xml" || prefix == "xmlns" || uri == "" || uri == xmlNamespace || uri == xmlnsNamespace:
			e.fail("xmlns:"+prefix, "a prefix or a namespace that cannot be declared")
			continue
		case slices.Contains(e.ns, Namespace{URI: uri, Prefix: prefix}):
			continue
		case e.reserved(prefix):
			if renamed == nil {
				renamed = make(renames)
			}
			e.prefixes++
			renamed[prefix] = "q" + strconv.Itoa(e.prefixes)
			prefix = renamed[prefix]
		}
		e.AttrString(" xmlns:"+prefix+`="`, uri, `"`)
	}
	return renamed
}

// reserved reports whether names that the encoder writes may have a prefix: one
// of the table, or one that it makes itself.
func (e *Encoder) reserved(prefix string) bool {
	switch made := strings.TrimRight(prefix, "0123456789"); {
	case prefix == "xsi", prefix == "soap", prefix == "q", made != prefix && (made == "a" || made == "q"):
		return true
	}
	return slices.ContainsFunc(e.ns, func(ns Namespace) bool { return ns.Prefix == prefix })
}

// attr writes the attribute number i, which must be none of those before.
func (e *Encoder) attr(a Attr, i int, before []Attr) {
	for _, b := range before {
		if b.Name == a.Name {
			e.fail(a.Name.Local, "the attribute is given twice")
		}
	}
	switch {
	case !isNCName(a.Name.Local):
		e.fail("an attribute", "%q is not the name of an attribute", a.Name.Local)
	case a.Name.Space == xsiNamespace:
		e.fail(a.Name.Local, "an attribute of the namespace %s", a.Name.Space)
	default:
		e.AttrString(" "+e.attrPrefix(a.Name.Space, i)+a.Name.Local+`="`, a.Value, `"`)
	}
}

// attrPrefix returns the prefix with its colon for attributes of a namespace,
// and declares it if need be.
func (e *Encoder) attrPrefix(space string, i int) string {
	switch space {
	case "":
		return ""
	case xmlNamespace:
		return "xml:"
	}
	for _, ns := range e.ns {
		if ns.URI == space && ns.Prefix != "" {
			return ns.Prefix + ":"
		}
	}
	prefix := "a" + strconv.Itoa(i+1)
	e.AttrString(" xmlns:"+prefix+`="`, space, `"`)
	return prefix + ":"
}
