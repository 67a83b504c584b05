package roundtrip

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/soap"
	"example.com/quartet/gen/soap/xsd"
)

// node is an element as encoding/xml reads it.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []node     `xml:",any"`
}

func (n *node) is(space, local string) bool { return n.XMLName == xml.Name{Space: space, Local: local} }

var boardOperation = operationNamed("getStationDataByCodeXML")

// readPeer reads a response to getStationDataByCodeXML with encoding/xml,
// according to the schema. It returns nil for a response without a result.
func readPeer(b soap.Binding, doc []byte) ([]realtime.ObjStationData, error) {
	var root node
	d := xml.NewDecoder(bytes.NewReader(doc))
	if err := d.Decode(&root); err != nil {
		return nil, err
	}
	if b == soap.HTTPGet {
		if !root.is(namespace, boardOperation.array) {
			return nil, errors.New("wrong root")
		}
		return readPeerList(&root)
	}
	response, err := readPeerEnvelope(&root)
	if err != nil {
		return nil, err
	}
	if !response.is(namespace, boardOperation.name+"Response") {
		return nil, errors.New("wrong response element")
	}
	var result *node
	for i := range response.Children {
		if c := &response.Children[i]; c.is(namespace, boardOperation.name+"Result") {
			if result != nil {
				return nil, errors.New("two results")
			}
			result = c
		}
	}
	if result == nil {
		return nil, nil
	}
	return readPeerList(result)
}

// readPeerEnvelope returns the first element in the first Body.
func readPeerEnvelope(root *node) (*node, error) {
	if !root.is(soap11NS, "Envelope") {
		return nil, errors.New("wrong root")
	}
	var body *node
	for i := range root.Children {
		c := &root.Children[i]
		switch {
		case body != nil:
		case c.is(soap11NS, "Body"):
			body = c
		case c.is(soap11NS, "Header"):
			for _, block := range c.Children {
				if attr(block.Attrs, soap11NS, "mustUnderstand") == "1" {
					switch attr(block.Attrs, soap11NS, "actor") {
					case "", "http://schemas.xmlsoap.org/soap/actor/next":
						return nil, errors.New("header block with mustUnderstand")
					}
				}
			}
		}
	}
	if body == nil || len(body.Children) == 0 {
		return nil, errors.New("missing or empty Body")
	}
	return &body.Children[0], nil
}

func attr(list []xml.Attr, space, local string) string {
	for _, a := range list {
		if a.Name == (xml.Name{Space: space, Local: local}) {
			return strings.Trim(a.Value, " \t\r\n")
		}
	}
	return ""
}

func readPeerList(parent *node) ([]realtime.ObjStationData, error) {
	list := []realtime.ObjStationData{}
	for i := range parent.Children {
		if c := &parent.Children[i]; c.is(namespace, boardOperation.record) {
			record, err := readPeerRecord(c)
			if err != nil {
				return nil, err
			}
			list = append(list, record)
		}
	}
	return list, nil
}

var (
	isInt      = regexp.MustCompile(`^[+-]?[0-9]+$`)
	isDateTime = regexp.MustCompile(`^-?([1-9][0-9]{3,}|0[0-9]{3})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?$`)
)

func readPeerRecord(n *node) (record realtime.ObjStationData, err error) {
	elements, fields := fieldsOf(boardOperation.record)
	at := map[string]int{}
	for i, name := range elements {
		at[name] = i
	}
	texts := make([]*string, len(elements))
	for i := range n.Children {
		c := &n.Children[i]
		j, ok := at[c.XMLName.Local]
		if !ok || c.XMLName.Space != namespace {
			continue
		}
		if texts[j] != nil {
			return record, errors.New("repeated field")
		}
		texts[j] = &c.Text
	}
	for i, text := range texts {
		if err := setPeerField(&record, fields[i], text); err != nil {
			return record, err
		}
	}
	return record, nil
}

