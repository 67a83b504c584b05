package bench

import (
	"encoding/xml"
	"fmt"
	"strings"
)

const (
	namespace         = "http://realtime.rail.example/"
	envelopeNamespace = "http://schemas.xmlsoap.org/soap/envelope/"
)

// stdEnvelope is a hand-written response type for encoding/xml. It is the base of all
// ratios. It does less work than the generated types: times remain strings, and required
// fields are not checked.
type stdEnvelope struct {
	XMLName xml.Name `xml:"http://schemas.xmlsoap.org/soap/envelope/ Envelope"`
	Body    struct {
		Response struct {
			Result struct {
				Records []stdRecord `xml:"objStationData"`
			} `xml:"getStationDataByCodeXMLResult"`
		} `xml:"http://realtime.rail.example/ getStationDataByCodeXMLResponse"`
	} `xml:"http://schemas.xmlsoap.org/soap/envelope/ Body"`
}

type stdRecord struct {
	Servertime      string
	Traincode       *string
	Stationfullname *string
	Stationcode     *string
	Querytime       *string
	Traindate       *string
	Origin          *string
	Destination     *string
	Origintime      *string
	Destinationtime *string
	Status          *string
	Lastlocation    *string
	Duein           int32
	Late            int32
	Exparrival      *string
	Expdepart       *string
	Scharrival      *string
	Schdepart       *string
	Direction       *string
	Traintype       *string
	Locationtype    *string
}

// stdRequest is a hand-written request type for encoding/xml.
type stdRequest struct {
	XMLName xml.Name `xml:"http://schemas.xmlsoap.org/soap/envelope/ Envelope"`
	Body    struct {
		Request *struct {
			StationCode *string
		} `xml:"http://realtime.rail.example/ getStationDataByCodeXML"`
	} `xml:"http://schemas.xmlsoap.org/soap/envelope/ Body"`
}

func (e *stdEnvelope) records() *[]stdRecord { return &e.Body.Response.Result.Records }

func (e *stdEnvelope) texts() []texts {
	var list []texts
	for _, r := range *e.records() {
		list = append(list, texts{
			r.Servertime, *r.Traincode, *r.Stationfullname, *r.Stationcode, *r.Querytime, *r.Traindate, *r.Origin,
			*r.Destination, *r.Origintime, *r.Destinationtime, *r.Status, *r.Lastlocation, fmt.Sprint(r.Duein), fmt.Sprint(r.Late),
			*r.Exparrival, *r.Expdepart, *r.Scharrival, *r.Schdepart, *r.Direction, *r.Traintype, *r.Locationtype,
		})
	}
	return list
}

// newStdEnvelope returns a response with n records that do not share memory.
func newStdEnvelope(n int) *stdEnvelope {
	e := new(stdEnvelope)
	list := records(n)
	for i := range list {
		r := &list[i]
		*e.records() = append(*e.records(), stdRecord{
			strings.Clone(r.Servertime.String()), r.Traincode, r.Stationfullname, r.Stationcode, r.Querytime, r.Traindate, r.Origin,
			r.Destination, r.Origintime, r.Destinationtime, r.Status, r.Lastlocation, r.Duein, r.Late,
			r.Exparrival, r.Expdepart, r.Scharrival, r.Schdepart, r.Direction, r.Traintype, r.Locationtype,
		})
	}
	return e
}
