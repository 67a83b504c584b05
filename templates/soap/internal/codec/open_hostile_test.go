package codec

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/cost"

	"example.com/quartet/templates/soap/xsd"
)

// declarations returns n declarations of namespaces whose names have so many
// bytes and some.
func declarations(n, size int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ` xmlns:p%d="urn:%d:%s"`, i, i, strings.Repeat("u", size))
	}
	return b.String()
}

// Open content declares the namespaces that it takes from around it in each of
// its elements: that does not make a small message a large one.
func TestOpenContentBelowManyDeclarations(t *testing.T) {
	many, long := declarations(250, 0), declarations(1, 1<<17)
	for name, c := range map[string]struct{ doc, want string }{
		"many declarations": {`<r` + many + `>` + strings.Repeat(`<a/>`, 10000) + `</r>`, ""},
		"long namespace":    {`<r` + long + `>` + strings.Repeat(`<p0:a/>`, 20000) + `</r>`, "namespaces make open content grow by more than"},
		"of an attribute":   {`<r` + long + `>` + strings.Repeat(`<a p0:a=""/>`, 20000) + `</r>`, "namespaces make open content grow by more than"},
	} {
		t.Run(name, func(t *testing.T) {
			cost.Bounded(t, len(c.doc), func() {
				d := NewDecoder([]byte(c.doc), nil, Limits{})
				defer d.Release()
				d.Root()
				d.anyType()
				if got := fmt.Sprint(d.Err()); c.want == "" && d.Err() != nil || !strings.Contains(got, c.want) {
					t.Error(got)
				}
			})
			cost.Bounded(t, len(c.doc), func() {
				d := NewDecoder([]byte(c.doc), nil, Limits{})
				defer d.Release()
				d.Root()
				d.Open()
				for d.Child() {
					d.RawXML()
				}
				if got := fmt.Sprint(d.Err()); c.want == "" && d.Err() != nil || !strings.Contains(got, c.want) {
					t.Error(got)
				}
			})
		})
	}
}

// Attributes share the name of their namespace.
func TestOpenAttributesOfLongNamespace(t *testing.T) {
	doc := `<r` + declarations(1, 1<<17) + `>` + strings.Repeat(`<a p0:a=""/>`, 20000) + `</r>`
	cost.Bounded(t, len(doc), func() {
		d := NewDecoder([]byte(doc), nil, Limits{})
		defer d.Release()
		d.Root()
		d.Open()
		var kept []xsd.Attr
		for d.Child() {
			kept = d.appendAttribute(kept, &d.Attrs[0])
			d.Skip()
		}
		if d.Err() != nil || len(kept) != 20000 {
			t.Errorf("%d attributes, %v", len(kept), d.Err())
		}
	})
}
