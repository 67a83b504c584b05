package support

import (
	"strconv"
	"strings"
)

// Attr is an attribute that the contract leaves open (xs:anyAttribute).
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

func (w *Wildcard) allows(ns int16, uri string) bool {
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

// AnyAttr returns the attribute that NextAttr has moved to.
func (d *Decoder) AnyAttr() Attr {
	if d.err != nil {
		return Attr{}
	}
	return d.attr(&d.attrs[d.nextAttr-1])
}

func (d *Decoder) attr(a *attribute) Attr {
	return Attr{QName{strings.Clone(a.uri), string(d.buf[a.local:a.end])}, string(a.value)}
}

// AnyAttrs writes attributes that must be none of the known ones.
func (e *Encoder) AnyAttrs(attrs []Attr, known []Field) {
	for i, a := range attrs {
		for _, f := range known {
			if f.Name == a.Name.Local && e.ns[f.NS].URI == a.Name.Space {
				e.fail(a.Name.Local, "the attribute has a field of its own")
			}
		}
		e.attr(a, i, attrs[:i])
	}
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
	case a.Name.Space == xsiNamespace || a.Name.Space == xmlnsNamespace:
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
