package page

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// maxView is the size of the largest document that is shown, in bytes.
const maxView = 2 << 20

func (p *pages) serveView(w http.ResponseWriter, r *http.Request, query string) {
	known := p.info.Documents()
	if !slices.Contains(known, query) {
		p.missing(w, r, "The contract has no such document.")
		return
	}
	doc, err := p.info.Document(r, query)
	if err != nil {
		secure(w.Header())
		p.info.Log(r, err)
		http.Error(w, "the document cannot be read", http.StatusInternalServerError)
		return
	}
	tooLarge := ""
	if len(doc) > maxView {
		tooLarge = fmt.Sprintf("The document has %d bytes, which is too much to show here.", len(doc))
	}
	data := struct {
		frame
		Name, Source string
		Views        []viewLink
		TooLarge     string
		Lines        template.HTML
	}{p.frame(documentName(query)), documentName(query), "?" + query, p.views(query), tooLarge, ""}
	if tooLarge == "" {
		v := &markupWriter{links: known}
		eachLine(doc, v.line)
		data.Lines = template.HTML(v.b.String()) // all text in it has been escaped
	}
	p.write(w, r, http.StatusOK, "view", data)
}

// span is a part of a line of a document.
type span struct{ class, text string }

// eachLine divides a document into indented lines, one for each tag, comment or text. An
// element that has only text is one line.
func eachLine(doc []byte, line func(depth int, spans []span)) {
	decoder := xml.NewDecoder(bytes.NewReader(doc))
	decoder.Strict = false
	depth := 0
	var open []span // the line of a start tag, before it is known what follows
	var text string // after it
	flush := func() {
		if open != nil {
			line(depth-1, append(open, span{"p", ">"}))
		}
		for _, l := range strings.Split(text, "\n") {
			if l = strings.TrimSpace(l); l != "" {
				line(depth, []span{{"x", l}})
			}
		}
		open, text = nil, ""
	}
	for {
		token, err := decoder.RawToken()
		if err != nil {
			flush()
			return
		}
		switch token := token.(type) {
		case xml.StartElement:
			flush()
			open = startSpans(token)
			depth++
		case xml.EndElement:
			depth = max(0, depth-1)
			end := []span{{"p", "</"}, {"t", rawName(token.Name)}, {"p", ">"}}
			switch {
			case open != nil && text == "":
				line(depth, append(open, span{"p", "/>"}))
			case open != nil:
				line(depth, append(append(open, span{"p", ">"}, span{"x", text}), end...))
			default:
				line(depth, end)
			}
			open, text = nil, ""
		case xml.CharData:
			if text += strings.TrimSpace(string(token)); open == nil || strings.Contains(text, "\n") {
				flush()
			}
		case xml.Comment:
			flush()
			line(depth, []span{{"c", "<!--" + string(token) + "-->"}})
		case xml.ProcInst:
			flush()
			line(depth, []span{{"c", "<?" + token.Target + " " + string(token.Inst) + "?>"}})
		}
	}
}

func startSpans(e xml.StartElement) []span {
	spans := []span{{"p", "<"}, {"t", rawName(e.Name)}}
	for _, a := range e.Attr {
		spans = append(spans, span{"a", " " + rawName(a.Name)}, span{"p", `="`}, span{"v", a.Value}, span{"p", `"`})
	}
	return spans
}

// rawName returns a name as it is in the document: RawToken has the prefix in Space.
func rawName(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// markupWriter writes lines as HTML.
type markupWriter struct {
	b     strings.Builder
	links []string // queries of documents
}

// maxIndent is the deepest indentation, in steps.
const maxIndent = 12

func (w *markupWriter) line(depth int, spans []span) {
	fmt.Fprintf(&w.b, `<div class="l i%d">`, min(max(depth, 0), maxIndent))
	for _, s := range spans {
		text := s.text
		if s.class == "v" {
			text = attributeText(text)
		}
		if query := w.linked(s); query != "" {
			fmt.Fprintf(&w.b, `<a data-import="%s" href="%s">%s</a>`, template.HTMLEscapeString(query), template.HTMLEscapeString(address("view", query)), template.HTMLEscapeString(text))
			continue
		}
		if s.class == "x" {
			text = contentText(text)
		}
		fmt.Fprintf(&w.b, `<span class="%s">%s</span>`, s.class, template.HTMLEscapeString(text))
	}
	w.b.WriteString("</div>\n")
}

// linked returns the query of the document that a value is the address of, "" if it is no
// such address.
func (w *markupWriter) linked(s span) string {
	if s.class != "v" || !strings.Contains(s.text, "?") {
		return ""
	}
	u, err := url.Parse(s.text)
	if err != nil || !slices.Contains(w.links, u.RawQuery) {
		return ""
	}
	return u.RawQuery
}

var contentEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
var attributeEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\n", "&#10;", "\r", "&#13;", "\t", "&#9;")

func contentText(s string) string   { return contentEscapes.Replace(s) }
func attributeText(s string) string { return attributeEscapes.Replace(s) }

// indented returns a document with a line for each tag.
func indented(doc []byte) string {
	var b strings.Builder
	eachLine(doc, func(depth int, spans []span) {
		b.WriteString(strings.Repeat("  ", depth))
		for _, s := range spans {
			switch s.class {
			case "v":
				b.WriteString(attributeText(s.text))
			case "x":
				b.WriteString(contentText(s.text))
			default:
				b.WriteString(s.text)
			}
		}
		b.WriteString("\n")
	})
	return b.String()
}
