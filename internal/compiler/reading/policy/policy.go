// Package policy reads what a contract demands by Web Services Policy 1.2 and 1.5: policy expressions, their references, and
// their attachment to the components of WSDL 1.1. It decides which alternative of a port's policy is used, and who satisfies
// each assertion there: the run-time by default, an option of the program, or nobody yet.
//
// Assertions are read with [Reader.Port]. What cannot be read, and what cannot be satisfied, are diagnostics: no required
// assertion is dropped silently.
package policy

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/xsd"
)

// Namespaces of policies and of the assertions that the package knows.
const (
	policy15    = "http://www.w3.org/ns/ws-policy"
	policy12    = "http://schemas.xmlsoap.org/ws/2004/09/policy"
	policyDraft = "http://www.w3.org/2006/07/ws-policy"
	policy2002  = "http://schemas.xmlsoap.org/ws/2002/12/policy"

	utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
)

func isPolicy(space string) bool {
	return space == policy15 || space == policy12 || space == policyDraft || space == policy2002
}

// isOperator reports whether e is a policy operator, or an element that is equivalent to one.
func isOperator(e *xmltree.Element, locals ...string) bool {
	return isPolicy(e.Name.Space) && slices.Contains(locals, e.Name.Local)
}

// Assertion is a policy assertion in normal form: it has no more than one nested alternative.
type Assertion struct {
	Name      xmltree.QName
	Ignorable bool
	Nested    Alternative // nil without a nested policy
	Element   *xmltree.Element
	of        string    // of a parameter the local name of its assertion
	value     xsd.QName // of a parameter what it names
}

// Alternative is a policy alternative: a client that uses it satisfies all of its assertions. It must not be changed.
type Alternative []*Assertion

// Limits of a policy in normal form.
const (
	maxAlternatives = 64
	maxAssertions   = 512     // in an alternative, without nested ones
	maxDepth        = 200     // of elements and references
	maxWork         = 1 << 20 // assertions in the alternatives of all policies of a contract, with nested ones
)

// unread returns the alternative with an element of a policy that is not read, as an assertion that nobody satisfies.
func unread(e *xmltree.Element) Alternative { return Alternative{{Name: e.Name, Element: e}} }

// none returns the alternatives of a policy without assertions.
func none() []Alternative { return []Alternative{{}} }

// alternatives returns the normal form of a policy operator (Web Services Policy 1.5 - Framework, section 4.1). No
// alternative means that nobody can satisfy it.
func (r *Reader) alternatives(e *xmltree.Element) []Alternative {
	if known, ok := r.normal[e]; ok {
		return known
	}
	if slices.Contains(r.active, e) {
		r.bad(e, "policy %s refers to itself; the reference is ignored", name(e))
		return none()
	}
	if len(r.active) == maxDepth {
		r.bad(e, "policies are nested or refer to each other more than %d levels deep; the rest is not read", maxDepth)
		return []Alternative{unread(e)}
	}
	r.active = append(r.active, e)
	defer func() { r.active = r.active[:len(r.active)-1] }()
	var all []Alternative
	if isOperator(e, "ExactlyOne") {
		for child := range e.Elements() {
			all = append(all, r.child(child)...)
			if len(all) > maxAlternatives {
				r.tooMany(e)
				all = all[:maxAlternatives]
				break
			}
		}
	} else {
		all = none()
		for child := range e.Elements() {
			all = r.both(e, all, r.child(child))
		}
	}
	r.normal[e] = all
	return all
}

// both returns the alternatives that satisfy one of a and one of b.
func (r *Reader) both(at *xmltree.Element, a, b []Alternative) []Alternative {
	if len(a)*len(b) > maxAlternatives {
		r.tooMany(at)
		b = b[:max(1, maxAlternatives/len(a))]
	}
	var all []Alternative
	large := false
	for _, x := range a {
		for _, y := range b {
			// To copy 64 assertions takes about as long as to classify one.
			if r.work += 1 + (len(x)+len(y))/64; r.work > maxWork {
				return []Alternative{r.tooMuch(at)}
			}
			if len(x)+len(y) > maxAssertions {
				large = true
				x, y = x[:min(len(x), maxAssertions-1)], unread(at)
			}
			all = append(all, append(slices.Clip(x), y...))
		}
	}
	if large {
		r.bad(at, "a policy has more than %d assertions; the rest is not read", maxAssertions)
	}
	return all
}

// tooMuch returns the alternative with an element at which the reader has done all the work that it does.
func (r *Reader) tooMuch(at *xmltree.Element) Alternative {
	r.bad(at, "the alternatives of all policies, wherever they are attached, have more than %d assertions; the rest is not read", maxWork)
	return unread(at)
}

func (r *Reader) tooMany(at *xmltree.Element) {
	r.bad(at, "a policy has more than %d alternatives; the others are ignored", maxAlternatives)
}

// child returns the normal form of an element in a policy.
func (r *Reader) child(e *xmltree.Element) []Alternative {
	switch {
	case isOperator(e, "Policy", "All", "ExactlyOne"):
		return r.alternatives(e)
	case isOperator(e, "PolicyReference"):
		return r.referenced(e, e.Get("URI"))
	}
	return r.assertion(e)
}

// assertion returns an assertion, once for each alternative of its nested policy (section 4.3.2), and nothing if it is
// optional. The policy of a BootstrapPolicy is for other messages, and no part of the alternative.
func (r *Reader) assertion(e *xmltree.Element) []Alternative {
	a := Assertion{Name: e.Name, Element: e, Ignorable: isSet(e, "Ignorable")}
	all := []Alternative{{&a}}
	nested, found := none(), false
	for child := range e.Elements() {
		if isOperator(child, "Policy", "PolicyReference") && !isBootstrap(e) {
			nested, found = r.both(e, nested, r.child(child)), true
		}
	}
	if found {
		all = nil
		for _, one := range nested {
			copied := a
			copied.Nested = one
			all = append(all, Alternative{&copied})
		}
	}
	if isOptional(e) {
		all = append(none(), all...)
	}
	if len(all) > maxAlternatives {
		r.tooMany(e)
		all = all[:maxAlternatives]
	}
	return all
}

func isBootstrap(e *xmltree.Element) bool {
	return isSecurity(e.Name.Space) && e.Name.Local == "BootstrapPolicy"
}

// isOptional reports whether an assertion is optional (section 4.3.1). In the first version of the specification the
// attribute Usage says so.
func isOptional(e *xmltree.Element) bool {
	if a := e.AttrNS(policy2002, "Usage"); a != nil {
		usage, err := e.ResolveQName(a.Value)
		return err == nil && usage.Local != "Required"
	}
	return isSet(e, "Optional")
}

// isSet reports whether an attribute of the policy namespace is true.
func isSet(e *xmltree.Element, local string) bool {
	for _, a := range e.Attrs {
		if a.Name.Local == local && isPolicy(a.Name.Space) {
			return a.Value == "true" || a.Value == "1"
		}
	}
	return false
}
