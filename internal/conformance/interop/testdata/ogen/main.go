// Command client calls the rail service with a client that ogen generated, in the package api. The protocol is in ../README.md.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	client, err := api.NewClient(input.Address)
	if err != nil {
		log.Fatal(err)
	}
	operations := map[string]func([]byte) answer{
		"getAllStationsXML":                   operation(client.GetAllStationsXML),
		"getAllStationsXML_WithStationType":   operation(client.GetAllStationsXMLWithStationType),
		"getVendorTrainsXML":                  operation(client.GetVendorTrainsXML),
		"getCurrentTrainsXML":                 operation(client.GetCurrentTrainsXML),
		"getCurrentTrainsXML_WithTrainType":   operation(client.GetCurrentTrainsXMLWithTrainType),
		"getStationDataByNameXML":             operation(client.GetStationDataByNameXML),
		"getStationDataByNameXML_withNumMins": operation(client.GetStationDataByNameXMLWithNumMins),
		"getStationDataByCodeXML":             operation(client.GetStationDataByCodeXML),
		"getStationDataByCodeXML_WithNumMins": operation(client.GetStationDataByCodeXMLWithNumMins),
		"getStationsFilterXML":                operation(client.GetStationsFilterXML),
		"getTrainMovementsXML":                operation(client.GetTrainMovementsXML),
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

// operation returns a function that calls a method of the client with the arguments of a call.
func operation[Request, Record any](method func(context.Context, *Request) ([]Record, error)) func([]byte) answer {
	return func(arguments []byte) answer {
		request := new(Request)
		if err := json.Unmarshal(arguments, request); err != nil {
			return answer{Error: err.Error()}
		}
		list, err := method(context.Background(), request)
		if refused := (*api.FaultStatusCode)(nil); errors.As(err, &refused) {
			return answer{Fault: &fault{refused.Response.Code, refused.Response.Detail.Value}}
		} else if err != nil {
			return answer{Error: err.Error()}
		}
		records, err := fields(list)
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
