package wsse

import (
	"cmp"
	"encoding/base64"
	"strings"
	"time"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// security is the content of the header block.
type security struct {
	token *usernameToken // nil: there is none
	stamp timestamp      // zero: there is none
}

// usernameToken is a UsernameToken as it was sent.
type usernameToken struct {
	username     string
	password     string
	passwordType string // "" without a password
	nonce        []byte
	created      string
	createdAt    time.Time
}

// timestamp is a Timestamp; times that are absent are zero.
type timestamp struct{ created, expires time.Time }

// Bounds of what a token contains, in bytes.
const (
	maxText  = 1 << 10
	maxNonce = 256
)

// parse reads the header block. Its errors are faults. An unknown part other than a certificate, which alone says nothing, is an
// error unless verified is set, as the part may be a signature.
func parse(block xsd.RawXML, verified bool) (s *security, err error) {
	d := codec.NewDecoder([]byte(block), []schema.Namespace{{}}, schema.Limits{})
	defer d.Release()
	d.Root()
	root := readNode(d, 3)
	d.End()
	if d.Err() != nil {
		return nil, unreadable()
	}
	s = &security{}
	for _, n := range root.kids {
		var wrong error
		switch isStamp := n.isA(UtilityNamespace, "Timestamp"); {
		case n.name == tokenName && s.token == nil:
			s.token, wrong = parseToken(n)
		case isStamp && s.stamp == (timestamp{}):
			s.stamp, wrong = parseStamp(n)
		case n.name == tokenName, isStamp:
			wrong = fault(codeInvalid, "The header block Security contains an element twice.")
		case !verified && !(n.isA(Namespace, "BinarySecurityToken") && n.attrs["ValueType"] == x509v3):
			wrong = fault(codeUnsupported, "%.64s in the header block Security is not supported.", n.name.Local)
		}
		err = cmp.Or(err, wrong)
	}
	return s, err
}

func unreadable() error { return fault(codeInvalid, "The header block Security cannot be read.") }

func parseToken(n *node) (*usernameToken, error) {
	t, texts := &usernameToken{}, map[xsd.QName]string{}
	for _, kid := range n.kids {
		text, isSimple := kid.simple()
		_, again := texts[kid.name]
		encoding, isEncoded := kid.attrs["EncodingType"]
		switch isOurs := kid.name.Space == Namespace || kid.name.Space == UtilityNamespace; {
		case isOurs && again:
			return t, fault(codeToken, "The UsernameToken contains an element twice.")
		case isOurs && !isSimple:
			return t, unreadable()
		case kid.isA(Namespace, "Nonce") && isEncoded && encoding != base64Binary:
			return t, fault(codeUnsupported, "The encoding of the Nonce is not supported.")
		case kid.isA(Namespace, "Password"):
			t.passwordType = cmp.Or(kid.attrs["Type"], textType)
		}
		texts[kid.name] = text
	}
	t.username, t.password = texts[xsd.QName{Space: Namespace, Local: "Username"}], texts[xsd.QName{Space: Namespace, Local: "Password"}]
	t.created = texts[xsd.QName{Space: UtilityNamespace, Local: "Created"}]
	return t, t.complete(texts[xsd.QName{Space: Namespace, Local: "Nonce"}])
}

// complete decodes the nonce and the time of creation.
func (t *usernameToken) complete(nonce string) (err error) {
	if len(t.username) > maxText || len(t.password) > maxText || len(nonce) > maxText || len(t.created) > maxText {
		return fault(codeToken, "An element of the UsernameToken is too long.")
	}
	if t.nonce, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(nonce), "")); err != nil || len(t.nonce) > maxNonce {
		return fault(codeToken, "The Nonce is invalid.")
	}
	if t.created != "" {
		if t.createdAt, err = parseTime(t.created); err != nil {
			return fault(codeToken, "Created is not a valid time.")
		}
	}
	return nil
}

// parseStamp reads an element Timestamp.
func parseStamp(n *node) (t timestamp, err error) {
	for _, kid := range n.kids {
		at := &t.created
		switch {
		case kid.isA(UtilityNamespace, "Expires"):
			at = &t.expires
		case !kid.isA(UtilityNamespace, "Created"):
			continue
		}
		if !at.IsZero() {
			err = fault(codeInvalid, "The Timestamp contains an element twice.")
		}
		text, ok := kid.simple()
		if *at, _ = parseTime(text); !ok || at.IsZero() {
			err = fault(codeInvalid, "The Timestamp has an invalid time.")
		}
	}
	if err == nil && t == (timestamp{}) {
		err = fault(codeInvalid, "There is no Timestamp, or it has no time.")
	}
	return t, err
}

// parseTime reads an xs:dateTime. One without a zone is in UTC.
func parseTime(text string) (time.Time, error) {
	text = strings.TrimSpace(text)
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	return time.Parse("2006-01-02T15:04:05", text)
}
