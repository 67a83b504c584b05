package typing

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

// valuesOf returns the enumerated values of a type, in the contract's order and
// without duplicates. For a union they include those of its anonymous members.
func valuesOf(t *xsd.SimpleType, as *ir.Scalar) []ir.Value {
	var values []ir.Value
	seen := make(map[string]bool)
	for _, f := range enumeration(t) {
		text, ok := literalOf(as, f.Value)
		if ok && !seen[text] {
			seen[text] = true
			values = append(values, ir.Value{Text: text, Doc: f.Documentation, Pos: f.Pos})
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

// literalOf returns the value of a lexical form as text for the Go type. It reports
// false if the lexical form is not valid or cannot be a Go constant.
func literalOf(s *ir.Scalar, lexical string) (text string, ok bool) {
	number := strings.TrimSpace(lexical)
	switch {
	case s.Go == "string":
		return collapsed(lexical, s.Kind), utf8.ValidString(lexical)
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

// collapsed normalizes white space as it is done for values of a kind.
func collapsed(text, kind string) string {
	switch kind {
	case "String":
		return text
	case "NormalizedString":
		return strings.Map(func(r rune) rune {
			if isSpace(r) {
				return ' '
			}
			return r
		}, text)
	}
	return strings.Join(strings.FieldsFunc(text, isSpace), " ")
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// LateScope is the scope of the constants and interfaces in a package. They are named after all types, whose names are
// prefixes of theirs.
type LateScope struct{ Package *ir.Package }

// nameValues requests the names of an enumeration's constants.
func (p *Planner) nameValues(s *ir.Simple, id naming.ID) {
	names := valueNames(s.Values)
	for i := range s.Values {
		v := &s.Values[i]
		words := valueWords(v.Text)
		p.out.Names = append(p.out.Names, &naming.Candidate{
			Scope: LateScope{}, Decl: s, LateLead: func() string { return s.Name }, Want: names[i], Suffix: "Value", Key: id.Member("value", v.Text), Chosen: words != "" && names[i] != words,
			Description: "the value " + diag.Quote(v.Text) + " of the " + s.What, Pos: v.Pos, ID: id.Inside("value", v.Text),
			Set: func(name string) { v.Name = name },
		})
	}
}

// valueNames returns the suffixes of the names of an enumeration's constants, after
// the type's name: the words of the value, or, if several values have the same
// words, all characters spelled out.
func valueNames(values []ir.Value) []string {
	names := make([]string, len(values))
	count := make(map[string]int)
	for i, v := range values {
		names[i] = valueWords(v.Text)
		count[names[i]]++
	}
	for i, v := range values {
		if count[names[i]] > 1 || names[i] == "" {
			names[i] = spelledValue(v.Text)
		}
	}
	return names
}

// maxValueName limits the length of names, as values may be whole sentences.
const maxValueName = 100

// valueWords returns the words of a value, each with a capital letter. A negative
// number starts with Minus.
func valueWords(text string) string {
	if n := strings.TrimSpace(text); len(n) > 1 && n[0] == '-' && n[1] >= '0' && n[1] <= '9' {
		text = "Minus " + n[1:]
	}
	return naming.Capitalized(text, maxValueName)
}

// symbols are the names of characters other than letters and digits.
var symbols = map[rune]string{
	' ': "Space", '!': "Exclamation", '"': "Quote", '#': "Hash", '$': "Dollar", '%': "Percent", '&': "And", '\'': "Apostrophe",
	'(': "Open", ')': "Close", '*': "Star", '+': "Plus", ',': "Comma", '-': "Minus", '.': "Dot", '/': "Slash", ':': "Colon",
	';': "Semicolon", '<': "Less", '=': "Equal", '>': "Greater", '?': "Question", '@': "At", '[': "OpenBracket", '\\': "Backslash",
	']': "CloseBracket", '^': "Caret", '_': "Underscore", '`': "Backquote", '{': "OpenBrace", '|': "Or", '}': "CloseBrace", '~': "Tilde",
}

// spelledValue returns all characters of a value: letters and digits unchanged,
// all others by name.
func spelledValue(text string) string {
	if text == "" {
		return "Empty"
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case b.Len() > maxValueName:
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
