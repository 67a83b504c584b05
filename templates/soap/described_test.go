package soap

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// TestDescribed serves and calls a contract without Go types: values are records, faults
// are DescribedFaults, and headers hold any value.
func TestDescribed(t *testing.T) {
	ns := []schema.Namespace{{}, {URI: "urn:d", Prefix: "d"}}
	request, detail := &schema.Type{}, &schema.Type{}
	table := &schema.Table{Namespaces: ns, Types: []schema.TypeRows{
		{Type: request, Rows: []schema.Row{{Name: "n", NS: 1, Kind: codec.KindInt32, Occurs: schema.Once}}},
		{Type: detail, Rows: []schema.Row{{Name: "why", NS: 1, Kind: codec.KindString, Occurs: schema.Once}}},
	}}
	codec.Define(table)
	name := func(local string) schema.ElementName { return schema.ElementName{NS: 1, Local: local} }
	fault := &contract.Fault{Element: name("lost"), Detail: &schema.Value{Row: schema.Row{Kind: codec.KindStruct, Of: detail}}}
	header := &Header[any]{Element: name("token"), Value: &schema.Value{Row: schema.Row{Kind: codec.KindInt32, Occurs: schema.Once}}}
	op := &contract.Operation{
		Name: "double", Request: request, Faults: []*contract.Fault{fault},
		Result: &schema.Value{Row: schema.Row{Kind: codec.KindInt32, Occurs: schema.Once}},
		Wires: []contract.Wire{{
			Bindings: []contract.Binding{contract.SOAP11}, In: name("double"), Out: []schema.ElementName{name("doubleResponse"), name("result")},
			More: &contract.WireMore{Headers: []contract.Header{header}},
		}},
	}
	info := &contract.Contract{
		Service: "D", Namespaces: ns, Types: table, Faults: op.Faults, Operations: []*contract.Operation{op},
		Ports: []contract.Port{{Name: "D", Binding: contract.SOAP11, Address: "http://localhost/d"}},
	}
	server := httptest.NewServer(serveMethods(info, nil, []method{methodOf(op, func(ctx context.Context, req any) (any, error) {
		if token, _ := header.From(ctx); token != int32(9) {
			return nil, errors.New("no token")
		}
		n := *req.(*schema.Record).Field(0).(*int32)
		if n < 0 {
			why := codec.NewRecord(detail)
			*why.Field(0).(*string) = "negative"
			return nil, &DescribedFault{Fault: Fault{Code: FaultClient, Reason: "no"}, Of: fault, Detail: why}
		}
		return 2 * n, nil
	})}, nil))
	defer server.Close()
	caller, err := NewCaller(info, server.URL+"/d", contract.SOAP11, []ClientOption{WithHTTPClient(http.DefaultClient)})
	if err != nil {
		t.Fatal(err)
	}
	req := codec.NewRecord(request)
	ctx := header.With(t.Context(), int32(9))
	*req.Field(0).(*int32) = 21
	if got, err := caller.Do(ctx, op, req); err != nil || got != int32(42) {
		t.Errorf("got %v, %v", got, err)
	}
	*req.Field(0).(*int32) = -1
	_, err = caller.Do(ctx, op, req)
	var typed *DescribedFault
	if !errors.As(err, &typed) || typed.Of != fault || typed.Reason != "no" || *typed.Detail.(*schema.Record).Field(0).(*string) != "negative" {
		t.Errorf("got %v", err)
	}
	if f, ok := AsFault(err); !ok || f.Code != FaultClient || f.Detail == "" {
		t.Errorf("got %v", f)
	}
}
