package record

import (
	"bytes"
	"encoding/xml"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
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
	media, parameters, err := mime.ParseMediaType(x.RequestHeader.Get("Content-Type"))
	if err != nil {
		media, parameters = "", nil
	}
	body := string(x.RequestBody)
	switch {
	case media == "application/x-www-form-urlencoded":
		if values, err := url.ParseQuery(body); err == nil {
			body = values.Encode()
		}
	case strings.HasPrefix(media, "multipart/") && parameters["boundary"] != "":
		body = strings.ReplaceAll(body, parameters["boundary"], "boundary")
	default:
		body = canonicalXML(x.RequestBody, parameters["charset"])
	}
	return strings.Join([]string{x.Method, path, query, x.action(parameters), body}, "\n")
}

// action returns the action of a SOAP request: the header of SOAP 1.1, or the parameter of the media type of SOAP 1.2.
func (x *Exchange) action(parameters map[string]string) string {
	if action := strings.Trim(x.RequestHeader.Get("SOAPAction"), `"`); action != "" {
		return action
	}
	return parameters["action"]
}

// canonicalXML returns the names, attributes and text of a document, one on each line, or the body as it is if it is no
// document.
func canonicalXML(body []byte, charset string) string {
	d, err := newXMLDecoder(body, charset)
	if err != nil {
		return string(body)
	}
	var b strings.Builder
	for skip := 0; ; {
		token, err := d.Token()
		if err == io.EOF && b.Len() > 0 {
			return b.String()
		}
		if err != nil {
			return string(body)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if skip > 0 || isSecurity(t.Name) || isAddressing(t.Name, "MessageID", "To") {
				skip++
				continue
			}
			b.WriteString("<{" + t.Name.Space + "}" + t.Name.Local)
			writeAttributes(&b, t.Attr)
			b.WriteByte('\n')
		case xml.EndElement:
			if skip > 0 {
				skip--
				continue
			}
			b.WriteString(">\n")
		case xml.CharData:
			if skip == 0 && len(bytes.TrimSpace(t)) > 0 {
				b.WriteString("=" + strings.ReplaceAll(string(t), "\n", "\\n") + "\n")
			}
		}
	}
}

func writeAttributes(b *strings.Builder, attributes []xml.Attr) {
	var list []string
	for _, a := range attributes {
		if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
			list = append(list, " {"+a.Name.Space+"}"+a.Name.Local+"="+a.Value)
		}
	}
	slices.Sort(list)
	b.WriteString(strings.Join(list, ""))
}

// operation returns a name for people: the local name of the action, of the element in the Body, or the last element of
// the path.
func (x *Exchange) operation() string {
	_, parameters, _ := mime.ParseMediaType(x.RequestHeader.Get("Content-Type"))
	name := x.action(parameters)
	if name == "" {
		if element, inBody := x.element(parameters["charset"]); inBody {
			name = element.Local
		}
	}
	if name == "" {
		name, _, _ = strings.Cut(x.Target, "?")
	}
	name = strings.TrimRight(name, "/")
	if i := strings.LastIndexAny(name, "/#:"); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return r
		}
		return -1
	}, name)
	return name[:min(len(name), 60)]
}

// SameOperation reports whether two requests are for one operation, whatever its parameters are: they have the same method,
// path, media type and action, and the same first element in the Body, or the same root. Use it as the Match of a [Player].
func SameOperation(a, b *Exchange) bool { return a.operationKey() == b.operationKey() }

func (x *Exchange) operationKey() string {
	path, _, _ := strings.Cut(x.Target, "?")
	media, parameters, _ := mime.ParseMediaType(x.RequestHeader.Get("Content-Type"))
	name, _ := x.element(parameters["charset"])
	return strings.Join([]string{x.Method, path, media, x.action(parameters), name.Space, name.Local}, "\n")
}

// element returns the name of the first element in the Body of an envelope, or of the root of another document. It is empty if the
// body of the request is not XML.
func (x *Exchange) element(charset string) (name xml.Name, inBody bool) {
	d, err := newXMLDecoder(x.RequestBody, charset)
	if err != nil {
		return xml.Name{}, false
	}
	for {
		token, err := d.Token()
		if err != nil {
			return xml.Name{}, false
		}
		start, ok := token.(xml.StartElement)
		switch {
		case !ok || start.Name.Local == "Envelope":
		case start.Name.Local == "Header":
			_ = d.Skip() // the next token has the same error
		case start.Name.Local == "Body":
			inBody = true
		default:
			return start.Name, inBody
		}
	}
}

// messageID returns the MessageID of WS-Addressing in a request, "" if it has none.
func (x *Exchange) messageID() (id string) {
	_, parameters, _ := mime.ParseMediaType(x.RequestHeader.Get("Content-Type"))
	d, err := newXMLDecoder(x.RequestBody, parameters["charset"])
	for err == nil {
		var token xml.Token
		token, err = d.Token()
		start, ok := token.(xml.StartElement)
		switch {
		case ok && start.Name.Local == "Body":
			return ""
		case ok && isAddressing(start.Name, "MessageID"):
			if d.DecodeElement(&id, &start) != nil {
				return ""
			}
			return strings.TrimSpace(id)
		}
	}
	return ""
}

func isSecurity(name xml.Name) bool {
	return name.Local == "Security" && strings.HasSuffix(name.Space, "wss-wssecurity-secext-1.0.xsd")
}

// isAddressing reports whether a name is one of some names in a namespace of WS-Addressing.
func isAddressing(name xml.Name, locals ...string) bool {
	return slices.Contains(locals, name.Local) && strings.HasSuffix(name.Space, "/addressing")
}

func newXMLDecoder(body []byte, charset string) (*xml.Decoder, error) {
	text, err := codec.ToUTF8(body, charset)
	if err != nil {
		return nil, err
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return d, nil
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
