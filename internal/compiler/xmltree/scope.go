package xmltree

import (
	"fmt"
	"strings"
)

// scope is the namespace declarations of one element on top of its parent's.
// Elements without declarations share their parent's.
type scope struct {
	parent *scope
	uris   map[string]string // by prefix, "" for the default namespace
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

// LookupPrefix returns the namespace that the prefix stands for at the
// element, "" being the default namespace's prefix. The empty prefix is always
// known.
func (e *Element) LookupPrefix(prefix string) (uri string, ok bool) { return e.scope.lookup(prefix) }

// UnboundPrefixError says that a prefix is not declared where it is used.
type UnboundPrefixError struct{ Prefix string }

func (e *UnboundPrefixError) Error() string {
	return fmt.Sprintf("prefix %q is not declared", e.Prefix)
}

// ResolveQName returns the name that a lexical QName in an attribute of e
// stands for. White space around it is ignored. A name without a prefix is in
// the default namespace. The error is an *UnboundPrefixError or says that the
// value is no QName.
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
