// Package credential tells by the words of a name whether it names a credential. The rule is in the documentation of
// redact.Redactor.
package credential

import (
	"slices"
	"strings"
	"unicode"
)

// isTelling reports whether a word at any place makes a name the name of a credential. Two words of a name that follow each other count
// as one, too.
func isTelling(word string) bool {
	switch word {
	case "accesscode", "accesskey", "accessticket", "accesstoken", "apikey", "authcode", "authkey", "authorizationcode",
		"authticket", "authtoken", "bearer", "clientkey", "contraseña", "contrasena", "cookie", "credential", "credentials",
		"cvc", "cvv", "jwt", "kennwort", "licencecode", "licencekey", "licensecode", "licensekey", "logincode", "loginticket",
		"motdepasse", "oauth", "otp", "passcode", "passhash", "passkey", "passwd", "passwort", "passphrase", "pincode",
		"privatekey", "pswd", "pwd", "pwdhash", "secret", "securitycode", "sessionguid", "sessionid", "sessionticket",
		"setcookie", "signingkey", "subscriptionkey", "tokenhash", "tokenid", "totp":
		return true
	}
	return false
}

// parts are substrings that make any word that contains them the name of a credential.
var parts = []string{"password", "passwd", "passphrase", "secret"}

// isHarmless reports whether a word has one of parts or ends, but does not name a credential.
func isHarmless(word string) bool {
	switch word {
	case "bypass", "compass", "encompass", "overpass", "secretariat", "secretaries", "secretary", "surpass", "trespass",
		"underpass":
		return true
	}
	return false
}

// isTellingLast reports whether a word makes a name the name of a credential if the name ends with it.
func isTellingLast(word string) bool {
	switch word {
	case "assertion", "auth", "authentication", "authorization", "cred", "hmac", "key", "pass", "pin", "puk", "session",
		"sessid", "sid", "sig", "signature", "tan", "token":
		return true
	}
	return false
}

// ends are endings of words as in isTellingLast, for names whose words nothing separates (myaccesskey).
var ends = []string{"accesskey", "apikey", "licensekey", "pass", "privatekey", "pwd", "secretkey", "sessionid", "sessionkey", "token"}

// harmlessBefore reports whether a word that stands before some of the telling last words makes the name harmless.
func harmlessBefore(last, before string) bool {
	switch last {
	case "key":
		switch before {
		case "cache", "column", "foreign", "group", "index", "item", "language", "line", "list", "lookup", "map", "message",
			"natural", "order", "parent", "partition", "platform", "primary", "public", "range", "record", "resource", "route",
			"row", "sort", "station", "stop", "surrogate", "text", "train", "translation", "trip", "unique", "vehicle":
			return true
		}
	case "token":
		switch before {
		case "continuation", "cursor", "next", "page", "paging", "prev", "previous", "resume", "resumption", "scroll", "start",
			"sync":
			return true
		}
	case "pass":
		switch before {
		case "boarding", "bus", "city", "day", "monthly", "rail", "season", "train", "travel", "weekly":
			return true
		}
	case "pin":
		switch before {
		case "drop", "map":
			return true
		}
	}
	return false
}

// saysForm reports whether a word at the end of a name says in which form a credential is there.
func saysForm(word string) bool {
	switch word {
	case "again", "b", "base", "clear", "confirm", "confirmation", "digest", "enc", "encoded", "encrypted", "hash", "header",
		"hex", "md", "new", "old", "parameter", "plain", "raw", "repeat", "response", "result", "retype", "return", "sha",
		"string", "text", "v", "value", "verify":
		return true
	}
	return false
}

// saysAbout reports whether a word at the end of a name says that it is not the credential, but something about it.
func saysAbout(word string) bool {
	switch word {
	case "age", "allowed", "at", "attempts", "changed", "count", "date", "days", "enabled", "expiration", "expired", "expires",
		"expiry", "format", "in", "label", "length", "lifetime", "minutes", "name", "on", "policies", "policy", "required",
		"rule", "rules", "seconds", "status", "strength", "time", "type", "types", "valid":
		return true
	}
	return false
}

// Is reports whether a name usually names a credential.
func Is(name string) bool {
	list := words(name)
	return len(list) > 0 && new(Names).judge(list)
}

// SaysName reports whether an element or attribute with a name may have a name as its value.
func SaysName(name string) bool {
	list := words(name)
	return len(list) > 0 && areNaming(list)
}

func areNaming(list []string) bool {
	return !slices.ContainsFunc(list, func(word string) bool { return !isNaming(word) })
}

// Names knows the usual names of credentials and others. It remembers what it has reported, and is not safe for concurrent use.
type Names struct {
	added  []string        // without what separates words, in lower case
	kept   map[string]bool // likewise
	known  map[string]bool // the names that IsCredential has reported
	naming map[string]bool // those that SaysName has reported
}

