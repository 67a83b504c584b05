package policy

import (
	"cmp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// scope is what the assertions around an assertion say.
type scope struct {
	signed   bool              // a signature is demanded around it
	messages contract.Messages // that it is for
}

// evaluation is what one alternative demands.
type evaluation struct {
	choice
	addressing, mtom bool
	tokens           [3]bool // whether there is a token that signs, by the messages that it is for
	cost             [2]int  // number of assertions that nobody satisfies, and number of needs
	seen             map[seen]bool
	reader           *Reader
}

// seen is an assertion that has been classified. Nested policies can share assertions.
type seen struct {
	*Assertion
	scope
}

// evaluate classifies the assertions of an alternative. port is what the policy of the port demands, empty for that policy itself.
func (r *Reader) evaluate(alternative Alternative, port choice, messages contract.Messages) *evaluation {
	e := &evaluation{seen: make(map[seen]bool), reader: r}
	has := func(binding string) bool {
		return slices.ContainsFunc(alternative, func(a *Assertion) bool { return !a.Ignorable && isSecurity(a.Name.Space) && a.Name.Local == binding })
	}
	e.transport, e.asymmetric = port.transport || has("TransportBinding"), port.asymmetric || has("AsymmetricBinding")
	e.endorsed = port.endorsed
	e.add(alternative, scope{messages: messages})
	e.signs = port.signs || slices.ContainsFunc(e.demands.all, func(d Demand) bool { return d.Option == contract.BySigning })
	if e.signs || !e.transport {
		r.work += len(port.details.all)
		for _, d := range append(e.details.all, port.details.all...) {
			if !e.signs && d.Class == Followed {
				d.Class = Option
			}
			e.demands.add(d)
		}
		e.details = demandList{}
	}
	encrypts := func(d Demand) bool { return d.Option == contract.ByEncryption && d.Class == Option }
	if both := slices.Concat(e.demands.all, port.demands.all); slices.ContainsFunc(both, encrypts) {
		for _, d := range both {
			if d.Class == Followed && strings.Contains(d.Assertion.Local, "Sha256") { // the suite also demands CBC
				d.Class, d.Option = Unsupported, ""
				e.demands.add(d)
			}
		}
	}
	for _, d := range e.demands.all {
		if d.Class == Unsupported {
			e.cost[0]++
		}
		if d.Class != Followed {
			e.cost[1]++
		}
	}
	return e
}

// add classifies assertions, and what they contain.
func (e *evaluation) add(alternative Alternative, at scope) {
	for _, a := range alternative {
		if a.Ignorable || e.seen[seen{a, at}] {
			continue
		}
		e.seen[seen{a, at}] = true
		if e.reader.work++; e.reader.work > maxWork {
			e.demand(e.reader.tooMuch(a.Element)[0], Unsupported, "", at)
			return
		}
		r := ruleOf(a)
		inner := scope{at.signed || r.signed, max(at.messages, r.messages)}
		class := e.classOf(a, &r, at)
		e.tokens[at.messages] = e.tokens[at.messages] || at.signed && a.Name.Local == "X509Token"
		if e.endorsed == nil && strings.Contains(a.Name.Local, "Endorsing") {
			e.endorsed = a
		}
		switch {
		case class > Default:
			e.demand(a, class, r.option, inner)
		case class == Default && isAddressing(a.Name.Space):
			e.addressing = true
		case class == Default:
			e.mtom = true
		}
		if class == Unsupported || r.opaque {
			continue
		}
		if class != Detail || !r.secured || at.signed { // the transport does not satisfy it
			e.add(a.parameters(), inner)
		}
		e.add(a.Nested, inner)
	}
}

// classOf returns the class of an assertion. It changes the option of r if another one is needed.
func (e *evaluation) classOf(a *Assertion, r *rule, at scope) Class {
	switch {
	case a.of != "" && a.Name.Local == "IncludeToken" && r.class != Unsupported:
		return a.inclusion(r.class, at.messages)
	case at.signed && a.Name.Local == "X509Token" && e.tokens[at.messages]: // a second signature
		return Unsupported
	case at.signed:
		return r.ofSigned(a)
	case (e.asymmetric || e.endorsed != nil && e.endorsed != a) && strings.Contains(a.Name.Local, "Endorsing"): // a second signature
		return Unsupported
	case e.transport && r.secured && r.class == Unsupported && r.option != "":
		return Option
	case e.transport && r.secured:
		return Detail
	}
	return r.class
}

// ofSigned returns the class of an assertion about a token that signs.
func (r *rule) ofSigned(a *Assertion) Class {
	switch {
	case a.Name.Local == "UsernameToken": // its password is the key
		return Unsupported
	case a.Name.Local == "IncludeTimestamp":
		r.option = contract.BySigning
		return Followed
	case r.class == Option && r.option == contract.BySigning:
		return Detail
	}
	return r.class
}

// inclusions are the values of IncludeToken (WS-SecurityPolicy 1.2, section 5.1): whether requests and replies have the token.
var inclusions = map[string][2]bool{"Never": {}, "Once": {true, false}, "AlwaysToRecipient": {true, false}, "AlwaysToInitiator": {false, true}, "Always": {true, true}}

// inclusion returns the class of IncludeToken, and sets its value. Only a token that signs may be absent.
func (a *Assertion) inclusion(class Class, messages contract.Messages) Class {
	included, ok := inclusions[a.value.Local[strings.LastIndex(a.value.Local, "/")+1:]]
	a.value.Local = "Never"
	if included[max(messages, contract.Requests)-contract.Requests] {
		a.value.Local = "Always"
	}
	if !ok || class == Detail && a.value.Local == "Never" {
		return Unsupported
	}
	return class
}

// impliedParts are the elements that assertions without elements mean, and partNames the names that elements without attributes mean.
var impliedParts, partNames = map[string]string{"SignedParts": "Header", "EncryptedParts": "Body"}, map[string]string{"Header": "*", "Body": "Body"}

// parameters returns the elements and attributes of an assertion as assertions, apart from its nested policy, attributes of other
// specifications, and attributes that say no (WS-SecurityPolicy 1.2, sections 4.1.1 and 4.2.1).
func (a *Assertion) parameters() (all Alternative) {
	add := func(name xmltree.QName, e *xmltree.Element, value xsd.QName) {
		all = append(all, &Assertion{Name: name, Element: e, of: a.Name.Local, value: value})
	}
	for child := range a.Element.Elements() {
		if !isOperator(child, "Policy", "PolicyReference") {
			add(child.Name, child, cmp.Or(xsd.QName{Space: child.Get("Namespace"), Local: child.Get("Name")}, xsd.QName{Local: partNames[child.Name.Local]}))
		}
	}
	if part := impliedParts[a.Name.Local]; part != "" && all == nil && isSecurity(a.Name.Space) {
		add(xmltree.QName{Space: a.Name.Space, Local: part}, a.Element, xsd.QName{Local: partNames[part]})
	}
	for _, attr := range a.Element.Attrs {
		if ours := attr.Name.Space == "" || isSecurity(attr.Name.Space); ours && !attr.IsDeclaration() && attr.Value != "false" && attr.Value != "0" {
			add(xmltree.QName{Space: a.Name.Space, Local: attr.Name.Local}, a.Element, xsd.QName{Local: attr.Value})
		}
	}
	return all
}

// demand adds a demand, unless it has been added.
func (e *evaluation) demand(a *Assertion, class Class, option string, at scope) {
	d := Demand{Class: class, Pos: a.Element.Pos(), Need: contract.Need{Assertion: xsd.QName(a.Name), Option: option}}
	switch {
	case class == Unsupported:
		d.Option = ""
	case option == contract.BySigning, option == contract.ByEncryption:
		d.Messages = at.messages
	}
	if class == Followed {
		d.Value = a.value
	}
	if class == Followed && impliedParts[a.of] != "" && partNames[a.Name.Local] != "" {
		d.Assertion.Local = a.of
	}
	if class == Followed || ruleOf(a).signature {
		e.details.add(d)
	} else {
		e.demands.add(d)
	}
}

// demandList has demands, each once.
type demandList struct {
	all   []Demand
	index map[contract.Need]int
}

// key is the need of a demand for any messages. Everything that an address of https satisfies is one demand.
func (d Demand) key() contract.Need {
	if d.Class == HTTPS {
		return contract.Need{Option: contract.HTTPS}
	}
	d.Messages = contract.Both
	return d.Need
}

// add adds a demand, unless it is there, for other messages perhaps.
func (l *demandList) add(d Demand) {
	i, found := l.index[d.key()]
	switch {
	case found && l.all[i].Messages != d.Messages:
		l.all[i].Messages = contract.Both
	case !found:
		if l.index == nil {
			l.index = make(map[contract.Need]int)
		}
		l.index[d.key()], l.all = len(l.all), append(l.all, d)
	}
}

// covers reports whether a demand is there, for its messages at least.
func (l *demandList) covers(d Demand) bool {
	i, found := l.index[d.key()]
	return found && (l.all[i].Messages == d.Messages || l.all[i].Messages == contract.Both)
}
