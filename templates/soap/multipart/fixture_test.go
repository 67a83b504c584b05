package multipart

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
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

// file is what the generator writes for a message with binary values.
type file struct {
	Name    string
	Data    []byte
	More    [][]byte
	Thing   *xsd.AnyType
	Simple  *xsd.AnySimple
	Typed   *typedData
	Any     []xsd.RawXML
	Version []byte
}

// typedData is xmime:base64Binary.
type typedData struct {
	ContentType string
	Value       []byte
}

const xmimeNS = "http://www.w3.org/2005/05/xmlmime"

var typeOfTypedData = schema.Type{NS: 1, Name: "typedData", Zero: (*typedData)(nil)}

var typeOfFile = schema.Type{NS: 1, Name: "file", Zero: (*file)(nil)}

var fileTypes = schema.Table{
	Namespaces: fileNamespaces,
	Types: []schema.TypeRows{
		{Type: &typeOfTypedData, Rows: []schema.Row{
			{Name: "contentType", NS: 2, Kind: codec.KindString, At: schema.AtAttribute, Occurs: schema.Once},
			{Kind: codec.KindBase64, At: schema.AtContent, Occurs: schema.Once},
		}},
		{Type: &typeOfFile, Rows: []schema.Row{
			{Name: "name", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
			{Name: "data", NS: 1, Kind: codec.KindBase64, Occurs: schema.Optional},
			{Name: "more", NS: 1, Kind: codec.KindBase64, Occurs: schema.Many},
			{Name: "thing", NS: 1, Kind: codec.KindAnyType, Occurs: schema.Optional},
			{Name: "simple", NS: 1, Kind: codec.KindAnySimple, Occurs: schema.Optional},
			{Name: "typed", NS: 1, Kind: codec.KindStruct, Of: &typeOfTypedData, Occurs: schema.Optional},
			{Kind: codec.KindRawXML, Occurs: schema.Many, More: &schema.More{Any: &xsd.Wildcard{URIs: []string{"urn:a"}}}},
			{Name: "version", NS: 1, Kind: codec.KindBase64, At: schema.AtAttribute},
		}},
	},
}

var fileNamespaces = []schema.Namespace{{}, {URI: parcelNS, Prefix: "p"}, {URI: xmimeNS, Prefix: "xmime"}}

func init() { codec.Define(&fileTypes) }

var opStore = contract.Operation{
	Name: "store", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, Action: parcelNS + "store",
		In: schema.ElementName{NS: 1, Local: "store"}, Out: []schema.ElementName{{NS: 1, Local: "storeResponse"}},
	}},
	Request: &typeOfFile,
	Result:  &schema.Value{Zero: (**file)(nil), Row: schema.Row{Kind: codec.KindStruct, Of: &typeOfFile}},
}

func fileContract() *contract.Contract {
	return &contract.Contract{
		Service: "Files", Namespaces: fileNamespaces, Types: &fileTypes, XSI: true,
		Ports: []contract.Port{
			{Name: "a", Binding: contract.SOAP11, Address: "http://localhost" + parcelPath},
			{Name: "b", Binding: contract.SOAP12, Address: "http://localhost" + parcelPath},
		},
	}
}

func newFileHandler(store func(context.Context, *file) (*file, error), opts ...soap.HandlerOption) http.Handler {
	return soap.NewHandler(fileContract().With(&opStore), nil, func(ctx context.Context, _ *contract.Operation, req any) (any, error) {
		return store(ctx, req.(*file))
	}, opts)
}

// xopMessage returns a message of MTOM over SOAP 1.1 with content in an element, and its media type. Each part has a
// Content-ID, a vertical bar and a content.
func xopMessage(element, content string, parts ...string) (mediaType, message string) {
	var b strings.Builder
	b.WriteString("--b\r\nContent-Type: application/xop+xml; charset=utf-8; type=\"text/xml\"\r\nContent-ID: <root@x>\r\n\r\n" +
		`<s:Envelope xmlns:s="` + soap.SOAP11Namespace + `" xmlns:x="` + codec.XOPNamespace + `"><s:Body><` + element + ` xmlns="` + parcelNS + `">` +
		content + "</" + element + "></s:Body></s:Envelope>\r\n")
	for _, part := range parts {
		id, content, _ := strings.Cut(part, "|")
		b.WriteString("--b\r\nContent-Type: application/octet-stream\r\nContent-ID: <" + id + ">\r\nContent-Transfer-Encoding: binary\r\n\r\n" + content + "\r\n")
	}
	b.WriteString("--b--\r\n")
	return `multipart/related; boundary=b; type="application/xop+xml"; start="<root@x>"; start-info="text/xml"`, b.String()
}

// directDoer gives requests to a handler as they are.
type directDoer struct{ http.Handler }

func (h directDoer) Do(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), nil
}

// must ends a test of which a preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
