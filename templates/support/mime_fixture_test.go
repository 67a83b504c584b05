package support

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

const (
	parcelNS   = "urn:parcels/"
	parcelPath = "/parcels"
)

// label is a struct that an attachment holds as XML.
type label struct{ Name string }

var shapeLabel = Shape{Fields: []Field{{Name: "Name", NS: 1}}, Required: []int{0}}

func (*label) create() StructValue { return new(label) }

func (v *label) decode(d *Decoder) {
	for d.Enter(&shapeLabel); d.Next() == 0; {
		v.Name = d.String()
	}
}

func (v *label) encode(e *Encoder) { e.String("<Name>", v.Name, "</Name>") }

// parcel is what the generator writes for a message with attachments and without
// a Body.
type parcel struct {
	Note  *string
	Photo []byte
	Type  string
	Label *label
	Marks []int32
}

func (v *parcel) decode(d *Decoder) { d.Skip() }
func (v *parcel) encode(*Encoder)   {}
func (*parcel) create() StructValue { return new(parcel) }

func (v *parcel) attachments(a *Attachments) {
	if v == nil {
		return
	}
	AttachedText(a, "note", &v.Note, nil, (*Decoder).String, (*Encoder).String)
	AttachedBytes(a, "photo", &v.Photo, &v.Type)
	a.XML("label", func(e *Encoder) { e.OptStruct(v.Label != nil, "<label>", v.Label, "</label>") }, func(d *Decoder, _ int) { v.Label = DecodePtr(d, new(label)) }, ElementName{1, "label"})
	AttachedList(a, "marks", &v.Marks, nil,
		func(d *Decoder) []int32 { return DecodeList[[]int32](d, (*Decoder).Int32) },
		func(e *Encoder, open string, v []int32, end string) { EncodeList(e, open, v, end, (*Encoder).Int32) })
}

var parcelInfo = []AttachmentInfo{
	{Name: "note", Types: []string{"text/plain"}}, {Name: "photo", Types: []string{"image/*", "image/gif"}},
	{Name: "label", Types: []string{"text/xml"}}, {Name: "marks"},
}

var opSwap = Operation{
	Name: "swap", Wires: []Wire{{
		Bindings: []Binding{SOAP11, SOAP12}, Action: parcelNS + "swap", In: ElementName{1, "swap"}, Out: []ElementName{{1, "swapResponse"}},
		Attachments: parcelInfo, OutAttachments: parcelInfo,
	}},
	Request: (*parcel)(nil),
	Result:  StructOf{Zero: (*parcel)(nil)},
}

func parcelContract() *ContractInfo {
	return &ContractInfo{
		Service: "Parcels", Namespaces: []Namespace{{}, {URI: parcelNS}}, Multipart: Related{},
		Ports: []PortInfo{
			{Name: "a", Binding: SOAP11, Address: "http://localhost" + parcelPath},
			{Name: "b", Binding: SOAP12, Address: "http://localhost" + parcelPath},
		},
	}
}

func newParcelHandler(swap func(context.Context, *parcel) (*parcel, error), opts ...HandlerOption) http.Handler {
	return NewHandler(parcelContract(), nil, []ServiceMethod{
		Serve(&opSwap, func(ctx context.Context, req StructValue) (any, error) { return swap(ctx, req.(*parcel)) }),
		Serve(&opParcels, func(context.Context, StructValue) (any, error) { return int32(42), nil }),
	}, opts)
}

// opParcels has no attachments.
var opParcels = Operation{
	Name: "parcels", Wires: []Wire{{
		Bindings: []Binding{SOAP11, SOAP12}, Action: parcelNS + "parcels",
		In: ElementName{1, "parcels"}, Out: []ElementName{{1, "parcelsResponse"}, {1, "parcelsResult"}},
	}},
	Result: ScalarOf[int32]{(*Encoder).Int32, (*Decoder).Int32},
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
func swapEnvelope(b Binding, name string) string {
	return `<s:Envelope xmlns:s="` + envelopeNamespace(b) + `"><s:Body><` + name + ` xmlns="` + parcelNS + `"/></s:Body></s:Envelope>`
}
