package roundtrip

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// unspecified is the result of scan for documents that the client and
// encoding/xml may read differently, both correctly.
const unspecified = "xsi:nil, which encoding/xml does not support"

// scan looks for the differences in acceptedByEncodingXML, token by token. It
// returns the name of the first one, unspecified, or "".
func scan(doc []byte) (found string) {
	s := scanner{doc: doc}
	d := xml.NewDecoder(bytes.NewReader(doc))
	for found == "" {
		start := d.InputOffset()
		token, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			if s.closed {
				return "malformed after the root"
			}
			return "" // both report the error
		}
		found = s.token(token, doc[start:d.InputOffset()], int(start))
	}
	if found == "" && s.nil {
		return unspecified
	}
	return found
}

type scanner struct {
	doc    []byte
	scope  [][]xml.Attr // namespace declarations by depth
	closed bool         // the root has been read
	nil    bool
}

func (s *scanner) token(token xml.Token, raw []byte, at int) string {
	switch token := token.(type) {
	case xml.StartElement:
		if s.closed {
			return "second root"
		}
		return s.startTag(token, raw)
	case xml.EndElement:
		if s.closed {
			return "end tag after the root"
		}
		if len(s.scope) > 0 {
			s.scope = s.scope[:len(s.scope)-1]
			s.closed = len(s.scope) == 0
		}
	case xml.CharData:
		return s.text(raw, at)
	case xml.Comment:
		if !isCharacters(raw) {
			return "character in a comment"
		}
	case xml.ProcInst:
		return s.instruction(token, raw, at)
	case xml.Directive:
		return "declaration"
	}
	return ""
}

func (s *scanner) text(raw []byte, at int) string {
	if at == 0 {
		raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
	}
	cdata := bytes.HasPrefix(raw, []byte("<![CDATA["))
	if len(s.scope) == 0 && (cdata || len(bytes.Trim(raw, " \t\r\n")) > 0) {
		return "text outside the root"
	}
	if !cdata && surrogate(raw) {
		return "reference to a surrogate"
	}
	return ""
}

func surrogate(raw []byte) bool {
	for _, m := range numeric.FindAllSubmatch(raw, -1) {
		digits, base := string(m[1]), 10
		if digits[0] == 'x' {
			digits, base = digits[1:], 16
		}
		if n, err := strconv.ParseUint(digits, base, 64); err == nil && n >= 0xD800 && n < 0xE000 {
			return true
		}
	}
	return false
}

func isCharacters(raw []byte) bool {
	for _, r := range strings.ToValidUTF8(string(raw), "\x00") {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return false
		}
	}
	return true
}

func (s *scanner) instruction(token xml.ProcInst, raw []byte, at int) string {
	if token.Target == "xml" && (at == 0 || at == 3 && bytes.HasPrefix(s.doc, []byte("\uFEFF"))) {
		if !declaration.Match(raw) || bytes.Contains(raw, []byte(`"1.1"`)) || bytes.Contains(raw, []byte("'1.1'")) {
			return "malformed declaration"
		}
		return ""
	}
	rest := raw[min(len("<?")+len(token.Target), len(raw)):]
	switch {
	case strings.EqualFold(token.Target, "xml"):
		return "reserved target"
	case !isNCName(token.Target):
		return "target with a colon"
	case !bytes.HasPrefix(rest, []byte("?>")) && !bytes.ContainsAny(rest[:1], " \t\r\n"):
		return "no white space after a target"
	case !isCharacters(raw):
		return "character in a processing instruction"
	}
	return ""
}

// isNCName reports whether a name that encoding/xml has read is an NCName. After
// a colon, its first character may be one that cannot start a name.
func isNCName(name string) bool {
	if name == "" || strings.Contains(name, ":") {
		return false
	}
	d := xml.NewDecoder(strings.NewReader("<" + name + "/>"))
	_, err := d.RawToken()
	return err == nil
}

func (s *scanner) startTag(token xml.StartElement, raw []byte) string {
	var declared []xml.Attr
	for _, a := range token.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			declared = append(declared, a)
		}
	}
	s.scope = append(s.scope, declared)
	inScope := 0
	for _, list := range s.scope {
		inScope += len(list)
	}
	switch {
	case len(s.scope) > maxDepth:
		return "depth"
	case len(token.Attr) > maxAttributes || inScope > maxAttributes:
		return "attributes"
	case !spaced(raw):
		return "no white space between attributes"
	case surrogate(raw):
		return "reference to a surrogate in an attribute"
	}
	if found := s.declarations(declared); found != "" {
		return found
	}
	if found := s.name(token.Name); found != "" {
		return found
	}
	return s.attributes(token.Attr)
}

// declarations checks the namespace declarations of one tag.
func (s *scanner) declarations(list []xml.Attr) string {
	const xmlNS, xmlnsNS = "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"
	for _, a := range list {
		value := strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(a.Value)
		prefix := a.Name.Local
		switch {
		case a.Name.Space == "":
			prefix = ""
		case !isNCName(prefix):
			return "name that is not a QName"
		}
		switch {
		case (prefix == "xml") != (value == xmlNS) || prefix == "xmlns" || value == xmlnsNS:
			return "reserved prefix or namespace"
		case prefix != "" && value == "":
			return "empty namespace for a prefix"
		}
	}
	return ""
}

func (s *scanner) name(name xml.Name) string {
	switch {
	case len(name.Space)+len(name.Local)+min(len(name.Space), 1) > maxNameLength:
		return "length of a name"
	case !isNCName(name.Local) || name.Space != "" && !isNCName(name.Space):
		return "name that is not a QName"
	case name.Space != "" && s.resolve(name.Space) == "":
		return "undeclared prefix"
	}
	return ""
}

func (s *scanner) resolve(prefix string) string {
	for i := len(s.scope) - 1; i >= 0; i-- {
		for _, a := range s.scope[i] {
			if a.Name.Space == "xmlns" && a.Name.Local == prefix {
				return a.Value
			}
		}
	}
	if prefix == "xml" {
		return "http://www.w3.org/XML/1998/namespace"
	}
	return ""
}

func (s *scanner) attributes(list []xml.Attr) string {
	seen := map[xml.Name]bool{}
	for _, a := range list {
		name := a.Name
		if name.Space != "xmlns" && !(name.Space == "" && name.Local == "xmlns") {
			if found := s.name(name); found != "" {
				return found
			}
			name.Space = s.resolve(name.Space)
		} else if len(name.Space)+1+len(name.Local) > maxNameLength {
			return "length of a name"
		}
		if seen[name] {
			return "repeated attribute"
		}
		seen[name] = true
		if name == (xml.Name{Space: "http://www.w3.org/2001/XMLSchema-instance", Local: "nil"}) {
			s.nil = true
		}
	}
	return ""
}

// spaced reports whether white space precedes each attribute.
func spaced(raw []byte) bool {
	var quote byte
	for i, c := range raw {
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
			if i+1 < len(raw) && !bytes.ContainsAny(raw[i+1:i+2], " \t\r\n/>") {
				return false
			}
		}
	}
	return true
}

var (
	numeric     = regexp.MustCompile(`&#(x[0-9a-fA-F]+|[0-9]+);`)
	declaration = regexp.MustCompile(`^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*("1\.[0-9]+"|'1\.[0-9]+')` +
		`([ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*("[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?` +
		`([ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*("(yes|no)"|'(yes|no)'))?[ \t\r\n]*\?>$`)
)
