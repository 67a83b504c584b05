// Package redact removes credentials from messages that are logged, recorded or printed.
//
// A text is read as it is, and again without its escapes, markup part by part. All that is found is marked where it is in the
// text as it was, so that what is around it stays as it is.
package redact

import "net/http"

// Redactor removes credentials from what is about to be logged, recorded or printed. The
// zero value knows the usual names of credentials. It is not changed by its methods, which
// may be called concurrently.
//
// Names are compared by word. A word ends where a lower-case letter is followed by an
// upper-case one, at digits, and at characters such as "_", "-", "." and ":"; the case does
// not matter, nor does an s at the end. A name is the name of a credential in three cases:
//   - It has, at any place, a word such as passwd, pwd, passphrase, credential, cookie or jwt,
//     or words such as api key, access key or session id, or a word with password or secret in it.
//     If the last word says that something about the credential follows, such as type,
//     policy, length or expires, it is none.
//   - Its last word is auth, authorization, key, pass, pin, session, sig, signature, token or
//     one like these, or ends in pass, pwd or token. Numbers at the end do not count, nor words
//     such as hash, text and value. Some are known to be none, by the word before the last one:
//     next token, primary key, stop key, boarding pass, map pin and others.
//   - It has the words of one of Names, at any place and in their order.
//
// What has such a name is removed: the value of a header or parameter, the texts in an
// element and the values of its attributes, the value of an attribute, the values in a member
// of a JSON object, the content of a field of a form, and the rest of a line after the name
// and a colon. So is what is beside an element or attribute such as name or key whose value
// is the name of a credential, or a type that is a password, and the password of an address,
// //user:password@host. All of this is found in the text of elements and values, too: as markup that is escaped or in
// CDATA, as JSON, and as parameters. A part of a MIME message that is in base64 or has
// quoted characters is removed as a whole if it has credentials.
//
// In place of what is removed is "[redacted]". A number, a date or a time stays one: its
// digits are replaced by ones, so that the message can be decoded as before. true, false and null stay,
// and so do the names of elements, attributes and members.
//
// Shown is the user in a UsernameToken and in an address. Not found are credentials in text
// that is encoded otherwise, such as in base64, or compressed.
type Redactor struct {
	// Names are further names of credentials.
	Names []string

	// Keep lists names that do not name credentials, unless Names says so. They are
	// compared by word as a whole: "bus stop token" is BusStopToken and not OldBusStopToken.
	Keep []string

	// Values are texts that are removed wherever they are: as they are, as they are
	// escaped in XML, URLs and JSON up to four times, and in base64, with what is around
	// them, too. Of one of more than 16 bytes, 16 at its beginning are enough. One of
	// fewer than 4 bytes is removed only where it is a value as a whole.
	Values []string
}

// Message removes credentials from a message: from its header, which is changed, and from
// its body, which is returned and may be the same. Either may be nil. A body in UTF-16, or of
// more than 16 MiB, is removed as a whole.
func (r Redactor) Message(header http.Header, body []byte) []byte {
	f := r.finder()
	for name, values := range header {
		if f.IsCredentialHeader(name) {
			header[name] = []string{placeholder}
			continue
		}
		for i, value := range values {
			values[i] = string(f.clean([]byte(value)))
		}
	}
	return f.clean(body)
}

// Text removes credentials from a text, such as an address or an error message.
func (r Redactor) Text(text string) string { return string(r.finder().clean([]byte(text))) }

// RemoveValues removes only Values from a text. What has the name of a credential stays.
func (r Redactor) RemoveValues(text string) string {
	b := []byte(text)
	s := scan{finder: r.finder()}
	s.values(view{b: b})
	return string(s.apply(b))
}

// IsCredential reports whether a name, of a parameter or an element for example, denotes
// a credential.
func (r Redactor) IsCredential(name string) bool { return r.finder().IsCredential(name) }

// IsCredentialHeader is IsCredential for the name of a header of HTTP. Of headers, more
// words indicate a credential at any place.
func (r Redactor) IsCredentialHeader(name string) bool {
	return r.finder().IsCredentialHeader(name)
}
