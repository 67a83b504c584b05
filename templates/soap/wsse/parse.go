package wsse

import (
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
	stamp *timestamp     // nil: there is none
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

// parse reads the header block. Its errors are faults. An unknown part is an error unless verified is set, as the part
// may be a signature.
func parse(block xsd.RawXML, verified bool) (*security, error) {
	d := codec.NewDecoder([]byte(block), []schema.Namespace{{}}, schema.Limits{})
	defer d.Release()
	s := &security{}
	var wrong error
	if d.Root() {
		d.Open()
	}
	for d.Child() {
		var err error
		switch {
		case d.HasTag(Namespace, "UsernameToken") && s.token == nil:
			s.token, err = parseToken(d)
		case d.HasTag(UtilityNamespace, "Timestamp") && s.stamp == nil:
			s.stamp, err = parseStamp(readNode(d, 2))
		case d.HasTag(Namespace, "UsernameToken"), d.HasTag(UtilityNamespace, "Timestamp"):
			err = fault(codeInvalid, "The header block Security contains an element twice.")
			d.Skip()
		case verified:
			d.Skip()
		default:
			_, local := d.Tag()
			err = fault(codeUnsupported, "%.64s in the header block Security is not supported.", local)
			d.Skip()
		}
		if wrong == nil {
			wrong = err
		}
	}
	d.End()
	if d.Err() != nil {
		return nil, fault(codeInvalid, "The header block Security cannot be read.")
	}
	return s, wrong
}

func parseToken(d *schema.Decoder) (*usernameToken, error) {
	t := &usernameToken{}
	seen := map[xsd.QName]bool{}
	var wrong error
	var nonce string
	for d.Open(); d.Child(); {
		space, local := d.Tag()
		name := xsd.QName{Space: space, Local: local}
		switch {
		case seen[name] && (space == Namespace || space == UtilityNamespace):
			wrong = fault(codeToken, "The UsernameToken contains an element twice.")
			d.Skip()
		case d.HasTag(Namespace, "Username"):
			t.username = d.TextOnly()
		case d.HasTag(Namespace, "Password"):
			t.passwordType = textType // the default
			if kind, ok := d.Attr("", "Type"); ok {
				t.passwordType = kind
			}
			t.password = d.TextOnly()
		case d.HasTag(Namespace, "Nonce"):
			if encoding, ok := d.Attr("", "EncodingType"); ok && encoding != base64Binary {
				wrong = fault(codeUnsupported, "The encoding of the Nonce is not supported.")
			}
			nonce = d.TextOnly()
		case d.HasTag(UtilityNamespace, "Created"):
			t.created = d.TextOnly()
		default:
			d.Skip()
		}
		seen[name] = true
	}
	if wrong != nil {
		return t, wrong
	}
	return t, t.complete(nonce)
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
func parseStamp(n *node) (t *timestamp, err error) {
	t = &timestamp{}
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
	if err == nil && *t == (timestamp{}) {
		err = fault(codeInvalid, "The Timestamp has no time.")
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
