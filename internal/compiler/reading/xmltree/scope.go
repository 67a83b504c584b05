package xmltree

import (
	"fmt"
	"strings"
)

// scope holds the namespace declarations of an element; parent has the scope of its
// ancestors. An element without declarations shares its parent's scope.
type scope struct {
	parent *scope
	uris   map[string]string // namespaces by prefix, "" for the default namespace
}

func (s *scope) lookup(prefix string) (string, bool) {
	switch prefix {
	case "xml":
		return XMLNamespace, true
	case "xmlns":
		return XMLNSNamespace, true
	}
	for ; s != nil; s = s.parent {
		if uri, ok := s.uris[prefix]; ok {
			return uri, uri != "" || prefix == ""
		}
	}
	return "", prefix == ""
}

// LookupPrefix returns the namespace that the prefix is bound to at the element.
// The empty prefix stands for the default namespace and is always known.
func (e *Element) LookupPrefix(prefix string) (uri string, ok bool) { return e.scope.lookup(prefix) }

// UnboundPrefixError reports a prefix that is not declared where it is used.
type UnboundPrefixError struct{ Prefix string }

func (e *UnboundPrefixError) Error() string {
	return fmt.Sprintf("prefix %q is not declared", e.Prefix)
}

// ResolveQName resolves a lexical QName in an attribute of e. White space around
// it is ignored. A name without a prefix is in the default namespace. The error
// is an *UnboundPrefixError if the prefix is not declared, and another error if
// value is not a QName.
func (e *Element) ResolveQName(value string) (QName, error) {
	value = strings.Trim(value, " \t\r\n")
	prefix, local, found := strings.Cut(value, ":")
	if !found {
		prefix, local = "", value
	}
	if !IsNCName(local) || found && !IsNCName(prefix) {
		return QName{}, fmt.Errorf("%q is not a qualified name", value)
	}
	uri, ok := e.LookupPrefix(prefix)
	if !ok {
		return QName{}, &UnboundPrefixError{prefix}
	}
	return QName{uri, local}, nil
}