func setPeerField(record *realtime.ObjStationData, field string, text *string) error {
	switch v := fieldOf(record, field).(type) {
	case **string:
		*v = text
	case *int32:
		if text == nil {
			return errors.New("missing int")
		}
		trimmed := strings.Trim(*text, " \t\r\n")
		n, err := strconv.ParseInt(trimmed, 10, 32)
		if err != nil || !isInt.MatchString(trimmed) {
			return errors.New("not an int")
		}
		*v = int32(n)
	case *xsd.DateTime:
		if text == nil {
			return errors.New("missing dateTime")
		}
		trimmed := strings.Trim(*text, " \t\r\n")
		at, err := xsd.ParseDateTime(trimmed)
		if err != nil || !isDateTime.MatchString(trimmed) {
			return errors.New("not a dateTime")
		}
		*v = at
	}
	return nil
}

// Default limits of the client.
const (
	maxDepth      = 64
	maxAttributes = 256
	maxNameLength = 1024
)

// xmlDifference is a deliberate difference between the client and encoding/xml.
type xmlDifference struct {
	name, reason string
	example      string // content of a list, or a whole document, with the difference
	whole        bool
}

// acceptedByEncodingXML are documents that encoding/xml accepts although XML 1.0
// (fifth edition), Namespaces in XML 1.0 (third edition) or a limit of the client
// forbids them. The client must refuse them.
var acceptedByEncodingXML = []xmlDifference{
	{"undeclared prefix", "Namespaces section 5, constraint Prefix Declared", "<p:a/>", false},
	{"undeclared prefix of an attribute", "the same", `<a p:b=""/>`, false},
	{"repeated attribute", "XML section 3.1, Unique Att Spec", `<a b="" b=""/>`, false},
	{"repeated attribute by expanded name", "Namespaces section 6.3", `<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>`, false},
	{"no white space between attributes", "XML section 3.1, production 40", `<a b=""c=""/>`, false},
	{"name that is not a QName", "Namespaces section 4, productions 7 to 11", `<a:1 xmlns:a="u"/>`, false},
	{"name with a colon at its end", "the same", `<a:/>`, false},
	{"attribute name that is not a QName", "the same", `<a :b=""/>`, false},
	{"empty namespace for a prefix", "Namespaces section 5, constraint No Prefix Undeclaring", `<a xmlns:p=""/>`, false},
	{"reserved prefix", "Namespaces section 3, constraint Reserved Prefixes and Namespace Names", `<a xmlns:xml="u"/>`, false},
	{"reserved namespace", "the same", `<a xmlns:p="http://www.w3.org/2000/xmlns/"/>`, false},
	{"element with the prefix xmlns", "Namespaces section 3: xmlns must not be the prefix of an element", `<xmlns:a/>`, false},
	{"reference to a surrogate", "XML section 4.1, constraint Legal Character; encoding/xml reads U+FFFD", `&#xD800;`, false},
	{"reference to a surrogate in an attribute", "the same", `<a b="&#56000;"/>`, false},
	{"character in a comment", "XML section 2.2: encoding/xml does not check them there", "<!-- \x01 -->", false},
	{"character in a processing instruction", "the same", "<?a \xFF?>", false},
	{"no white space after a target", "XML section 2.6, production 16", `<?a"?>`, false},
	{"target with a colon", "Namespaces section 7", `<?a:b c?>`, false},
	{"reserved target", "XML section 2.6, production 17", `<?XML c?>`, false},
	{"declaration in the content", "XML section 2.8: an XML declaration starts a document", `<?xml version="1.0"?>`, false},
	{"malformed declaration", "XML section 2.8, production 23; encoding/xml looks for two words in it", `<?xml version="1.0" standalone="maybe"?>` + emptyList, true},
	{"declaration without a version", "the same", `<?xml encoding="utf-8"?>` + emptyList, true},
	{"document type declaration", "refused: what it declares would have to be read", `<!DOCTYPE a [<!ENTITY b "c">]>` + emptyList, true},
	{"declaration of markup in the content", "XML section 3.1, production 43", `<!ELEMENT a ANY>`, false},
	{"text before the root", "XML section 2.1, production 1; Unmarshal skips to the first start tag", `text` + emptyList, true},
	{"CDATA section before the root", "the same", `<![CDATA[]]>` + emptyList, true},
	{"text after the root", "XML section 2.1, production 1; Unmarshal does not read on", emptyList + `text`, true},
	{"second root", "the same", emptyList + emptyList, true},
	{"malformed after the root", "the same", emptyList + `<`, true},
	{"end tag after the root", "the same", emptyList + `</a>`, true},
	{"depth", "a limit of the client", strings.Repeat("<a>", maxDepth) + strings.Repeat("</a>", maxDepth), false},
	{"attributes", "a limit of the client", "<a" + manyAttributes(maxAttributes+1) + "/>", false},
	{"namespaces in scope", "a limit of the client", `<a` + manyNamespaces(maxAttributes/2) + `><a` + manyNamespaces(maxAttributes/2) + `/></a>`, false},
	{"length of a name", "a limit of the client", "<" + strings.Repeat("n", maxNameLength+1) + "/>", false},
}

