package xsdcheck

import (
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/lexical"
)

// xpath checks the attribute xpath of a selector or field: the subset of XPath of part 1, section 3.11.6.
func (d *documentChecker) xpath(a *xmltree.Attr, field bool) {
	p := pathParser{owner: a.Owner, field: field}
	if p.tokens = pathTokens(a.Value); p.paths() {
		return
	}
	rule := selectorXPath
	if field {
		rule = fieldXPath
	}
	d.report(rule, a.Pos(), "%s is not in the subset of XPath that a %s can have", diag.Quote(a.Value), a.Owner.Name.Local)
}

// pathTokens splits an expression into names, which include *, p:* and p:q, and symbols. Other characters are tokens,
// too, which no expression has.
func pathTokens(text string) []string {
	var tokens []string
	for text = strings.TrimLeft(text, " \t\r\n"); text != ""; text = strings.TrimLeft(text, " \t\r\n") {
		n := 1
		switch {
		case strings.HasPrefix(text, "//"), strings.HasPrefix(text, "::"):
			n = 2
		case strings.ContainsRune("./|@*", rune(text[0])):
		default:
			n = nameLength(text)
		}
		tokens = append(tokens, text[:n])
		text = text[n:]
	}
	return tokens
}

// nameLength returns the length of the NameTest at the start of text, or of its first character.
func nameLength(text string) int {
	n := ncNameLength(text)
	if n == 0 {
		_, size := utf8.DecodeRuneInString(text)
		return size
	}
	rest := text[n:]
	if !strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "::") {
		return n
	}
	if strings.HasPrefix(rest, ":*") {
		return n + 2
	}
	if m := ncNameLength(rest[1:]); m > 0 {
		return n + 1 + m
	}
	return n
}

func ncNameLength(text string) int {
	end := 0
	for i, r := range text {
		if r == ':' || !lexical.IsNameCharacter(r, i == 0) {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return end
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
