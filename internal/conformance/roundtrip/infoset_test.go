package roundtrip

import (
	"encoding/xml"
	"fmt"
	"io"
	"sort"
	"strings"
	"testing"
)

// infoset returns the information in a document as encoding/xml reads it, with a
// line for each element: its expanded name, its attributes without namespace
// declarations, and its text. White space between elements is omitted. Documents
// with the same infoset are equivalent for any client.
func infoset(t testing.TB, doc []byte) string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(doc)))
	var out strings.Builder
	var text strings.Builder
	depth, leaf := 0, false
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out.String()
		}
		if err != nil {
			t.Fatalf("malformed XML: %v\n%s", err, doc)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if strings.TrimSpace(text.String()) != "" {
				t.Fatalf("mixed content: %q", text.String())
			}
			text.Reset()
			if depth > 0 {
				out.WriteByte('\n')
			}
			fmt.Fprintf(&out, "%s{%s}%s%s", strings.Repeat("  ", depth), token.Name.Space, token.Name.Local, attributes(token.Attr))
			depth, leaf = depth+1, true
		case xml.EndElement:
			switch {
			case leaf && text.Len() > 0:
				fmt.Fprintf(&out, " %q", text.String())
			case strings.TrimSpace(text.String()) != "":
				t.Fatalf("mixed content: %q", text.String())
			}
			text.Reset()
			depth, leaf = depth-1, false
		case xml.CharData:
			text.Write(token)
		}
	}
}

func attributes(list []xml.Attr) string {
	var all []string
	for _, a := range list {
		if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
			all = append(all, fmt.Sprintf(" {%s}%s=%q", a.Name.Space, a.Name.Local, a.Value))
		}
	}
	sort.Strings(all)
	return strings.Join(all, "")
}

// sameInfoset checks that two documents have the same infoset.
func sameInfoset(t testing.TB, got []byte, want string) {
	t.Helper()
	g, w := strings.Split(infoset(t, got), "\n"), strings.Split(infoset(t, []byte(want)), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Errorf("line %d of the infoset differs:\n got %s\nwant %s\nin %.2000s", i+1, line(g, i), line(w, i), got)
			return
		}
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(the end)"
}

// escape returns text escaped for the content of an element.
func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err)
	}
	return b.String()
}
