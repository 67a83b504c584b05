package bench

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"example.com/quartet/gen/realtime"
)

// form is a way to write the same infoset.
type form string

const (
	compact  form = "compact"
	indented form = "indented"
	prefixed form = "prefixed"
	shuffled form = "shuffled" // fields in an order that no schema predicts
)

var forms = []form{compact, indented, prefixed, shuffled}

// record is objStationData for encoding/xml, as gowsdl generates it.
type record struct {
	Servertime      string  `xml:"Servertime"`
	Traincode       *string `xml:"Traincode"`
	Stationfullname *string `xml:"Stationfullname"`
	Stationcode     *string `xml:"Stationcode"`
	Querytime       *string `xml:"Querytime"`
	Traindate       *string `xml:"Traindate"`
	Origin          *string `xml:"Origin"`
	Destination     *string `xml:"Destination"`
	Origintime      *string `xml:"Origintime"`
	Destinationtime *string `xml:"Destinationtime"`
	Status          *string `xml:"Status"`
	Lastlocation    *string `xml:"Lastlocation"`
	Duein           int32   `xml:"Duein"`
	Late            int32   `xml:"Late"`
	Exparrival      *string `xml:"Exparrival"`
	Expdepart       *string `xml:"Expdepart"`
	Scharrival      *string `xml:"Scharrival"`
	Schdepart       *string `xml:"Schdepart"`
	Direction       *string `xml:"Direction"`
	Traintype       *string `xml:"Traintype"`
	Locationtype    *string `xml:"Locationtype"`
}

// envelope is the response for encoding/xml. Other than gowsdl's it takes one
// pass; gowsdl's would be slower.
type envelope struct {
	XMLName xml.Name `xml:"http://schemas.xmlsoap.org/soap/envelope/ Envelope"`
	Records []record `xml:"Body>getStationDataByCodeXMLResponse>getStationDataByCodeXMLResult>objStationData"`
}

// records makes n records with values as a station board has them.
func records(n int) []realtime.ObjStationData {
	rng := rand.New(rand.NewPCG(1, 2))
	places := []string{"Harbour & Quay", "Northgate", "Saint Brendan", "Upper Mill", "Castle Street", "Dún Loch"}
	place := func() *string { return realtime.Ptr(places[rng.IntN(len(places))]) }
	clock := func() *string { return realtime.Ptr(fmt.Sprintf("%02d:%02d", rng.IntN(24), rng.IntN(60))) }
	now := time.Date(2026, 11, 21, 10, 11, 12, 345e6, time.UTC)
	list := make([]realtime.ObjStationData, n)
	for i := range list {
		list[i] = realtime.ObjStationData{
			Servertime:      realtime.LocalDateTime(now),
			Traincode:       realtime.Ptr(fmt.Sprintf("E%03d", rng.IntN(1000))),
			Stationfullname: place(),
			Stationcode:     realtime.Ptr("HARBQ"),
			Querytime:       realtime.Ptr("10:11:12"),
			Traindate:       realtime.Ptr("21 Nov 2026"),
			Origin:          place(),
			Destination:     place(),
			Origintime:      clock(),
			Destinationtime: clock(),
			Status:          realtime.Ptr("En Route"),
			Lastlocation:    realtime.Ptr("Departed " + *place()),
			Duein:           int32(rng.IntN(90)),
			Late:            int32(rng.IntN(20) - 5),
			Exparrival:      clock(),
			Expdepart:       clock(),
			Scharrival:      clock(),
			Schdepart:       clock(),
			Direction:       realtime.Ptr("Northbound"),
			Traintype:       realtime.Ptr("S"),
			Locationtype:    realtime.Ptr("S"),
		}
	}
	return list
}

// pairs lists the fields of a record in the schema's order.
func pairs(r *realtime.ObjStationData) [][2]string {
	return [][2]string{
		{"Servertime", r.Servertime.String()}, {"Traincode", *r.Traincode}, {"Stationfullname", *r.Stationfullname},
		{"Stationcode", *r.Stationcode}, {"Querytime", *r.Querytime}, {"Traindate", *r.Traindate}, {"Origin", *r.Origin},
		{"Destination", *r.Destination}, {"Origintime", *r.Origintime}, {"Destinationtime", *r.Destinationtime},
		{"Status", *r.Status}, {"Lastlocation", *r.Lastlocation}, {"Duein", fmt.Sprint(r.Duein)}, {"Late", fmt.Sprint(r.Late)},
		{"Exparrival", *r.Exparrival}, {"Expdepart", *r.Expdepart}, {"Scharrival", *r.Scharrival}, {"Schdepart", *r.Schdepart},
		{"Direction", *r.Direction}, {"Traintype", *r.Traintype}, {"Locationtype", *r.Locationtype},
	}
}

// document writes n records as a SOAP 1.1 response.
func document(f form, n int) []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	prefix, declaration, newline := "", ` xmlns="http://realtime.rail.example/"`, ""
	switch f {
	case prefixed:
		prefix, declaration = "r:", ` xmlns:r="http://realtime.rail.example/"`
	case indented:
		newline = "\n"
	}
	var b bytes.Buffer
	line := func(depth int, format string, args ...any) {
		if newline != "" {
			b.WriteString(newline + strings.Repeat("  ", depth))
		}
		fmt.Fprintf(&b, format, args...)
	}
	const op = "getStationDataByCodeXML"
	b.WriteString(`<?xml version="1.0" encoding="utf-8"?>`)
	line(0, `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">`)
	line(1, `<soap:Body>`)
	line(2, `<%s%sResponse%s>`, prefix, op, declaration)
	line(3, `<%s%sResult>`, prefix, op)
	list := records(n)
	for i := range list {
		line(4, `<%sobjStationData>`, prefix)
		fields := pairs(&list[i])
		if f == shuffled {
			rng.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
		}
		for _, p := range fields {
			var value bytes.Buffer
			xml.EscapeText(&value, []byte(p[1]))
			line(5, `<%s%s>%s</%s%s>`, prefix, p[0], value.Bytes(), prefix, p[0])
		}
		line(4, `</%sobjStationData>`, prefix)
	}
	line(3, `</%s%sResult>`, prefix, op)
	line(2, `</%s%sResponse>`, prefix, op)
	line(1, `</soap:Body>`)
	line(0, `</soap:Envelope>`)
	return b.Bytes()
}
