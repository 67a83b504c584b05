// Command client calls the rail service with a client that oapi-codegen generated, in the package api. The protocol is in ../README.md.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"client/api"
)

type call struct {
	Member    string             `json:"member"`
	Arguments map[string]*string `json:"arguments"`
}

type fault struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

type answer struct {
	Records []map[string]string `json:"records"`
	Fault   *fault              `json:"fault,omitempty"`
	Error   string              `json:"error,omitempty"`
}

func main() {
	var input struct {
		Address string `json:"address"`
		Calls   []call `json:"calls"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		log.Fatal(err)
	}
	client, err := api.NewClientWithResponses(input.Address)
	if err != nil {
		log.Fatal(err)
	}
	operations := map[string]func([]byte) answer{
		"getAllStationsXML":                   operation(client.GetAllStationsXMLWithResponse),
		"getAllStationsXML_WithStationType":   operation(client.GetAllStationsXMLWithStationTypeWithResponse),
		"getVendorTrainsXML":                  operation(client.GetVendorTrainsXMLWithResponse),
		"getCurrentTrainsXML":                 operation(client.GetCurrentTrainsXMLWithResponse),
		"getCurrentTrainsXML_WithTrainType":   operation(client.GetCurrentTrainsXMLWithTrainTypeWithResponse),
		"getStationDataByNameXML":             operation(client.GetStationDataByNameXMLWithResponse),
		"getStationDataByNameXML_withNumMins": operation(client.GetStationDataByNameXMLWithNumMinsWithResponse),
		"getStationDataByCodeXML":             operation(client.GetStationDataByCodeXMLWithResponse),
		"getStationDataByCodeXML_WithNumMins": operation(client.GetStationDataByCodeXMLWithNumMinsWithResponse),
		"getStationsFilterXML":                operation(client.GetStationsFilterXMLWithResponse),
		"getTrainMovementsXML":                operation(client.GetTrainMovementsXMLWithResponse),
	}
	answers := json.NewEncoder(os.Stdout)
	for _, c := range input.Calls {
		for name, value := range c.Arguments {
			if value == nil {
				delete(c.Arguments, name)
			}
		}
		arguments, err := json.Marshal(c.Arguments)
		if err != nil {
			log.Fatal(err)
		}
		if err := answers.Encode(operations[c.Member](arguments)); err != nil {
			log.Fatal(err)
		}
	}
}

// A response has a list of records, or a fault.
type response[Record any] interface {
	GetJSON200() *[]Record
	GetApplicationproblemJSONDefault() *api.Fault
}

// operation returns a function that calls a method of the client with the arguments of a call.
func operation[Request, Record any, Response response[Record]](method func(context.Context, Request, ...api.RequestEditorFn) (Response, error)) func([]byte) answer {
	return func(arguments []byte) answer {
		var request Request
		if err := json.Unmarshal(arguments, &request); err != nil {
			return answer{Error: err.Error()}
		}
		received, err := method(context.Background(), request)
		if err != nil {
			return answer{Error: err.Error()}
		}
		if refused := received.GetApplicationproblemJSONDefault(); refused != nil {
			reason := ""
			if refused.Detail != nil {
				reason = *refused.Detail
			}
			return answer{Fault: &fault{refused.Code, reason}}
		}
		records, err := fields(received.GetJSON200())
		if err != nil {
			return answer{Error: err.Error()}
		}
		return answer{Records: records}
	}
}

// fields returns the fields of records by element name.
func fields(list any) ([]map[string]string, error) {
	text, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	var members []map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&members); err != nil {
		return nil, err
	}
	records := make([]map[string]string, len(members))
	for i, values := range members {
		records[i] = make(map[string]string)
		for name, value := range values {
			records[i][name] = fmt.Sprint(value)
		}
	}
	return records, nil
}
