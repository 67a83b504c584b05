package record

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/media"
)

// Key returns what the requests have in common that a Player answers with one recording: the method, the path, the
// parameters in the order of their names, the action, and the body. Of an XML body prefixes, white space between
// elements, comments, the order of attributes, a WS-Security header, and MessageID and To of WS-Addressing do not count, as they
// may differ from one request to the next; of a multipart body the boundary does not.
func (x *Exchange) Key() string {
	path, query, _ := strings.Cut(x.Target, "?")
	if values, err := url.ParseQuery(query); err == nil {
		query = values.Encode()
	}
	t := x.mediaType()
	body := string(x.RequestBody)
	switch boundary := t.Attribute("boundary"); {
	case t.Name == "application/x-www-form-urlencoded":
		if values, err := url.ParseQuery(body); err == nil {
			body = values.Encode()
		}
	case strings.HasPrefix(t.Name, "multipart/") && boundary != "":
		body = strings.ReplaceAll(body, boundary, "boundary")
	default:
		body = x.content().canonical
	}
	return strings.Join([]string{x.Method, path, query, x.action(), body}, "\n")
}

// mediaType returns the media type of the request.
func (x *Exchange) mediaType() media.Type { return media.Parse(x.RequestHeader.Get("Content-Type")) }

// action returns the action of a SOAP request: the header of SOAP 1.1, or the parameter of the media type of SOAP 1.2.
func (x *Exchange) action() string {
	return cmp.Or(strings.Trim(x.RequestHeader.Get("SOAPAction"), `"`), x.mediaType().Attribute("action"))
}

// content is what a recording is found by in an XML body.
type content struct {
	canonical string   // names, attributes and text, one on each line, or the body as it is if it is no document
	element   xml.Name // the first element in the Body of an envelope, or the root of another document
	inBody    bool     // the element is in a Body
	messageID string   // of WS-Addressing
}

// content reads the body of the request.
func (x *Exchange) content() content {
	r := contentReader{}
	text, err := codec.ToUTF8(x.RequestBody, x.mediaType().Attribute("charset"))
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for err == nil {
		var token xml.Token
		token, err = d.Token()
		switch t := token.(type) {
		case xml.StartElement:
			r.start(t)
		case xml.EndElement:
			r.end()
		case xml.CharData:
			r.characters(t)
		}
	}
	if r.canonical = r.lines.String(); err != io.EOF || r.canonical == "" {
		r.canonical = string(x.RequestBody)
	}
	r.messageID = strings.TrimSpace(r.messageID)
	return r.content
}

// contentReader makes a content of the tokens of a document.
type contentReader struct {
	content
	lines strings.Builder // canonical
	open  []xml.Name      // elements that have not ended
	skip  int             // how many are open around what does not count, with the element itself; 0: what comes next counts
}

func (r *contentReader) start(t xml.StartElement) {
	isHeader := func(name xml.Name) bool { return name.Local == "Header" }
	if r.element.Local == "" && !slices.ContainsFunc(r.open, isHeader) && !isHeader(t.Name) && t.Name.Local != "Envelope" {
		if r.inBody = r.inBody || t.Name.Local == "Body"; t.Name.Local != "Body" {
			r.element = t.Name
		}
	}
	r.open = append(r.open, t.Name)
	isSecurity := t.Name.Local == "Security" && strings.HasSuffix(t.Name.Space, "wss-wssecurity-secext-1.0.xsd")
	if r.skip == 0 && (isSecurity || isAddressing(t.Name, "MessageID", "To")) {
		r.skip = len(r.open)
	}
	if r.skip > 0 {
		return
	}
	var attributes []string
	for _, a := range t.Attr {
		if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
			attributes = append(attributes, " {"+a.Name.Space+"}"+a.Name.Local+"="+a.Value)
		}
	}
	slices.Sort(attributes)
	r.lines.WriteString("<{" + t.Name.Space + "}" + t.Name.Local + strings.Join(attributes, "") + "\n")
}

func (r *contentReader) end() {
	switch r.skip {
	case 0:
		r.lines.WriteString(">\n")
	case len(r.open):
		r.skip = 0
	}
	r.open = r.open[:len(r.open)-1]
}

func (r *contentReader) characters(t xml.CharData) {
	switch {
	case r.skip == 0 && len(bytes.TrimSpace(t)) > 0:
		r.lines.WriteString("=" + strings.ReplaceAll(string(t), "\n", "\\n") + "\n")
	case r.skip > 0 && r.skip == len(r.open) && !r.inBody && isAddressing(r.open[r.skip-1], "MessageID"):
		r.messageID += string(t)
	}
}

// isAddressing reports whether a name is one of some names in a namespace of WS-Addressing.
func isAddressing(name xml.Name, locals ...string) bool {
	return slices.Contains(locals, name.Local) && strings.HasSuffix(name.Space, "/addressing")
}

// operation returns a name for people: the local name of the action, of the element in the Body, or the last element of
// the path.
func (x *Exchange) operation() string {
	name, content := x.action(), x.content()
	if name == "" && content.inBody {
		name = content.element.Local
	}
	if name == "" {
		name, _, _ = strings.Cut(x.Target, "?")
	}
	name = strings.TrimRight(name, "/")
	if i := strings.LastIndexAny(name, "/#:"); i >= 0 {
		name = name[i+1:]
	}
	return nameOf(name)
}

// nameOf returns the characters of a text that names of recordings have, the first ones of many.
func nameOf(text string) string {
	text = otherCharacters.ReplaceAllString(text, "")
	return text[:min(len(text), 60)]
}

// otherCharacters matches characters that names of recordings do not have.
var otherCharacters = regexp.MustCompile("[^0-9A-Za-z_-]+")

// SameOperation reports whether two requests are for one operation, whatever its parameters are: they have the same method,
// path, media type and action, and the same first element in the Body, or the same root. Use it as the Match of a [Player].
func SameOperation(a, b *Exchange) bool { return a.operationKey() == b.operationKey() }

func (x *Exchange) operationKey() string {
	path, _, _ := strings.Cut(x.Target, "?")
	element := x.content().element
	return strings.Join([]string{x.Method, path, x.mediaType().Name, x.action(), element.Space, element.Local}, "\n")
}

// volatile are headers that differ from one run to the next, or that say how a body was sent and not what it is.
var volatile = []string{
	"Accept-Encoding", "Connection", "Content-Encoding", "Content-Length", "Date", "Keep-Alive", "Te", "Trailer",
	"Transfer-Encoding", "User-Agent",
}

// kept returns a copy of a header without what a recording does not have. Names that are not spelled as usual, as
// SOAPAction is in requests, are.
func kept(header http.Header) http.Header {
	h := http.Header{}
	for name, values := range header {
		name = http.CanonicalHeaderKey(name)
		h[name] = append(h[name], values...)
	}
	for _, name := range volatile {
		h.Del(name)
	}
	return h
}
