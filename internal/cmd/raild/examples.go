package main

import (
	"io"
	"net"
	"strconv"
	"strings"

	"example.com/quartet/wsdl"
)

const examples = `Serving {url}

The contract, and a board over each of the bindings:

  curl '{url}?wsdl'

  # HTTP GET
  curl '{url}/getStationDataByCodeXML?StationCode=STERG'

  # HTTP POST
  curl -d 'StationCode=STERG' '{url}/getStationDataByCodeXML'

  # SOAP 1.1
  curl -H 'Content-Type: text/xml; charset=utf-8' -H 'SOAPAction: "{ns}getStationDataByCodeXML"' \
    -d '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><getStationDataByCodeXML xmlns="{ns}"><StationCode>STERG</StationCode></getStationDataByCodeXML></Body></Envelope>' \
    '{url}'

  # SOAP 1.2
  curl -H 'Content-Type: application/soap+xml; charset=utf-8' \
    -d '<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope"><Body><getStationDataByCodeXML xmlns="{ns}"><StationCode>STERG</StationCode></getStationDataByCodeXML></Body></Envelope>' \
    '{url}'

`

// printExamples prints requests to try on a server that listens at addr.
func printExamples(w io.Writer, scheme string, addr net.Addr) error {
	url := scheme + "://" + reachable(addr) + "/realtime/realtime.asmx"
	_, err := strings.NewReplacer("{url}", url, "{ns}", wsdl.Namespace).WriteString(w, examples)
	return err
}

// reachable returns host and port by which this machine reaches a listener at addr.
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
