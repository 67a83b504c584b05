package regex

import (
	"math/rand/v2"
	"testing"
)

type random struct{ *rand.Rand }

func (r random) Pick(n int) int { return r.IntN(n) }

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"a|b", "b", true}, {"ab?", "a", true}, {"(ab)*", "ababa", false}, {"(ab)+", "abab", true},
		{"a{2,3}", "a", false}, {"a{2,3}", "aaa", true}, {"a{2,3}", "aaaa", false}, {"a{2,}", "aaaaa", true}, {"a{2}", "aa", true},
		{`\d{3}-[A-Z0-9]{5}`, "123-AB12C", true}, {`[^:Z].*`, "Zone", false}, {`[^:Z].*`, "one", true}, {`[\i-[:]][\c-[:]]*`, "a:b", false},
		{`[\i-[:]][\c-[:]]*`, "_a-b", true}, {`\p{Lu}\p{Ll}+`, "Über", true}, {`\P{L}`, "ä", false}, {`\p{IsBasicLatin}*`, "abc", true},
		{`\p{IsBasicLatin}*`, "ä", false}, {`^a$`, "a", false}, {`^a$`, "^a$", true}, {`[a-]`, "-", true}, {`[-a]`, "-", true},
		{`[\-+]?[0-9]+`, "+12", true}, {`\w`, "_", false}, {`\w`, "é", true}, {`.`, "\n", false}, {`[\s\S]`, "\n", true}, {`\{x\}`, "{x}", true},
		{`((\d+|\*)\.)*(\d+|\*|\+)`, "1.*.+", true}, {`[^a-z-[q]]`, "Q", true},
	} {
		r, err := Compile(c.pattern)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if got := r.Match(c.text); got != c.want {
			t.Errorf("pattern %q, text %q: match is %t, want %t", c.pattern, c.text, got, c.want)
		}
	}
	for _, bad := range []string{"(", ")", "[", "[b-a]", "a{2", "a{x}", "*", `\p{Foo}`, `\`, "a{3,2}", "((((a{9999}){9999}){9999}))"} {
		if _, err := Compile(bad); err == nil {
			t.Errorf("Compile(%q) returns no error", bad)
		}
	}
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		patterns []string
		min, max int
		ok       bool
	}{
		{[]string{`[A-Z]{2}-\d{5}`}, 0, NoMax, true},
		{[]string{`[A-Z]{2}-\d{5}`}, 9, NoMax, false},
		{[]string{`[^:Z].*`, `[0-9]{4}-[0-9]{2}`}, 0, NoMax, true},
		{[]string{`.{0,4000}`}, 300, 310, true},
		{[]string{`a*`, `(aa)*`, `(aaa)*`}, 1, 10, true},
		{[]string{`a+`, `b+`}, 0, 10, false},
		{[]string{``}, 0, 10, true},
		{[]string{`[\da-fA-F]{8}-[\da-fA-F]{4}`, `[^\d]+.*`}, 0, 100, true},
		{[]string{`(\.//)?((((child::)?((\i\c*:)?(\i\c*|\*)))|\.)/)*((((child::)?((\i\c*:)?(\i\c*|\*)))|\.)|((attribute::|@)((\i\c*:)?(\i\c*|\*))))`}, 3, 40, true},
	} {
		var all []*Regex
		for _, p := range c.patterns {
			r, err := Compile(p)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, r)
		}
		for seed := range uint64(20) {
			s, ok := NewIntersection(all...).Generate(random{rand.New(rand.NewPCG(seed, 0))}, c.min, c.max)
			if ok != c.ok {
				t.Errorf("%q, %d to %d characters: ok is %t, want %t", c.patterns, c.min, c.max, ok, c.ok)
				break
			}
			n := len([]rune(s))
			if ok && (n < c.min || n > c.max) {
				t.Errorf("%q: %q has %d characters, want %d to %d", c.patterns, s, n, c.min, c.max)
			}
			for _, r := range all {
				if ok && !r.Match(s) {
					t.Errorf("%q: %q does not match", c.patterns, s)
				}
			}
		}
	}
}

func TestUnion(t *testing.T) {
	a, _ := Compile("ab*")
	b, _ := Compile("c{2}")
	r := Union(a, b)
	for text, want := range map[string]bool{"a": true, "abb": true, "cc": true, "c": false, "acc": false, "": false} {
		if r.Match(text) != want {
			t.Errorf("%q: match is %t, want %t", text, !want, want)
		}
	}
}

// FuzzGenerate checks that a string generated from an expression matches it.
func FuzzGenerate(f *testing.F) {
	f.Add(`[^:Z].*`, uint64(1))
	f.Add(`(\d+|\*\.)*{2,3}[a-z-[aeiou]]\p{Lu}`, uint64(2))
	f.Fuzz(func(t *testing.T, pattern string, seed uint64) {
		if len(pattern) > 100 {
			return
		}
		r, err := Compile(pattern)
		if err != nil || len(r.states) > 2000 {
			return
		}
		if s, ok := NewIntersection(r).Generate(random{rand.New(rand.NewPCG(seed, 0))}, 0, 40); ok && !r.Match(s) {
			t.Errorf("%q does not match %q", s, pattern)
		}
	})
}
