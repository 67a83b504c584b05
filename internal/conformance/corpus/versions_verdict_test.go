package corpus_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
)

// TestBehaviour lets both versions of each rule's example talk to each other, and compares what happens with what the
// findings say: whether clients of one version and servers of the other understand each other, whether values get lost,
// and whether a receiver that checks messages refuses one.
func TestBehaviour(t *testing.T) {
	for _, rule := range diff.Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			oldText, newText := examples.Versions(t, examples.Of(t, rule.ID))
			checkVerdict(t, oldText, newText, true)
		})
	}
}

// TestParameters is TestBehaviour for the parameters of a request: a server refuses one that has unknown elements and none of
// its parameters, and names that differ only in case or namespace.
func TestParameters(t *testing.T) {
	const (
		request  = `<xs:element name="get"><xs:complexType><xs:sequence>`
		response = `<xs:element name="getResponse">`
		id       = `<xs:element name="id" type="xs:int"/>`
		maybeID  = `<xs:element name="id" type="xs:int" minOccurs="0"/>`
		year     = `<xs:element name="year" type="xs:int" minOccurs="0"/>`
		isbn     = `<xs:element name="isbn" type="xs:string"/>`
		choice   = `<xs:choice>` + id + isbn + `</xs:choice>`
	)
	standard, _ := examples.Versions(t, examples.Example{Frame: "books", Old: response, New: response})
	for _, c := range []struct{ name, old, new string }{
		{"one may come alone", maybeID + year, maybeID},
		{"one never comes alone", id + year, id},
		{"the only one", maybeID, ""},
		{"an alternative", strings.Replace(choice, isbn, isbn+strings.ReplaceAll(isbn, "isbn", "code"), 1), choice},
		{"another name", maybeID, year},
		{"beside one that differs in case", maybeID, maybeID + strings.Replace(maybeID, "id", "ID", 1)},
		{"case", maybeID, strings.Replace(maybeID, "id", "ID", 1)},
		{"namespace", maybeID, strings.Replace(maybeID, "name", `form="unqualified" name`, 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			old, new := strings.Replace(standard, request+id, request+c.old, 1), strings.Replace(standard, request+id, request+c.new, 1)
			checkVerdict(t, old, new, true)
		})
	}
}

// checkVerdict compares the findings about two versions with what happens.
func checkVerdict(t *testing.T, oldText, newText string, exact bool) {
	t.Helper()
	old, new := newSide(t, oldText), newSide(t, newText)
	if len(old.services) == 0 || len(new.services) == 0 {
		t.Skip("Quartet makes no clients and servers of such contracts")
	}
	for _, d := range disagreements(old, new, exact) {
		t.Error(d)
	}
}

// said returns what findings say about old or new clients: that they break, lose values, or break if messages are checked.
func said(found []diff.Finding, who diff.Parties) (breaks, loses, strict bool) {
	for _, f := range found {
		breaks = breaks || f.Breaks.Has(who)
		loses = loses || f.Loses.Has(who)
		strict = strict || (f.Breaks | f.Strict).Has(who)
	}
	return breaks, loses, strict
}

// disagreements returns how the findings about two versions differ from what happens. If they need not be exact, they may
// mention more.
func disagreements(old, new *side, exact bool) (all []string) {
	found := diff.Compare(old.Contract, new.Contract)
	lossy := slices.ContainsFunc(found, func(f diff.Finding) bool { return f.Class == diff.Lossy })
	broken, lost, unread := slices.ContainsFunc(found, func(f diff.Finding) bool { return f.Class == diff.Breaking }), "", ""
	for _, c := range []struct {
		name           string
		who            diff.Parties
		client, server *side
		readsNew       []part // what the new version reads
	}{
		{"old client, new server", diff.OldClients, old, new, []part{request}},
		{"new client, old server", diff.NewClients, new, old, []part{result, detail, details}},
	} {
		disagree := func(what string, says bool, happens string) {
			if says != (happens != "") && (exact || !says) {
				all = append(all, fmt.Sprintf("%s: %s: %v, but: %s\n%s", c.name, what, says, happens, diff.Text(found)))
			}
		}
		breaks, loses, strict := said(found, c.who)
		var usual effect
		if exact || !breaks {
			usual = exchangeVersions(c.client.usual, c.server.usual, func(o effect) bool {
				return !exact || !breaks && (!loses || o.anyLoss() != "")
			})
		}
		disagree("breaks", breaks, usual.failed)
		if !breaks && usual.failed == "" {
			disagree("loses values", loses, usual.anyLoss())
		}
		disagreeOverJSON(found, c.who, c.client, c.server, exact, disagree)
		broken = broken || usual.failed != ""
		lost, unread = cmp.Or(lost, usual.lossOf(c.readsNew...)), cmp.Or(unread, usual.lossOf(details))
		if exact {
			checked := exchangeVersions(c.client.strict, c.server.strict, func(o effect) bool { return strict == (o != effect{}) })
			if checked.failed == "" && (strict || !loses) {
				checked.failed = checked.anyLoss() // the detail of a fault
			}
			disagree("breaks if messages are checked", strict, checked.failed)
		}
	}
	switch {
	case broken:
	case lost != "" && !lossy, exact && lossy && lost == "" && unread == "":
		all = append(all, fmt.Sprintf("lossy: %v, but: %s\n%s", lossy, lost, diff.Text(found)))
	}
	return all
}
