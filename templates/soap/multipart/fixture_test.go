package multipart

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

const (
	parcelNS   = "urn:parcels/"
	parcelPath = "/parcels"
)

// label is a struct that an attachment holds as XML.
type label struct{ Name string }

var shapeLabel = schema.Shape{Fields: []schema.Field{{Name: "Name", NS: 1}}, Required: []int{0}}

func (*label) QuartetCreate() schema.StructValue { return new(label) }

func (v *label) QuartetDecode(d *schema.Decoder) {
	for d.Enter(&shapeLabel); d.Next() == 0; {
		v.Name = d.String()
	}
}

func (v *label) QuartetEncode(e *schema.Encoder) { e.String("<Name>", v.Name, "</Name>") }

// parcel is what the generator writes for a message with attachments and without
// a Body.
type parcel struct {
	Note  *string
	Photo []byte
	Type  string
	Label *label
	Marks []int32
}

func (v *parcel) QuartetDecode(d *schema.Decoder) { d.Skip() }
func (v *parcel) QuartetEncode(*schema.Encoder)   {}
func (*parcel) QuartetCreate() schema.StructValue { return new(parcel) }

func (v *parcel) QuartetAttachments(a *Attachments) {
	if v == nil {
		return
	}
	AttachedText(a, "note", &v.Note, nil, (*schema.Decoder).String, (*schema.Encoder).String)
	AttachedBytes(a, "photo", &v.Photo, &v.Type)
	a.XML("label", func(e *schema.Encoder) { e.OptStruct(v.Label != nil, "<label>", v.Label, "</label>") }, func(d *schema.Decoder, _ int) { v.Label = schema.DecodePtr(d, new(label)) }, schema.ElementName{NS: 1, Local: "label"})
	AttachedList(a, "marks", &v.Marks, nil,
		func(d *schema.Decoder) []int32 { return schema.DecodeList[[]int32](d, (*schema.Decoder).Int32) },
		func(e *schema.Encoder, open string, v []int32, end string) {
			schema.EncodeList(e, open, v, end, (*schema.Encoder).Int32)
		})
}

var parcelInfo = []contract.Attachment{
	{Name: "note", Types: []string{"text/plain"}}, {Name: "photo", Types: []string{"image/*", "image/gif"}},
	{Name: "label", Types: []string{"text/xml"}}, {Name: "marks"},
}

var opSwap = contract.Operation{
	Name: "swap", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: parcelNS + "swap", In: schema.ElementName{NS: 1, Local: "swap"}, Out: []schema.ElementName{{NS: 1, Local: "swapResponse"}},
		Attachments: parcelInfo, OutAttachments: parcelInfo,
	}},
	Request: (*parcel)(nil),
	Result:  schema.StructOf{Zero: (*parcel)(nil)},
}

func parcelContract() *contract.Contract {
	return &contract.Contract{
		Service: "Parcels", Namespaces: []schema.Namespace{{}, {URI: parcelNS}}, Multipart: Related{},
		Ports: []contract.Port{
			{Name: "a", Binding: contract.SOAP11, Address: "http://localhost" + parcelPath},
			{Name: "b", Binding: contract.SOAP12, Address: "http://localhost" + parcelPath},
		},
	}
}

func newParcelHandler(swap func(context.Context, *parcel) (*parcel, error), opts ...soap.HandlerOption) http.Handler {
	return soap.NewHandler(parcelContract(), nil, []soap.ServiceMethod{
		soap.Serve(&opSwap, func(ctx context.Context, req schema.StructValue) (any, error) { return swap(ctx, req.(*parcel)) }),
		soap.Serve(&opParcels, func(context.Context, schema.StructValue) (any, error) { return int32(42), nil }),
	}, opts)
}

// opParcels has no attachments.
var opParcels = contract.Operation{
	Name: "parcels", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: parcelNS + "parcels",
		In: schema.ElementName{NS: 1, Local: "parcels"}, Out: []schema.ElementName{{NS: 1, Local: "parcelsResponse"}, {NS: 1, Local: "parcelsResult"}},
	}},
	Result: schema.ScalarOf[int32]{Write: (*schema.Encoder).Int32, Read: (*schema.Decoder).Int32},
	Must:   true,
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
	return `<s:Envelope xmlns:s="` + soap.EnvelopeNamespace(b) + `"><s:Body><` + name + ` xmlns="` + parcelNS + `"/></s:Body></s:Envelope>`
}
