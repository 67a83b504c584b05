package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/passenger"
)

// controls are characters that change what a terminal shows, or in which order.
var controls = []rune{0, '\a', '\b', '\t', '\n', '\v', '\r', 0x1b, 0x7f, 0x85, 0x90, 0x9b, 0x9d, 0xad, 0x200b, 0x200e, 0x2028, 0x202e, 0x2066, 0xfeff, 0xe0001, 0x10fffd}

// randomText returns a text with control characters. Those that XML 1.0 forbids are left out with xml.
func randomText(r *rand.Rand, xml bool) string {
	var s strings.Builder
	for range r.IntN(12) {
		c := controls[r.IntN(len(controls))]
		switch r.IntN(4) {
		case 0:
			c = rune(' ' + r.IntN(95))
		case 1:
			c = rune(r.IntN(utf8.MaxRune))
		}
		if xml && (c < ' ' && !strings.ContainsRune("\t\n\r", c) || c >= 0xd800 && c < 0xe000 || c == 0xfffe || c == 0xffff) {
			continue
		}
		s.WriteRune(c)
	}
	return s.String()
}

// checkPlain reports a character of an output that is not printable, except those that may be there.
func checkPlain(t *testing.T, what, output, except string) {
	t.Helper()
	for _, r := range output {
		if !unicode.IsGraphic(r) && !strings.ContainsRune(except, r) {
			t.Fatalf("%s has the character %U: %q", what, r, output)
		}
	}
}

func TestControlCharactersAreEscaped(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 3))
	for range 5000 {
		texts := []string{randomText(r, false), randomText(r, false) + "\xff\x9b", "plain"}
		var out bytes.Buffer
		table{columns("A", "+B", "C"), [][]string{texts}}.write(&out, 0)
		checkPlain(t, "a table", out.String(), "\n")
		if lines := strings.Count(out.String(), "\n"); lines != 2 {
			t.Fatalf("a table has %d lines: %q", lines, out.String())
		}
		checkPlain(t, "an error", plainError(fmt.Errorf("said %s", texts[0])).Error(), "\n")
		checkPlain(t, "a document", plainXML("<a>"+texts[0]+"</a>\xff"), "\n\t")

		out.Reset()
		name := randomText(r, true)
		if err := writeJSON(&out, []realtime.ObjStation{{StationDesc: &name}}); err != nil {
			t.Fatal(err)
		}
		checkPlain(t, "JSON", out.String(), "\n")
		var got []struct{ StationDesc string }
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || got[0].StationDesc != name {
			t.Fatalf("JSON %s is %q, %v, want %q", &out, got, err, name)
		}
	}
}

// TestTrainsWithoutTimes adds trains of a server that neither arrive nor depart, and one whose platform is no longer known.
func TestTrainsWithoutTimes(t *testing.T) {
	t.Parallel()
	row := make([]string, 10)
	a := &answer{trains: []string{trainKey("D1", "")}, table: table{rows: [][]string{row}}}
	lost := passenger.Row{Planned: "2", Departure: &passenger.Event{}}
	lost.Code = "D1"
	a.addPassengers(&passenger.Board{Trains: []passenger.Row{{}, lost}}, 90)
	if got := strings.Join(row, ""); got != "?another platform instead of 2" {
		t.Errorf("the row is %q", got)
	}
}

// hostileDocument has texts of a server in every field of the records that getStationDataByCodeXML and others return.
func hostileDocument(r *rand.Rand, operation string) string {
	field := func(name string) string {
		text := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(randomText(r, true))
		return "<" + name + ">" + text + "</" + name + ">"
	}
	var array, record, fields string
	switch operation {
	case "getAllStationsXML":
		array, record, fields = "ArrayOfObjStation", "objStation", "StationDesc StationAlias StationLatitude StationLongitude"
	case "getStationsFilterXML":
		array, record, fields = "ArrayOfObjStationFilter", "objStationFilter", "StationDesc_sp StationDesc StationCode"
	case "getVendorTrainsXML":
		array, record, fields = "ArrayOfObjVendorPositions", "objVendorPositions", "TrainStatus TrainCode TrainDate TrainOrigin TrainOriginTime TrainDestination LastLocation NextLocation Difference"
	case "getStationDataByCodeXML":
		array, record, fields = "ArrayOfObjStationData", "objStationData", "Traincode Stationfullname Querytime Origin Destination Lastlocation Exparrival Expdepart Scharrival Schdepart Locationtype"
	default:
		array, record, fields = "ArrayOfObjTrainMovements", "objTrainMovements", "TrainCode TrainDate LocationCode LocationFullName LocationType TrainOrigin ScheduledArrival ExpectedDeparture StopType"
	}
	var s strings.Builder
	for range 3 {
		s.WriteString("<" + record + ">")
		if record == "objStationData" {
			s.WriteString("<Servertime>2026-11-21T08:15:00</Servertime><Duein>1</Duein><Late>2</Late>")
		}
		for name := range strings.FieldsSeq(fields) {
			s.WriteString(field(name))
		}
		if record == "objStation" {
			s.WriteString("<StationCode>X</StationCode>")
		}
		s.WriteString("</" + record + ">")
	}
	return fmt.Sprintf(`<?xml version="1.0"?><%s xmlns="http://realtime.rail.example/">%s</%[1]s>`, array, s.String())
}

// What a hostile server sends is shown, over HTTP GET, without effect on the terminal.
func TestHostileServer(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 4))
	server := serveWith(t, http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		w.Header().Set("Content-Type", "text/xml; charset=utf-8")
		io.WriteString(w, hostileDocument(r, request.URL.Path[strings.LastIndex(request.URL.Path, "/")+1:]))
	}))
	own := strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "")
	for range 20 {
		for _, line := range []string{"stations", "find a", "board X", "trains", "train D1", "train D1 2026-11-21"} {
			for format, except := range map[string]string{"": "\n", " --json": "\n", " --xml": "\n\t"} {
				got := railctlAt(t, server, 80, strings.Fields(line+format+" --binding get")...)
				if got.status != command.OK || got.stderr != "" {
					t.Fatalf("%s%s: %+v", line, format, got)
				}
				checkPlain(t, line+format, own.Replace(got.stdout), except)
			}
		}
		got := railctl(t, server, "board unknown --binding get") // several stations or none
		checkPlain(t, "an error", got.stderr, "\n")
	}
}

// So are its errors.
func TestHostileErrors(t *testing.T) {
	t.Parallel()
	const attack = "\x1b]0;owned\a\x1b[2J\u009b2J\r\nrailctl: all is well\n"
	for name, handler := range map[string]http.HandlerFunc{
		"text": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, attack, http.StatusBadRequest) },
		"page": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>"+attack) },
		"fault": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/xml")
			w.WriteHeader(http.StatusInternalServerError)
			fmt.Fprintf(w, `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><Fault><faultcode xmlns="">Server</faultcode><faultstring xmlns="">%s</faultstring></Fault></Body></Envelope>`, "\u009b2J\u202e\nrailctl: all is well")
		},
		"redirect": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "http://127.0.0.1:1/\u009b2J")
			w.WriteHeader(http.StatusFound)
		},
	} {
		server := serveWith(t, handler)
		for _, binding := range bindingNames {
			got := railctl(t, server, "stations --binding "+binding)
			if got.status != command.Failed || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 {
				t.Errorf("%s over %s: %+v", name, binding, got)
			}
			checkPlain(t, name, got.stderr, "\n")
		}
	}
}
