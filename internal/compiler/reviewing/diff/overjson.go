package diff

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

const clients = OldClients | NewClients

// jsonShift separates the directions of a component from those in which JSON carries it, which has no header blocks. The detail of
// a fault that cannot be read breaks nobody there, either.
const jsonShift = 3

// overJSON sets the clients that a difference in the current direction breaks over JSON.
func (c *comparer) overJSON(f *Finding, e effect) {
	f.JSON = e.within(c.limit).clients(c.direction>>jsonShift, mistaken)
}

// reformed is overJSON for the findings from an index on, since what they are about has another form in JSON.
func (c *comparer) reformed(from int) {
	for _, f := range c.findings[from:] {
		c.overJSON(f, both)
	}
}

// hasAttributes reports whether a type has attributes. Simple content is a member of an object then.
func hasAttributes(t *xsd.ComplexType) bool { return len(t.Attributes) > 0 || t.AnyAttribute != nil }

// breaksOverJSON returns the clients that break over JSON, and reports whether they differ from those that break over XML.
func (f *Finding) breaksOverJSON() (who Parties, differs bool) {
	return f.JSON, f.JSON != f.Breaks&clients
}

// jsonEffect returns the effect of a difference on readers of JSON, which refuse members that they do not know and null where
// nothing may be nil. The names of members have no namespace.
func jsonEffect(rule string, e effect) effect {
	refused := loses
	switch rule {
	case "element-form", "attribute-form", "message-element", "message-namespace", "rpc-namespace", "http-content":
		return harmless
	case "mixed-added", "mixed-removed", "simple-content":
		return both
	case "element-nillable", "element-not-nillable":
		refused = strict
	}
	of := func(l level) level {
		if l >= refused {
			return breaks
		}
		return fine
	}
	return effect{of(e.newReader), of(e.oldReader)}
}

// anyOverJSON returns the effect on a reader of any type of a value in JSON. It takes strings, and objects with members for type and content.
func anyOverJSON(t xsd.Type) level {
	if simple, ok := t.(*xsd.SimpleType); ok && jsonForm(simple) == "string" {
		return fine
	}
	return breaks
}

// signatureOverJSON returns the clients that break because a request or a result has another form in JSON: the value itself in one
// version only, or an array. Clients of operations without a result ignore it.
func signatureOverJSON(old, new *ir.Operation) Parties {
	switch was, now := old.Result, new.Result; {
	case old.Request != nil && new.Request != nil && (old.Request.Kind == "message") != (new.Request.Kind == "message"):
		return clients
	case was == nil && now == nil:
		return 0
	case was == nil:
		return NewClients
	case now == nil:
		return OldClients
	case resultForm(was) == resultForm(now):
		return 0
	}
	return clients
}

// resultForm reports whether a result is an array, and whether it, or its items, are no objects.
func resultForm(r *ir.Result) [2]bool {
	return [2]bool{r.Kind == ir.ListResult || r.Array != nil, r.Item.Scalar != nil}
}

// portOverJSON sets the clients of a port that break over JSON, which ports with the same path share: those of the old port unless
// the new service has its path, and vice versa. Either port may be nil.
func portOverJSON(f *Finding, old, new *wsdl11.Port, oldService, newService *wsdl11.Service) {
	f.JSON = 0
	if old != nil && !hasPath(newService, old) {
		f.JSON |= OldClients
	}
	if new != nil && !hasPath(oldService, new) {
		f.JSON |= NewClients
	}
}

func hasPath(s *wsdl11.Service, p *wsdl11.Port) bool {
	return slices.ContainsFunc(s.Ports, func(o *wsdl11.Port) bool { return addressPath(o.Address) == addressPath(p.Address) })
}

// jsonForm returns what a value of a simple type is in JSON.
func jsonForm(t *xsd.SimpleType) string {
	switch kind := kindOf(t); {
	case kind == "list", kind == "boolean":
		return kind
	case isNumber(kind):
		return "number"
	}
	return "string"
}

// formsOverJSON adds the effect of another form of a simple type in JSON. Readers take numbers also from strings.
func formsOverJSON(e effect, old, new *xsd.SimpleType) effect {
	was, now := jsonForm(old), jsonForm(new)
	return e.worse(effectIf(was != now && now != "number", was != now && was != "number", breaks))
}

func (f *flattener) inOrder(e *xsd.ElementDeclaration, max int) bool {
	return f.repeated || f.mixed || max != 1 && len(e.Substitutes) > 0
}
