package main

import (
	"encoding/json"
	"html"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"example.com/quartet/internal/rail/timetable"
	"example.com/quartet/wsdl"
)

const exampleRequests = `Serving {base}/

  Boards, map   {base}/
  A board       {base}/board/{path}
  Operations    {url}
  Contract      {url}?wsdl
  OpenAPI       {url}?openapi

The contract, and a station board over each binding and on a terminal:

  curl '{url}?wsdl'

  # HTTP GET
  curl '{url}/getStationDataByCodeXML?StationCode={query}'

  # HTTP POST
  curl -d 'StationCode={query}' '{url}/getStationDataByCodeXML'

  # JSON
  curl -H 'Content-Type: application/json' -d '{"StationCode":{json}}' '{url}/getStationDataByCodeXML'

  # SOAP 1.1
  curl -H 'Content-Type: text/xml; charset=utf-8' -H 'SOAPAction: "{ns}getStationDataByCodeXML"' \
    -d '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><getStationDataByCodeXML xmlns="{ns}"><StationCode>{xml}</StationCode></getStationDataByCodeXML></Body></Envelope>' \
    '{url}'

  # SOAP 1.2
  curl -H 'Content-Type: application/soap+xml; charset=utf-8' \
    -d '<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope"><Body><getStationDataByCodeXML xmlns="{ns}"><StationCode>{xml}</StationCode></getStationDataByCodeXML></Body></Envelope>' \
    '{url}'

  # On a terminal
  go run ./internal/rail/cmd/railctl board {shell} --server '{url}'

`

// printExamples prints the addresses of the pages and the service, and example requests, to a server that listens at addr and has the timetable.
func printExamples(w io.Writer, scheme string, addr net.Addr, plan *timetable.Timetable) error {
	base := scheme + "://" + reachable(addr)
	code := busiest(plan)
	query, word := code, code
	if !isPlain(code) {
		query, word = url.QueryEscape(code), "'"+strings.ReplaceAll(code, "'", `'\''`)+"'"
	}
	inJSON, err := json.Marshal(code)
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer("{base}", base, "{url}", base+servicePath, "{ns}", wsdl.Namespace, "{path}", url.PathEscape(code),
		"{query}", query, "{xml}", html.EscapeString(code), "{shell}", word, "{json}", strings.ReplaceAll(string(inJSON), "'", `\u0027`)).WriteString(w, exampleRequests)
	return err
}

// example returns a value for a parameter of an operation, for its form: of the busiest station, or of a train that runs.
func (a *app) example(_, parameter string) string {
	now, plan := a.clock(), a.timetable()
	examples := map[string]string{"NumMins": "30"}
	if station := plan.StationByCode(busiest(plan)); station != nil {
		letters := []rune(station.Name)
		examples["StationCode"], examples["StationDesc"] = station.Code, station.Name
		examples["StationText"] = string(letters[:min(3, len(letters))])
		for _, kind := range []timetable.Kind{timetable.Metro, timetable.Suburban, timetable.Mainline} {
			if station.Serves(kind) {
				examples["StationType"] = string(rune(kind))
			}
		}
	}
	for journey := range plan.Between(now, now.Add(time.Hour)) {
		examples["TrainId"], examples["TrainType"] = journey.Code, string(rune(journey.Kind))
		examples["TrainDate"] = journey.Date().Start(time.UTC).Format("02 Jan 2006")
		break
	}
	return examples[parameter]
}

// busiest returns the code of the station at which most trains stop. It prefers codes that need no quoting in a URL, in XML
// or in a shell, and ignores those that cannot be printed, as the feed may contain anything.
func busiest(plan *timetable.Timetable) string {
	stops := make([]int, plan.StationCount())
	for _, trip := range plan.Trips() {
		for _, call := range trip.Calls {
			if !call.Passes {
				stops[call.Station.Number]++
			}
		}
	}
	code, maximum, plain := "", -1, false
	for station := range plan.Stations() {
		n, simple := stops[station.Number], isPlain(station.Code)
		if (simple && !plain || simple == plain && n > maximum) && !strings.ContainsFunc(station.Code, unprintable) {
			code, maximum, plain = station.Code, n, simple
		}
	}
	return code
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }

func isPlain(code string) bool {
	return len(code) <= 20 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:-") == ""
}

// reachable returns a host and port at which this machine reaches a listener at addr.
func reachable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return addr.String()
	}
	if tcp.IP.IsUnspecified() {
		return net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))
	}
	return tcp.String()
}
