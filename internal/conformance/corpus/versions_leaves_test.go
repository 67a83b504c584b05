package corpus_test

import (
	"encoding/xml"
	"strings"

	"example.com/quartet/templates/soap/schema"
)

// sentText is markup that is sent.
type sentText struct {
	text   string
	values bool           // values must arrive, and not only names, as values may be written in another way
	leaves map[string]int // nil before it is compared
}

// compare returns the first value that was sent and did not arrive.
func compare(p part, what string, s *sentText, received string) effect {
	if s.text == received {
		return effect{}
	}
	if s.leaves == nil {
		s.leaves = leaves(s.text, s.values)
	}
	arrived := leaves(received, s.values)
	for leaf, n := range s.leaves {
		if arrived[leaf] < n {
			return loss(p, "%s, %s: %s does not arrive: %s\narrives as %s", what, [...]string{"request", "result", "detail", "details"}[p], leaf, s.text, received)
		}
	}
	return effect{}
}

// leaves counts the attributes and the elements without children of markup, with their values.
func leaves(text string, values bool) map[string]int {
	all := make(map[string]int)
	d := xml.NewDecoder(strings.NewReader("<x>" + text + "</x>"))
	content, leaf := "", true
	before, wasLeaf := "", true // what these were before the last start tag
	inBody := !strings.Contains(text, "Envelope")
	for {
		token, err := d.Token()
		if err != nil {
			return all
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "Body" || token.Name.Local == "Header" {
				inBody = true
			}
			for _, a := range token.Attr {
				if inBody {
					addAttribute(all, a, values)
				}
			}
			before, wasLeaf = content, leaf
			content, leaf = "", true
		case xml.CharData:
			content += string(token)
			if !leaf && strings.TrimSpace(string(token)) != "" && inBody {
				all["text"]++
			}
		case xml.EndElement:
			if leaf && content == "" { // an empty element is as one that is not there, also between texts
				content, leaf = before, wasLeaf
				continue
			}
			if leaf && inBody {
				all[valueOf(token.Name.Local, content, values)]++
			}
			content, leaf = "", false
		}
	}
}

// addAttribute counts an attribute, unless it declares a prefix. Encoded messages name all built-in types.
func addAttribute(all map[string]int, a xml.Attr, values bool) {
	switch {
	case a.Name.Space == "xsi" || a.Name.Space == schema.XSINamespace:
		if a.Name.Local == "type" && !strings.HasPrefix(a.Value, "xs") {
			all["@"+valueOf("xsi:type", a.Value[strings.IndexByte(a.Value, ':')+1:], values)]++
		}
	case a.Name.Space != "xmlns" && a.Name.Local != "xmlns" && a.Name.Local != "encodingStyle":
		all["@"+valueOf(a.Name.Local, a.Value, values)]++
	}
}

func valueOf(name, value string, values bool) string {
	name = strings.ToLower(name) // the details of faults may have mistaken names
	if values {
		return name + "=" + value
	}
	return name
}
