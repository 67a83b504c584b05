package xmltree

import "cmp"

// QName is an expanded XML name: a namespace URI and a local name. Space is empty
// for a name in no namespace. The zero QName is not a name.
type QName struct {
	Space string
	Local string
}

// IsZero reports whether n is the zero QName.
func (n QName) IsZero() bool { return n == QName{} }

// String returns "{space}local", or "local" for a name in no namespace.
func (n QName) String() string {
	if n.Space == "" {
		return n.Local
	}
	return "{" + n.Space + "}" + n.Local
}

// Compare orders names by namespace, then by local name.
func (n QName) Compare(m QName) int {
	return cmp.Or(cmp.Compare(n.Space, m.Space), cmp.Compare(n.Local, m.Local))
}

// Namespaces that are declared in every document.
const (
	XMLNamespace   = "http://www.w3.org/XML/1998/namespace" // bound to the prefix xml
	XMLNSNamespace = "http://www.w3.org/2000/xmlns/"        // namespace of the attributes that declare namespaces
)
