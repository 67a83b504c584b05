package lint

import (
	"net/url"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
)

// documentRules returns rules on the documents of a contract. Each reports a contract once.
func documentRules() []Rule {
	return []Rule{
		{diag.Rule{ID: "several-documents", Severity: diag.Note, Summary: "the contract is in several documents",
			Note: "remote-import reports documents on other hosts. Tools that do not follow imports cannot read the contract: Mono's wsdl does not follow the imports of a contract in a file. " +
				"Offer it as one document, too: a handler does at ?wsdl, and \"go tool quartet flatten --keep-overloads\" writes it."}, severalDocuments},
		{diag.Rule{ID: "remote-import", Severity: diag.Note, Summary: "a document of the contract is on another host",
			Note: "Tools read it over the network each time, and fail if they cannot reach the host or if it has changed. " +
				"Put the document beside the contract, and refer to it with a relative location."}, remoteDocuments},
	}
}

func severalDocuments(p *pass) {
	places := p.references(func(_, to *load.Document) bool { return !p.isElsewhere(to) })
	if len(places) == 0 {
		return
	}
	d := p.report(places[0], "the contract is in %d documents", len(places)+1)
	for _, place := range places[1:min(len(places), 4)] {
		*d = d.WithRelated(place, "also here")
	}
	d.Hint = "offer it as one document, too: a handler does at ?wsdl, and \"go tool quartet flatten --keep-overloads\" writes it"
}

func remoteDocuments(p *pass) {
	p.reportFirst(p.references(func(from, to *load.Document) bool {
		host, remote := webHost(to)
		origin, _ := webHost(from)
		return remote && host != origin
	}), "a document of the contract is on another host").Hint = "put the document beside the contract, and refer to it with a relative location"
}

// webHost returns the host in the address of a document, and whether that is one of the web.
func webHost(doc *load.Document) (host string, ok bool) {
	u, err := url.Parse(doc.Addresses()[0])
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	return u.Host, true
}

// isElsewhere reports whether a document is on another host than the contract.
func (p *pass) isElsewhere(doc *load.Document) bool {
	host, remote := webHost(doc)
	own, _ := webHost(p.Main)
	return remote && host != own
}

// references returns the place of the first matching reference to each document other than the main one.
func (p *pass) references(match func(from, to *load.Document) bool) []diag.Pos {
	var places []diag.Pos
	seen := map[*load.Document]bool{p.Main: true}
	for doc := range p.written() {
		for _, r := range doc.References {
			if t := r.Target; t != nil && !t.WellKnown && !seen[t] && match(doc, t) {
				seen[t] = true
				places = append(places, r.Element.Pos())
			}
		}
	}
	return places
}
