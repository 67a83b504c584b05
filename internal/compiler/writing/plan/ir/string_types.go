package ir

import "strings"

// types returns Go types as text, with the package if that is another one.
func (p *printer) types() GoTypes {
	return func(pkg *Package, name string, _ *Simple) string {
		if pkg == nil || pkg == p.pkg {
			return name
		}
		return p.pkg.Alias(pkg) + "." + name
	}
}

// lexical prints how values are read and written: ", as Token". It returns "" if the Go
// type says it, and for a declared type, which has its own line.
func lexical(s *Scalar) string {
	if s.Type != nil {
		return ""
	}
	if s.Item != nil {
		return lexical(s.Item)
	}
	switch s.Kind {
	case "", "String", "Base64", s.Go, strings.ToUpper(s.Go[:1]) + s.Go[1:]:
		return ""
	}
	return ", as " + s.Kind
}
