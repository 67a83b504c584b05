package bench

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"

	"github.com/hooklift/gowsdl/soap"
)

// The types that gowsdl v0.5.0 generates from the contract, without comments.
type (
	GetStationDataByCodeXML struct {
		XMLName     xml.Name `xml:"http://realtime.rail.example/ getStationDataByCodeXML"`
		StationCode string   `xml:"StationCode,omitempty" json:"StationCode,omitempty"`
	}

	GetStationDataByCodeXMLResponse struct {
		XMLName                       xml.Name               `xml:"http://realtime.rail.example/ getStationDataByCodeXMLResponse"`
		GetStationDataByCodeXMLResult *ArrayOfObjStationData `xml:"getStationDataByCodeXMLResult,omitempty" json:"getStationDataByCodeXMLResult,omitempty"`
	}

	ArrayOfObjStationData struct {
		ObjStationData []*ObjStationData `xml:"objStationData,omitempty" json:"objStationData,omitempty"`
	}

	ObjStationData struct {
		XMLName         xml.Name         `xml:"http://realtime.rail.example/ objStationData"`
		Servertime      soap.XSDDateTime `xml:"Servertime,omitempty" json:"Servertime,omitempty"`
		Traincode       string           `xml:"Traincode,omitempty" json:"Traincode,omitempty"`
		Stationfullname string           `xml:"Stationfullname,omitempty" json:"Stationfullname,omitempty"`
		Stationcode     string           `xml:"Stationcode,omitempty" json:"Stationcode,omitempty"`
		Querytime       string           `xml:"Querytime,omitempty" json:"Querytime,omitempty"`
		Traindate       string           `xml:"Traindate,omitempty" json:"Traindate,omitempty"`
		Origin          string           `xml:"Origin,omitempty" json:"Origin,omitempty"`
		Destination     string           `xml:"Destination,omitempty" json:"Destination,omitempty"`
		Origintime      string           `xml:"Origintime,omitempty" json:"Origintime,omitempty"`
		Destinationtime string           `xml:"Destinationtime,omitempty" json:"Destinationtime,omitempty"`
		Status          string           `xml:"Status,omitempty" json:"Status,omitempty"`
		Lastlocation    string           `xml:"Lastlocation,omitempty" json:"Lastlocation,omitempty"`
		Duein           int32            `xml:"Duein,omitempty" json:"Duein,omitempty"`
		Late            int32            `xml:"Late,omitempty" json:"Late,omitempty"`
		Exparrival      string           `xml:"Exparrival,omitempty" json:"Exparrival,omitempty"`
		Expdepart       string           `xml:"Expdepart,omitempty" json:"Expdepart,omitempty"`
		Scharrival      string           `xml:"Scharrival,omitempty" json:"Scharrival,omitempty"`
		Schdepart       string           `xml:"Schdepart,omitempty" json:"Schdepart,omitempty"`
		Direction       string           `xml:"Direction,omitempty" json:"Direction,omitempty"`
		Traintype       string           `xml:"Traintype,omitempty" json:"Traintype,omitempty"`
		Locationtype    string           `xml:"Locationtype,omitempty" json:"Locationtype,omitempty"`
	}
)

func gowsdlTexts(list []*ObjStationData) []texts {
	var all []texts
	for _, r := range list {
		all = append(all, texts{
			r.Servertime.ToGoTime().Format("2006-01-02T15:04:05.999999999"), r.Traincode, r.Stationfullname, r.Stationcode, r.Querytime, r.Traindate, r.Origin,
			r.Destination, r.Origintime, r.Destinationtime, r.Status, r.Lastlocation, fmt.Sprint(r.Duein), fmt.Sprint(r.Late),
			r.Exparrival, r.Expdepart, r.Scharrival, r.Schdepart, r.Direction, r.Traintype, r.Locationtype,
		})
	}
	return all
}

// newGowsdlEnvelope returns a response with n records. gowsdl has no server, so this is
// the envelope in which its client sends requests.
func newGowsdlEnvelope(n int) soap.SOAPEnvelope {
	array := new(ArrayOfObjStationData)
	list := records(n)
	for i := range list {
		r := &list[i]
		array.ObjStationData = append(array.ObjStationData, &ObjStationData{
			xml.Name{}, soap.CreateXsdDateTime(r.Servertime.Time, false), *r.Traincode, *r.Stationfullname, *r.Stationcode, *r.Querytime, *r.Traindate, *r.Origin,
			*r.Destination, *r.Origintime, *r.Destinationtime, *r.Status, *r.Lastlocation, r.Duein, r.Late,
			*r.Exparrival, *r.Expdepart, *r.Scharrival, *r.Schdepart, *r.Direction, *r.Traintype, *r.Locationtype,
		})
	}
	content := &GetStationDataByCodeXMLResponse{GetStationDataByCodeXMLResult: array}
	return soap.SOAPEnvelope{XmlNS: soap.XmlNsSoapEnv, Body: soap.SOAPBody{Content: content}}
}

// gowsdlEncode encodes an envelope as gowsdl's client does.
func gowsdlEncode(e *soap.SOAPEnvelope) ([]byte, error) {
	buffer := new(bytes.Buffer)
	encoder := xml.NewEncoder(buffer)
	if err := encoder.Encode(*e); err != nil {
		return nil, err
	}
	err := encoder.Flush()
	return buffer.Bytes(), err
}

// gowsdlCall does what a method of gowsdl's client does.
func gowsdlCall(client *soap.Client) ([]*ObjStationData, error) {
	response := new(GetStationDataByCodeXMLResponse)
	err := client.Call(namespace+"getStationDataByCodeXML", &GetStationDataByCodeXML{StationCode: "HARBQ"}, response)
	if err != nil || response.GetStationDataByCodeXMLResult == nil {
		return nil, err
	}
	return response.GetStationDataByCodeXMLResult.ObjStationData, nil
}

// fixedHTTP answers every request with the same document, without a network.
type fixedHTTP []byte

func (c fixedHTTP) Do(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"text/xml; charset=utf-8"}},
		Body:       io.NopCloser(bytes.NewReader(c)),
	}, nil
}
