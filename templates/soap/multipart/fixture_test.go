package multipart

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

const (
	parcelNS   = "urn:parcels/"
	parcelPath = "/parcels"
)

// label is a struct that an attachment holds as XML.
type label struct{ Name string }

// parcel is what the generator writes for a message with attachments and without
// a Body.
type parcel struct {
	Note  *string
	Photo []byte
	Type  string
	Label *label
	Marks []int32
}

var typeOfLabel = schema.Type{NS: 1, Name: "label", Zero: (*label)(nil)}

var typeOfParcel = schema.Type{Zero: (*parcel)(nil)}

var typeOfMarks = schema.Type{NS: 1, Name: "marks", Zero: (*[]int32)(nil), Simple: true}

var parcelTypes = schema.Table{
	Namespaces: parcelNamespaces,
	Types: []schema.TypeRows{
		{Type: &typeOfLabel, Rows: []schema.Row{
			{Name: "Name", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
		}},
		{Type: &typeOfMarks, Rows: []schema.Row{
			{Kind: codec.KindInt32, At: schema.AtListItem, Occurs: schema.Once},
		}},
		{Type: &typeOfParcel, Rows: []schema.Row{
			{Name: "note", Kind: codec.KindString, At: schema.AtAttachment},
			{Name: "photo", Kind: codec.KindBase64, At: schema.AtAttachment},
			{Kind: codec.KindMediaType},
			{Name: "label", NS: 1, Kind: codec.KindStruct, At: schema.AtAttachment, Of: &typeOfLabel, More: &schema.More{Part: "label"}},
			{Name: "marks", Kind: codec.KindList, At: schema.AtAttachment, Of: &typeOfMarks},
		}},
	},
}

var parcelNamespaces = []schema.Namespace{{}, {URI: parcelNS}}

func init() { codec.Define(&parcelTypes) }

var parcelInfo = []contract.Attachment{
	{Name: "note", Types: []string{"text/plain"}}, {Name: "photo", Types: []string{"image/*", "image/gif"}},
	{Name: "label", Types: []string{"text/xml"}}, {Name: "marks"},
}

var opSwap = contract.Operation{
	Name: "swap", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: parcelNS + "swap", In: schema.ElementName{NS: 1, Local: "swap"}, Out: []schema.ElementName{{NS: 1, Local: "swapResponse"}},
		More: &contract.WireMore{Attachments: parcelInfo, OutAttachments: parcelInfo},
	}},
	Request: &typeOfParcel,
	Result:  &schema.Value{Zero: (**parcel)(nil), Row: schema.Row{Kind: codec.KindStruct, Of: &typeOfParcel}},
}

func parcelContract() *contract.Contract {
	return &contract.Contract{
		Service: "Parcels", Namespaces: parcelNamespaces, Types: &parcelTypes, Multipart: Related{},
		Ports: []contract.Port{
			{Name: "a", Binding: contract.SOAP11, Address: "http://localhost" + parcelPath},
			{Name: "b", Binding: contract.SOAP12, Address: "http://localhost" + parcelPath},
		},
	}
}

func newParcelHandler(swap func(context.Context, *parcel) (*parcel, error), opts ...soap.HandlerOption) http.Handler {
	return soap.NewHandler(parcelContract().With(&opSwap, &opParcels), nil, func(ctx context.Context, op *contract.Operation, req any) (any, error) {
		if op.Name == opParcels.Name {
			return int32(42), nil
		}
		return swap(ctx, req.(*parcel))
	}, opts)
}

// opParcels has no attachments.
var opParcels = contract.Operation{
	Name: "parcels", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: parcelNS + "parcels",
		In: schema.ElementName{NS: 1, Local: "parcels"}, Out: []schema.ElementName{{NS: 1, Local: "parcelsResponse"}, {NS: 1, Local: "parcelsResult"}},
	}},
	Result:         &schema.Value{Zero: (*int32)(nil), Row: schema.Row{Kind: codec.KindInt32, Occurs: schema.Once}},
	ResultRequired: true,
}

// handlerDoer sends requests to a handler.
type handlerDoer struct{ http.Handler }

func (h handlerDoer) Do(r *http.Request) (*http.Response, error) {
	body, _ := io.ReadAll(r.Body)
	headers := []string{}
	for name, values := range r.Header {
		headers = append(headers, name, values[0])
	}
	return post(h, r.URL.Path, r.Header.Get("Content-Type"), string(body), headers...).Result(), nil
}

// responderFunc answers the requests of a client.
type responderFunc func(*http.Request) (*http.Response, error)

func (f responderFunc) Do(r *http.Request) (*http.Response, error) { return f(r) }

// post sends a request to a handler without a network.
func post(h http.Handler, target, contentType, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", target, strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// swapEnvelope returns an envelope with an empty element.
func swapEnvelope(b contract.Binding, name string) string {
	namespace := soap.SOAP11Namespace
	if b == contract.SOAP12 {
		namespace = soap.SOAP12Namespace
	}
	return `<s:Envelope xmlns:s="` + namespace + `"><s:Body><` + name + ` xmlns="` + parcelNS + `"/></s:Body></s:Envelope>`
}