// refusedByEncodingXML are documents that encoding/xml refuses although the
// standards allow them. The client must accept them.
var refusedByEncodingXML = []xmlDifference{
	{"name of the fifth edition", "XML section 2.3: the fifth edition allows more characters in names than the second, whose tables encoding/xml has", "<a\U00010000/>", false},
	{"version of XML 1.0", "XML section 2.8: a processor of the fifth edition reads documents labelled 1.x as 1.0", `<?xml version="1.9"?>` + emptyList, true},
}

const emptyList = `<ArrayOfObjStationData xmlns="` + namespace + `"/>`

func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ` b%d=""`, i)
	}
	return b.String()
}

func manyNamespaces(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ` xmlns:b%d="u"`, i)
	}
	return b.String()
}

func (l xmlDifference) document() []byte {
	if l.whole {
		return []byte(l.example)
	}
	return []byte(`<ArrayOfObjStationData xmlns="` + namespace + `">` + l.example + `</ArrayOfObjStationData>`)
}

// TestDifferencesFromEncodingXML checks that each listed difference exists, and
// that scan or allowedByFifthEdition recognizes it.
func TestDifferencesFromEncodingXML(t *testing.T) {
	for _, l := range acceptedByEncodingXML {
		doc := l.document()
		_, peerErr := readPeer(soap.HTTPGet, doc)
		_, err := readOurs(t, soap.HTTPGet, doc)
		if peerErr != nil || err == nil {
			t.Errorf("%s: want an error of the client only; got encoding/xml: %v, client: %v: %.200q", l.name, peerErr, err, doc)
		}
		if scan(doc) == "" {
			t.Errorf("%s: scan does not recognize it in %.200q", l.name, doc)
		}
	}
	for _, l := range refusedByEncodingXML {
		doc := l.document()
		_, peerErr := readPeer(soap.HTTPGet, doc)
		_, err := readOurs(t, soap.HTTPGet, doc)
		if peerErr == nil || err != nil {
			t.Errorf("%s: want an error of encoding/xml only; got encoding/xml: %v, client: %v: %.200q", l.name, peerErr, err, doc)
		}
		if !allowedByFifthEdition(doc, peerErr) {
			t.Errorf("%s: allowedByFifthEdition does not recognize it in %.200q", l.name, doc)
		}
	}
}

func readOurs(t testing.TB, b soap.Binding, doc []byte) ([]realtime.ObjStationData, error) {
	return clientWithResponse(t, b, string(doc)).GetStationDataByCodeXML(t.Context(), nil)
}

