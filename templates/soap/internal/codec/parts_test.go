package codec

import (
	"io"
	"strings"
	"testing"
)

// TestParts: bytes of the threshold, and readers, become parts until there are enough; not in lists and attributes.
func TestParts(t *testing.T) {
	for want, write := range map[string]func(e *Encoder){
		"<a>YWI=</a>": func(e *Encoder) { e.base64("<a>", []byte("ab"), "</a>") },
		"<a>1</a>":    func(e *Encoder) { e.base64("<a>", []byte("abc"), "</a>") },
		"<a>1</a><a>2</a><a>YWJj</a><a>YWI=</a>": func(e *Encoder) {
			e.base64("<a>", []byte("abc"), "</a>")
			e.reader("<a>", strings.NewReader("a"), "</a>")
			e.base64("<a>", []byte("abc"), "</a>")
			e.reader("<a>", strings.NewReader("ab"), "</a>")
		},
		"<a>1</a><b>2</b>": func(e *Encoder) {
			e.Parts.Readers = false
			e.reader("<a>", strings.NewReader("abc"), "</a>")
			e.base64("<b>", []byte("abc"), "</b>")
		},
		"<l>YWJj</l>": func(e *Encoder) {
			e.list = true
			e.base64("<l>", []byte("abc"), "</l>")
		},
		"<b>YWJj</b><b>YQ==</b>": func(e *Encoder) {
			e.bare = true
			e.base64("<b>", []byte("abc"), "</b>")
			e.reader("<b>", strings.NewReader("a"), "</b>")
		},
		"<n></n>": func(e *Encoder) { e.reader("<n>", nil, "</n>") },
		"<c>1</c>": func(e *Encoder) {
			e.Parts.Readers, e.MaxRead = false, 4
			e.reader("<c>", strings.NewReader("abcd"), "</c>")
		},
		"the value has more than 4 bytes, and cannot leave in a part of the message": func(e *Encoder) {
			e.Parts.Readers, e.MaxRead = false, 4
			e.reader("<c>", strings.NewReader("abcde"), "</c>")
		},
		"EOF": func(e *Encoder) {
			e.Parts = nil
			e.reader("<c>", io.MultiReader(strings.NewReader("a"), failing{}), "</c>")
		},
	} {
		e := NewEncoder(nil, false)
		e.Parts, e.MaxRead = &BinaryParts{Threshold: 3, Max: 2, Readers: true}, 100
		if write(e); e.Err() != nil {
			if !strings.HasSuffix(e.Err().Error(), want) {
				t.Errorf("%v, want %s", e.Err(), want)
			}
			e.Release()
			continue
		}
		got := string(e.Bytes())
		for i := range e.Parts.List {
			got = strings.Replace(got, e.Parts.List[i].markup(), e.Parts.List[i].ID[:1], 1)
		}
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
		e.Release()
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestContentType is the attribute xmime:contentType of the last start tag.
func TestContentType(t *testing.T) {
	for open, want := range map[string]string{
		`<a m:contentType="image/png">`: "image/png", `<a b="c" m:contentType="a/b; c">`: "a/b; c", `<a m:contentType="image/png"><b>`: "application/octet-stream",
		`<a m:contentType="a&amp;b">`: "application/octet-stream", `<a m:contentType="">`: "application/octet-stream", `<a>`: "application/octet-stream",
	} {
		e := NewEncoder([]Namespace{{}, {URI: xmimeNamespace, Prefix: "m"}}, false)
		if e.Buf = append(e.Buf, open...); e.contentType() != want {
			t.Errorf("%s: %s, want %s", open, e.contentType(), want)
		}
		e.Release()
	}
}
