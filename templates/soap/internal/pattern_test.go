package internal_test

import (
	"errors"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/pattern"
)

func compile(t *testing.T, expr string) *regexp.Regexp {
	t.Helper()
	p, err := pattern.Translate(expr)
	if err != nil {
		t.Fatalf("%q: %v", expr, err)
	}
	re, err := regexp.Compile(p.Go)
	if err != nil {
		t.Fatalf("%q: %v", expr, err)
	}
	return re
}

// TestPatternMatches checks which values an expression matches by the rules of part 2, appendix F. Values are separated by
// spaces; _ means an empty value and ~ a space.
func TestPatternMatches(t *testing.T) {
	for _, test := range []struct{ expr, yes, no string }{
		// Expressions match whole values and have no anchors.
		{"", "_", "a"},
		{"a", "a", "aa _ ba"},
		{"a|bc|", "a bc _", "abc"},
		{"a||b", "a b _", "c"},
		{"^a$", "^a$", "a"},
		{"a{2}", "aa", "a aaa"},
		{"a{0}", "_", "a"},
		{"(ab|c){2,}", "abab cc abc cab cccc", "c _"},
		{"a{2,3}b?", "aa aaab aab", "ab aaaa"},
		{"a{0,2}", "_ a aa", "aaa"},
		{"(a*)*", "_ aaa", "b"},
		{"(a|b)+c", "abc bac", "c"},
		{"()", "_", "a"},
		{"%", "%", "a"},

		// Escapes and special characters.
		{`\.\\\?\*\+\{\}\(\)\[\]\|\-\^`, `.\?*+{}()[]|-^`, "a"},
		{`\/\$\@`, "/$@", "a"},
		{"a.b", "axb a\tb a.b", "a\nb a\rb ab"},
		{`\n`, "\n", "n \r"},
		{"a-b", "a-b", "ab"},
		{`"'<&`, `"'<&`, "a"},

		// Classes.
		{"[abc]", "a b c", "d ab"},
		{"[^abc]", "d é", "a b c"},
		{"[a-c-]", "a c -", "d"},
		{"[-a]", "- a", "b"},
		{"[+-]", "+ -", "a ,"},
		{`[\]\[\\^]`, `] [ \ ^`, "a"},
		{"[a^]", "a ^", "b"},
		{"[.$|?*+(){}]", ". $ | ? * + ( ) { }", "a"},
		{"[a-z-[aeiou]]", "b z", "a A e"},
		{"[^a-z-[A-Z]]", "1 é", "a A"},
		{"[a-z-[b-y-[m]]]", "a z m", "b n"},
		{"[^a-[^b]]", "b", "a c"}, // neither a, nor anything but b
		{`[\w-.]`, "a - .", "!"},
		{`[a-\d]`, "a - 1", "b"},
		{`[\d\D]`, "1 a", "_"},
		{`[^\d\D]`, "", "1 a"},
		{`[\D1]`, "1 a", "2"},
		{`[^\D1]`, "2", "1 a"},
		{`[a:alpha:]`, "a : l", "b"},
		{"[a-a]", "a", "b"},

		// Classes with many characters.
		{`\d`, "1 ٣", "a ½"},
		{`\D`, "a ½", "1 ٣"},
		{`\s`, "~ \t \n \r", "a \u00a0"},
		{`\S`, "a \u00a0", "~ \t"},
		{`\w`, "a é 1 ₂ $ +", "! _ ~ -"},
		{`\W`, "! - ~", "a 1 +"},
		{`\i\c*`, "a a-1 :a é", "1 -a"},
		{`\I`, "1 -", "a :"},
		{`\C`, "! ~", "a 1 -"},
		{`[\i-[:]][\c-[:]]*`, "a a.b", "a:b :"},
		{`\p{Lu}+`, "A É", "a"},
		{`\P{Lu}`, "a 1", "A"},
		{`\p{L}\p{Nd}`, "a1", "11"},
		{`\p{IsBasicLatin}`, "a", "é"},
		{`\P{IsBasicLatin}`, "é", "a"},
		{`\p{IsGreek}+`, "αβ", "a"},
		{`\p{IsLatin-1Supplement}`, "é", "e"},
		{`[\p{IsBasicLatin}-[\p{Lu}]]`, "a !", "A é"},
		{`\p{C}`, "\u00ad \ue000 \u0378", "a 1"},
		{`\p{Cn}`, "\u0378", "a \u00ad"},
		{`\P{C}`, "a", "\u00ad"},
		{`\P{Cn}`, "a \u00ad", "\u0378"},
		{`[\p{Cn}a]`, "\u0378 a", "b"},
	} {
		re := compile(t, test.expr)
		check := func(values string, want bool) {
			for _, v := range strings.Split(values, " ") {
				switch v {
				case "":
					continue
				case "_":
					v = ""
				case "~":
					v = " "
				}
				if re.MatchString(v) != want {
					t.Errorf("%q (%s) matches %q: %v", test.expr, re, v, !want)
				}
			}
		}
		check(test.yes, true)
		check(test.no, false)
	}
}

