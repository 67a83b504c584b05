package plan

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xsd"
)

// Value is a constant of an enumeration.
type Value struct {
	Name string
	Text string // the literal of a number; what a string holds
	Doc  string

	pos diag.Pos
}

// valuesOf returns the values that a type lists, in the contract's order, each
// once: those of an enumeration, or those of the anonymous members of a union.
func valuesOf(t *xsd.SimpleType, as *Scalar) []Value {
	var values []Value
	seen := make(map[string]bool)
	for _, f := range enumeration(t) {
		text, ok := as.literal(f.Value)
		if ok && !seen[text] {
			seen[text] = true
			values = append(values, Value{Text: text, Doc: f.Documentation, pos: f.Pos})
		}
	}
	return values
}

func enumeration(t *xsd.SimpleType) []*xsd.Facet {
	facets := t.Enumeration()
	if facets != nil || t.Variety != xsd.Union {
		return facets
	}
	for _, m := range t.Members {
		if m.Name.Local == "" {
			facets = append(facets, enumeration(m)...)
		}
	}
	return facets
}

// literal returns the value that a lexical form stands for, as the Go type has
// it. It reports false for what is no value of the type, or no constant in Go.
func (s *Scalar) literal(lexical string) (text string, ok bool) {
	number := strings.TrimSpace(lexical)
	switch {
	case s.Go == "string":
		return collapsed(lexical, s.Read), utf8.ValidString(lexical)
	case strings.HasPrefix(s.Go, "int"):
		bits, _ := strconv.Atoi(s.Go[len("int"):])
		n, err := strconv.ParseInt(number, 10, bits)
		return strconv.FormatInt(n, 10), err == nil
	case strings.HasPrefix(s.Go, "uint"):
		bits, _ := strconv.Atoi(s.Go[len("uint"):])
		n, err := strconv.ParseUint(strings.TrimPrefix(number, "+"), 10, bits)
		return strconv.FormatUint(n, 10), err == nil
	case strings.HasPrefix(s.Go, "float"):
		bits, _ := strconv.Atoi(s.Go[len("float"):])
		f, err := strconv.ParseFloat(number, bits)
		return strconv.FormatFloat(f, 'g', -1, bits), err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
	}
	return "", false
}

// collapsed normalizes white space as the method of the decoder does.
func collapsed(text, read string) string {
	switch read {
	case "Token":
		return strings.Join(strings.FieldsFunc(text, isSpace), " ")
	case "NormalizedString":
		return strings.Map(func(r rune) rune {
			if isSpace(r) {
				return ' '
			}
			return r
		}, text)
	}
	return text
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// valueScope is the scope of constants. It is that of their package, when all
// types have their names.
type valueScope struct{ pkg *Package }

// nameValues asks for the names of an enumeration's constants.
func (p *planner) nameValues(s *Simple, id identity) {
	names := valueNames(s.Values)
	for i := range s.Values {
		v := &s.Values[i]
		p.named = append(p.named, candidate{
			scope: valueScope{}, decl: s, late: func() string { return s.Name + names[i] }, suffix: "Value", key: id.space + " " + id.path + " " + v.Text,
			what: "the value " + quoted(v.Text) + " of the " + s.What, pos: v.pos, id: identity{"value", id.space, id.path + "/" + v.Text},
			set: func(name string) { v.Name = name },
		})
	}
}

// decideValues names all constants. taken holds the names of the package so far.
func (p *planner) decideValues(all []candidate, taken map[string]diag.Pos) {
	for i := range all {
		all[i].want = all[i].late()
	}
	p.decide(all, taken)
}

// valueNames returns what is put behind the type's name for each value of one
// enumeration: its words, or, if several values have the same words, all of its
// characters.
func valueNames(values []Value) []string {
	words := make([]string, len(values))
	count := make(map[string]int)
	for i, v := range values {
		words[i] = valueWords(v.Text)
		count[words[i]]++
	}
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = words[i]
		if count[words[i]] > 1 || words[i] == "" {
			names[i] = valueSpelled(v.Text)
		}
	}
	return names
}

// mostValueName bounds the names of constants; values may be whole sentences.
const mostValueName = 100

// valueWords returns the words of a value, each with a capital. A number keeps
// its sign.
func valueWords(text string) string {
	var b strings.Builder
	if n := strings.TrimSpace(text); len(n) > 1 && n[0] == '-' && n[1] >= '0' && n[1] <= '9' {
		b.WriteString("Minus")
	}
	start := true
	for _, r := range text {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			start = true
			if b.Len() > mostValueName {
				return b.String()
			}
		case start:
			b.WriteRune(unicode.ToUpper(r))
			start = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// symbols are the names of what is no letter and no digit.
var symbols = map[rune]string{
	' ': "Space", '!': "Exclamation", '"': "Quote", '#': "Hash", '$': "Dollar", '%': "Percent", '&': "And", '\'': "Apostrophe",
	'(': "Open", ')': "Close", '*': "Star", '+': "Plus", ',': "Comma", '-': "Minus", '.': "Dot", '/': "Slash", ':': "Colon",
	';': "Semicolon", '<': "Less", '=': "Equal", '>': "Greater", '?': "Question", '@': "At", '[': "OpenBracket", '\\': "Backslash",
	']': "CloseBracket", '^': "Caret", '_': "Underscore", '`': "Backquote", '{': "OpenBrace", '|': "Or", '}': "CloseBrace", '~': "Tilde",
}

// valueSpelled returns all characters of a value: letters as they are, all
// others by name.
func valueSpelled(text string) string {
	if text == "" {
		return "Empty"
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case b.Len() > mostValueName:
			return b.String()
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case symbols[r] != "":
			b.WriteString(symbols[r])
		default:
			b.WriteString("U" + strings.ToUpper(strconv.FormatInt(int64(r), 16)))
		}
	}
	return b.String()
}
