package xsdcheck

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/pattern"
)

// simpleInfo holds the facets that apply to a simple type, from all its derivation steps.
type simpleInfo struct {
	facets   [len(lexical.FacetNames)]*xsd.Facet // the nearest facet of each kind; nil for patterns and enumerations
	values   map[string]bool                     // keys of the enumerated values; nil without an enumeration
	patterns *patternStep
}

// patternStep is a derivation step with patterns. A value matches one pattern of each step.
type patternStep struct {
	either []*pattern.Matcher
	base   *patternStep
}

// listLength is the facet minLength of the built-in lists (part 2, sections 3.3.5, 3.3.10 and 3.3.12).
var listLength = &xsd.Facet{Kind: lexical.MinLength, Value: "1"}

// infoOf returns the facets that apply to a type. Types that are derived from each other share inherited ones.
func (c *checker) infoOf(t *xsd.SimpleType) *simpleInfo {
	var missing []*xsd.SimpleType // base types last
	for ; t != nil && c.simple[t] == nil; t = t.Base {
		missing = append(missing, t)
	}
	info := new(simpleInfo)
	if t != nil {
		info = c.simple[t]
	}
	for i := len(missing) - 1; i >= 0; i-- {
		info = c.derivedInfo(missing[i], info)
		c.simple[missing[i]] = info
	}
	return info
}

func (c *checker) derivedInfo(t *xsd.SimpleType, base *simpleInfo) *simpleInfo {
	if len(t.Facets) == 0 && !t.Builtin {
		return base
	}
	info := *base
	if t.Builtin && t.Variety == xsd.List {
		info.facets[lexical.MinLength] = listLength
	}
	var step *patternStep
	var listed []*xsd.Facet
	for _, f := range t.Facets {
		switch f.Kind {
		case lexical.Pattern:
			if step == nil {
				step = &patternStep{base: base.patterns}
			}
			step.either = append(step.either, cmp.Or(c.matcher(f.Value), anything))
		case lexical.Enumeration:
			listed = append(listed, f)
		default:
			info.facets[f.Kind] = f
		}
	}
	info.patterns = cmp.Or(step, info.patterns)
	if listed != nil {
		info.values = c.enumerated(t, listed)
	}
	return &info
}

// enumerated returns the keys of the values of an enumeration.
func (c *checker) enumerated(t *xsd.SimpleType, listed []*xsd.Facet) map[string]bool {
	keys := make(map[string]bool, len(listed))
	for _, f := range listed {
		if v, why := c.valueOf(t.Base, f.Value, scopeOf(f)); why == "" {
			keys[v.Key] = true
		}
	}
	return keys
}

func scopeOf(f *xsd.Facet) xsd.Scope {
	if f.Scope == nil {
		return nil
	}
	return f.Scope
}

var anything = func() *pattern.Matcher {
	m, _ := pattern.NewMatcher("") // matches every text
	return m
}()

// matcher returns the matcher of a pattern, or nil if it is invalid.
func (c *checker) matcher(text string) *pattern.Matcher {
	m, ok := c.patterns[text]
	if !ok {
		if p, err := pattern.Translate(text); err == nil {
			m, _ = pattern.NewMatcher(p.Go) // nil if there is an error
		}
		c.patterns[text] = m
	}
	return m
}

// Spend counts the steps of matching.
func (c *checker) Spend(steps int) bool {
	c.work += steps
	return c.work <= maxWork
}

// maxWork limits the characters that are compared with facets, and the steps of matching patterns, so that long chains of types
// with many values and patterns do not take quadratic time. Values are not checked once it is reached.
const maxWork = 50_000_000

// valueOf returns the value of a type that text denotes, or why there is none.
func (c *checker) valueOf(t *xsd.SimpleType, text string, scope xsd.Scope) (v lexical.Value, why string) {
	if c.work += len(text) + 10; c.work > maxWork {
		return v, ""
	}
	switch t.Variety {
	case xsd.AnySimple:
		return lexical.Value{Key: text}, ""
	case xsd.Union:
		return c.unionValue(t, text, scope)
	}
	info := c.infoOf(t)
	space := lexical.Collapse
	if f := info.facets[lexical.WhiteSpace]; f != nil && t.Variety == xsd.Atomic {
		space, _ = lexical.SpaceOf(strings.TrimSpace(f.Value))
	}
	text = space.Normalize(text)
	if t.Variety == xsd.List {
		v, why = c.listValue(t, text, scope)
	} else if v, why = c.atomicValue(t, text, scope); why != "" {
		return v, why
	}
	if why == "" {
		why = c.facetsReject(t, info, text, v)
	}
	return v, why
}

// Values finds the values of simple types that texts denote.
type Values struct{ c *checker }

// NewValues returns a Values for the types of any schemas.
func NewValues() *Values { return &Values{newChecker(new(xsd.Set))} }

// Key returns a string that is the same for all texts that denote the same value of a type. If a text denotes no value,
// why is the reason, else "".
func (v *Values) Key(t *xsd.SimpleType, text string, scope xsd.Scope) (key, why string) {
	v.c.work = 0
	value, why := v.c.valueOf(t, text, scope)
	return value.Key, why
}

