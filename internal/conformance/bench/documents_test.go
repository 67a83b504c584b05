package bench

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

// form is the form in which a document is written. All forms have the same values.
type form string

const (
	compact  form = "compact"
	indented form = "indented"
	prefixed form = "prefixed"
	shuffled form = "shuffled" // fields in an order that no schema predicts
)

var forms = []form{compact, indented, prefixed, shuffled}

// sizes are the numbers of records with which every codec is measured.
var sizes = []int{10, 100, 10000}

// period is the number of records after which the values repeat.
const period = 1000

// record returns a record with values typical of a station board: short, mostly ASCII,
// and a few with a character that must be escaped.
func record(rng *rand.Rand) realtime.ObjStationData {
	places := []string{"Harbour & Quay", "Northgate", "Saint Brendan", "Upper Mill", "Castle Street", "Dún Loch"}
	place := func() *string { return soap.Ptr(places[rng.IntN(len(places))]) }
	clock := func() *string { return soap.Ptr(fmt.Sprintf("%02d:%02d", rng.IntN(24), rng.IntN(60))) }
	return realtime.ObjStationData{
		Servertime:      xsd.LocalDateTime(time.Date(2026, 11, 21, 10, 11, 12, 345e6, time.UTC)),
		Traincode:       soap.Ptr(fmt.Sprintf("E%03d", rng.IntN(1000))),
		Stationfullname: place(),
		Stationcode:     soap.Ptr("HARBQ"),
		Querytime:       soap.Ptr("10:11:12"),
		Traindate:       soap.Ptr("21 Nov 2026"),
		Origin:          place(),
		Destination:     place(),
		Origintime:      clock(),
		Destinationtime: clock(),
		Status:          soap.Ptr("En Route"),
		Lastlocation:    soap.Ptr("Departed " + *place()),
		Duein:           int32(1 + rng.IntN(90)),
		Late:            int32(-5 + 6*rng.IntN(5)),
		Exparrival:      clock(),
		Expdepart:       clock(),
		Scharrival:      clock(),
		Schdepart:       clock(),
		Direction:       soap.Ptr("Northbound"),
		Traintype:       soap.Ptr("S"),
		Locationtype:    soap.Ptr("S"),
	}
}

// records returns n records that do not share memory.
func records(n int) []realtime.ObjStationData {
	list := make([]realtime.ObjStationData, n)
	var rng *rand.Rand
	for i := range list {
		if i%period == 0 {
			rng = rand.New(rand.NewPCG(1, 2))
		}
		list[i] = record(rng)
	}
	return list
}

// fieldNames are the fields of a record in the schema's order.
var fieldNames = [...]string{
	"Servertime", "Traincode", "Stationfullname", "Stationcode", "Querytime", "Traindate", "Origin", "Destination",
	"Origintime", "Destinationtime", "Status", "Lastlocation", "Duein", "Late", "Exparrival", "Expdepart",
	"Scharrival", "Schdepart", "Direction", "Traintype", "Locationtype",
}

// texts are the values of a record's fields, as written in a document.
type texts [len(fieldNames)]string

func textsOf(r *realtime.ObjStationData) texts {
	return texts{
		r.Servertime.String(), *r.Traincode, *r.Stationfullname, *r.Stationcode, *r.Querytime, *r.Traindate, *r.Origin,
		*r.Destination, *r.Origintime, *r.Destinationtime, *r.Status, *r.Lastlocation, fmt.Sprint(r.Duein), fmt.Sprint(r.Late),
		*r.Exparrival, *r.Expdepart, *r.Scharrival, *r.Schdepart, *r.Direction, *r.Traintype, *r.Locationtype,
	}
}

// writer writes a document in a form.
type writer struct {
	bytes.Buffer
	form   form
	prefix string
	rng    *rand.Rand
}

// document returns a SOAP 1.1 response with n records.
func document(f form, n int) []byte {
	w := &writer{form: f, rng: rand.New(rand.NewPCG(3, 4))}
	declaration := ` xmlns="` + namespace + `"`
	if f == prefixed {
		w.prefix, declaration = "r:", ` xmlns:r="`+namespace+`"`
	}
	w.WriteString(`<?xml version="1.0" encoding="utf-8"?>`)
	w.line(0, `<soap:Envelope xmlns:soap="`+envelopeNamespace+`">`)
	w.line(1, `<soap:Body>`)
	w.line(2, `<%sgetStationDataByCodeXMLResponse%s>`, w.prefix, declaration)
	w.line(3, `<%sgetStationDataByCodeXMLResult>`, w.prefix)
	from := w.Len()
	w.records(min(n, period))
	block := slices.Clone(w.Bytes()[from:])
	for range n/period - 1 {
		w.Write(block)
	}
	if n > period {
		w.records(n % period)
	}
	w.line(3, `</%sgetStationDataByCodeXMLResult>`, w.prefix)
	w.line(2, `</%sgetStationDataByCodeXMLResponse>`, w.prefix)
	w.line(1, `</soap:Body>`)
	w.line(0, `</soap:Envelope>`)
	return slices.Clip(w.Bytes())
}

func (w *writer) records(n int) {
	list := records(n)
	for i := range list {
		w.line(4, `<%sobjStationData>`, w.prefix)
		w.fields(&list[i])
		w.line(4, `</%sobjStationData>`, w.prefix)
	}
}

func (w *writer) fields(r *realtime.ObjStationData) {
	order := make([]int, len(fieldNames))
	for i := range order {
		order[i] = i
	}
	if w.form == shuffled {
		w.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	values := textsOf(r)
	for _, i := range order {
		var value bytes.Buffer
		xml.EscapeText(&value, []byte(values[i]))
		w.line(5, `<%s%s>%s</%s%s>`, w.prefix, fieldNames[i], value.Bytes(), w.prefix, fieldNames[i])
	}
}

func (w *writer) line(depth int, format string, args ...any) {
	if w.form == indented {
		w.WriteString("\n" + strings.Repeat("  ", depth))
	}
	fmt.Fprintf(w, format, args...)
}
