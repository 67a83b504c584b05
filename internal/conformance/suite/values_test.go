package suite_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/quartet/internal/conformance/suite"
	"example.com/quartet/templates/soap/schema"
)

// infoset returns the information in a document, with a line for each element and each text. It leaves out what holds
// the document, namespace declarations and white space between elements.
func infoset(doc []byte) (string, error) {
	d := xml.NewDecoder(strings.NewReader(string(doc)))
	var out strings.Builder
	scopes := []map[string]string{{}}
	var texts, mixed = []string{""}, []bool{false}
	line := func(depth int, format string, args ...any) {
		fmt.Fprintf(&out, strings.Repeat(" ", depth)+format+"\n", args...)
	}
	flush := func(leaf bool) {
		n := len(texts) - 1
		if strings.TrimSpace(texts[n]) != "" {
			line(n, "%q", texts[n])
		}
		texts[n] = ""
	}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out.String(), nil
		} else if err != nil {
			return out.String(), err
		}
		switch token := token.(type) {
		case xml.StartElement:
			flush(false)
			mixed[len(mixed)-1] = true
			scope := map[string]string{}
			for k, v := range scopes[len(scopes)-1] {
				scope[k] = v
			}
			var attrs []string
			for _, a := range token.Attr {
				switch {
				case a.Name.Space == "xmlns":
					scope[a.Name.Local] = a.Value
				case a.Name.Space == "" && a.Name.Local == "xmlns":
					scope[""] = a.Value
				}
			}
			for _, a := range token.Attr {
				switch {
				case a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns":
				case strings.HasSuffix(a.Name.Local, "chemaLocation"):
				case a.Name.Local == "nil" && (a.Value == "false" || a.Value == "0"):
				default:
					value := a.Value
					if strings.HasSuffix(a.Name.Space, "XMLSchema-instance") && a.Name.Local == "type" {
						prefix, local, ok := strings.Cut(strings.TrimSpace(value), ":")
						if !ok {
							prefix, local = "", prefix
						}
						value = scope[prefix] + " " + local
					}
					attrs = append(attrs, fmt.Sprintf(" {%s}%s=%q", a.Name.Space, a.Name.Local, value))
				}
			}
			slices.Sort(attrs)
			line(len(texts)-1, "{%s}%s%s", token.Name.Space, token.Name.Local, strings.Join(attrs, ""))
			scopes, texts, mixed = append(scopes, scope), append(texts, ""), append(mixed, false)
		case xml.EndElement:
			flush(!mixed[len(mixed)-1])
			scopes, texts, mixed = scopes[:len(scopes)-1], texts[:len(texts)-1], mixed[:len(mixed)-1]
		case xml.CharData:
			texts[len(texts)-1] += string(token)
		}
	}
}

// again reads a document and writes its value.
func again(table *schema.Table, doc []byte) ([]byte, error) {
	v := suite.Validate(table, doc)
	return v.Written, v.Decode
}
