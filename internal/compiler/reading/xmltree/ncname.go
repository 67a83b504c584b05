package xmltree

import "example.com/quartet/templates/soap/lexical"

// IsNCName reports whether s is a name without a colon (Namespaces in XML 1.0 section 3, with the name characters of
// XML 1.0 fifth edition).
func IsNCName(s string) bool { return lexical.IsOne("NCName", s) }
