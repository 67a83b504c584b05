package soap

import (
	"slices"
	"strings"
	"unicode"
)

// secretKind says whether something is a credential.
type secretKind int

const (
	noSecret  secretKind = iota
	isSecret             // a credential
	isSession            // an identifier of a session, which is no credential if it is a number
)

// secretWords make a name that of a credential at any place. Two words of a name that follow
// each other count as one, too.
var secretWords = wordSet("accesskey accesstoken apikey authcode authorizationcode authkey authtoken bearer clientkey cookie credential credentials cvc cvv " +
	"jwt licencekey licensekey otp passcode passwd passwort passphrase pincode privatekey pwd secret securitycode setcookie signingkey " +
	"subscriptionkey tokenid totp")

// secretParts make a word that has them one of secretWords.
var secretParts = []string{"password", "passwd", "passphrase", "secret"}

// harmlessWords are words that have one of secretParts and are none.
var harmlessWords = wordSet("secretary secretariat secretaries")

// secretEnds make a name that of a credential if a word ends so, in a name whose words cannot
// be told apart.
var secretEnds = []string{"pwd", "apikey", "accesskey", "licensekey", "token", "sessionkey", "secretkey", "privatekey"}

// lastWords make a name that of a credential if they are the last word.
var lastWords = wordSet("assertion auth authentication authorization cred hmac key pass pin puk sig signature tan token")

// sessionWords are lastWords of identifiers of sessions.
var sessionWords = wordSet("session sessid sessionid sid")

// formWords at the end of a name say in which form a credential is there.
var formWords = wordSet("again b base clear confirm confirmation digest enc encoded encrypted hash header hex md new old parameter plain raw " +
	"repeat response result retype return sha string text value verify")

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

// maxKnown and maxKnownName bound the names whose kind is remembered.
const (
	maxKnown     = 1 << 10
	maxKnownName = 64
)

// kindOf reports whether a name is that of a credential.
func (x *redaction) kindOf(name string) secretKind {
	kind, ok := x.known[name]
	if ok {
		return kind
	}
	kind = x.judge(words(name))
	if len(x.known) < maxKnown && len(name) <= maxKnownName {
		x.known[strings.Clone(name)] = kind
	}
	return kind
}

// judge is kindOf for the words of a name.
func (x *redaction) judge(list []string) secretKind {
	if x.isNamed(list) {
		return isSecret
	}
	for len(list) > 1 && isNumber(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	if len(list) == 0 || aboutWords[list[len(list)-1]] && len(list) > 1 {
		return noSecret
	}
	kind := noSecret
	for i, word := range list {
		pair := word
		if i > 0 {
			pair = list[i-1] + word
		}
		switch {
		case isSecretWord(word), secretWords[pair], strings.Contains(pair, secretParts[0]):
			return isSecret
		case pair == "sessionid":
			kind = isSession
		}
	}
	for len(list) > 1 && (formWords[list[len(list)-1]] || isNumber(list[len(list)-1])) {
		list = list[:len(list)-1]
	}
	last := list[len(list)-1]
	one := strings.TrimSuffix(last, "s")
	switch {
	case lastWords[last], lastWords[one]:
		return isSecret
	case sessionWords[last], sessionWords[one], strings.HasSuffix(last, "sessionid"):
		return isSession
	}
	return kind
}

// isSecretWord reports whether a word makes any name that of a credential.
func isSecretWord(word string) bool {
	if secretWords[word] {
		return true
	}
	if slices.ContainsFunc(secretEnds, func(end string) bool { return len(word) > len(end) && strings.HasSuffix(word, end) }) {
		return true
	}
	return !harmlessWords[word] && slices.ContainsFunc(secretParts, func(part string) bool { return strings.Contains(word, part) })
}

// isNamed reports whether words contain those of a name that the user has given.
func (x *redaction) isNamed(list []string) bool {
	for _, name := range x.names {
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

func isNumber(word string) bool { return word[0] >= '0' && word[0] <= '9' }

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

// isSecretHeader reports whether a header of HTTP has a credential. Of headers, more words are those of credentials at any place.
func (x *redaction) isSecretHeader(name string) bool {
	if x.kindOf(name) != noSecret {
		return true
	}
	lower := strings.ToLower(name)
	return slices.ContainsFunc([]string{"authorization", "api-key", "apikey", "password", "secret", "token"}, func(part string) bool { return strings.Contains(lower, part) })
}