// Compare returns the order of the values of an atomic type that two texts denote. ok is false if they have none.
func Compare(t *xsd.SimpleType, a, b string) (order int, ok bool) {
	if t.Primitive == nil {
		return 0, false
	}
	x, isX := parse(t, a, nil)
	y, isY := parse(t, b, nil)
	if !isX || !isY || !x.Primitive.IsOrdered() {
		return 0, false
	}
	return x.Compare(&y)
}

// Member returns the member type of a union, at any depth, of which a text is a value; nil if there is none. As for Check,
// the work for all calls is limited; beyond the limit, Member returns the first member.
func (v *Values) Member(union *xsd.SimpleType, text string, scope xsd.Scope) *xsd.SimpleType {
	c, t := v.c, union
	for t != nil && t.Variety == xsd.Union {
		i := slices.IndexFunc(t.Members, func(m *xsd.SimpleType) bool {
			_, why := c.valueOf(m, text, scope)
			return why == ""
		})
		if i < 0 {
			return nil
		}
		t = t.Members[i]
	}
	return t
}

func (c *checker) unionValue(t *xsd.SimpleType, text string, scope xsd.Scope) (lexical.Value, string) {
	for _, m := range t.Members {
		if v, why := c.valueOf(m, text, scope); why == "" {
			return v, c.facetsReject(t, c.infoOf(t), text, v)
		}
	}
	return lexical.Value{}, "no member of the union has the value"
}

func (c *checker) listValue(t *xsd.SimpleType, text string, scope xsd.Scope) (lexical.Value, string) {
	items := strings.Fields(text)
	keys := make([]string, len(items))
	for i, item := range items {
		v, why := c.valueOf(t.Item, item, scope)
		if why != "" {
			return v, why
		}
		keys[i] = v.Key
	}
	return lexical.Value{Key: strings.Join(keys, " "), Length: len(items)}, ""
}

func (c *checker) atomicValue(t *xsd.SimpleType, text string, scope xsd.Scope) (lexical.Value, string) {
	if t.Primitive == nil {
		return lexical.Value{Key: text}, ""
	}
	v, ok := parse(t, text, scope)
	if !ok {
		return v, "it is not a value of xs:" + t.Primitive.Name.Local
	}
	v.Key = v.Identity()
	return v, ""
}

// facetsReject returns why the facets of a type do not allow a value, or "".
func (c *checker) facetsReject(t *xsd.SimpleType, info *simpleInfo, text string, v lexical.Value) string {
	for step := info.patterns; step != nil; step = step.base {
		matched := slices.ContainsFunc(step.either, func(m *pattern.Matcher) bool { return m.Match([]byte(text), c) })
		switch c.work += len(text) + 10; {
		case c.work > maxWork:
			return ""
		case !matched:
			return "it does not match the pattern"
		}
	}
	if info.values != nil && !info.values[v.Key] {
		return "it is not in the enumeration"
	}
	if t.Variety == xsd.Union {
		return ""
	}
	for k, f := range info.facets {
		if f != nil && !c.allows(t, lexical.FacetKind(k), f, v) {
			return "it violates facet " + strconv.Quote(f.Kind.String())
		}
	}
	return ""
}

// allows reports whether a facet other than patterns and enumerations allows a value.
func (c *checker) allows(t *xsd.SimpleType, k lexical.FacetKind, f *xsd.Facet, v lexical.Value) bool {
	switch {
	case k.IsNumber():
		n, ok := lexical.Number(f.Value)
		return !ok || v.Allows(k, n, nil)
	case k.IsBound():
		bound := c.bound(t, f)
		return bound == nil || !v.Primitive.IsOrdered() || v.Allows(k, 0, bound)
	}
	return true
}

// bound returns the value of a facet that is a bound; nil if the type has no such value.
func (c *checker) bound(t *xsd.SimpleType, f *xsd.Facet) *lexical.Value {
	v, ok := c.bounds[f]
	if !ok {
		v = boundOf(t, f)
		c.bounds[f] = v
	}
	return v
}

func boundOf(t *xsd.SimpleType, f *xsd.Facet) *lexical.Value {
	if t.Primitive == nil {
		return nil
	}
	v, ok := parse(t, lexical.Collapse.Normalize(f.Value), nil)
	if !ok || !v.Primitive.IsOrdered() {
		return nil
	}
	return &v
}

// parse reads a lexical form of the primitive type of an atomic type, with the white space that it may have.
func parse(t *xsd.SimpleType, text string, scope xsd.Scope) (lexical.Value, bool) {
	v, ok := lexical.Parse(lexical.PrimitiveOf(t.Primitive.Name.Local), text, func(name string) (string, bool) {
		return lexical.Expand(name, func(prefix string) (string, bool) {
			if scope == nil {
				return "", true
			}
			return scope.LookupPrefix(prefix)
		})
	})
	return v, ok && (v.Primitive != lexical.AnyURI || isAnyURI(text))
}

// number returns the value of a facet that is a number; -1 if it is invalid.
func number(text string) int {
	n, ok := lexical.Number(text)
	if !ok {
		return -1
	}
	return n
}
