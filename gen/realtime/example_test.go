package realtime_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"iter"
	"log"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// stations is a service with two of the operations. The embedded type answers the others with ErrNotOffered.
type stations struct{ realtime.UnimplementedRealtime }

func (stations) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	return []realtime.ObjStation{
		{StationDesc: soap.Ptr("Harrow Fen"), StationCode: soap.Ptr("HARFN")},
		{StationDesc: soap.Ptr("Sterling Gate"), StationCode: soap.Ptr("STERG")},
	}, nil
}

func (stations) GetStationsFilterXML(_ context.Context, req *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
	if req.StationText == nil {
		return nil, &soap.Fault{Code: soap.FaultClient, Reason: "StationText is missing"}
	}
	if strings.HasPrefix("Harrow Fen", *req.StationText) {
		return []realtime.ObjStationFilter{{StationDesc: soap.Ptr("Harrow Fen"), StationCode: soap.Ptr("HARFN")}}, nil
	}
	return nil, nil
}

// serve starts a server with a service, and returns the address of its port.
func serve(service realtime.Realtime, options ...soap.HandlerOption) (address string, stop func()) {
	server := httptest.NewServer(realtime.NewHandler(service, options...))
	return server.URL + "/realtime/realtime.asmx", server.Close
}

// A handler serves one implementation over all bindings. In a program, give it to http.ListenAndServe.
func ExampleNewHandler() {
	server := httptest.NewServer(realtime.NewHandler(stations{}))
	defer server.Close()

	response, err := http.Get(server.URL + "/realtime/realtime.asmx/getStationsFilterXML?StationText=Har")
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Status)
	fmt.Println(strings.ReplaceAll(string(body), "><", ">\n<"))
	// Output:
	// 200 OK
	// <?xml version="1.0" encoding="utf-8"?>
	// <ArrayOfObjStationFilter xmlns="http://realtime.rail.example/">
	// <objStationFilter>
	// <StationDesc>Harrow Fen</StationDesc>
	// <StationCode>HARFN</StationCode>
	// </objStationFilter>
	// </ArrayOfObjStationFilter>
}

// A client calls the service over the binding that it is made for.
func ExampleNewClient() {
	address, stop := serve(stations{})
	defer stop()

	for _, binding := range []soap.Binding{soap.SOAP11, soap.SOAP12, soap.HTTPGet, soap.HTTPPost} {
		client, err := realtime.NewClient(address, binding)
		if err != nil {
			log.Fatal(err)
		}
		found, err := client.GetStationsFilterXML(context.Background(), &realtime.GetStationsFilterXML{StationText: soap.Ptr("Har")})
		if err != nil {
			log.Fatal(err)
		}
		for _, station := range found {
			fmt.Printf("%s: %s %s\n", binding, *station.StationCode, *station.StationDesc)
		}
	}
	// Output:
	// SOAP 1.1: HARFN Harrow Fen
	// SOAP 1.2: HARFN Harrow Fen
	// HTTP GET: HARFN Harrow Fen
	// HTTP POST: HARFN Harrow Fen
}

// A list can be read item by item, in little memory. Leaving the loop ends the transfer.
func ExampleClient_GetAllStationsXMLSeq() {
	address, stop := serve(stations{})
	defer stop()
	client, err := realtime.NewClient(address, soap.SOAP12)
	if err != nil {
		log.Fatal(err)
	}

	for station, err := range client.GetAllStationsXMLSeq(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(*station.StationDesc)
		break
	}
	// Output:
	// Harrow Fen
}

// timetable is a service that can hand over stations one by one. UnimplementedRealtime, which stations embeds, has the
// other methods of RealtimeSeq.
type timetable struct{ stations }

func (timetable) GetAllStationsXMLSeq(context.Context) iter.Seq2[realtime.ObjStation, error] {
	return func(yield func(realtime.ObjStation, error) bool) {
		for n := range 3 {
			if !yield(realtime.ObjStation{StationCode: soap.Ptr(fmt.Sprint("S", n))}, nil) {
				return
			}
		}
	}
}

// With WithStreams a handler sends a list while it is made. Lists without a sequence come from the service.
func ExampleWithStreams() {
	address, stop := serve(timetable{}, realtime.WithStreams(timetable{}))
	defer stop()
	client, err := realtime.NewClient(address, soap.HTTPGet)
	if err != nil {
		log.Fatal(err)
	}

	for station, err := range client.GetAllStationsXMLSeq(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(*station.StationCode)
	}
	// Output:
	// S0
	// S1
	// S2
}

// The caller receives the Fault that the service returned, over every binding.
func ExampleFault() {
	address, stop := serve(stations{})
	defer stop()
	client, err := realtime.NewClient(address, soap.SOAP11)
	if err != nil {
		log.Fatal(err)
	}

	_, err = client.GetStationsFilterXML(context.Background(), &realtime.GetStationsFilterXML{})
	var fault *soap.Fault
	if errors.As(err, &fault) {
		fmt.Println(fault.Code)
		fmt.Println(fault.Reason)
	}
	// Output:
	// Client
	// StationText is missing
}

// greeter reads an HTTP header of the request and sets one of the response.
type greeter struct{ stations }

