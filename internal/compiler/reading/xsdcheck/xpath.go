package xsdcheck

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// xpath checks the attribute xpath of a selector or field: the subset of XPath of part 1, section 3.11.6.
func (d *documentChecker) xpath(a *xmltree.Attr, field bool) {
	p := pathParser{owner: a.Owner, field: field}
	if p.tokens = xsd.PathTokens(a.Value); p.paths() {
		return
	}
	rule := selectorXPath
	if field {
		rule = fieldXPath
	}
	d.report(rule, a.Pos(), "%s is not in the subset of XPath that a %s can have", diag.Quote(a.Value), a.Owner.Name.Local)
}

// pathParser parses the tokens of an expression. Its methods report whether they have parsed something valid.
type pathParser struct {
	owner  *xmltree.Element
	field  bool
	tokens []string
}

func (p *pathParser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *pathParser) accept(token string) bool {
	if p.peek() != token {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

func (p *pathParser) paths() bool {
	for p.path() {
		if len(p.tokens) == 0 {
			return true
		}
		if !p.accept("|") {
			return false
		}
	}
	return false
}

// path parses a Path: steps, the last of which may be an attribute in a field.
func (p *pathParser) path() bool {
	if len(p.tokens) > 1 && p.tokens[0] == "." && p.tokens[1] == "//" {
		p.tokens = p.tokens[2:]
	}
	for {
		if p.field && (p.accept("@") || p.axis("attribute")) {
			return p.nameTest()
		}
		if !p.accept(".") {
			p.axis("child")
			if !p.nameTest() {
				return false
			}
		}
		if !p.accept("/") {
			return true
		}
	}
}

func (p *pathParser) axis(name string) bool {
	if len(p.tokens) < 2 || p.tokens[0] != name || p.tokens[1] != "::" {
		return false
	}
	p.tokens = p.tokens[2:]
	return true
}

func (p *pathParser) nameTest() bool {
	name := p.peek()
	if p.accept("*") {
		return true
	}
	prefix, local, qualified := strings.Cut(name, ":")
	switch {
	case !xmltree.IsNCName(prefix):
		return false
	case qualified && local != "*" && !xmltree.IsNCName(local):
		return false
	case qualified:
		if _, ok := p.owner.LookupPrefix(prefix); !ok {
			return false
		}
	}
	p.tokens = p.tokens[1:]
	return true
}
