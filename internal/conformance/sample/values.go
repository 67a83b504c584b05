package sample

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/conformance/sample/regex"
)

// maxAttempts limits the candidates that are tried for one value.
const maxAttempts = 60

// simple returns a text of type t. It tries candidates until one satisfies all
// facets of the type.
func (b *builder) simple(t *xsd.SimpleType) (string, error) {
	if b.g.valueless[t] {
		return "", b.noValue(t)
	}
	b.serial++
	for attempt := range maxAttempts {
		text, ok := b.candidate(t, attempt)
		if ok && b.g.patterns.check(t, text, b.doc) == nil {
			return b.padded(t, text), nil
		}
	}
	b.g.valueless[t] = true
	return "", b.noValue(t)
}

func (b *builder) noValue(t *xsd.SimpleType) error {
	return fmt.Errorf("no value found for simple type %s", typeName(t))
}

// padded adds insignificant white space around some values.
func (b *builder) padded(t *xsd.SimpleType, text string) string {
	if !b.options.PadValues || t.Variety == xsd.Union || t.Whitespace() != "collapse" || b.rng.IntN(5) > 0 {
		return text
	}
	return "\n  " + text + " "
}

// choose returns the index of one of n values: the first ones for a minimal
// instance, all in turn for a maximal one.
func (b *builder) choose(n, attempt int) int {
	switch b.options.Mode {
	case Minimal:
		return attempt % n
	case Maximal:
		return (b.serial + b.options.Variant + attempt) % n
	}
	if attempt > maxAttempts/2 {
		return attempt % n
	}
	return b.rng.IntN(n)
}

func (b *builder) candidate(t *xsd.SimpleType, attempt int) (string, bool) {
	if allowed := t.Enumeration(); allowed != nil {
		f := allowed[b.choose(len(allowed), attempt)]
		return b.written(t, f.Value, facetScope(f)), true
	}
	switch t.Variety {
	case xsd.List:
		return b.list(t, attempt)
	case xsd.Union:
		text, err := b.simple(t.Members[b.choose(len(t.Members), attempt)])
		return text, err == nil
	case xsd.AnySimple:
		return b.word(attempt), true
	}
	if hasOwnPattern(t) {
		return b.fromPatterns(t, attempt)
	}
	return b.primitive(t, attempt)
}

// written returns a value from the contract with its QNames rewritten to use
// the document's prefixes.
func (b *builder) written(t *xsd.SimpleType, text string, scope xsd.Scope) string {
	switch {
	case t.Variety == xsd.List:
		items := strings.Fields(text)
		for i, item := range items {
			items[i] = b.written(t.Item, item, scope)
		}
		return strings.Join(items, " ")
	case t.Variety == xsd.Union:
		if m, err := b.g.patterns.member(t, text, scope); err == nil {
			return b.written(m, text, scope)
		}
	case t.Primitive != nil && (t.Primitive.Name.Local == "QName" || t.Primitive.Name.Local == "NOTATION") && scope != nil:
		prefix, local, found := strings.Cut(strings.TrimSpace(text), ":")
		if !found {
			prefix, local = "", prefix
		}
		if space, ok := scope.LookupPrefix(prefix); ok {
			return b.doc.QName(xsd.QName{Space: space, Local: local})
		}
	}
	return text
}

func (b *builder) list(t *xsd.SimpleType, attempt int) (string, bool) {
	low, high := lengths(t)
	n := max(low, 1)
	switch b.options.Mode {
	case Maximal:
		n = max(low, 2)
	case Random:
		n = low + b.rng.IntN(4)
	}
	if attempt > maxAttempts/2 {
		n = low + attempt%8
	}
	if high < n {
		n = high
	}
	items := make([]string, n)
	for i := range items {
		text, err := b.simple(t.Item)
		if err != nil {
			return "", false
		}
		items[i] = strings.TrimSpace(text)
		if items[i] == "" || strings.ContainsFunc(items[i], isSpace) {
			items[i] = "x" + strconv.Itoa(i) // an item cannot contain white space
		}
	}
	if hasOwnPattern(t) {
		return b.fromPatterns(t, attempt)
	}
	return strings.Join(items, " "), true
}

// lengths returns the minimum and maximum that the length facets allow.
func lengths(t *xsd.SimpleType) (low, high int) {
	high = regex.NoMax
	if n, ok := number(t.Effective(xsd.MinLength)); ok {
		low = n
	}
	if n, ok := number(t.Effective(xsd.MaxLength)); ok {
		high = n
	}
	if n, ok := number(t.Effective(xsd.Length)); ok {
		low, high = n, n
	}
	return low, high
}

