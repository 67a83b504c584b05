package codec

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

// xmlDeclaration reads the XML declaration, if there is one (XML 1.0, section
// 2.8). The encoding that it names has been dealt with before.
func (d *Decoder) xmlDeclaration() {
	if !d.at("<?xml") || len(d.Buf) <= d.Pos+5 || !lex.IsSpace(d.Buf[d.Pos+5]) {
		return
	}
	start := d.Pos
	end := bytes.Index(d.Buf[start:], []byte("?>"))
	if end < 0 {
		d.failOpen(d.Pos, "the XML declaration does not end")
		return
	}
	body := d.Buf[start+5 : start+end]
	body, version, ok := lex.PseudoAttribute(body, "version")
	if !ok || !isVersion(version) {
		d.Fail("the XML declaration has no version that is understood")
		return
	}
	if rest, name, found := lex.PseudoAttribute(body, "encoding"); found {
		if !isEncodingName(name) {
			d.Fail("the XML declaration names no valid encoding")
			return
		}
		body = rest
	}
	if rest, value, found := lex.PseudoAttribute(body, "standalone"); found {
		if string(value) != "yes" && string(value) != "no" {
			d.Fail("standalone in the XML declaration is neither yes nor no")
			return
		}
		body = rest
	}
	if len(bytes.TrimLeft(body, " \t\r\n")) > 0 {
		d.Fail("the XML declaration is malformed")
		return
	}
	d.Pos = start + end + 2
}

// isVersion: XML 1.0, fifth edition, reads documents labelled 1.x as 1.0; 1.1
// has other rules for names and line ends and is not accepted.
func isVersion(v []byte) bool {
	return len(v) > 2 && string(v[:2]) == "1." && string(v) != "1.1" && len(bytes.Trim(v[2:], decimalDigits)) == 0
}

const decimalDigits, asciiLetters = "0123456789", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func isEncodingName(name []byte) bool {
	return len(name) > 0 && strings.IndexByte(asciiLetters, name[0]) >= 0 && len(bytes.Trim(name, asciiLetters+decimalDigits+"._-")) == 0
}

// skipMarkup reads a comment, a processing instruction or a CDATA section
// without its content.
func (d *Decoder) skipMarkup() {
	switch {
	case d.at("<!--"):
		d.comment()
	case d.at("<?"):
		d.processingInstruction()
	case d.at("<![CDATA["):
		d.cdata(false)
	default:
		d.Fail("a declaration (<!) inside the root element")
	}
}

func (d *Decoder) comment() {
	start := d.Pos
	end := bytes.Index(d.Buf[start+4:], []byte("--"))
	if end < 0 {
		d.failOpen(d.Pos, "a comment does not end")
		return
	}
	end += start + 4
	if end+2 >= len(d.Buf) || d.Buf[end+2] != '>' {
		d.failAt(end, "-- inside a comment")
		return
	}
	d.characters(start+4, end)
	d.Pos = end + 3
}

func (d *Decoder) processingInstruction() {
	if d.Message {
		d.Fail("a processing instruction, which messages of SOAP do not have")
		return
	}
	start := d.Pos
	target, _ := d.scanName(start + 2)
	if target == start+2 {
		d.Fail("a processing instruction without a target")
		return
	}
	name := d.Buf[start+2 : target]
	if bytes.EqualFold(name, []byte("xml")) {
		d.Fail("an XML declaration that is not at the start of the document")
		return
	}
	if bytes.IndexByte(name, ':') >= 0 {
		d.Fail("a processing instruction's target holds a colon")
		return
	}
	end := bytes.Index(d.Buf[target:], []byte("?>"))
	if end < 0 {
		d.failOpen(d.Pos, "a processing instruction does not end")
		return
	}
	end += target
	if end > target && !lex.IsSpace(d.Buf[target]) {
		d.failAt(target, "no white space after a processing instruction's target")
		return
	}
	d.characters(target, end)
	d.Pos = end + 2
}

// cdata reads a CDATA section and adds its text to scratch if keep is set.
func (d *Decoder) cdata(keep bool) {
	start := d.Pos + len("<![CDATA[")
	end := bytes.Index(d.Buf[start:], []byte("]]>"))
	if end < 0 {
		d.failOpen(d.Pos, "a CDATA section does not end")
		return
	}
	end += start
	if !d.characters(start, end) {
		return
	}
	if keep {
		d.keepLines(d.Buf[start:end])
	}
	d.Pos = end + 3
}

