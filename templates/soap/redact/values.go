package redact

import (
	"bytes"
	"encoding/base64"
	"strings"
)

const (
	minAnywhere = 4  // the length in bytes of values that are found within other text
	minPart     = 16 // that from which on the beginning of a value is found, too, where the rest is cut off
)

// values finds the values of a Redactor in a text, also where it is escaped several times.
func (s *scan) values(v view) {
	if len(s.forms) == 0 && len(s.short) == 0 {
		return
	}
	for range maxLayers + 1 {
		for _, form := range s.forms {
			s.form(v, form)
		}
		for _, value := range s.short {
			s.quoted(v, `"`+value+`"`)
		}
		var changed bool
		if v, changed = v.unescaped(anyEscape); !changed {
			return
		}
	}
}

// form finds a form of a value.
func (s *scan) form(v view, form string) {
	first := []byte(form[:min(len(form), minPart)])
	for i := 0; ; {
		n := bytes.Index(v.b[i:], first)
		if n < 0 {
			return
		}
		start := i + n
		for i = start + len(first); i < len(v.b) && i-start < len(form) && v.b[i] == form[i-start]; {
			i++
		}
		s.found = append(s.found, span{v.position(start), v.position(i)})
	}
}

// quoted finds what is in quotation marks.
func (s *scan) quoted(v view, text string) {
	for i := 0; ; {
		n := bytes.Index(v.b[i:], []byte(text))
		if n < 0 {
			return
		}
		i += n + len(text) - 1
		s.mark(v, i-len(text)+2, i)
	}
}

// formsOf returns the forms of a value in unescaped text: as it is, as parameters have it, and in base64 of it, and of text that has it.
func formsOf(value string) []string {
	forms := []string{value}
	if strings.Contains(value, " ") {
		forms = append(forms, strings.ReplaceAll(value, " ", "+"))
	}
	for before := range 3 {
		text := append(make([]byte, before), value...)
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			form := encoding.EncodeToString(text)
			if len(text)%3 != 0 {
				form = form[:len(form)-1] // it has bits of what follows
			}
			if form = form[(before*8+5)/6:]; len(form) >= minAnywhere {
				forms = append(forms, form)
			}
		}
	}
	return forms
}
