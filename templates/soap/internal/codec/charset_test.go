package codec

import (
	"bytes"
	"errors"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/charset"
)

func TestUTF8IsNotCopied(t *testing.T) {
	for _, doc := range []string{"<a>é</a>", "\xEF\xBB\xBF<a/>", `<?xml version="1.0" encoding="UTF-8"?><a/>`, "<a/>"} {
		for _, charset := range []string{"", "utf-8", "UTF8", "us-ascii", "latin1"} {
			if charset == "us-ascii" && doc[3] == 0xC3 || charset == "latin1" && doc[3] == 0xC3 {
				continue
			}
			in := []byte(doc)
			out, err := ToUTF8(in, charset)
			if err != nil || &out[len(out)-1] != &in[len(in)-1] || out[0] != '<' {
				t.Errorf("%q as %q: %q, %v", doc, charset, out, err)
			}
		}
	}
}

func TestUnknownEncodings(t *testing.T) {
	for _, test := range [][2]string{{"<a/>", "utf-7"}, {"<a/>", "x\r\ny"}, {`<?xml version="1.0" encoding="big5"?>`, ""}, {"\x00\x00\xFE\xFF", ""}} {
		var unsupported charset.UnsupportedError
		if _, err := ToUTF8([]byte(test[0]), test[1]); !errors.As(err, &unsupported) || bytes.ContainsAny([]byte(err.Error()), "\r\n") {
			t.Errorf("%q as %q: %v", test[0], test[1], err)
		}
	}
}

func FuzzCharset(f *testing.F) {
	f.Add([]byte("<a/>"), "utf-8")
	f.Add([]byte("\xFE\xFF\x00<"), "")
	f.Add([]byte("\x80\xFF"), "windows-1252")
	f.Add([]byte(`<?xml version='1.0' encoding='latin1'?><a>\xE9</a>`), "")
	f.Fuzz(func(t *testing.T, doc []byte, parameter string) {
		out, err := ToUTF8(doc, parameter)
		var unsupported charset.UnsupportedError
		var malformed *DecodeError
		switch {
		case err != nil:
			if !errors.As(err, &unsupported) && !errors.As(err, &malformed) {
				t.Errorf("%T", err)
			}
			return
		case len(out) > 3*len(doc):
			t.Errorf("%d bytes out of %d", len(out), len(doc))
		}
		if c, _, _ := charset.Detect(doc, parameter, nil); c != nil && !utf8.Valid(out) {
			t.Errorf("%s: invalid UTF-8 %q", c.Name, out)
		}
	})
}

func FuzzUTF16(f *testing.F) {
	f.Add("a é世\U0001F682")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		little, big := []byte{0xFF, 0xFE}, []byte{0xFE, 0xFF}
		for _, u := range utf16.Encode([]rune(s)) {
			little, big = append(little, byte(u), byte(u>>8)), append(big, byte(u>>8), byte(u))
		}
		for _, doc := range [][]byte{little, big} {
			if len(doc) >= 4 && doc[2] == 0 && doc[3] == 0 {
				continue // that is UTF-32
			}
			if out, err := ToUTF8(doc, ""); err != nil || string(out) != s {
				t.Errorf("%q: %q, %v", s, out, err)
			}
		}
	})
}
