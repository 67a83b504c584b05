// Package credential has the list of the names of credentials, and the rule by which names are compared with it. The
// documentation of redact.Redactor says the rule to users.
package credential

import (
	"strings"
	"unicode"
)

// listed are the names of credentials, each in lower case and without what separates its words. One that begins with "*" is
// found at the end of a word, too.
const listed = `
	*password *passwd *passphrase *passwort *pwd *token *secret
	accesscode accesskey accessticket accountkey activationcode apikey appkey assertion auth authcode authentication authkey
	authorization authticket bearer clientkey contrasena contraseña cookie credential cvc cvv encryptionkey hmac jwt kennwort
	licencecode licencekey licensecode licensekey logincode loginpass loginticket lösenord masterkey mdp motdepasse oauth otp pass
	passcode passhash passkey passwordhash pin pincode privatekey pswd puk pwdhash pword samlart samlresponse securitycode
	securitykey senha servicekey sessid session sessionid sessionkey sharedkey sid sig signature signingkey storagekey
	subscriptionkey tan totp userkey userpass verificationcode wachtwoord xkey`

// parameters are listed names that only parameters have, of queries and of forms: elsewhere they are names of much else.
const parameters = "code key"

// harmless are names that have a listed name, but are not those of credentials. They are compared as a whole.
const harmless = `
	boardingpass continuationtoken keytype mappin nextpagetoken nexttoken pagetoken requestsecuritytoken
	requestsecuritytokenresponse requestsecuritytokenresponsecollection resumptiontoken securitytokenreference synctoken tokentype
	usernametoken`

var usual, ofParameters, usuallyKept = newSet(listed), newSet(parameters), newSet(harmless)

// set holds names in lower case, without what separates their words.
type set map[string]bool

func newSet(names string) set {
	s := set{}
	for _, name := range strings.Fields(names) {
		s[name] = true
	}
	return s
}

// Names knows the usual names of credentials and others. The zero value knows the usual names.
type Names struct{ added, kept set }

// New returns the usual names of credentials with those in added, and without those in kept.
func New(added, kept []string) Names {
	n := Names{set{}, set{}}
	for _, name := range added {
		if joined := strings.Join(words(name), ""); strings.HasPrefix(name, "*") {
			n.added["*"+joined] = true
		} else {
			n.added[joined] = true
		}
	}
	delete(n.added, "")
	for _, name := range kept {
		n.kept[strings.Join(words(name), "")] = true
	}
	return n
}

// Is reports whether a name is one of the usual names of credentials.
func Is(name string) bool { return Names{}.IsCredential(name) }

// IsCredential reports whether a name names a credential.
func (n Names) IsCredential(name string) bool {
	list := words(name)
	whole := strings.Join(list, "")
	return n.added.hasOneOf(list) || !n.kept[whole] && !usuallyKept[whole] && usual.hasOneOf(list)
}

// IsParameter reports whether a parameter with a name is a credential.
func (n Names) IsParameter(name string) bool {
	return n.IsCredential(name) || ofParameters[strings.ToLower(name)] && !n.kept[strings.ToLower(name)]
}

const (
	maxWords = 8   // words of a listed name
	maxBytes = 128 // bytes of a listed name
)

// hasOneOf reports whether one of the words, or some of them that follow each other, are a name of the set.
func (s set) hasOneOf(list []string) bool {
	if len(s) == 0 {
		return false
	}
	for i := range list {
		joined := ""
		for _, word := range list[i:min(len(list), i+maxWords)] {
			if joined += word; len(joined) > maxBytes {
				break
			}
			if s[joined] || s[strings.TrimSuffix(joined, "s")] {
				return true
			}
		}
		if s.endsOneOf(list[i]) || s.endsOneOf(strings.TrimSuffix(list[i], "s")) {
			return true
		}
	}
	return false
}

// endsOneOf reports whether a word ends with a name of the set that may be at the end of a word.
func (s set) endsOneOf(word string) bool {
	for i := max(0, len(word)-maxBytes); i < len(word); i++ {
		if s["*"+word[i:]] {
			return true
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
		if !unicode.IsDigit(r) && !unicode.IsLetter(r) {
			end()
			continue
		}
		if n := len(word); n > 0 {
			last := word[n-1]
			switch {
			case unicode.IsDigit(r) != unicode.IsDigit(last), unicode.IsUpper(r) && !unicode.IsUpper(last):
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
