package policy

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/contract"
)

const head = `<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">`

// TestBounds: a policy has 64 alternatives, 512 assertions in each and 200 levels at most, and reading it takes little time.
func TestBounds(t *testing.T) {
	doubled, nested := head, head
	for i := range 40 {
		doubled += fmt.Sprintf(`<p:Policy u:Id="p%d"><p:PolicyReference URI="#p%d"/><p:PolicyReference URI="#p%d"/><a/></p:Policy>`, i, i+1, i+1)
		nested += fmt.Sprintf(`<p:Policy u:Id="p%d"><s:Wss10 xmlns:s="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"><p:Policy><p:PolicyReference URI="#p%d"/><p:PolicyReference URI="#p%d"/></p:Policy></s:Wss10></p:Policy>`, i, i+1, i+1)
	}
	for name, text := range map[string]string{
		"alternatives": head + strings.Repeat(`<p:ExactlyOne>`+strings.Repeat("<a/>", 65)+`</p:ExactlyOne>`, 50) + `</p:Policy>`,
		"optional":     head + strings.Repeat(`<a p:Optional="true"/>`, 1000) + `</p:Policy>`,
		"assertions":   head + strings.Repeat(`<a/>`, 1000) + `</p:Policy>`,
		"levels":       head + strings.Repeat(`<p:All>`, 220) + `<a/>` + strings.Repeat(`</p:All>`, 220) + `</p:Policy>`,
		"nested":       nested + `</p:Policy>`, // a reference to p40
		"references":   doubled + `<p:Policy u:Id="p40"><a/></p:Policy></p:Policy>`,
	} {
		if diags := normalize(t, parseText(t, text)); len(diags) == 0 {
			t.Errorf("%s: no diagnostic", name)
		}
	}
}

// TestLimitPolicies reads policies whose alternatives multiply, for many operations, and one with many nested assertions. What is not
// read is demanded.
func TestLimitPolicies(t *testing.T) {
	operations, bound := cost.Scaled(500), cost.Scaled(20*time.Second)
	numbered := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	alternatives := head + numbered(6, `<p:ExactlyOne><p:All><a%d/></p:All><p:All><b%[1]d/></p:All></p:ExactlyOne>`) + numbered(490, `<c%d/>`)
	nested := head + numbered(10_000, `<s:Wss10 xmlns:s="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"><p:Policy><c%d/></p:Policy></s:Wss10>`)
	var took time.Duration
	for _, text := range []string{alternatives + "</p:Policy>", nested + "</p:Policy>"} {
		e := parseText(t, text)
		r := NewReader(&resolve.Model{Documents: &load.Set{Documents: []*load.Document{{Document: e.Doc}}}})
		r.work = maxWork - cost.Scaled(maxWork)
		before := cost.CPU()
		var chosen choice
		for range operations {
			chosen, _, _ = r.choose(subject{of: []wsdl11.Info{{}}}, r.alternatives(e), choice{})
		}
		took = max(took, cost.CPU()-before)
		if n := len(chosen.demands.all); n == 0 || chosen.demands.all[n-1].Class != Unsupported || r.Diagnostics() == nil || r.work > maxWork+2*operations {
			t.Errorf("%d demands after %d assertions\n%.500s", n, r.work, r.Diagnostics())
		}
	}
	t.Logf("limit: policies of 64 alternatives with 496 assertions, for %d operations | %d assertions, %v | %v", operations, maxWork, bound, took.Round(time.Millisecond))
	if took > bound {
		t.Errorf("it took %v", took)
	}
}

// FuzzPolicy: whatever a document contains, its policies are read within their bounds, and twice in the same way.
func FuzzPolicy(f *testing.F) {
	f.Add(head + `<a/><b p:Optional="true"><p:Policy><p:ExactlyOne><c/><d/></p:ExactlyOne></p:Policy></b></p:Policy>`)
	f.Add(head + `<p:Policy u:Id="a"><p:PolicyReference URI="#b"/></p:Policy><p:Policy u:Id="b"><p:PolicyReference URI="#a"/></p:Policy></p:Policy>`)
	f.Add(head + `<s:TransportBinding xmlns:s="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"><p:Policy><s:X509Token/></p:Policy></s:TransportBinding></p:Policy>`)
	f.Fuzz(func(t *testing.T, text string) {
		doc, _ := xmltree.Parse("policy.xml", []byte(text), xmltree.Limits{Depth: 100})
		if doc == nil {
			return
		}
		if first, second := normalize(t, doc.Root), normalize(t, doc.Root); first != second {
			t.Errorf("%s\nand then\n%s", first, second)
		}
	})
}

// normalize checks the bounds of the normal form of a policy, and returns the diagnostics.
func normalize(t *testing.T, e *xmltree.Element) string {
	t.Helper()
	r := NewReader(&resolve.Model{Documents: &load.Set{Documents: []*load.Document{{Document: e.Doc}}}})
	all := r.alternatives(e)
	if len(all) > maxAlternatives {
		t.Errorf("%d alternatives", len(all))
	}
	for _, alternative := range all {
		if len(alternative) > maxAssertions {
			t.Errorf("%d assertions", len(alternative))
		}
		r.evaluate(alternative, choice{}, contract.Both)
	}
	return r.Diagnostics().String()
}