// keepLines adds text to scratch with its line ends normalized (XML 1.0,
// section 2.11).
func (d *Decoder) keepLines(text []byte) {
	for {
		i := bytes.IndexByte(text, '\r')
		if i < 0 {
			d.scratch = append(d.scratch, text...)
			return
		}
		d.scratch = append(append(d.scratch, text[:i]...), '\n')
		text = text[i+1:]
		if len(text) > 0 && text[0] == '\n' {
			text = text[1:]
		}
	}
}

// characters checks that buf[from:to] holds nothing but characters of XML 1.0
// (section 2.2) in valid UTF-8.
func (d *Decoder) characters(from, to int) bool {
	for i := from; i < to; {
		for end := min(to, i+watchedPiece); i < end; {
			c := d.Buf[i]
			if c >= 0x20 && c < utf8.RuneSelf || c == '\t' || c == '\n' || c == '\r' {
				i++
				continue
			}
			n := d.character(i)
			if n == 0 {
				return false
			}
			i += n
		}
		if d.Interrupted() {
			return false
		}
	}
	return true
}

// character checks the character at i, which is not plain ASCII, and returns
// its length; 0 on an error.
func (d *Decoder) character(i int) int {
	if c := d.Buf[i]; c < 0x20 {
		d.failAt(i, "the control character U+%04X", c)
		return 0
	}
	r, n := utf8.DecodeRune(d.Buf[i:])
	switch {
	case r == utf8.RuneError && n <= 1:
		d.failAt(i, "invalid UTF-8")
		return 0
	case r == 0xFFFE || r == 0xFFFF:
		d.failAt(i, "the character U+%04X is not allowed in XML", r)
		return 0
	}
	return n
}

// startTag reads the start tag at pos in full and makes it the current one.
func (d *Decoder) startTag() bool {
	start := d.Pos + 1
	end, colon := d.scanName(start)
	if !d.checkName(start, end, colon, "an element") {
		return false
	}
	d.current = tag{name: int32(start), local: int32(localStart(start, colon)), end: int32(end), field: -1, mark: int32(len(d.scope))}
	d.Attrs, d.attrIndex = d.Attrs[:0], 0
	d.scratch = d.scratch[:0]
	p := end
	for {
		space := p
		p = skipSpace(d.Buf, p)
		if p >= len(d.Buf) {
			d.failAt(p, "the document ends inside a start tag")
			return false
		}
		switch d.Buf[p] {
		case '>':
			d.Pos = p + 1
			return d.resolveTag()
		case '/':
			if p+1 >= len(d.Buf) || d.Buf[p+1] != '>' {
				d.failAt(p, "/ inside a start tag")
				return false
			}
			d.Pos = p + 2
			d.current.mode = tagClosed
			return d.resolveTag()
		}
		if p == space {
			d.failAt(p, "no white space before an attribute")
			return false
		}
		if p = d.attribute(p); p < 0 {
			return false
		}
	}
}

func localStart(start, colon int) int {
	if colon < 0 {
		return start
	}
	return colon + 1
}

// scanName returns the end of the name at p, p itself if there is none, and
// the position of its first colon, -1 if there is none.
func (d *Decoder) scanName(p int) (end, colon int) {
	b, i := d.Buf, p
	if i < len(b) && lex.NameBytes[b[i]] == lex.NamePart {
		return p, -1
	}
	for {
		for i < len(b) && lex.NameBytes[b[i]] != 0 {
			i++
		}
		if i >= len(b) || b[i] < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeRune(b[i:])
		if !lex.IsNameRune(r, i == p) || r == utf8.RuneError && n <= 1 {
			break
		}
		i += n
	}
	if i == p {
		return p, -1
	}
	if colon = bytes.IndexByte(b[p:i], ':'); colon >= 0 {
		colon += p
	}
	return i, colon
}

// checkName checks a qualified name (Namespaces in XML, section 4).
func (d *Decoder) checkName(start, end, colon int, what string) bool {
	switch {
	case end == start && start >= len(d.Buf):
		d.failAt(start, "the document ends inside a tag")
	case end == start:
		d.failAt(start, "a character that cannot start the name of %s", what)
	case end-start > d.lim.NameLength:
		d.failAt(start, "a name of more than %d bytes", d.lim.NameLength)
	case colon < 0:
		return true
	case colon == start || colon == end-1 || bytes.IndexByte(d.Buf[colon+1:end], ':') >= 0:
		d.failAt(start, "%s is not a qualified name", lex.QuoteName(d.Buf[start:end]))
	default:
		if q, _ := d.scanName(colon + 1); q == end {
			return true
		}
		d.failAt(start, "%s is not a qualified name", lex.QuoteName(d.Buf[start:end]))
	}
	return false
}