// TestLargeBounds checks bounds that are larger than those that Go allows.
func TestLargeBounds(t *testing.T) {
	for _, test := range []struct {
		expr      string
		low, high int
	}{
		{"a{1500}", 1500, 1500},
		{"a{1500,4000}", 1500, 4000},
		{"a{0,2001}", 0, 2001},
		{"a{1001,}", 1001, 5000},
		{"(a{50}){40,41}", 2000, 2050},
		{"(a{1,50}){1,40}", 1, 2000},
		{"((a{10}){10}){30}", 3000, 3000},
	} {
		re := compile(t, test.expr)
		for n, want := range map[int]bool{test.low - 1: false, test.low: true, test.high: true, test.high + 1: strings.HasSuffix(test.expr, ",}")} {
			if n >= 0 && re.MatchString(strings.Repeat("a", n)) != want {
				t.Errorf("%s matches %d characters: %v", test.expr, n, !want)
			}
		}
	}
}

// TestRelaxedBounds checks that bounds are relaxed if the program would be too large.
func TestRelaxedBounds(t *testing.T) {
	for _, expr := range []string{"a{1,1000000}", "(a{0,1000}b?){5,1000}", "a{3,99999999999999999999}"} {
		p, err := pattern.Translate(expr)
		if err != nil || !p.Relaxed || len(p.Go) > 100 {
			t.Errorf("%s: %+v, %v", expr, p, err)
		}
	}
	if p, err := pattern.Translate("a{1,5000}"); err != nil || p.Relaxed {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestPatternErrors checks messages and positions of errors.
func TestPatternErrors(t *testing.T) {
	for expr, want := range map[string]string{
		"é(a":                       "character 2: unclosed parenthesis",
		"a)":                        "character 2: unmatched closing parenthesis",
		"*a":                        `character 1: '*' has nothing to repeat`,
		"a**":                       `character 3: '*' has nothing to repeat`,
		"a*?":                       `character 3: '?' has nothing to repeat`,
		"a|+":                       "character 3:",
		"(?:a)":                     `character 2: '?' has nothing to repeat`,
		"a{":                        "character 2: invalid quantifier",
		"a{,2}":                     "character 2: invalid quantifier",
		"a{2,1}":                    "character 2: the quantifier's first number",
		"a{1":                       "character 2: invalid quantifier",
		"a]":                        "character 2: unmatched ']'",
		"a}":                        "character 2: unmatched '}'",
		"[a":                        "character 1: unclosed bracket",
		"[]":                        "character 1: empty character class",
		"[^]":                       "character 1: empty character class",
		"[a[b]":                     "character 3: unescaped bracket",
		"[b-a]":                     "character 2: the end of the range is less than its start",
		"[a-z-[b]c]":                "character 5: a subtraction must be at the end",
		`a\`:                        "character 2: trailing backslash",
		`\b`:                        `character 1: unknown escape \b`,
		`\1`:                        `character 1: unknown escape \1`,
		`\u0041`:                    `character 1: unknown escape \u`,
		`\p{Xx}`:                    `character 1: unknown category "Xx"`,
		`\p{Lu Ll}`:                 `character 1: unknown category "Lu Ll"`,
		`\p{IsElvish}`:              `character 1: unknown block "Elvish"`,
		`\pL`:                       `character 1: want the name of a category or block`,
		`\p{L`:                      `character 1: want the name of a category or block`,
		"a\xff":                     "character 2: invalid UTF-8",
		strings.Repeat("(", 1000):   "character 201: nested deeper than 200 levels",
		strings.Repeat("[a-", 1000): "nested deeper than 200 levels",
	} {
		_, err := pattern.Translate(expr)
		var e *pattern.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", expr, err, want)
		}
	}
}

// FuzzTranslate checks that translations compile and that short expressions do not fail in package regexp.
func FuzzTranslate(f *testing.F) {
	for _, seed := range []string{`[\i-[:]][\c-[:]]*`, `\d{1,2000}|a+(b|c)?`, `[^\p{IsGreek}-[\P{Cn}]]`, "((a{9}){9}){9,}", `[a-\d]{2}`, "^$", `\\`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		p, err := pattern.Translate(expr)
		if err != nil {
			var e *pattern.Error
			if !errors.As(err, &e) || e.Offset > len(expr) || strings.HasPrefix(e.Message, "Go cannot") && len(expr) < 1000 {
				t.Fatalf("%q: %v", expr, err)
			}
			_ = err.Error()
			return
		}
		if _, err := regexp.Compile(p.Go); err != nil {
			t.Fatalf("%q becomes %q: %v", expr, p.Go, err)
		}
	})
}

// TestGrowthIsLinear translates patterns with n and 4n alternatives, members of a class and pieces. Work for each pair
// of them would take sixteen times the bytes.
func TestGrowthIsLinear(t *testing.T) {
	for name, build := range map[string]func(n int) string{
		"alternatives": func(n int) string { return strings.Repeat("ab|", n) + "a" },
		"members":      func(n int) string { return "[" + strings.Repeat(`ab\-`, n) + "]" },
		"pieces":       func(n int) string { return strings.Repeat("(a|b)?", n) },
	} {
		measure := func(n int) float64 {
			expr := build(n)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := pattern.Translate(expr); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			return float64(after.TotalAlloc - before.TotalAlloc)
		}
		small, large := measure(1000), measure(4000)
		if ratio := large / small; ratio > 8 {
			t.Errorf("%s: a pattern of four times the length takes %.1f times the memory", name, ratio)
		}
	}
}

var patterns = []string{
	`^[A-Z]{2}$`, `^\d{4}-\d{2}$`, `^[A-Z]{1,3}[0-9]+x?$`, `^a*b$`, `^a*ab$`, `^[^a]*a?$`, `^(?:[a-c][0-9])$`, `^(?:a|b)*$`, `^$`, `^x?y?z?x$`, `^x?y?z$`, `^a{0}b$`, `^\p{L}+$`, `^é$`, `^.*$`, `^(?s:.*)$`, `^(?i:ab)$`,
	`^a{2,}b{0,2}c+$`, `^ab|cd$`, `a`, `^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$`,
	`^[^a]*c$`, `^[\x{80}-\x{ff}]$`,
}

// checkPattern compares a pattern with package regexp.
func checkPattern(t *testing.T, expr, text string) {
	p, invalid := pattern.NewMatcher(expr)
	re, err := regexp.Compile(expr)
	if (invalid == nil) != (err == nil) {
		t.Fatalf("%q: %v, %v", expr, invalid, err)
	}
	if err == nil && p.Match([]byte(text), nil) != re.MatchString(text) {
		t.Errorf("%q matches %q: %v", expr, text, !re.MatchString(text))
	}
}

// TestPatterns compares patterns with package regexp.
func TestPatterns(t *testing.T) {
	for _, expr := range patterns {
		for _, text := range []string{"", "a", "b", "ab", "aab", "aabbc", "AB", "A1", "ABC12x", "AB\n", "é", "éa", "aé", "xz", "xyz", "xyzx", "x", "z", "1234-56", "1234-567", "c3", "aB", "cd", "en-GB", "\n", "\u0080"} {
			checkPattern(t, expr, text)
		}
	}
	for _, expr := range patterns[:4] {
		p, _ := pattern.NewMatcher(expr)
		for _, text := range []string{"", "AB", "A1", "ABC12x", "1234-56", "aab", "ab-"} {
			if got, want := p.Match([]byte(text), spent{}), p.Match([]byte(text), nil); got != want {
				t.Errorf("%q needs the program for %q", expr, text)
			}
		}
	}
}

// spent is a budget that allows no work.
type spent struct{}

func (spent) Spend(int) bool { return false }

// FuzzPatterns: the same for all expressions and texts.
func FuzzPatterns(f *testing.F) {
	for _, expr := range patterns {
		f.Add(expr, "ab12")
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		if len(expr) < 100 {
			checkPattern(t, "^"+expr+"$", text)
		}
	})
}