// hasOwnPattern reports whether t has patterns from the contract, in addition
// to those of the built-in types.
func hasOwnPattern(t *xsd.SimpleType) bool {
	for ; t != nil && !t.Builtin; t = t.Base {
		for _, f := range t.Facets {
			if f.Kind == xsd.Pattern {
				return true
			}
		}
	}
	return false
}

// fromPatterns returns a text that matches the patterns of t and the lexical
// form of its primitive type.
func (b *builder) fromPatterns(t *xsd.SimpleType, attempt int) (string, bool) {
	low, high := 0, regex.NoMax
	name := ""
	if t.Primitive != nil {
		name = t.Primitive.Name.Local
	}
	if name == "string" || name == "anyURI" {
		low, high = lengths(t)
	}
	switch {
	case name == "hexBinary":
		low, high = lengths(t)
		if low *= 2; high < regex.NoMax/2 {
			high *= 2
		}
	case t.Variety == xsd.List:
		name = "list"
	}
	forms := plainForms[name]
	if len(forms) == 0 {
		forms = []string{spaceForms[t.Whitespace()]}
	}
	both, err := b.g.intersection(t, forms[min(attempt*len(forms)/maxAttempts, len(forms)-1)])
	if err != nil {
		return "", false
	}
	return both.Generate(chooser{b, attempt}, low, high)
}

// intersectionKey is a type with one of the forms of its primitive type.
type intersectionKey struct {
	t    *xsd.SimpleType
	form string // empty for no restriction
}

// intersection returns the intersection of a type's patterns and a form.
func (g *Generator) intersection(t *xsd.SimpleType, form string) (*regex.Intersection, error) {
	k := intersectionKey{t, form}
	if j, ok := g.intersections[k]; ok {
		return j, nil
	}
	all, err := g.patterns.forType(t)
	if err != nil {
		return nil, err
	}
	if form != "" {
		r, err := g.patterns.compile(form)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	g.intersections[k] = regex.NewIntersection(all...)
	return g.intersections[k], nil
}

// chooser chooses the characters of a text. It implements regex.Chooser.
type chooser struct {
	b       *builder
	attempt int
}

func (c chooser) Pick(n int) int {
	if c.b.options.Mode == Minimal && c.attempt == 0 {
		return 0
	}
	return c.b.rng.IntN(n)
}

// plainForms are regular expressions for the lexical forms of the primitive
// types: first a narrow one all of whose matches are values, then wider ones.
var plainForms = map[string][]string{
	"boolean":      {`true|false|0|1`},
	"decimal":      {`-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,6})?`, `[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)`},
	"float":        {`-?(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})?`, `[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]{1,2})?|-?INF|NaN`},
	"double":       {`-?(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})?`, `[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]{1,2})?|-?INF|NaN`},
	"duration":     {`P([0-9]{1,2}Y)?([0-9]{1,2}M)?[0-9]{1,2}D(T[0-9]{1,2}H)?|PT([0-9]{1,2}H)?([0-9]{1,2}M)?[0-9]{1,2}(\.[0-9]{1,3})?S|PT[0-9]{1,2}[HM]|P[0-9]{1,3}[YM]`},
	"dateTime":     {`20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,3})?(Z|[+\-](0[0-9]|1[0-3]):[0-5][0-9])?`},
	"date":         {`20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])(Z|[+\-](0[0-9]|1[0-3]):[0-5][0-9])?`},
	"time":         {`([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,3})?(Z|[+\-](0[0-9]|1[0-3]):[0-5][0-9])?`},
	"gYearMonth":   {`20[0-9]{2}-(0[1-9]|1[0-2])`},
	"gYear":        {`20[0-9]{2}|[1-9][0-9]{3}`},
	"gMonthDay":    {`--(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])`},
	"gDay":         {`---(0[1-9]|1[0-9]|2[0-8])`},
	"gMonth":       {`--(0[1-9]|1[0-2])`},
	"anyURI":       {`[a-zA-Z][a-zA-Z0-9]{1,8}:[a-zA-Z0-9/.\-]*|#[a-zA-Z][a-zA-Z0-9]*|\.{1,2}/[a-zA-Z0-9]+`, `[a-zA-Z0-9/.\-:?=+]*(#[a-zA-Z0-9]*)?`, `[^ \t\r\n]*`},
	"hexBinary":    {`([0-9A-F]{2})*`, `([0-9a-fA-F]{2})*`},
	"base64Binary": {`([A-Za-z0-9+/]{4})*`},
}

// spaceForms match the texts that white space normalization does not change.
var spaceForms = map[string]string{
	"replace":  `[^\t\r\n]*`,
	"collapse": `([^ \t\r\n]+( [^ \t\r\n]+)*)?`,
}
