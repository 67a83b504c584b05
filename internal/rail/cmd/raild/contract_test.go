package main

import (
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/realtime/realtimetest"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/soaptest"
)

// TestContract runs the tests that were generated from the contract against the command.
func TestContract(t *testing.T) {
	printed, _ := start(t, "--clock", noon)
	realtimetest.RunURL(t, address(t, printed),
		soaptest.WithResults(),
		soaptest.WithRequest("getStationDataByNameXML_withNumMins", &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: soap.Ptr("Harrow Fen"), NumMins: soap.Ptr("30")}),
		soaptest.WithRequest("getStationDataByCodeXML_WithNumMins", &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: soap.Ptr("HARFN"), NumMins: soap.Ptr("30")}),
		soaptest.WithRequest("getTrainMovementsXML", &realtime.GetTrainMovementsXML{TrainId: soap.Ptr("A101"), TrainDate: soap.Ptr("21 Nov 2026")}))
}