func (g greeter) GetAllStationsXML(ctx context.Context) ([]realtime.ObjStation, error) {
	if call, ok := soap.CallInfo(ctx); ok {
		fmt.Println(call.Operation, "over", call.Binding, "for", call.RequestHeader.Get("X-Caller"))
		call.ResponseHeader.Set("X-Server", "example")
	}
	return g.stations.GetAllStationsXML(ctx)
}

// CallInfo gives a service the operation, the binding and the HTTP headers of the call that it serves.
func ExampleCallInfo() {
	address, stop := serve(greeter{})
	defer stop()
	client, err := realtime.NewClient(address, soap.HTTPPost, soap.WithHeader("X-Caller", "a client"))
	if err != nil {
		log.Fatal(err)
	}

	if _, err := client.GetAllStationsXML(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// getAllStationsXML over HTTP POST for a client
}

// An Outbound holds the HTTP headers of single calls: those to send, and those that were received.
func ExampleNewOutbound() {
	address, stop := serve(greeter{})
	defer stop()
	client, err := realtime.NewClient(address, soap.SOAP12)
	if err != nil {
		log.Fatal(err)
	}

	ctx, outbound := soap.NewOutbound(context.Background())
	outbound.Header.Set("X-Caller", "one call")
	if _, err := client.GetAllStationsXML(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println("received:", outbound.Received().Get("X-Server"))
	// Output:
	// getAllStationsXML over SOAP 1.2 for one call
	// received: example
}

// rewritten prints the request of a client with an option.
func rewritten(option soap.ClientOption) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, after, _ := strings.Cut(string(body), "<soap:Body>")
		fmt.Println(strings.TrimSuffix(after, "</soap:Body></soap:Envelope>"))
	}))
	defer server.Close()
	client, err := realtime.NewClient(server.URL, soap.SOAP11, option)
	if err != nil {
		log.Fatal(err)
	}
	// The server does not answer, which is an error of the call.
	_, _ = client.GetStationsFilterXML(context.Background(), &realtime.GetStationsFilterXML{StationText: soap.Ptr("A & B")})
}

// A receiver wants a text as a CDATA section.
func ExampleWithRewrite_cdata() {
	text := regexp.MustCompile(`(<StationText>)(.*?)(</StationText>)`)
	rewritten(soap.WithRewrite(func(_ context.Context, _ *soap.Call, envelope []byte) ([]byte, error) {
		return text.ReplaceAllFunc(envelope, func(element []byte) []byte {
			parts := text.FindSubmatch(element)
			return fmt.Appendf(nil, "%s<![CDATA[%s]]>%s", parts[1], html.UnescapeString(string(parts[2])), parts[3])
		}), nil
	}))
	// Output:
	// <getStationsFilterXML xmlns="http://realtime.rail.example/"><StationText><![CDATA[A & B]]></StationText></getStationsFilterXML>
}

// A receiver wants a certain prefix.
func ExampleWithRewrite_prefix() {
	names := strings.NewReplacer("<getStationsFilterXML xmlns=", "<rt:getStationsFilterXML xmlns:rt=", "</getStationsFilterXML>", "</rt:getStationsFilterXML>",
		"<StationText>", "<rt:StationText>", "</StationText>", "</rt:StationText>")
	rewritten(soap.WithRewrite(func(_ context.Context, _ *soap.Call, envelope []byte) ([]byte, error) {
		return []byte(names.Replace(string(envelope))), nil
	}))
	// Output:
	// <rt:getStationsFilterXML xmlns:rt="http://realtime.rail.example/"><rt:StationText>A &amp; B</rt:StationText></rt:getStationsFilterXML>
}

// A receiver wants an element that the contract does not have.
func ExampleWithRewrite_element() {
	rewritten(soap.WithRewrite(func(_ context.Context, call *soap.Call, envelope []byte) ([]byte, error) {
		if call.Operation != "getStationsFilterXML" {
			return envelope, nil
		}
		return bytes.Replace(envelope, []byte("</getStationsFilterXML>"), []byte("<Limit>5</Limit></getStationsFilterXML>"), 1), nil
	}))
	// Output:
	// <getStationsFilterXML xmlns="http://realtime.rail.example/"><StationText>A &amp; B</StationText><Limit>5</Limit></getStationsFilterXML>
}

// An interceptor sees each call before its parameters are decoded. This one refuses calls without credentials.
func ExampleWithInterceptors() {
	authorize := func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		if user, _, ok := (&http.Request{Header: call.RequestHeader}).BasicAuth(); !ok || user != "reader" {
			return &soap.Fault{Code: soap.FaultClient, Reason: call.Operation + " needs credentials"}
		}
		return next(ctx)
	}
	address, stop := serve(stations{}, soap.WithInterceptors(authorize))
	defer stop()
	client, err := realtime.NewClient(address, soap.HTTPGet)
	if err != nil {
		log.Fatal(err)
	}

	_, err = client.GetAllStationsXML(context.Background())
	var fault *soap.Fault
	if errors.As(err, &fault) {
		fmt.Println(fault.Reason)
	}
	// Output:
	// getAllStationsXML needs credentials
}

// Text shows a record in one line, for logs and messages of tests.
func Example_text() {
	station := &realtime.ObjStation{StationDesc: soap.Ptr("Harrow Fen"), StationCode: soap.Ptr("HARFN")}
	fmt.Println(soap.Text(station))
	// Output: ObjStation{StationDesc: "Harrow Fen", StationCode: "HARFN"}
}