// FuzzResponse checks that the client and encoding/xml either both refuse a
// document or read the same records from it, except for the listed differences.
func FuzzResponse(f *testing.F) {
	rng := rand.New(rand.NewPCG(7, 8))
	for form := range 1 << 5 {
		list := records(boardOperation.recordType(), 2)
		if form > 4 {
			list = randomRecords(rng, boardOperation.record)
		}
		for _, b := range []soap.Binding{soap.SOAP11, soap.HTTPGet} {
			f.Add([]byte(newWriter(rng, form).document(boardOperation, b, list)))
		}
	}
	for _, table := range [][]xmlDifference{acceptedByEncodingXML, refusedByEncodingXML} {
		for _, l := range table {
			f.Add(l.document())
		}
	}
	const record = `<objStationData><Servertime>2026-11-21T10:11:12</Servertime><Duein> +1 </Duein><Late>-0</Late>`
	for _, fields := range []string{"", "<Origin/>", "<Origin>a<b>c</b>d</Origin>", "<Origin>&#13;&#xA;\r\n</Origin>", "<Late>1</Late>", "<Origin/><Origin/>", `<Origin xmlns="">x</Origin>`} {
		content := record + fields + "</objStationData>"
		f.Add([]byte(resultXML(boardOperation, soap.HTTPGet, content)))
		f.Add([]byte(resultXML(boardOperation, soap.SOAP11, content)))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if otherEncoding(doc) {
			return
		}
		for _, b := range []soap.Binding{soap.SOAP11, soap.HTTPGet} {
			compare(t, b, doc)
		}
	})
}

// compare reads a document with the client and with encoding/xml, and reports
// whether the client accepts it.
func compare(t *testing.T, b soap.Binding, doc []byte) bool {
	want, peerErr := readPeer(b, doc)
	got, err := readOurs(t, b, doc)
	violation := scan(doc)
	switch {
	case violation == unspecified:
	case violation != "":
		if err == nil {
			t.Errorf("%s: the client accepts %q, want an error: %s", b, doc, violation)
		}
	case err != nil && peerErr == nil:
		t.Errorf("%s: the client refuses %q, encoding/xml accepts it: %v", b, doc, err)
	case err == nil && peerErr != nil && !allowedByFifthEdition(doc, peerErr):
		t.Errorf("%s: the client accepts %q, encoding/xml refuses it: %v", b, doc, peerErr)
	case err == nil && peerErr == nil:
		if d := difference(got, want); d != "" {
			t.Errorf("%s: %s in %q", b, d, doc)
		}
	}
	return err == nil
}

// otherEncoding reports whether a document declares an encoding other than UTF-8.
// encoding/xml does not read those by itself.
func otherEncoding(doc []byte) bool {
	for _, mark := range []string{"\xFE\xFF", "\xFF\xFE", "\x00<", "<\x00", "\x00\x00\xFE\xFF"} {
		if bytes.HasPrefix(doc, []byte(mark)) {
			return true
		}
	}
	m := declaredEncoding.FindSubmatch(bytes.TrimPrefix(doc, []byte("\uFEFF")))
	return m != nil && !bytes.EqualFold(m[1], []byte("utf-8"))
}

var declaredEncoding = regexp.MustCompile(`^<\?xml[^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["']?([^"'?> \t\r\n]*)`)

var fifthEdition = regexp.MustCompile(`^(\x{FEFF})?<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']1\.[0-9]+["']`)

// allowedByFifthEdition reports whether a difference in refusedByEncodingXML
// explains the error of encoding/xml for a document.
func allowedByFifthEdition(doc []byte, peerErr error) bool {
	var syntax *xml.SyntaxError
	if errors.As(peerErr, &syntax) && strings.Contains(syntax.Msg, "invalid XML name") {
		return bytes.ContainsFunc(doc, func(r rune) bool { return r >= 0x80 })
	}
	return strings.Contains(peerErr.Error(), "unsupported version") && fifthEdition.Match(doc)
}

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

var (
	numeric     = regexp.MustCompile(`&#(x[0-9a-fA-F]+|[0-9]+);`)
	declaration = regexp.MustCompile(`^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*("1\.[0-9]+"|'1\.[0-9]+')` +
		`([ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*("[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?` +
		`([ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*("(yes|no)"|'(yes|no)'))?[ \t\r\n]*\?>$`)
)

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
