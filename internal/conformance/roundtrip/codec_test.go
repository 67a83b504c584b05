package roundtrip

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

// randomText returns a text of characters that XML allows. Characters that need
// special treatment are more frequent than in real texts.
func randomText(rng *rand.Rand) string {
	pieces := []string{"<", ">", "&", "]]>", "]", "\"", "'", "\r", "\n", "\t", "\r\n", " ", "&amp;", "<!--", "é", "世", "😀", "\u0085", "\u2028", "\uFFFD", "\uD7FF", "\uE000", "\U0010FFFF", "a", "Train", "0123456789abcdef"}
	var b strings.Builder
	for range rng.IntN(12) {
		b.WriteString(pieces[rng.IntN(len(pieces))])
	}
	return b.String()
}

func randomDateTime(rng *rand.Rand) xsd.DateTime {
	text := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", 1+rng.IntN(11000), 1+rng.IntN(12), 1+rng.IntN(28), rng.IntN(24), rng.IntN(60), rng.IntN(60))
	if rng.IntN(2) == 0 {
		text += "." + strings.Repeat("0", rng.IntN(10)) + fmt.Sprint(rng.Uint64()/10*10+1)
	}
	switch rng.IntN(3) {
	case 0:
		text += "Z"
	case 1:
		text += fmt.Sprintf("%c%02d:%02d", "+-"[rng.IntN(2)], rng.IntN(14), 1+rng.IntN(59))
	}
	return dateTime(text)
}

// randomRecords returns up to a number of records with random values.
func randomRecords(rng *rand.Rand, record string, limit int) any {
	typ := recordTypes[record]
	list := reflect.MakeSlice(reflect.SliceOf(typ), 0, 0)
	for range rng.IntN(limit + 1) {
		v := reflect.New(typ).Elem()
		for i := range typ.NumField() {
			if !typ.Field(i).IsExported() {
				continue
			}
			switch field := v.Field(i).Addr().Interface().(type) {
			case **string:
				if rng.IntN(4) > 0 {
					*field = pointer(randomText(rng))
				}
			case *int32:
				*field = int32(rng.Uint32())
			case *xsd.DateTime:
				*field = randomDateTime(rng)
			}
		}
		list = reflect.Append(list, v)
	}
	return list.Interface()
}

// writer writes records in one of 32 forms with the same infoset.
type writer struct {
	rng                                          *rand.Rand
	prefixed, shuffled, indented, noisy, escaped bool
	prefix                                       string
	depth                                        int
	strings.Builder
}

// newWriter returns a writer for a form. Each bit of f selects one property.
func newWriter(rng *rand.Rand, f int) *writer {
	w := &writer{rng: rng, prefixed: f&1 != 0, shuffled: f&2 != 0, indented: f&4 != 0, noisy: f&8 != 0, escaped: f&16 != 0}
	if w.prefixed {
		w.prefix = [...]string{"r:", "ns0:", "é:", "a-very-long-prefix.that_goes_on:"}[rng.IntN(4)]
	}
	return w
}

func (w *writer) document(op operation, b soap.Binding, list any) string {
	if isSOAP(b) {
		w.WriteString(`<?xml version='1.0' encoding='UTF-8' standalone="yes"?>`)
		w.noise("")
		w.WriteString(`<s:Envelope xmlns:s="` + envelopeNS[b] + `">`)
		if w.noisy {
			w.WriteString(`<s:Header><h xmlns="urn:h" s:mustUnderstand="0"/></s:Header>`)
		}
		w.WriteString(`<s:Body>`)
		w.open(op.name+"Response", true)
		w.open(op.name+"Result", false)
		w.records(op.record, list)
		w.close(op.name + "Result")
		w.close(op.name + "Response")
		w.WriteString(`</s:Body></s:Envelope>`)
	} else {
		w.open(op.array, true)
		w.records(op.record, list)
		w.close(op.array)
	}
	w.noise("")
	return w.String()
}

func (w *writer) records(record string, list any) {
	elements, _ := fieldsOf(record)
	v := reflect.ValueOf(list)
	for i := range v.Len() {
		values := lexical(record, v.Index(i))
		order := w.rng.Perm(len(elements))
		w.open(record, false)
		for j := range elements {
			if w.shuffled {
				j = order[j]
			}
			if values[j] != nil {
				w.open(elements[j], false)
				w.text(*values[j])
				w.WriteString(w.endTag(elements[j]))
				w.depth--
			}
		}
		w.close(record)
	}
}

func (w *writer) open(name string, root bool) {
	if root {
		w.noise("")
	} else {
		w.noise(`<x a="1" xmlns=""><objStation/>&#65;<` + name + ` xmlns="urn:x"/><![CDATA[<]]></x>`)
	}
	w.line()
	w.WriteString("<" + w.prefix + name)
	if root {
		w.WriteString(` xmlns` + strings.TrimSuffix(":"+strings.TrimSuffix(w.prefix, ":"), ":") + `="` + namespace + `"`)
	}
	if w.noisy && w.rng.IntN(8) == 0 {
		w.WriteString([...]string{` a="b"`, ` xmlns:y = 'urn:y' y:a='">'`, "\n", ` xml:space="preserve"`}[w.rng.IntN(4)])
	}
	w.WriteString(">")
	w.depth++
}

func (w *writer) close(name string) {
	w.depth--
	w.noise(`<y xmlns="urn:y" xmlns:r="urn:y"><r:y/>` + "\uFFFD" + `</y>`)
	w.line()
	w.WriteString(w.endTag(name))
}

func (w *writer) endTag(name string) string {
	if w.noisy && w.rng.IntN(8) == 0 {
		return "</" + w.prefix + name + " \t>"
	}
	return "</" + w.prefix + name + ">"
}

func (w *writer) line() {
	if w.indented {
		w.WriteString("\n" + strings.Repeat("  ", w.depth))
	}
}

// noise may write something that readers ignore: a comment, a processing
// instruction, white space, or the element unknown, if it is not empty.
func (w *writer) noise(unknown string) {
	if !w.noisy || w.rng.IntN(3) > 0 {
		return
	}
	list := []string{"<!-- <Late>7</Late> -->", "<?pi <Late>7</Late> ?>", "\r\n\t ", "<!---->", "<?p?>"}
	if unknown != "" {
		list = append(list, unknown)
	}
	w.WriteString(list[w.rng.IntN(len(list))])
}

// text writes character data. A carriage return is always written as a reference.
func (w *writer) text(s string) {
	if !w.escaped {
		w.WriteString(escape(s))
		return
	}
	for _, r := range s {
		switch w.rng.IntN(6) {
		case 0:
			fmt.Fprintf(w, "&#%s%d;", strings.Repeat("0", w.rng.IntN(40)), r)
		case 1:
			fmt.Fprintf(w, "&#x%X;", r)
		case 2:
			if r != '\r' {
				w.WriteString("<![CDATA[" + string(r) + "]]>")
				continue
			}
			w.WriteString("&#xd;")
		case 3:
			w.WriteString("<!-- -->" + escape(string(r)) + "<?p?>")
		default:
			w.WriteString(escape(string(r)))
		}
	}
	if w.rng.IntN(4) == 0 {
		w.WriteString("<![CDATA[]]>")
	}
}
