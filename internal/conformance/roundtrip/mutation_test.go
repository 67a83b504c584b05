package roundtrip

import (
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
)

// fragments are the texts that mutations insert into documents.
var fragments = []string{
	"<", ">", "/", "/>", "</", "\"", "'", "=", "&", ";", "]]>", "]", "<![CDATA[", "<!--", "-->", "--", "-", "<?", "?>", "<!", "!", ":", "x:", "?", "[",
	" ", "\n", "\r", "\r\n", "\t", "\x00", "\x0B", "\x1F", "\x7F", "\x80", "\xFF", "\xC0\x80", "\xED\xA0\x80", "\uFFFE", "\uFEFF", "é", "世", "\U0001F600", "\u00B7", "\u0300", "\u2028",
	"&lt;", "&#65;", "&#x41;", "&#0;", "&#xD800;", "&#x10FFFF;", "&#x110000;", "&#00000000000000000000000000000000000065;", "&x;", "&amp", "&#;", "&#x;", "&#X41;",
	` a="b"`, ` a='b'`, ` a="b" a="c"`, ` x:a="b"`, ` xmlns=""`, ` xmlns="urn:x"`, ` xmlns="` + namespace + `"`, ` xmlns:x="urn:x"`, ` xmlns:r="urn:x"`, ` xmlns:x=""`, ` xmlns:x="` + namespace + `"`,
	` xmlns:xml="http://www.w3.org/XML/1998/namespace"`, ` xml:lang="en"`, ` xmlns:xmlns="u"`, ` a="<"`, ` a="&lt;"`, ` a = "b" `, ` a=b`, ` a`,
	` s:mustUnderstand="1"`, ` xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"`,
	"<a/>", "<a>", "</a>", "<a></a>", "<x:a/>", "<a:b:c/>", "<:a/>", "<a:/>", "<1/>", "<a\n/>", "</a\n>", "<a / >", "<!-- -->", "<?a?>", "<?a b?>", "<?xml version=\"1.0\"?>", "<!DOCTYPE a>", "<![CDATA[x]]>", "<![CDATA[]]>",
	"<objStationData>", "</objStationData>", "<objStationData/>", "<Late>1</Late>", "<Late/>", "<Late>", "</Late>", "<Late >", "<Late></Late>", "<Late>1</Late >", "<Lates>", "<Lat>", "<late>1</late>",
	"<Origin>a</Origin>", "<Origin/>", "<Origin></Origin>", "<Origin>", "</Origin>", "<Origin>a<b>c</b>d</Origin>", "<Traincode>a&amp;b</Traincode>", "<Servertime>2026-11-21T10:11:12</Servertime>",
	"-1", "+", "2147483648", "-2147483648", "9", "0", "T", "Z", ".", "24:00:00", "+14:00",
	"Late", "Origin", "xmlns", "objStationData", namespace,
}

// mutatedResponse returns a response with zero to three random mutations.
func mutatedResponse(seed uint64) (soap.Binding, []byte) {
	rng := rand.New(rand.NewPCG(seed, 9))
	b := soap.SOAP11
	if rng.IntN(2) == 0 {
		b = soap.HTTPGet
	}
	list := randomRecords(rng, boardOperation.record, 2)
	doc := newWriter(rng, rng.IntN(1<<5)).document(boardOperation, b, list)
	for range rng.IntN(4) {
		doc = mutate(rng, doc)
	}
	return b, []byte(doc)
}

func mutate(rng *rand.Rand, doc string) string {
	at := position(rng, doc)
	to := min(at+rng.IntN(1+rng.IntN(30)), len(doc))
	switch rng.IntN(6) {
	case 0: // delete
		return doc[:at] + doc[to:]
	case 1: // repeat
		return doc[:to] + doc[at:]
	case 2: // move
		other := position(rng, doc)
		return doc[:other] + doc[at:to] + doc[other:]
	case 3: // truncate
		if rng.IntN(5) == 0 {
			return doc[:at]
		}
		fallthrough
	case 4: // replace
		return doc[:at] + fragments[rng.IntN(len(fragments))] + doc[min(at+rng.IntN(3), len(doc)):]
	}
	return doc[:at] + fragments[rng.IntN(len(fragments))] + doc[at:]
}

// position returns an offset into a document, more often at the start or end of
// markup than inside text.
func position(rng *rand.Rand, doc string) int {
	at := rng.IntN(len(doc) + 1)
	if rng.IntN(3) == 0 {
		return at
	}
	if i := strings.IndexAny(doc[at:], "<>/ =\"&"); i >= 0 {
		at += i + rng.IntN(2)
	}
	return at
}

// seedsPerRun is the number of documents of an execution of a fuzz target whose input is a seed. Nearly all such inputs reach
// new counts of what they reach, and what package testing does then takes longer than several documents.
const seedsPerRun = 8

// FuzzMutatedResponse is FuzzResponse for valid documents with a few mutations.
func FuzzMutatedResponse(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		for i := range uint64(seedsPerRun) {
			if b, doc := mutatedResponse(seed*seedsPerRun + i); !otherEncoding(doc) {
				compare(t, b, doc)
			}
		}
	})
}
