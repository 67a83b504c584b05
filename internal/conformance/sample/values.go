package sample

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
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
		if ok && b.g.check(t, text, b.doc) == "" {
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
	if text, ok := b.fromPatterns(t, attempt); ok {
		return text, true
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
		if m := b.g.values.Member(t, text, scope); m != nil {
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
	if text, ok := b.fromPatterns(t, attempt); ok {
		return text, true
	}
	return strings.Join(items, " "), true
}

// lengths returns the minimum and maximum that the length facets allow.
func lengths(t *xsd.SimpleType) (low, high int) {
	high = math.MaxInt
	if n, ok := number(t.Effective(lexical.MinLength)); ok {
		low = n
	}
	if n, ok := number(t.Effective(lexical.MaxLength)); ok {
		high = n
	}
	if n, ok := number(t.Effective(lexical.Length)); ok {
		low, high = n, n
	}
	return low, high
}
