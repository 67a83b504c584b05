// Package redact removes credentials from messages that are logged, recorded or printed. It finds them by the names of
// headers, elements, attributes, parameters and members of JSON.
package redact

import (
	"net/http"

	"example.com/quartet/templates/soap/internal/credential"
)

// Redactor removes credentials from what is about to be logged, recorded or printed. The
// zero value knows the usual names of credentials. It is not changed by its methods, which
// may be called concurrently.
//
// There is one list of names, in the package internal/credential of the run-time, and one
// rule. A name is the name of a credential if it is in the list as a whole, or if a word of
// it is, or several words that follow each other: apikey is in the list, and so ApiKey,
// X-Api-Key and my_api_keys are names of credentials. A word ends where a lower-case letter
// is followed by an upper-case one, at digits, and at characters such as "_", "-", "." and
// ":". The case does not matter, nor does an s at the end. A few names of the list, such as
// *password, are found at the end of a word, too: userpassword. A few names are none although
// they have a word of the list, such as UsernameToken and nextToken. The parameters of queries
// and forms are also credentials if their whole name is code or key.
//
// What has such a name is removed: the value of a header, a parameter or an attribute, the text
// in an element and in the elements in it, with the values of their attributes, the values in
// a member of a JSON object, and the content of a part of a form. In plain text and in the values of
// headers it is what follows such a name and "=" or ":", with the password of an address,
// //user:password@host, and the parameters of an address.
//
// In place of what is removed is "[redacted]". A number, a date or a time stays one: its
// digits are replaced by ones, so that the message can be decoded as before. true, false and
// null stay, and so do the algorithms and the references of an XML Signature. Its digests stay unless the message has other
// credentials, is encrypted or has been cut: a short credential could be guessed with the digest of what it is in. Everything
// else is as it was, byte for byte. A body in another encoding than UTF-8 is in UTF-8, with a byte-order mark, if something was
// removed.
//
// A body is read as XML, JSON, a form, plain text, or a MIME message with parts of these. One that is none of
// them, for example because it is not well-formed, has a document type declaration, or is in a transfer encoding,
// is removed as a whole, and so is such a part.
//
// Not found are credentials in text within text: in XML, JSON or addresses that are the text of an
// element or of a member, in comments, in parts of a MIME message to which a credential refers, and in
// text that is encoded otherwise, such as in base64.
type Redactor struct {
	// Names are further names of credentials. They are compared as those of the list
	// are; "card number" is CardNumber and card_number.
	Names []string

	// Keep lists names that do not name credentials, unless Names says so. They are
	// compared as a whole: "rider token" is RiderToken and not OldRiderToken.
	Keep []string

	// KeepUnread keeps bodies, and parts of bodies, that cannot be read, as they are.
	KeepUnread bool

	// Values are texts that are removed wherever they are: as they are, with the usual
	// escapes of XML, URLs and JSON, also with one in another, and in base64. Of one of
	// more than 16 bytes, 16 at its beginning are enough. One of fewer than 4 bytes is
	// not looked for.
	Values []string
}

// Message removes credentials from a message: from its header, which is changed, and from
// its body, which is returned and may be the same. Either may be nil. The Content-Type of the
// header says what the body is. A body of more than 256 MiB, and plain text of more than 1 MiB, cannot be read.
func (r Redactor) Message(header http.Header, body []byte) []byte {
	return r.message(header, body, false)
}

// Beginning is Message for the beginning of a body. The result ends before the tag or the
// value in which it has been cut.
func (r Redactor) Beginning(header http.Header, body []byte) []byte {
	return r.message(header, body, true)
}

// Query removes credentials from the query of an address.
func (r Redactor) Query(query string) string {
	s := r.scan([]byte(query))
	s.parameters(0, len(query))
	return string(s.result())
}

// Text removes credentials from a plain text, such as an address or an error message.
func (r Redactor) Text(text string) string {
	s := r.scan([]byte(text))
	s.plain(0, len(text))
	return string(s.result())
}

// RemoveValues removes only Values from a text. What has the name of a credential stays.
func (r Redactor) RemoveValues(text string) string {
	return string(r.scan([]byte(text)).result())
}

// IsCredential reports whether a name, of a header, an element or an attribute for example, is the name of
// a credential.
func (r Redactor) IsCredential(name string) bool {
	return credential.New(r.Names, r.Keep).IsCredential(name)
}
