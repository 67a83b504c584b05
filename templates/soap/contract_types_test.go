package soap

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// panicOf returns the text of the panic of a function, "" if there is none.
func panicOf(f func()) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint(v)
		}
	}()
	f()
	return ""
}

// TestDescriptionsThatDoNotFit: a description that does not fit its Go type is found by NewHandler, and by a client at the first call
// of an operation that has it, whether the contract or only the handler lists the operation.
func TestDescriptionsThatDoNotFit(t *testing.T) {
	number := &schema.Value{Zero: (*string)(nil), Row: schema.Row{Kind: codec.KindInt32, Occurs: schema.Once}}
	header := &Header[string]{Element: schema.ElementName{NS: 1, Local: "token"}, Value: intResult}
	wire := func(more contract.WireMore) contract.Operation {
		return contract.Operation{Wires: []contract.Wire{{More: &more}}}
	}
	fault := func(err error, detail *schema.Value) contract.Operation {
		return contract.Operation{Faults: []*contract.Fault{{Element: schema.ElementName{NS: 1, Local: "lost"}, Error: err, Detail: detail}}}
	}
	for name, c := range map[string]struct {
		op   contract.Operation
		want []string
	}{
		"a result":                    {contract.Operation{Result: number}, []string{"int32"}},
		"a header":                    {wire(contract.WireMore{Headers: []contract.Header{header}}), []string{"token: int32 is not a string"}},
		"a header of a response":      {wire(contract.WireMore{OutHeaders: []contract.Header{header}}), []string{"token: int32 is not a string"}},
		"a fault that embeds nothing": {fault((*foreignFault)(nil), stopResult), []string{"lost", "foreignFault", "Fault"}},
		"a fault, not a pointer":      {fault(richFault{}, stopResult), []string{"lost", "richFault"}},
		"a fault without As":          {fault((*lostStop)(nil), stopResult), []string{"lost", "lostStop", "As"}},
		"a fault of another detail":   {fault((*lostStop)(nil), intResult), []string{"lost", "lostStop", "int32"}},
	} {
		listed := depotContract
		listed.Operations = []*contract.Operation{&c.op}
		for where, make := range map[string]func(){
			"handler of methods": func() { serveMethods(&depotContract, nil, []method{methodOf(&c.op, nil)}, nil) },
			"handler":            func() { NewHandler(&listed, nil, nil, nil) },
			"client": func() {
				caller, err := NewCaller(&listed, "", contract.SOAP11, nil)
				must(t, err)
				caller.Do(t.Context(), &c.op, nil)
			},
		} {
			text := panicOf(make)
			for _, part := range c.want {
				if !strings.Contains(text, part) {
					t.Errorf("%s of %s: %q does not say %s", where, name, text, part)
				}
			}
		}
	}
	if text := panicOf(func() { NewHandler(&depotContract, nil, nil, nil) }); text != "" {
		t.Error(text)
	}
	far := dialDepot(t, startDepot(t, &depotFuncs{}), contract.SOAP11)
	text := panicOf(func() { Invoke[string](t.Context(), far.c, &opCount, nil) })
	if !strings.Contains(text, "count is int32, not string") {
		t.Error(text)
	}
}

