package schema

import (
	"bytes"

	"example.com/quartet/templates/soap/internal/lex"
)

// DecodeList reads a type that is a list: items with white space between them
// (XML Schema part 2, section 2.5.1.2). The result is never nil without an
// error.
func DecodeList[S ~[]T, T any](d *Decoder, read func(*Decoder) T) S {
	d.Fill()
	declared := len(d.Scope)
	text := d.value()
	n := countWords(text)
	if d.items += n; d.items > d.lim.Items {
		d.FailTag("more than %d items", d.lim.Items)
	}
	if d.Failed != nil {
		return nil
	}
	list := make(S, 0, n)
	of, outer := d.Current, d.Scope
	d.Scope = d.Scope[:declared] // the element's own declarations, which are for names in it
	d.Current.Mode = itemMode(of.Mode)
	for {
		d.word, text = nextWord(text)
		if len(d.word) == 0 {
			break
		}
		list = append(list, read(d))
	}
	d.Current, d.Scope = of, outer
	return list
}

// DecodeOptList is DecodeList for an optional element or attribute; nil stands
// for a nil one.
func DecodeOptList[S ~[]T, T any](d *Decoder, read func(*Decoder) T) S {
	if d.Nil() {
		return nil
	}
	return DecodeList[S](d, read)
}

// itemMode is the mode of the current tag while an item is read.
func itemMode(mode tagMode) tagMode {
	if mode == TagAttr {
		return tagAttrItem
	}
	return tagItem
}

func nextWord(text []byte) (word, rest []byte) {
	for len(text) > 0 && lex.IsSpace(text[0]) {
		text = text[1:]
	}
	n := 0
	for n < len(text) && !lex.IsSpace(text[n]) {
		n++
	}
	return text[:n:n], text[n:]
}

func countWords(text []byte) int {
	n, inside := 0, false
	for _, c := range text {
		if lex.IsSpace(c) {
			inside = false
		} else if !inside {
			inside = true
			n++
		}
	}
	return n
}

// EncodeList writes a list. An item without any character, or with white space,
// would come back as none, or as two, and is an error.
func EncodeList[S ~[]T, T any](e *Encoder, open string, v S, close string, write func(*Encoder, string, T, string)) {
	e.open(open)
	e.list = true
	for i := range v {
		if i > 0 {
			e.Buf = append(e.Buf, ' ')
		}
		// What is behind the item stays as long as it is, even if a namespace is
		// declared in front of it.
		before := len(e.Buf)
		at := e.tagEnd
		write(e, "", v[i], "")
		before += e.tagEnd - at
		if item := e.Buf[min(before, len(e.Buf)):]; len(item) == 0 || bytes.ContainsAny(item, " \t\r\n") || bytes.Contains(item, []byte("&#x")) {
			e.fail(open, "the item %d of the list is empty or holds white space", i+1)
		}
	}
	e.list = false
	e.declared = e.declared[:0]
	e.Buf = append(e.Buf, close...)
}

// EncodeOptList is EncodeList for an optional element or attribute; nil leaves
// it out.
func EncodeOptList[S ~[]T, T any](e *Encoder, open string, v S, close string, write func(*Encoder, string, T, string)) {
	if v != nil {
		EncodeList(e, open, v, close, write)
	}
}
