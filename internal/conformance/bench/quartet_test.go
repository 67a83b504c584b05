package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// fixedClient returns a client that gets the same document in reply to every call, without
// a network.
func fixedClient(tb testing.TB, document []byte) *realtime.Client {
	answer := func(_ context.Context, call *soap.Call, _ func(context.Context) error) error {
		call.Reply = document
		return nil
	}
	client, err := realtime.NewClient("", soap.SOAP11, soap.WithInterceptors(answer))
	if err != nil {
		tb.Fatal(err)
	}
	return client
}

// decode decodes a response by calling a client.
func decode(tb testing.TB, document []byte) []realtime.ObjStationData {
	list, err := fixedClient(tb, document).GetStationDataByCodeXML(tb.Context(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return list
}

// board is a service that returns a list.
type board struct {
	realtime.UnimplementedRealtime
	list []realtime.ObjStationData
}

func (s board) GetStationDataByCodeXML(context.Context, *realtime.GetStationDataByCodeXML) ([]realtime.ObjStationData, error) {
	return s.list, nil
}

const (
	path    = "/realtime/realtime.asmx"
	request = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>` +
		`<getStationDataByCodeXML xmlns="http://realtime.rail.example/"><StationCode>HARBQ</StationCode></getStationDataByCodeXML>` +
		`</soap:Body></soap:Envelope>`
)

// direct calls a handler with the same request each time, without a network and with as
// little overhead as possible. It is also the http.ResponseWriter.
type direct struct {
	handler http.Handler
	request *http.Request
	body    bytes.Reader
	header  http.Header
	sink    io.Writer
	size    int
	err     error
}

func newDirect(handler http.Handler, sink io.Writer) *direct {
	d := &direct{handler: handler, header: make(http.Header), sink: sink}
	d.request, d.err = http.NewRequest(http.MethodPost, "http://localhost"+path, nil)
	if d.err == nil {
		d.request.Header.Set("Content-Type", "text/xml; charset=utf-8")
		d.request.Body = io.NopCloser(&d.body)
		d.request.ContentLength = int64(len(request))
	}
	return d
}

func (d *direct) call() (size int, err error) {
	if d.err == nil {
		d.size = 0
		clear(d.header)
		d.body.Reset([]byte(request))
		d.handler.ServeHTTP(d, d.request)
	}
	return d.size, d.err
}

func (d *direct) Header() http.Header { return d.header }

func (d *direct) WriteHeader(status int) {
	if status != http.StatusOK {
		d.err = fmt.Errorf("status %d", status)
	}
}

func (d *direct) Write(p []byte) (int, error) {
	d.size += len(p)
	return d.sink.Write(p)
}
