package internal_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

const (
	env11 = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>`
	end11 = `</s:Body></s:Envelope>`
)

// inline replaces references as a client does, which does not count memory.
func inline(doc []byte, b contract.Binding) ([]byte, error) { return inlineWithin(doc, b, 0) }

// inlineWithin is inline with a limit of memory, in bytes.
func inlineWithin(doc []byte, b contract.Binding, memory int64) ([]byte, error) {
	d := codec.NewDecoder(doc, nil, schema.Limits{Memory: memory})
	defer d.Release()
	return encoded.InlineReferences(d, b, schema.Limits{})
}

// References are replaced by what they refer to, under their own names.
func TestInlineReferences(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"none":   {`<m><a>1</a><b xmlns="urn:ref"/></m>`, `<m><a>1</a><b xmlns="urn:ref"/></m>`},
		"simple": {`<m><a href="#1"/></m><x id="1" e:root="0" q="z">v</x>`, `<m><a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns="" q="z">v</a></m>`},
		"inside": {`<m><a id="1">v</a><b href="#1"/></m>`, `<m><a id="1">v</a><b xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns="">v</b></m>`},
		"nested": {`<m><a href="#1"/></m><x id="1"><n href="#2"/>!</x><x id="2"/>`,
			`<m><a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns=""><n xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns=""></n>!</a></m>`},
		"namespace": {`<p:m xmlns:p="urn:p"><p:a href="#1"/></p:m><x id="1" xmlns:p="urn:q"><p:v/></x>`,
			`<p:m xmlns:p="urn:p"><referred:a xmlns:referred="urn:p" xmlns:p="urn:q" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns=""><p:v/></referred:a></p:m>`},
		"attachment":    {`<m><a href="cid:1"/></m>`, `<m><a href="cid:1"/></m>`},
		"root is later": {`<x id="1" e:root="0">v</x><m><a href="#1"/></m>`, `<m><a xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns="">v</a></m>`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := inline([]byte(env11+c.in+end11), contract.SOAP11)
			must(t, err)
			if want := env11 + c.want + end11; string(got) != want {
				t.Errorf("%s\nwant %s", got, want)
			}
		})
	}
}

// SOAP 1.2 has attributes of its own for the same thing.
func TestInlineReferences12(t *testing.T) {
	doc := `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:e="http://www.w3.org/2003/05/soap-encoding"><s:Body><m><a e:id="x">v</a><b e:ref="x"/></m></s:Body></s:Envelope>`
	got, err := inline([]byte(doc), contract.SOAP12)
	if err != nil || !strings.Contains(string(got), `>v</b></m></s:Body>`) {
		t.Errorf("%s, %v", got, err)
	}
}

func TestReferencesThatCannotBeFollowed(t *testing.T) {
	billion := `<m><a href="#0"/></m>`
	for i := range 40 {
		next := string(rune('A' + i))
		if i == 39 {
			next = "end"
		}
		id := string(rune('A' + i - 1))
		if i == 0 {
			id = "0"
		}
		billion += `<x id="` + id + `"><b href="#` + next + `"/><b href="#` + next + `"/></x>`
	}
	for body, want := range map[string]string{
		`<m><a href="#1"/></m>`: "line 1, column 128: the reference 1 does not refer to an element",
		`<m><a href="#1"/></m><x id="1"><y><z href="#1"/></y></x>`:        "the value 1 contains itself",
		`<m><a href="#1"/></m><x id="1" href="#2"/><x id="2" href="#1"/>`: "contains itself",
		`<m id="1"/><x id="1"/><y href="#1"/>`:                            "the id 1 is given twice",
		`<m><a href="#1"/></m><x xmlns="urn:x" id="1"/>`:                  "default namespace",
		`<m><a href="#1"></m>`:                                            "</m> where </a> is expected",
		billion + `<x id="end">` + strings.Repeat("v", 1000) + `</x>`:     "grow beyond",
	} {
		_, err := inline([]byte(env11+body+end11), contract.SOAP11)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %s", body, err, want)
		}
	}
}

// What comes out is well-formed, has no references left, and is bounded.
func FuzzReferences(f *testing.F) {
	f.Add([]byte(`<m><a href="#1"/></m><x id="1" e:root="0" q="z">v<n href="#2"/></x><y id="2"/>`))
	f.Add([]byte(`<p:m xmlns:p="urn:p"><p:a href="#1"/></p:m><x id="1" xmlns:p="urn:q" xmlns="urn:z"><p:v/></x>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		doc := append(append([]byte(env11), body...), end11...)
		out, err := inline(doc, contract.SOAP11)
		if err != nil {
			return
		}
		if len(out) > 20*len(doc)+2<<20 {
			t.Fatalf("%d bytes of %d", len(out), len(doc))
		}
		if bytes.Equal(doc, out) {
			return
		}
		d := codec.NewDecoder(out, nil, schema.Limits{Depth: 1 << 10, Attributes: 1 << 12})
		defer d.Release()
		d.Root()
		d.Skip()
		d.End()
		if d.Err() != nil {
			t.Fatalf("%v in %s from %s", d.Err(), out, doc)
		}
	})
}

// What is declared around values is not kept for each of them.
func TestReferencesBelowManyDeclarations(t *testing.T) {
	var values strings.Builder
	for i := range 50000 {
		fmt.Fprintf(&values, `<a id="%d"/>`, i)
	}
	var declarations strings.Builder
	for i := range 250 {
		fmt.Fprintf(&declarations, ` xmlns:p%d="urn:%d:"`, i, i)
	}
	doc := []byte(strings.Replace(env11, "<s:Body>", "<s:Body"+declarations.String()+">", 1) + `<m><b href="#0"/>` + values.String() + `</m>` + end11)
	cost.Bounded(t, len(doc), func() {
		out, err := inline(doc, contract.SOAP11)
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
	cost.Bounded(t, len(doc), func() {
		if _, err := inline(doc, contract.SOAP11); err != nil {
			t.Error(err)
		}
	})
}

// TestLimitReferences: elements that may be referred to, and values in place of
// references, are counted before memory is allocated for them.
func TestLimitReferences(t *testing.T) {
	const limit, bound = 16 << 20, 200 << 20
	var ids strings.Builder
	for i := range 300000 {
		fmt.Fprintf(&ids, `<a id="%d"/>`, i)
	}
	for name, body := range map[string]string{
		"values":     `<m><b href="#1"/></m><x id="1"/>` + strings.Repeat(`<a/>`, 1000000),
		"ids":        `<m><b href="#1"/>` + ids.String() + `</m>`,
		"references": `<m>` + strings.Repeat(`<b href="#1"/>`, 300000) + `</m><x id="1"/>`,
		"growth":     `<m>` + strings.Repeat(`<b href="#1"/>`, 50000) + `</m><x id="1">` + strings.Repeat("x", 1000) + `</x>`,
	} {
		doc := []byte(env11 + body + end11)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := inlineWithin(doc, contract.SOAP11, limit)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "more than 16777216 bytes of memory") && !strings.Contains(err.Error(), "grow beyond") {
			t.Errorf("%s: %v", name, err)
		}
		allocated := after.TotalAlloc - before.TotalAlloc
		t.Logf("limit: SOAP encoding, %s | %d MiB allocated in all | %d MiB", name, bound>>20, allocated>>20)
		if allocated > bound {
			t.Errorf("%s: %d MiB were allocated", name, allocated>>20)
		}
	}
}
