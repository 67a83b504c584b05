package soap

import (
	"slices"
	"strings"
	"unicode"
)

// Names of credentials are recognised by their words, which begin at capitals and after what is no letter: of
// "Ocp-Apim-SubscriptionKey2" they are ocp, apim, subscription and key.
var (
	// secretWords make any name with one of them a credential's.
	secretWords = []string{"password", "passwd", "passphrase", "passcode", "pwd", "secret", "credential", "credentials", "jwt", "bearer", "otp"}

	// lastSecretWords make a name a credential's if they are the last word: a KeyIndicator is none.
	lastSecretWords = []string{"key", "token", "pass", "pin", "sig", "signature", "auth", "authorization", "session"}

	// formWords say in what form something is. They do not count as last words.
	formWords = []string{"id", "value", "text", "string", "hash", "digest", "data", "code", "number", "no"}

	// secretEnds are the ends of names that are written without capitals.
	secretEnds = []string{"password", "passwd", "passphrase", "pwd", "secret", "apikey", "licensekey", "accesskey", "secretkey", "privatekey",
		"subscriptionkey", "securitytoken", "accesstoken", "authtoken", "authenticationtoken", "developertoken", "sessiontoken", "refreshtoken", "idtoken", sessionName}
)

const sessionName = "sessionid"

// maxSecretName is the length of names beyond which only the end is looked at.
const maxSecretName = 128

// wordsOf returns the words of a name in lower case, without the prefix of a namespace.
func wordsOf(name string) []string {
	name = name[strings.LastIndexByte(name, ':')+1:]
	var words []string
	start, runes := 0, []rune(name)
	for i := 0; i <= len(runes); i++ {
		ends := i == len(runes) || !unicode.IsLetter(runes[i])
		begins := !ends && i > start && unicode.IsUpper(runes[i]) &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if (ends || begins) && i > start {
			words = append(words, strings.ToLower(string(runes[start:i])))
		}
		switch {
		case ends:
			start = i + 1
		case begins:
			start = i
		}
	}
	return words
}

// isSecret reports whether the name of an element, an attribute, a parameter, a header or a member is a credential's.
func (r *redaction) isSecret(name string) bool {
	const maxKnown = 1 << 10
	name = name[max(0, len(name)-maxSecretName):]
	secret, ok := r.known[name]
	if !ok {
		if len(r.known) == maxKnown {
			clear(r.known)
		}
		secret = r.names(name)
		r.known[name] = secret
	}
	return secret
}

// names is isSecret for a name that is new.
func (r *Redactor) names(name string) bool {
	words := wordsOf(name)
	joined := strings.Join(words, "")
	if r.isAlwaysSecret(name) {
		return true
	}
	if slices.ContainsFunc(secretEnds, func(end string) bool { return strings.HasSuffix(joined, end) }) {
		return true
	}
	for len(words) > 1 && slices.Contains(formWords, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return len(words) > 0 && slices.Contains(lastSecretWords, words[len(words)-1])
}

// isAlwaysSecret reports whether an element is a credential also if it has elements: by what users have named, and by secretWords.
func (r *Redactor) isAlwaysSecret(name string) bool {
	words := wordsOf(name[max(0, len(name)-maxSecretName):])
	return r.isOwn(words) || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(secretWords, w) })
}

// isOwn reports whether the words are those of a name that users have added.
func (r *Redactor) isOwn(words []string) bool {
	return slices.ContainsFunc(r.Names, func(own string) bool {
		w := wordsOf(own)
		return len(w) > 0 && (containsWords(words, w) || strings.Join(words, "") == strings.Join(w, ""))
	})
}

func isSession(name []byte) bool {
	words := wordsOf(string(name[max(0, len(name)-maxSecretName):]))
	return strings.HasSuffix(strings.Join(words, ""), sessionName) || slices.Contains(words, "session")
}

// containsWords reports whether some words follow each other in a name.
func containsWords(name, words []string) bool {
	for i := 0; i+len(words) <= len(name); i++ {
		if slices.Equal(name[i:i+len(words)], words) {
			return true
		}
	}
	return false
}

func (r *redaction) isSecretHeader(name string) bool {
	lower := strings.ToLower(name)
	switch lower {
	case "proxy-authorization", "cookie", "set-cookie":
		return true
	}
	for _, part := range []string{"api-key", "apikey", "password", "secret", "token"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return r.isSecret(name)
}

// namesSecret reports whether a text is the name of a credential and nothing else, as in <name>password</name>.
func (r *redaction) namesSecret(text string) bool {
	text = strings.Trim(text, " \t\r\n")
	return text != "" && len(text) <= maxSecretName && !strings.ContainsAny(text, " \t\r\n<>&=") && r.isSecret(text)
}
