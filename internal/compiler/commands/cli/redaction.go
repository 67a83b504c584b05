package cli

import (
	"encoding/xml"
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap/redact"
)

// redaction holds the flags --redact and --keep, and other texts that are removed from the output and from recordings.
type redaction struct{ redactor redact.Redactor }

func (r *redaction) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&r.redactor.Names, "redact", nil, "leave out the values of elements, attributes, headers and parameters with `NAME`, besides passwords, keys and tokens (repeatable)")
	f.StringArrayVar(&r.redactor.Keep, "keep", nil, "keep the values with `NAME`, although it is listed as the name of a credential (repeatable)")
	f.BoolVar(&r.redactor.KeepUnread, "keep-unread", false, "keep bodies, and parts of them, in which names cannot be read: they are not XML, JSON, a form or text")
}

// check reports names that have no words.
func (r *redaction) check() error {
	for _, name := range slices.Concat(r.redactor.Names, r.redactor.Keep) {
		if !strings.ContainsFunc(name, unicode.IsLetter) {
			return usagef("--redact and --keep: %q contains no word", name)
		}
	}
	return nil
}

// add adds credentials that are removed wherever they appear.
func (r *redaction) add(secrets ...string) {
	for _, s := range secrets {
		if s = strings.TrimSpace(s); s != "" {
			r.redactor.Values = append(r.redactor.Values, s)
		}
	}
}

// addAddress adds the password of an address.
func (r *redaction) addAddress(address string) {
	if u, err := url.Parse(address); err == nil && u.User != nil {
		password, _ := u.User.Password()
		r.addUser(u.User.Username(), password)
	}
}

// addUser adds a password, and its encoding in basic authentication.
func (r *redaction) addUser(name, password string) {
	if password != "" {
		r.add(password, name+":"+password)
	}
}

// addHeader adds the value of an HTTP header with the name of a credential, and the part of it after an authentication scheme.
func (r *redaction) addHeader(name, value string) {
	if r.redactor.IsCredential(name) {
		_, rest, _ := strings.Cut(value, " ")
		r.add(value, rest)
	}
}

// addArguments adds the values of arguments, which may be nil, whose names are credentials'.
func (r *redaction) addArguments(given *callvalue.Input) {
	for name, text := range given.Texts() {
		if r.redactor.IsCredential(name) {
			r.add(text)
		}
	}
}

// addBlockText adds a text of a header block, which is often a credential whatever its name, unless it is so short that many
// other texts contain it.
func (r *redaction) addBlockText(text string) {
	const short = 4
	if text = strings.TrimSpace(text); len(text) >= short && text != "true" && text != "false" {
		r.add(text)
	}
}

// addMarkup adds the texts and attribute values of a header block; short ones only if they have names of credentials.
func (r *redaction) addMarkup(markup string) {
	d := xml.NewDecoder(strings.NewReader(markup))
	secret := []bool{false} // whether the element that is open, by depth, is in a credential
	for {
		token, err := d.Token()
		if err != nil {
			return // a header block that cannot be read is not sent
		}
		inside := secret[len(secret)-1]
		switch t := token.(type) {
		case xml.StartElement:
			secret = append(secret, inside || r.redactor.IsCredential(t.Name.Local))
			for _, a := range t.Attr {
				switch {
				case a.Name.Space == "xmlns" || a.Name.Local == "xmlns":
				case r.redactor.IsCredential(a.Name.Local):
					r.add(a.Value)
				default:
					r.addBlockText(a.Value)
				}
			}
		case xml.EndElement:
			secret = secret[:len(secret)-1]
		case xml.CharData:
			if r.addBlockText(string(t)); inside {
				r.add(string(t))
			}
		}
	}
}

// inError removes credentials from the text of an error.
func (r *redaction) inError(err error) error {
	if err == nil || len(r.redactor.Values) == 0 {
		return err
	}
	return errors.New(r.redactor.RemoveValues(err.Error()))
}