// New returns the usual names of credentials with those in added, and without those in kept.
func New(added, kept []string) *Names {
	n := &Names{kept: map[string]bool{}, known: map[string]bool{}, naming: map[string]bool{}}
	for _, name := range added {
		if joined := strings.Join(words(name), ""); joined != "" {
			n.added = append(n.added, joined)
		}
	}
	for _, name := range kept {
		n.kept[strings.Join(words(name), "")] = true
	}
	return n
}

// maxKnown and maxKnownName bound the names that are remembered.
const (
	maxKnown     = 1 << 10
	maxKnownName = 64
)

// IsCredential reports whether a name names a credential.
func (n *Names) IsCredential(name string) bool { return remembered(n.known, name, n.judge) }

// IsCredentialHeader is IsCredential for the name of a header of HTTP. In headers, more words indicate credentials at any
// place.
func (n *Names) IsCredentialHeader(name string) bool {
	if n.IsCredential(name) {
		return true
	}
	lower := strings.ToLower(name)
	return !n.kept[strings.Join(words(name), "")] &&
		slices.ContainsFunc([]string{"authorization", "api-key", "apikey", "token"}, func(part string) bool { return strings.Contains(lower, part) })
}

// isNaming reports whether a word is one of those in the names of elements and attributes whose values are the names of what is
// beside them.
func isNaming(word string) bool {
	switch word {
	case "attribute", "field", "header", "id", "k", "key", "label", "n", "name", "param", "parameter", "property", "setting",
		"variable":
		return true
	}
	return false
}

// SaysName is the function SaysName, and remembers the result.
func (n *Names) SaysName(name string) bool { return remembered(n.naming, name, areNaming) }

// remembered returns what judge says about the words of a name.
func remembered(known map[string]bool, name string, judge func([]string) bool) bool {
	is, ok := known[name]
	if ok {
		return is
	}
	list := words(name)
	is = len(list) > 0 && judge(list)
	if len(known) < maxKnown && len(name) <= maxKnownName {
		known[strings.Clone(name)] = is
	}
	return is
}

// judge is IsCredential for the words of a name.
func (n *Names) judge(list []string) bool {
	if n.isAdded(list) {
		return true
	}
	if n.kept[strings.Join(list, "")] {
		return false
	}
	list = withoutNumbers(list)
	if len(list) > 1 && saysAbout(list[len(list)-1]) {
		return false
	}
	for i, word := range list {
		pair := word
		if i > 0 {
			pair = list[i-1] + word
		}
		if isTelling(word) || isTelling(singular(word)) || isTelling(pair) || isTelling(singular(pair)) || !isHarmless(word) && HasPart(pair) {
			return true
		}
	}
	for len(list) > 1 && saysForm(list[len(list)-1]) {
		list = withoutNumbers(list[:len(list)-1])
	}
	return isLast(list, list[len(list)-1]) || isLast(list, singular(list[len(list)-1]))
}

// isLast reports whether a word makes a name the name of a credential if it is its last word.
func isLast(list []string, last string) bool {
	if isTellingLast(last) {
		return len(list) < 2 || !harmlessBefore(last, list[len(list)-2])
	}
	return !isHarmless(last) && slices.ContainsFunc(ends, func(end string) bool {
		before, ok := strings.CutSuffix(last, end)
		return ok && !harmlessBefore(end, before)
	})
}

// HasPart reports whether a text in lower case has a part that makes any word indicate a credential.
func HasPart(word string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(word, part) })
}

// singular returns a word without the s at its end.
func singular(word string) string { return strings.TrimSuffix(word, "s") }

// withoutNumbers removes the numbers that a name ends with.
func withoutNumbers(list []string) []string {
	for len(list) > 1 && list[len(list)-1][0] >= '0' && list[len(list)-1][0] <= '9' {
		list = list[:len(list)-1]
	}
	return list
}

// isAdded reports whether words contain the words of a name that the user has given.
func (n *Names) isAdded(list []string) bool {
	for _, name := range n.added {
		for i := range list {
			rest := name
			for _, word := range list[i:] {
				var ok bool
				if rest, ok = strings.CutPrefix(rest, word); !ok || rest == "" {
					break
				}
			}
			if rest == "" {
				return true
			}
		}
	}
	return false
}

// words returns the words of a name in lower case. A number is a word.
func words(name string) []string {
	var list []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			list = append(list, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	for _, r := range name {
		digit := unicode.IsDigit(r)
		if !digit && !unicode.IsLetter(r) {
			end()
			continue
		}
		if n := len(word); n > 0 {
			last := word[n-1]
			switch {
			case digit != unicode.IsDigit(last), unicode.IsUpper(r) && !unicode.IsUpper(last):
				end()
			case n > 1 && unicode.IsLower(r) && unicode.IsUpper(last): // the last one of several capitals begins a word
				word = word[:n-1]
				end()
				word = append(word, last)
			}
		}
		word = append(word, r)
	}
	end()
	return list
}