// TestStreamsByOption: a handler streams only if the option says so, and only what the
// streams have.
func TestStreamsByOption(t *testing.T) {
	service := &depotSeq{seq: yieldStops(1, nil)}
	service.getStops = func(context.Context) ([]stop, error) { return []stop{{Name: "own"}}, nil }
	nothing := &depotSeq{seq: func(context.Context) iter.Seq2[stop, error] { return nil }}
	for name, c := range map[string]struct {
		opts []HandlerOption
		want string
	}{
		"without the option": {nil, "own"},
		"with it":            {[]HandlerOption{withStreams(service)}, stopNumber(0).Name},
		"a nil sequence":     {[]HandlerOption{withStreams(nothing)}, "own"},
	} {
		near := dialDepot(t, startDepot(t, &service.depotFuncs, c.opts...), contract.SOAP12)
		if got, err := near.GetStops(t.Context()); err != nil || len(got) != 1 || got[0].Name != c.want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	other := depotContract
	other.Service = "Yard"
	var log syncBuffer
	h := newDepotHandler(&service.depotFuncs, WithLogger(loggerTo(&log)), WithStreams(&other, func(context.Context, *contract.Operation, any) Sequence { return nil }))
	if w := ask(h, "GET", depotPath+"/getStops", "", ""); w.Code != http.StatusInternalServerError || !strings.Contains(log.String(), "the option WithStreams is for the service Yard") {
		t.Errorf("status %d, log %s", w.Code, &log)
	}
}

// What follows is what the generator writes for faults: two of the depot, the
// second with its detail in the header, and one of another contract.

type lostStop struct {
	Fault
	Detail *stop
}

func (f *lostStop) As(target any) bool {
	return ErrorAs(target, &f.Fault, &faultLostStop, f.Detail, depotNamespaces)
}

type closedDepot struct {
	Fault
	Detail int32
}

func (f *closedDepot) As(target any) bool {
	return ErrorAs(target, &f.Fault, &faultClosedDepot, f.Detail, nil)
}

type lostTrack struct {
	Fault
	Detail *track
}

func (f *lostTrack) As(target any) bool {
	return ErrorAs(target, &f.Fault, &faultLostTrack, f.Detail, yardNamespaces)
}

type track struct{ Number int32 }

var typeOfTrack = schema.Type{NS: 1, Name: "track", Zero: (*track)(nil)}

var yardNamespaces = []schema.Namespace{{}, {URI: "urn:yard"}}

var yardTypes = schema.Table{Namespaces: yardNamespaces, Types: []schema.TypeRows{{Type: &typeOfTrack, Rows: []schema.Row{
	{Name: "Number", NS: 1, Kind: codec.KindInt32, Occurs: schema.Once},
}}}}

func init() { codec.Define(&yardTypes) }

var (
	faultLostStop    = contract.Fault{Element: schema.ElementName{NS: 1, Local: "lostStop"}, Error: (*lostStop)(nil), Detail: stopResult}
	faultClosedDepot = contract.Fault{Element: schema.ElementName{NS: 1, Local: "closedDepot"}, Error: (*closedDepot)(nil), Detail: intResult}
	faultLostTrack   = contract.Fault{
		Element: schema.ElementName{NS: 1, Local: "lostTrack"}, Error: (*lostTrack)(nil),
		Detail: &schema.Value{Zero: (**track)(nil), Row: schema.Row{Kind: codec.KindStruct, Of: &typeOfTrack}},
	}
)

// newFailing returns a caller of an operation that fails with an error, and a
// function that calls it.
func newFailing(t *testing.T, b contract.Binding, fails func() error) func() error {
	t.Helper()
	op := opCount
	op.Faults = []*contract.Fault{&faultLostStop}
	op.Wires = depotWires("count", "int")
	op.Wires[0].More = &contract.WireMore{HeaderFaults: []*contract.Fault{&faultClosedDepot}}
	info := depotContract
	info.Faults = []*contract.Fault{&faultLostStop, &faultClosedDepot}
	h := serveMethods(&info, nil, []method{methodOf(&op, func(context.Context, any) (any, error) { return int32(0), fails() })}, []HandlerOption{WithLogger(discard)})
	c, err := NewCaller(&info, "http://depot.example"+depotPath, b, []ClientOption{WithHTTPClient(serverOf(h))})
	must(t, err)
	return func() error {
		_, err := Invoke[int32](t.Context(), c, &op, nil)
		return err
	}
}

func TestTypedFaults(t *testing.T) {
	var sent error
	lost := &lostStop{Fault{Code: FaultClient, Reason: "r"}, &stop{Name: "left"}}
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		call := newFailing(t, b, func() error { return sent })
		for name, err := range map[string]error{
			"itself": lost, "wrapped": fmt.Errorf("x: %w", lost), "joined": errors.Join(errors.New("x"), lost),
			"beside a plain one": errors.Join(&Fault{Reason: "other"}, lost), "beside one of another contract": errors.Join(&lostTrack{}, lost),
		} {
			sent = err
			var got *lostStop
			if err := call(); !errors.As(err, &got) || got.Detail == nil || got.Detail.Name != "left" || got.Reason != "r" || !got.FaultRemote() {
				t.Errorf("%v: %s: %v", b, name, err)
			}
		}
		sent = &closedDepot{Fault{Reason: "night"}, 7}
		var closed *closedDepot
		if err := call(); !errors.As(err, &closed) || closed.Detail != 7 || closed.Reason != "night" {
			t.Errorf("%v: in the header: %v", b, err)
		}
		for name, err := range map[string]error{"lostStop": &lostStop{Fault{}, lost.Detail}, "closedDepot": &closedDepot{Fault{Reason: " "}, 7}} {
			sent = err
			if f, ok := AsFault(call()); !ok || f.Reason != name {
				t.Errorf("%v: %s without a reason: %v", b, name, f)
			}
		}
		for name, err := range map[string]error{"a fault": (*lostStop)(nil), "a header fault": (*closedDepot)(nil), "one of another contract": (*lostTrack)(nil)} {
			sent = err
			if f, ok := AsFault(call()); !ok || f.Code != FaultServer || f.Detail != "" {
				t.Errorf("%v: nil of %s: %v", b, name, f)
			}
		}
		sent = &lostStop{Fault{Detail: "<kept/>"}, nil}
		if f, ok := AsFault(call()); !ok || f.Detail != "<kept/>" {
			t.Errorf("%v: without a value: %v", b, f)
		}
	}
}

// A fault of another contract is markup in its own namespaces, whatever the
// number of the namespace is here.
func TestFaultOfAnotherContract(t *testing.T) {
	track := &lostTrack{Fault{Code: FaultClient, Reason: "r"}, &track{Number: 3}}
	const detail = `<lostTrack xmlns="urn:yard" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Number>3</Number></lostTrack>`
	if f, ok := AsFault(fmt.Errorf("x: %w", track)); !ok || f.Detail != detail || f.Reason != "r" {
		t.Errorf("%+v", f)
	}
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		err := newFailing(t, b, func() error { return track })()
		f, ok := AsFault(err)
		if !ok || f.Code != FaultClient || f.Reason != "r" || !strings.Contains(f.Detail, `<lostTrack xmlns="urn:yard"`) || !strings.Contains(f.Detail, "<Number>3</Number>") {
			t.Errorf("%v: %+v, %v", b, f, err)
		}
		var typed *lostTrack
		var other *lostStop
		if errors.As(err, &typed) || errors.As(err, &other) {
			t.Errorf("%v: %T", b, err)
		}
	}
}
