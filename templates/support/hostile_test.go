package support

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
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

// bounded fails the test if f takes many times the memory that its input has. What
// takes more time than is in proportion does not come to an end before the test's
// own limit.
func bounded(t *testing.T, input int, f func()) {
	t.Helper()
	const factor = 200
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if most, taken := uint64(factor*input+16<<20), after.TotalAlloc-before.TotalAlloc; taken > most {
		t.Errorf("%d bytes of memory for %d bytes, at most %d are expected", taken, input, most)
	}
}

// What is declared around values is not kept for each of them.
func TestReferencesBelowManyDeclarations(t *testing.T) {
	var values strings.Builder
	for i := range 50000 {
		fmt.Fprintf(&values, `<a id="%d"/>`, i)
	}
	doc := []byte(strings.Replace(env11, "<s:Body>", "<s:Body"+declarations(250, 0)+">", 1) + `<m><b href="#0"/>` + values.String() + `</m>` + end11)
	bounded(t, len(doc), func() {
		out, err := inlineReferences(doc, nil, SOAP11, Limits{})
		if err != nil || !strings.Contains(string(out), `xmlns:p249="urn:249:"`) {
			t.Errorf("%d bytes, %v", len(out), err)
		}
	})
}

// References inside one that is replaced are not looked at for each reference to
// what holds them.
func TestReferencesInsideOthers(t *testing.T) {
	const n = 100000
	doc := []byte(env11 + `<m>` + strings.Repeat(`<b href="#1"/>`, n) + `</m><x id="1"><y href="#3">` + strings.Repeat(`<b href="#2"/>`, n) +
		`</y></x><x id="2"/><x id="3"/>` + end11)
	bounded(t, len(doc), func() {
		if _, err := inlineReferences(doc, nil, SOAP11, Limits{}); err != nil {
			t.Error(err)
		}
	})
}

// Open content declares the namespaces that it takes from around it in each of
// its elements: that does not make a small message a large one.
func TestOpenContentBelowManyDeclarations(t *testing.T) {
	many, long := declarations(250, 0), declarations(1, 1<<17)
	for name, c := range map[string]struct{ doc, want string }{
		"many declarations": {`<r` + many + `>` + strings.Repeat(`<a/>`, 50000) + `</r>`, ""},
		"long namespace":    {`<r` + long + `>` + strings.Repeat(`<p0:a/>`, 20000) + `</r>`, "namespaces make open content grow by more than"},
		"of an attribute":   {`<r` + long + `>` + strings.Repeat(`<a p0:a=""/>`, 20000) + `</r>`, "namespaces make open content grow by more than"},
	} {
		t.Run(name, func(t *testing.T) {
			bounded(t, len(c.doc), func() {
				d := NewDecoder([]byte(c.doc), nil, Limits{})
				defer d.Release()
				d.Root()
				d.AnyType()
				if got := fmt.Sprint(d.Err()); c.want == "" && d.Err() != nil || !strings.Contains(got, c.want) {
					t.Error(got)
				}
			})
			bounded(t, len(c.doc), func() {
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
	bounded(t, len(doc), func() {
		d := NewDecoder([]byte(doc), nil, Limits{})
		defer d.Release()
		d.Root()
		d.Open()
		var kept []Attr
		for d.Child() {
			kept = d.appendAttr(kept, &d.attrs[0])
			d.Skip()
		}
		if d.Err() != nil || len(kept) != 20000 {
			t.Errorf("%d attributes, %v", len(kept), d.Err())
		}
	})
}

// A field of a header may be folded into thousands of lines, in each of many
// parts.
func TestFoldedHeaders(t *testing.T) {
	part := "--b\r\nX-Note: y\r\n" + strings.Repeat(" a\r\n", 3900) + "Content-ID: <1>\r\n\r\nbody\r\n"
	message := []byte(strings.Repeat(part, 400) + "--b--\r\n")
	bounded(t, len(message), func() {
		m, err := readMultipart(message, parseMediaType(`multipart/related; boundary=b`))
		if err != nil || len(m.parts) != 400 || m.parts[399].id != "1" || string(m.parts[399].content) != "body" {
			t.Error(err)
		}
	})
}

// Unions of unions are tried once for each type, not once for each way to it.
func TestUnionsOfUnions(t *testing.T) {
	var text strings.Builder
	text.WriteString("ns t \"urn:t\"\nelement t:r t:u40\ntype t:u0 = union(xs:int, xs:boolean)\ntype t:v0 = union(xs:int, xs:date)\n")
	for i := range 40 {
		for _, name := range []string{"u", "v"} {
			fmt.Fprintf(&text, "type t:%s%d = union(t:u%d, t:v%d)\n", name, i+1, i, i)
		}
	}
	s := &Schema{Text: text.String()}
	if err := verdict(t, s, `<r xmlns="urn:t">2026-11-21</r>`); err != nil {
		t.Error(err)
	}
	if err := verdict(t, s, `<r xmlns="urn:t">neither</r>`); err == nil {
		t.Error("accepted")
	}
}
