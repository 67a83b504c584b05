package xsd

import "slices"

// Attr is an attribute that the contract does not declare (xs:anyAttribute). An
// attribute with a name in the namespace http://www.w3.org/2000/xmlns/ declares a
// prefix: the decoder keeps the declarations in scope where a value looks like a
// qualified name or a list of qualified names.
type Attr struct {
	Name  QName
	Value string
}

// Wildcard is the namespace constraint of xs:any or xs:anyAttribute. The zero
// value allows every name.
type Wildcard struct {
	Not  bool     // allow names of all namespaces but those listed; names without a namespace are not allowed
	NS   []int    // numbers of listed namespaces that are in the namespace table
	URIs []string // other listed namespaces

	Process Process // processing of attributes that the wildcard allows
}

// Process is what is asked of the elements or attributes that a wildcard allows
// (XML Schema part 1, section 3.10.1, process contents).
type Process uint8

const (
	Strict Process = iota // there is a declaration, and they are valid
	Lax                   // they are valid if there is a declaration
	Skip                  // nothing
)

// Allows reports whether the wildcard allows names of a namespace. ns is its
// number in the namespace table, negative if the table does not have it.
func (w *Wildcard) Allows(ns int32, uri string) bool {
	if !w.Not && len(w.NS) == 0 && len(w.URIs) == 0 {
		return true
	}
	listed := slices.Contains(w.NS, int(ns)) || slices.Contains(w.URIs, uri)
	if w.Not {
		return !listed && ns != 0
	}
	return listed
}
