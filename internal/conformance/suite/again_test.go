package suite_test

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/suite"
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

func hunt(t *testing.T) {
	folder := os.Getenv("QUARTET_XSTS")
	cases, err := suite.ReadIndex(folder)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]*suite.Values{}
	kinds := map[string]int{}
	for _, c := range cases {
		if c.Kind != "instance" || !c.Judged() || !c.Valid() {
			continue
		}
		if f := os.Getenv("HUNT"); f != "" && !strings.Contains(c.Instance, f) {
			continue
		}
		kinds["all"]++
		key := strings.Join(c.Schemas, " ")
		v, ok := known[key]
		if !ok {
			model, diags, err := suite.ReadSchema(folder, c.Schemas)
			if err != nil || model == nil || diags.HasErrors() {
				fmt.Println("SCHEMA", key, err, diags.HasErrors())
			} else if v, err = suite.NewValues(model); err != nil {
				fmt.Println("VALUES", key, err)
			}
			known[key] = v
		}
		if v == nil {
			kinds["schema"]++
			continue
		}
		doc, err := os.ReadFile(filepath.Join(folder, c.Instance))
		if err != nil {
			continue
		}
		text, err := v.Again(doc)
		if err != nil {
			kinds["error"]++
			fmt.Println("ERROR", c.Instance, err)
			continue
		}
		a, errA := infoset([]byte("<r>" + string(suiteProlog(doc)) + "</r>"))
		b, errB := infoset(text)
		if err := cmp.Or(errA, errB); err != nil {
			kinds["malformed"]++
			fmt.Println("MALFORMED", c.Instance, errA, errB)
			continue
		}
		b = strings.Replace(b, "{urn:suite}r\n", "{}r\n", 1)
		a, b = canon(a), canon(b)
		if a != b {
			kinds["differs"]++
			fmt.Printf("DIFFERS %s\n", c.Instance)
			x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
			for i := range max(len(x), len(y)) {
				if i >= len(x) || i >= len(y) || x[i] != y[i] {
					fmt.Printf("  - %s\n  + %s\n", strings.Join(x[i:min(i+3, len(x))], "\n    "), strings.Join(y[min(i, len(y)):min(i+3, len(y))], "\n    "))
					break
				}
			}
		}
	}
	fmt.Println(kinds)
}

func suiteProlog(doc []byte) []byte { return suite.WithoutProlog(doc) }

func TestHunt(t *testing.T) { hunt(t) }

var quotedText = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

func canon(s string) string {
	return quotedText.ReplaceAllStringFunc(s, func(q string) string {
		v, _ := strconv.Unquote(q)
		var all []string
		for _, f := range strings.Fields(v) {
			if _, l, ok := strings.Cut(f, ":"); ok && !strings.Contains(v, "/") {
				f = "*:" + l
			}
			if n, err := strconv.ParseFloat(f, 64); err == nil {
				f = fmt.Sprint(n)
			}
			f = strings.ToLower(f)
			switch f {
			case "true", "-0":
				f = map[string]string{"true": "1", "-0": "0"}[f]
			case "false":
				f = "0"
			}
			all = append(all, f)
		}
		return strings.Join(all, " ")
	})
}
