package page

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
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
		Query, TooLarge string
		Documents       []string // queries
		Lines           template.HTML
	}{p.frame(documentName(query)), query, tooLarge, known, ""}
	if tooLarge == "" {
		v := &markupWriter{links: known}
		eachLine(string(doc), v.line)
		data.Lines = template.HTML(v.b.String()) // all text in it has been escaped
	}
	p.write(w, r, http.StatusOK, "view", data)
}

// span is a part of a line of a document.
type span struct{ class, text string }

// eachLine divides a document into indented lines, one for each tag, comment or text. An
// element that has only text is one line.
func eachLine(doc string, line func(depth int, spans []span)) {
	l := &liner{line: line}
	lex.EachToken(doc, l.token)
	l.flush()
}

// liner makes lines of tokens.
type liner struct {
	line  func(depth int, spans []span)
	depth int
	open  []span // the line of a start tag, before it is known what follows
	text  string // text after it
}

func (l *liner) flush() {
	if l.open != nil {
		l.line(l.depth-1, append(l.open, span{"p", ">"}))
	}
	for _, text := range strings.Split(l.text, "\n") {
		if text = strings.TrimSpace(text); text != "" {
			l.line(l.depth, []span{{"x", text}})
		}
	}
	l.open, l.text = nil, ""
}

func (l *liner) token(t lex.Token) {
	switch t.Kind {
	case lex.StartTag:
		l.flush()
		if t.Empty {
			l.line(l.depth, append(startSpans(t), span{"p", "/>"}))
			return
		}
		l.open = startSpans(t)
		l.depth++
	case lex.EndTag:
		l.end(t.Name)
	case lex.Characters:
		if l.text += strings.TrimSpace(t.Text); l.open == nil || strings.Contains(l.text, "\n") {
			l.flush()
		}
	case lex.Other:
		l.flush()
		for _, text := range strings.Split(t.Text, "\n") {
			l.line(l.depth, []span{{"c", strings.TrimSpace(text)}})
		}
	}
}

func (l *liner) end(name string) {
	l.depth = max(0, l.depth-1)
	end := []span{{"p", "</"}, {"t", name}, {"p", ">"}}
	switch {
	case l.open != nil && l.text == "":
		end = append(l.open, span{"p", "/>"})
	case l.open != nil:
		end = append(append(l.open, span{"p", ">"}, span{"x", l.text}), end...)
	}
	l.line(l.depth, end)
	l.open, l.text = nil, ""
}

func startSpans(t lex.Token) []span {
	spans := []span{{"p", "<"}, {"t", t.Name}}
	for _, a := range t.Attributes {
		quote := `"`
		if strings.Contains(a.Value, quote) {
			quote = "'"
		}
		spans = append(spans, span{"a", " " + a.Name}, span{"p", "=" + quote}, span{"v", a.Value}, span{"p", quote})
	}
	return spans
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
		escape := template.HTMLEscapeString
		if query := w.linked(s); query != "" {
			fmt.Fprintf(&w.b, `<a data-import="%s" href="%s">%s</a>`, escape(query), escape(address("view", query)), escape(s.text))
		} else {
			fmt.Fprintf(&w.b, `<span class="%s">%s</span>`, s.class, escape(s.text))
		}
	}
	w.b.WriteString("</div>\n")
}

// linked returns the query of the document that a value is the address of, "" if it is no
// such address.
func (w *markupWriter) linked(s span) string {
	if s.class != "v" || !strings.Contains(s.text, "?") {
		return ""
	}
	u, err := url.Parse(strings.ReplaceAll(s.text, "&amp;", "&"))
	if err != nil || !slices.Contains(w.links, u.RawQuery) {
		return ""
	}
	return u.RawQuery
}

// indented returns a document with a line for each tag.
func indented(doc []byte) string {
	var b strings.Builder
	eachLine(string(doc), func(depth int, spans []span) {
		b.WriteString(strings.Repeat("  ", depth))
		for _, s := range spans {
			b.WriteString(s.text)
		}
		b.WriteString("\n")
	})
	return b.String()
}
