package page

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// overview is what the index shows whatever the request is.
type overview struct {
	groups     []*group
	operations map[string]*contract.Operation
}

// group is an operation with its overloads.
type group struct {
	Name    string
	Text    string // for the search, in lower case
	Members []*contract.Operation
}

func newOverview(info *soap.ServiceInfo) *overview {
	o := &overview{operations: make(map[string]*contract.Operation)}
	known := make(map[string]*group)
	for _, op := range info.Operations() {
		o.operations[op.Name] = op
		g := known[op.WSDLName()]
		if g == nil {
			g = &group{Name: op.WSDLName()}
			known[g.Name], o.groups = g, append(o.groups, g)
		}
		g.Members = append(g.Members, op)
		g.Text += strings.ToLower(strings.Join([]string{op.Name, strings.Join(op.Params, " "), firstSentence(op.Doc)}, " ")) + " "
	}
	return o
}

// firstSentence returns the beginning of a documentation.
func firstSentence(doc string) string {
	const longest = 160 // runes
	doc = strings.Join(strings.Fields(doc), " ")
	if i := strings.Index(doc, ". "); i >= 0 {
		doc = doc[:i+1]
	}
	if utf8.RuneCountInString(doc) <= longest {
		return doc
	}
	return string([]rune(doc)[:longest]) + "…"
}

// Hidden reports whether a group has not all words of a search. It is on the index nevertheless, so that the script can show it.
func (g *group) Hidden(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(g.Text, w) })
}

// endpoint is an address with the bindings that are there.
type endpoint struct{ Names, Address string }

func (p *pages) endpoints() []endpoint {
	var all []endpoint
	for _, b := range contract.Bindings() {
		path := p.info.Endpoint(b)
		i := slices.IndexFunc(all, func(e endpoint) bool { return e.Address == path })
		switch {
		case path == "":
		case i < 0:
			all = append(all, endpoint{b.String(), path})
		default:
			all[i].Names += ", " + b.String()
		}
	}
	return all
}

// documentName returns the name of a document: that in its query, or else the form.
func documentName(query string) string {
	form, name, _ := strings.Cut(query, "=")
	if name, err := url.QueryUnescape(name); err == nil && name != "" {
		return name
	}
	return form
}

// maxQuery is the longest search, in bytes.
const maxQuery = 200

func (p *pages) serveIndex(w http.ResponseWriter, r *http.Request, query string) {
	o := p.overview
	if len(query) > maxQuery || !utf8.ValidString(query) {
		query = ""
	}
	words, shown := strings.Fields(strings.ToLower(query)), 0
	for _, g := range o.groups {
		if !g.Hidden(words) {
			shown += len(g.Members)
		}
	}
	f := p.frame("")
	f.Contract = p.info.Offers("wsdl")
	p.write(w, r, http.StatusOK, "index", struct {
		frame
		Doc, Query   string
		Words        []string // of the query
		Endpoints    []endpoint
		Groups       []*group
		Shown, Total int
		Flat, SOAP   bool
		OpenAPI      bool
		Documents    []string // queries
	}{
		f, p.info.Contract().Doc, query, words, p.endpoints(), o.groups, shown, len(p.info.Operations()),
		p.info.Offers("flatWsdl"), p.info.Offers("flatWsdl&bindings=soap"), p.info.Offers("openapi"), p.info.Documents(),
	})
}
