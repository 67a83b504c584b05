package codec

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/xsd"
)

// libraryStation is station as encoding/xml reads it. The row of Late is text here: encoding/xml takes an empty number
// for 0.
type libraryStation struct {
	XMLName  xml.Name          `xml:"http://realtime.rail.example/ s"`
	Id       *string           `xml:"id,attr"`
	Time     string            `xml:"http://realtime.rail.example/ Time"`
	Name     string            `xml:"http://realtime.rail.example/ Name"`
	Alias    *string           `xml:"http://realtime.rail.example/ Alias"`
	Late     string            `xml:"http://realtime.rail.example/ Late"`
	Lines    []string          `xml:"http://realtime.rail.example/ Line"`
	Platform []libraryPlatform `xml:"http://realtime.rail.example/ Platform"`
}

type libraryPlatform struct {
	Number *string `xml:"http://realtime.rail.example/ Number"`
	Side   *string `xml:"http://realtime.rail.example/ Side"`
}

// station returns what the rows should have read.
func (l *libraryStation) station() (s station, err error) {
	s = station{Id: l.Id, Name: l.Name, Alias: l.Alias, Lines: l.Lines}
	t, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(l.Time))
	if err != nil {
		return s, err
	}
	s.Time = xsd.DateTime{Time: t}
	if s.Late, err = parseLate(l.Late); err != nil {
		return s, err
	}
	for _, p := range l.Platform {
		read := platform{Side: p.Side}
		if p.Number != nil {
			n, err := parseLate(*p.Number)
			if err != nil {
				return s, err
			}
			read.Number = &n
		}
		s.Platform = append(s.Platform, read)
	}
	return s, nil
}

func parseLate(text string) (int32, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	return int32(n), err
}

// libraryDocument writes documents that both should read alike: with prefixes, references, CDATA sections, comments,
// processing instructions, unknown elements, white space, and sometimes a value that is not a number.
type libraryDocument struct {
	*rand.Rand
	strings.Builder
	prefix string
}

func (d *libraryDocument) one(of ...string) string { return of[d.IntN(len(of))] }

func (d *libraryDocument) chance(n int) bool { return d.IntN(n) == 0 }

// text writes character data in one of the ways that there are.
func (d *libraryDocument) text(s string) {
	for _, r := range s {
		switch {
		case d.chance(12):
			fmt.Fprintf(d, d.one("&#%d;", "&#x%X;"), r)
		case d.chance(15) && r != ']' && r != '>':
			fmt.Fprintf(d, "<![CDATA[%c]]>", r)
		case strings.ContainsRune("<>&", r):
			d.WriteString(map[rune]string{'<': "&lt;", '>': "&gt;", '&': "&amp;"}[r])
		default:
			d.WriteRune(r)
		}
		if d.chance(25) {
			d.WriteString(d.one("<!-- <x> -->", "<?p i?>"))
		}
	}
}

func (d *libraryDocument) between() {
	d.WriteString(d.one("", "", "\n  ", "<!-- - -->", "<?p?>\t", "\r\n"))
	if d.chance(8) {
		fmt.Fprintf(d, `<u:unknown xmlns:u="urn:other" a="&lt;"><%sName>no</%[1]sName></u:unknown>`, d.prefix)
	}
}

func (d *libraryDocument) element(name string, content func()) {
	d.between()
	d.WriteString("<" + d.prefix + name + d.one("", "", " ", "\n"))
	if d.chance(10) {
		d.WriteString(` unknown="1"`)
	}
	d.WriteByte('>')
	content()
	d.WriteString("</" + d.prefix + name + d.one("", "", " ") + ">")
}

func (d *libraryDocument) string() string {
	characters := []rune("ab &<>\"'é世😀\n\t]-")
	var s []rune
	for range d.IntN(12) {
		s = append(s, characters[d.IntN(len(characters))])
	}
	return string(s)
}

func (d *libraryDocument) number() string {
	if d.chance(60) {
		return d.one("x", "1.5", "99999999999", "1 2", "0x1", "--1", "2147483648")
	}
	return d.one("", "", " ", "\n") + d.one("", "", "+", "-", "00") + strconv.Itoa(int(d.Int32N(1<<20))) + d.one("", "", " ")
}

func (d *libraryDocument) stringElement(name string) {
	d.element(name, func() { d.text(d.string()) })
}

func (d *libraryDocument) document() string {
	d.prefix = d.one("", "", "r:", "ns1:")
	if d.chance(3) {
		d.WriteString(`<?xml version="1.0" encoding="UTF-8"?>`)
	}
	d.WriteString("<" + d.prefix + `s xmlns` + strings.TrimSuffix(":"+d.prefix, ":") + `="` + railNS + `"`)
	if d.chance(2) {
		d.WriteString(` id="a&quot;&#9;b"`)
	}
	d.WriteByte('>')
	zone := d.one("Z", "+02:00", "-11:30")
	d.element("Time", func() {
		d.text(time.Unix(d.Int64N(4e9), 0).UTC().Format("2006-01-02T15:04:05") + d.one("", ".5", ".123456789") + zone)
	})
	d.stringElement("Name")
	if d.chance(2) {
		d.stringElement("Alias")
	}
	d.element("Late", func() { d.text(d.number()) })
	for range d.IntN(4) {
		d.stringElement("Line")
	}
	for range d.IntN(4) {
		d.element("Platform", func() {
			if d.chance(2) {
				d.element("Number", func() { d.text(d.number()) })
			}
			if d.chance(2) {
				d.stringElement("Side")
			}
			d.between()
		})
	}
	d.between()
	d.WriteString("</" + d.prefix + "s>")
	text := d.String()
	if d.chance(10) { // cut off, or two bytes changed
		text = text[:d.IntN(len(text))]
	}
	return text
}

// TestRowsAsStandardLibrary reads random documents with rows and with encoding/xml: both refuse a document, or read the
// same values.
func TestRowsAsStandardLibrary(t *testing.T) {
	const n = 4000
	refused := 0
	for seed := range n {
		d := libraryDocument{Rand: rand.New(rand.NewPCG(uint64(seed), 1))}
		doc := d.document()
		var l libraryStation
		err := xml.Unmarshal([]byte(doc), &l)
		var want station
		if err == nil {
			want, err = l.station()
		}
		got, _, errs := decodeStations(doc, false)
		if (err == nil) != (errs[0] == nil) {
			t.Fatalf("seed %d: rows: %v; encoding/xml: %v\n%s", seed, errs[0], err, doc)
		}
		if err != nil {
			refused++
			continue
		}
		if !got.Time.Time.Equal(want.Time.Time) {
			t.Fatalf("seed %d: the time is %v, want %v\n%s", seed, got.Time, want.Time, doc)
		}
		got.Time, want.Time = xsd.DateTime{}, xsd.DateTime{}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: rows read %+v, want %+v\n%s", seed, got, want, doc)
		}
	}
	if refused < n/20 || refused > n/2 {
		t.Errorf("%d of %d documents are refused", refused, n)
	}
}
