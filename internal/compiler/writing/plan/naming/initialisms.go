package naming

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// InitialismPattern is a regular expression for initialisms: ID, IPv4, and go for [goInitialisms].
const InitialismPattern = `^(go|[A-Z][A-Za-z0-9]+)$`

// goInitialisms are the initialisms of Go's conventions, which linters know. The list is never changed, since names would.
const goInitialisms = "ACL API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON LHS QPS RAM RHS RPC SLA SMTP SQL SSH " +
	"TCP TLS TTL UDP UI UID URI URL UTF8 UUID VM XML XMPP XSRF XSS"

var initialism = regexp.MustCompile(InitialismPattern)

// IsInitialism reports whether a text can be an initialism.
func IsInitialism(text string) bool { return initialism.MatchString(text) }

// Initialisms are words with the case that they have in Go names, by the word in lower case. The nil Initialisms change
// nothing.
type Initialisms map[string]string

// NewInitialisms returns the initialisms of a list. Other texts are ignored.
func NewInitialisms(list []string) Initialisms {
	all := make(Initialisms)
	if slices.Contains(list, "go") {
		all = NewInitialisms(strings.Fields(goInitialisms))
	}
	for _, text := range list {
		if IsInitialism(text) && text != "go" {
			all[strings.ToLower(text)] = text
		}
	}
	return all
}

// Apply returns a Go name in which words that are initialisms, or the plural of one, have their case: StationId becomes
// StationID, and ApiKeyIds becomes APIKeyIDs. A word begins with a capital letter that follows a small letter or a digit, or
// that precedes a small letter.
func (in Initialisms) Apply(name string) string {
	if len(in) == 0 {
		return name
	}
	var b strings.Builder
	for rest := []rune(name); len(rest) > 0; {
		letters, word := nextWord(rest)
		text := string(rest[:word])
		if exact, ok := in[strings.ToLower(text)]; ok && unicode.IsUpper(rest[0]) {
			text = exact
		} else if unicode.IsUpper(rest[0]) {
			text = in.word(string(rest[:letters])) + string(rest[letters:word])
		}
		b.WriteString(text)
		rest = rest[word:]
	}
	return b.String()
}

// word returns a word of letters with its case.
func (in Initialisms) word(text string) string {
	if exact, ok := in[strings.ToLower(text)]; ok {
		return exact
	}
	if singular, ok := strings.CutSuffix(text, "s"); ok {
		if exact, ok := in[strings.ToLower(singular)]; ok {
			return exact + "s"
		}
	}
	return text
}

// nextWord returns how many characters of a name are the letters of its first word, and how many are the word with the
// digits after them.
func nextWord(name []rune) (letters, word int) {
	upper := count(name, 0, unicode.IsUpper)
	letters = count(name, upper, func(r rune) bool { return !unicode.IsUpper(r) && !unicode.IsDigit(r) })
	plural := letters == upper+1 && name[upper] == 's' // as in IDs
	if upper > 1 && letters > upper && !plural {
		return upper - 1, upper - 1 // the last capital letter begins the next word
	}
	return letters, count(name, letters, unicode.IsDigit)
}

// count returns the end of the characters from start on of which a condition is true.
func count(name []rune, start int, is func(rune) bool) int {
	if i := slices.IndexFunc(name[start:], func(r rune) bool { return !is(r) }); i >= 0 {
		return start + i
	}
	return len(name)
}

// apply changes the names that a candidate requests. A name that was decided before is not changed: it may be a rename.
func (in Initialisms) apply(c *Candidate) {
	for _, name := range []*string{&c.Want, &c.Qualifier, &c.Lead, &c.Kept} {
		*name = in.Apply(*name)
	}
	for _, names := range [][]string{c.Else, c.Choices} { // no other candidate has the same slices
		for i, name := range names {
			names[i] = in.Apply(name)
		}
	}
}

// ApplyTo changes the names that candidates request.
func (in Initialisms) ApplyTo(all []*Candidate) {
	if len(in) == 0 {
		return
	}
	for _, c := range all {
		in.apply(c)
	}
}
