package versions

import (
	"encoding/xml"
	"strings"

	"example.com/quartet/templates/soap/schema"
)

// compare records values that were sent and did not arrive.
func (o *outcome) compare(what, sent, received string) {
	o.difference(what, leaves(sent, true), leaves(received, true), sent, received)
}

// count is compare for names: values may be written in another way.
func (o *outcome) count(what, sent, received string) {
	o.difference(what, leaves(sent, false), leaves(received, false), sent, received)
}

func (o *outcome) difference(what string, sent, received map[string]int, a, b string) {
	for leaf, n := range sent {
		if received[leaf] < n {
			o.lose("%s: %s does not arrive: %s\narrives as %s", what, leaf, a, b)
		}
	}
}

// leaves counts the attributes and the elements without children of markup, with their values.
func leaves(text string, values bool) map[string]int {
	all := make(map[string]int)
	d := xml.NewDecoder(strings.NewReader("<x>" + text + "</x>"))
	content, leaf := "", true
	var open []string
	inBody := !strings.Contains(text, "Envelope")
	for {
		token, err := d.Token()
		if err != nil {
			return all
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "Body" {
				inBody = true
			}
			for _, a := range token.Attr {
				if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" && a.Name.Space != schema.XSINamespace && a.Name.Space != "xsi" && a.Name.Local != "encodingStyle" && inBody {
					all["@"+valueOf(a.Name.Local, a.Value, values)]++
				}
			}
			open = append(open, token.Name.Local)
			content, leaf = "", true
		case xml.CharData:
			content += string(token)
			if !leaf && strings.TrimSpace(string(token)) != "" && inBody {
				all["text in "+open[len(open)-1]]++
			}
		case xml.EndElement:
			if leaf && content != "" && inBody {
				all[valueOf(token.Name.Local, content, values)]++
			}
			content, leaf = "", false
			open = open[:len(open)-1]
		}
	}
}

func valueOf(name, value string, values bool) string {
	if values {
		return name + "=" + value
	}
	return name
}
