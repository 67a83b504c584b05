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
	groups     []group
	total      int
	operations map[string]*contract.Operation
}

// group is an operation with its overloads.
type group struct {
	Name    string
	Text    string // for the search, in lower case
	Single  *member
	Members []member
}

// member is an operation on the index.
type member struct{ Name, Link, Doc, Params string }

func newOverview(info *soap.ServiceInfo) *overview {
	o := &overview{operations: make(map[string]*contract.Operation)}
	at := make(map[string]int)
	for _, op := range info.Operations() {
		o.total++
		o.operations[op.Name] = op
		name := op.OverloadOf
		if name == "" {
			name = op.Name
		}
		i, found := at[name]
		if !found {
			i = len(o.groups)
			at[name] = i
			o.groups = append(o.groups, group{Name: name})
		}
		g := &o.groups[i]
		g.Members = append(g.Members, member{Name: op.Name, Link: address("op", op.Name), Doc: firstSentence(op.Doc), Params: strings.Join(op.Params, ", ")})
		g.Text += strings.ToLower(strings.Join([]string{op.Name, strings.Join(op.Params, " "), firstSentence(op.Doc)}, " ")) + " "
	}
	for i := range o.groups {
		if g := &o.groups[i]; len(g.Members) == 1 {
			g.Single = &g.Members[0]
		}
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

// found is a group on the index. One that the search does not find is hidden, so that
// the script can show it.
type found struct {
	*group
	Hidden bool
}

// matching marks the groups that have all words of a query, and counts their operations.
func (o *overview) matching(query string) (all []found, shown int) {
	words := strings.Fields(strings.ToLower(query))
	for i := range o.groups {
		g := &o.groups[i]
		hidden := slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(g.Text, w) })
		all = append(all, found{g, hidden})
		if !hidden {
			shown += len(g.Members)
		}
	}
	return all, shown
}

// endpoint is an address with the bindings that are there.
type endpoint struct{ Names, Address string }

func (p *pages) endpoints() []endpoint {
	var all []endpoint
	for b := contract.SOAP11; b <= contract.JSON; b++ {
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

// viewLink is a link to the view of a document.
type viewLink struct {
	Query, Name, Link string
	Current           bool
}

func (p *pages) views(current string) []viewLink {
	var all []viewLink
	for _, query := range p.info.Documents() {
		all = append(all, viewLink{query, documentName(query), address("view", query), query == current})
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
	o := p.overview()
	if len(query) > maxQuery || !utf8.ValidString(query) {
		query = ""
	}
	groups, shown := o.matching(query)
	f := p.frame("")
	f.Contract = p.info.Offers("wsdl")
	p.write(w, r, http.StatusOK, "index", struct {
		frame
		Doc          string
		Query        string
		Endpoints    []endpoint
		Groups       []found
		Shown, Total int
		Flat         bool
		OpenAPI      bool
		Views        []viewLink
	}{
		f, p.info.Contract().Doc, query, p.endpoints(), groups, shown, o.total,
		p.info.Offers("flatWsdl"), p.info.Offers("openapi"), p.views(""),
	})
}
