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
	data := struct {
		frame
		Query, TooLarge string
		Documents       []string // queries
		Lines           template.HTML
	}{p.frame(documentName(query)), query, "", known, ""}
	if len(doc) > maxView {
		data.TooLarge = fmt.Sprintf("The document has %d bytes, which is too much to show here.", len(doc))
	} else {
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
func eachLine(doc string, line func(depth int, spans ...span)) {
	var tokens []lex.Token
	lex.EachToken(doc, func(t lex.Token) { tokens = append(tokens, t) })
	depth := 0
	lines := func(class, text string) {
		for _, text := range strings.Split(text, "\n") {
			if text = strings.TrimSpace(text); text != "" || class == "c" {
				line(depth, span{class, text})
			}
		}
	}
	for i := 0; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case t.Kind == lex.Other:
			lines("c", t.Text)
		case t.Kind == lex.Characters:
			lines("x", t.Text)
		case t.Kind == lex.EndTag:
			depth = max(0, depth-1)
			line(depth, endSpans(t)...)
		case t.Empty:
			line(depth, append(startSpans(t), span{"p", "/>"})...)
		default:
			text, n := textOnLine(tokens[i+1:])
			i += n
			if strings.Contains(text, "\n") || i+1 == len(tokens) || tokens[i+1].Kind != lex.EndTag {
				line(depth, append(startSpans(t), span{"p", ">"})...)
				depth++
				lines("x", text)
				continue
			}
			if i++; text == "" {
				line(depth, append(startSpans(t), span{"p", "/>"})...)
			} else {
				line(depth, append(append(startSpans(t), span{"p", ">"}, span{"x", text}), endSpans(tokens[i])...)...)
			}
		}
	}
}

// textOnLine returns the text at the beginning of tokens, up to the first token with several lines, and of how many tokens it is.
func textOnLine(tokens []lex.Token) (text string, n int) {
	for n < len(tokens) && tokens[n].Kind == lex.Characters && !strings.Contains(text, "\n") {
		text += strings.TrimSpace(tokens[n].Text)
		n++
	}
	return text, n
}

func endSpans(t lex.Token) []span { return []span{{"p", "</"}, {"t", t.Name}, {"p", ">"}} }

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

func (w *markupWriter) line(depth int, spans ...span) {
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
	eachLine(string(doc), func(depth int, spans ...span) {
		b.WriteString(strings.Repeat("  ", depth))
		for _, s := range spans {
			b.WriteString(s.text)
		}
		b.WriteString("\n")
	})
	return b.String()
}
