package codec

// Namespace is one entry of a contract's namespace table.
type Namespace struct {
	URI    string
	Prefix string

	// ID is its number in all tables, where several packages have it; 0: its
	// index.
	ID int
}

// A namespace has a number, by which generated tables refer to it: its index in
// the table or, where there are packages for namespaces, an ID that is the same
// in the tables of all packages and greater than any index.

// number returns the number of the namespace at index i of its table.
func (n *Namespace) number(i int) int32 {
	if n.ID != 0 {
		return int32(n.ID)
	}
	return int32(i)
}

// entryOf returns the namespace with a number, nil if the table does not have
// it.
func entryOf(table []Namespace, ns int) *Namespace {
	if uint(ns) < uint(len(table)) {
		return &table[ns]
	}
	for i := range table {
		if ns > 0 && table[i].ID == ns {
			return &table[i]
		}
	}
	return nil
}

// NamespaceURI returns the URI of a namespace, "" for none.
func NamespaceURI(table []Namespace, ns int) string {
	if n := entryOf(table, ns); n != nil {
		return n.URI
	}
	return ""
}

// prefixOf returns the prefix of a namespace, "" for none.
func prefixOf(table []Namespace, ns int) string {
	if n := entryOf(table, ns); n != nil {
		return n.Prefix
	}
	return ""
}

// ElementName is an expanded XML name.
type ElementName struct {
	NS    int
	Local string
}

// The namespaces of envelopes.
const (
	SOAPEnvelope11 = "http://schemas.xmlsoap.org/soap/envelope/"
	SOAPEnvelope12 = "http://www.w3.org/2003/05/soap-envelope"
)

// The encoding styles (SOAP 1.1 section 5.1, SOAP 1.2 part 2 section 3).
const (
	SOAPEncoding11 = "http://schemas.xmlsoap.org/soap/encoding/"
	SOAPEncoding12 = "http://www.w3.org/2003/05/soap-encoding"
)

// IsEncodingNamespace reports whether uri is the namespace of SOAP encoding of
// either version.
func IsEncodingNamespace(uri string) bool { return uri == SOAPEncoding11 || uri == SOAPEncoding12 }
