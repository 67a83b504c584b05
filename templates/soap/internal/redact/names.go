package redact

import (
	"slices"
	"strings"
	"unicode"
)

// anywhere are words that make a name that of a credential at any place. Two words of a name that follow each other count as
// one, too.
var anywhere = wordSet("accesscode accesskey accessticket accesstoken apikey authcode authkey authorizationcode authticket authtoken bearer clientkey " +
	"contraseña contrasena cookie credential credentials cvc cvv jwt kennwort licencecode licencekey licensecode licensekey logincode loginticket " +
	"motdepasse oauth otp passcode passhash passkey passwd passwort passphrase pincode privatekey pswd pwd pwdhash secret securitycode " +
	"sessionguid sessionid sessionticket setcookie signingkey subscriptionkey tokenhash tokenid totp")

// parts are substrings that make any word that contains them the name of a credential.
var parts = []string{"password", "passwd", "passphrase", "secret"}

// harmlessWords are words that have one of parts or ends, but do not name a credential.
var harmlessWords = wordSet("bypass compass encompass overpass secretariat secretaries secretary surpass trespass underpass")

// lastWords are words that make a name the name of a credential if the name ends with them.
var lastWords = wordSet("assertion auth authentication authorization cred hmac key pass pin puk session sessid sid sig signature tan token")

// ends are endings of words like lastWords, for names whose words nothing separates (myaccesskey).
var ends = []string{"accesskey", "apikey", "licensekey", "pass", "privatekey", "pwd", "secretkey", "sessionid", "sessionkey", "token"}

// harmlessBefore maps some of lastWords to the words that, if they stand before them, make the name harmless.
var harmlessBefore = map[string]map[string]bool{
	"key": wordSet("cache column foreign group index item language line list lookup map message natural order parent partition platform " +
		"primary public range record resource route row sort station stop surrogate text train translation trip unique vehicle"),
	"token": wordSet("continuation cursor next page paging prev previous resume resumption scroll start sync"),
	"pass":  wordSet("boarding bus city day monthly rail season train travel weekly"),
	"pin":   wordSet("drop map"),
}

// formWords at the end of a name say in which form a credential is there.
var formWords = wordSet("again b base clear confirm confirmation digest enc encoded encrypted hash header hex md new old parameter plain raw " +
	"repeat response result retype return sha string text v value verify")

// aboutWords at the end of a name say that it is not the credential, but something about it.
var aboutWords = wordSet("age allowed at attempts changed count date days enabled expiration expired expires expiry format in label " +
	"length lifetime minutes name on policies policy required rule rules seconds status strength time type types valid")

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// maxKnown and maxKnownName bound the names that are remembered.
const (
	maxKnown     = 1 << 10
	maxKnownName = 64
)

// IsCredential reports whether a name is that of a credential.
func (r *Redactor) IsCredential(name string) bool { return remembered(r.known, name, r.judge) }

// IsCredentialHeader is IsCredential for the name of a header of HTTP. Of headers, more words are those of credentials at any
// place.
func (r *Redactor) IsCredentialHeader(name string) bool {
	if r.IsCredential(name) {
		return true
	}
	lower := strings.ToLower(name)
	return !r.kept[strings.Join(words(name), "")] &&
		slices.ContainsFunc([]string{"authorization", "api-key", "apikey", "token"}, func(part string) bool { return strings.Contains(lower, part) })
}

// nameWords are the words of the names of elements and attributes whose values are the names of what is beside them.
var nameWords = wordSet("attribute field header id k key label n name param parameter property setting variable")

// isNameWord reports whether the value of an element or attribute may be a name.
func (r *Redactor) isNameWord(name string) bool {
	return remembered(r.naming, name, func(list []string) bool {
		return !slices.ContainsFunc(list, func(word string) bool { return !nameWords[word] })
	})
}

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
func (r *Redactor) judge(list []string) bool {
	if r.isNamed(list) {
		return true
	}
	if r.kept[strings.Join(list, "")] {
		return false
	}
	list = withoutNumbers(list)
	if len(list) > 1 && aboutWords[list[len(list)-1]] {
		return false
	}
	for i, word := range list {
		pair := word
		if i > 0 {
			pair = list[i-1] + word
		}
		if anywhere[word] || anywhere[singular(word)] || anywhere[pair] || anywhere[singular(pair)] || !harmlessWords[word] && hasPart(pair) {
			return true
		}
	}
	for len(list) > 1 && formWords[list[len(list)-1]] {
		list = withoutNumbers(list[:len(list)-1])
	}
	return isLast(list, list[len(list)-1]) || isLast(list, singular(list[len(list)-1]))
}

// isLast reports whether a word makes a name that of a credential as its last one.
func isLast(list []string, last string) bool {
	if lastWords[last] {
		return len(list) < 2 || !harmlessBefore[last][list[len(list)-2]]
	}
	return !harmlessWords[last] && slices.ContainsFunc(ends, func(end string) bool {
		before, ok := strings.CutSuffix(last, end)
		return ok && !harmlessBefore[end][before]
	})
}

// hasPart reports whether a word has one of parts.
func hasPart(word string) bool {
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

// isNamed reports whether words contain those of a name that the user has given.
func (r *Redactor) isNamed(list []string) bool {
	for _, name := range r.names {
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
