package xmltree

import (
	"bytes"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// comment reads a comment (XML 1.0 section 2.5).
func (p *parser) comment() bool {
	text, first := p.doc.Text, p.at+len("<!--")
	length := bytes.Index(text[first:], []byte("--"))
	if length < 0 || first+length+2 == len(text) {
		return p.unended(p.at)
	}
	if text[first+length+2] != '>' {
		return p.malformed(first+length, "\"--\" inside a comment")
	}
	p.at = first + length + len("-->")
	return true
}

// instruction reads a processing instruction (section 2.6) or the XML declaration.
func (p *parser) instruction() bool {
	start, text := p.at, p.doc.Text
	end := indexAfter(text, start+2, "?>")
	if end < 0 {
		return p.unended(start)
	}
	p.at = end
	body := text[start+2 : end-2]
	target := string(body)
	if i := bytes.IndexAny(body, " \t\r\n"); i >= 0 {
		target = target[:i]
	}
	switch {
	case target == "xml" && start == p.doc.Start:
		return p.declaration(start+len("<?xml"), end-2)
	case strings.EqualFold(target, "xml"):
		p.malformed(start, "the XML declaration is not at the start of the document")
		if start > 0 && start == declarationStart(text) {
			*p.failed = p.failed.WithHint("remove what precedes it, or use --lenient")
		}
		return false
	case !IsNCName(target):
		return p.malformed(start, "%s is not a valid target of a processing instruction", diag.Quote(target))
	}
	return true
}

// declaration checks the pseudo-attributes text[at:end] of the XML declaration
// (section 2.8).
func (p *parser) declaration(at, end int) bool {
	d := pseudoAttributes{text: p.doc.Text[:end], at: at}
	value, ok := d.next("version")
	if !ok {
		return p.malformed(d.at, "the XML declaration has no version")
	}
	if !isVersion(value) {
		return p.malformed(d.start, "version %s of XML is not supported", diag.Quote(value))
	}
	p.doc.Version = value
	if value, ok = d.next("encoding"); ok && !isEncodingName(value) {
		return p.malformed(d.start, "%s is not the name of an encoding", diag.Quote(value))
	}
	if value, ok = d.next("standalone"); ok && value != "yes" && value != "no" {
		return p.malformed(d.start, "standalone is %s, not \"yes\" or \"no\"", diag.Quote(value))
	}
	if skipSpace(d.text, d.at) < end {
		return p.malformed(skipSpace(d.text, d.at), "the XML declaration may contain only version, encoding and standalone, in this order")
	}
	return true
}

// pseudoAttributes reads version, encoding and standalone of an XML declaration, which are not attributes.
type pseudoAttributes struct {
	text  []byte // text up to the end of the declaration
	at    int    // offset after the last pseudo-attribute
	start int    // offset of its value
}

// next returns the value of the next pseudo-attribute if it has the given name.
func (d *pseudoAttributes) next(name string) (value string, ok bool) {
	at := skipSpace(d.text, d.at)
	if at == d.at || !bytes.HasPrefix(d.text[at:], []byte(name)) {
		return "", false
	}
	start, end, ok := assigned(d.text, at+len(name))
	if !ok {
		return "", false
	}
	d.start, d.at = start, end+1
	return string(d.text[start:end]), true
}

// isVersion reports whether a document that declares the version can be read as XML 1.0:
// 1.0 and later versions (section 2.8), except 1.1, which allows other characters.
func isVersion(v string) bool {
	minor, ok := strings.CutPrefix(v, "1.")
	return ok && minor != "" && minor != "1" && strings.Trim(minor, "0123456789") == ""
}

// isEncodingName reports whether an encoding may have the name (section 4.3.3).
func isEncodingName(name string) bool {
	for i, c := range []byte(name) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || strings.IndexByte("0123456789._-", c) < 0) {
			return false
		}
	}
	return name != ""
}
