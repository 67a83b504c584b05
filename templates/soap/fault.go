package soap

import (
	"cmp"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// FaultCode is the class of a fault. The names come from SOAP 1.1 section
// 4.4.1; SOAP 1.2 calls Client "Sender" and Server "Receiver".
type FaultCode string

// The classes of faults: SOAP 1.1 section 4.4.1, SOAP 1.2 part 1 section 5.4.6.
const (
	FaultServer              FaultCode = "Server"              // Receiver: the request may succeed at another time
	FaultClient              FaultCode = "Client"              // Sender: the request must not be sent again unchanged
	FaultVersionMismatch     FaultCode = "VersionMismatch"     // not an envelope of the expected version
	FaultMustUnderstand      FaultCode = "MustUnderstand"      // a mandatory header that is not understood
	FaultDataEncodingUnknown FaultCode = "DataEncodingUnknown" // SOAP 1.2 only; Client in SOAP 1.1
)

// Fault is an error that is meant for the other side of a call.
//
// A service that returns one, or an error that wraps one, decides what its
// caller reads: SOAP and JSON carry all of it, HTTP GET and POST Reason on one line.
// The text of errors that are not faults is never sent.
//
// A client returns one when the server answered with a fault. Use errors.As to
// find it. It must not be changed once it is returned.
//
// An error of another type is treated as a Fault if errors.As finds one in it that
// has the methods FaultCode() string and FaultReason() string. These methods are
// optional: FaultSubcodes() [][2]string, which returns pairs of namespace and local name;
// FaultLang, FaultActor, FaultNode and FaultDetail, which return strings; FaultStatus() int;
// FaultRemote() bool. errors.As finds an error with all of them in a Fault. Faults of
// different generated packages are therefore interchangeable.
type Fault struct {
	// Code is the class of the fault. The zero value is FaultClient if Status is between 400 and 499, else FaultServer.
	Code FaultCode

	// Subcodes refine Code, the outermost first. SOAP 1.2 sends them all.
	// SOAP 1.1 has one code only: it sends the first subcode instead of Code
	// if it has a namespace, as WS-* specifications do, and else appends it
	// with a dot, as in Client.Authentication. A client then takes Code for
	// FaultClient if the subcode is of WS-Security or WS-Addressing, else for FaultServer.
	Subcodes []xsd.QName

	// Reason is the explanation for people, in the language Lang. An empty
	// Lang means "en". A handler sends the name of the element of a fault of the contract whose Reason is empty.
	Reason string
	Lang   string

	// Actor is the URI of the SOAP node that failed: faultactor in SOAP 1.1,
	// Role in SOAP 1.2. Node is the URI of that node in SOAP 1.2. Both are
	// optional.
	Actor string
	Node  string

	// Detail is the content of the detail element: any number of elements, as
	// well-formed markup that declares its namespaces. Any other detail is
	// logged and not sent.
	Detail string

	// Status is the HTTP status over JSON and HTTP GET and POST, whose clients set it. If it is not between 400 and 599, a
	// handler sends 400 for FaultClient and 500 for all other codes. Headers that go with it, such as Retry-After, belong in
	// Call.ResponseHeader. SOAP prescribes the status, but 401 (credentials of HTTP) is sent over SOAP, too, with Reason as text.
	Status int

	remote    bool
	busy      bool // there was no memory: HTTP status 503
	hasDetail bool // an empty Detail is sent, too
}

// Error returns the code, and the reason in quotes; together they are cut at 1 KiB.
// What is not printable is escaped.
func (f *Fault) Error() string {
	if f == nil {
		return "<nil fault>"
	}
	s := f.FaultCode()
	for _, sub := range f.Subcodes {
		s += "/" + sub.String()
	}
	return lex.Printable(s, 256) + " fault: " + lex.QuoteUpTo(768, f.Reason)
}

// FaultCode returns Code as text, not empty.
func (f *Fault) FaultCode() string {
	switch {
	case f.Code != "":
		return string(f.Code)
	case f.Status >= http.StatusBadRequest && f.Status < http.StatusInternalServerError:
		return string(FaultClient)
	}
	return string(FaultServer)
}

// FaultRemote reports whether the fault was received from another server. A
// handler whose service returns such a fault forwards its code, but its text
// only with the option WithRemoteFaultText.
func (f *Fault) FaultRemote() bool { return f.remote }

// As is for errors.As. It finds f, also in a struct that embeds it, and an error with all methods that Fault's comment lists.
func (f *Fault) As(target any) bool { return faultMethods{Fault: f}.as(target) }

// faultMethods has the methods by which packages with another run-time read a fault. They are not methods of Fault: the
// compiler would make functions of them for each error type of a contract, as these types embed a Fault.
type faultMethods struct {
	*Fault
	declared   *contract.Fault // nil: the contract does not declare the fault
	value      any             // the typed detail of a declared fault
	namespaces []schema.Namespace
}

func (f faultMethods) FaultLang() string  { return f.Lang }
func (f faultMethods) FaultActor() string { return f.Actor }
func (f faultMethods) FaultNode() string  { return f.Node }
func (f faultMethods) FaultStatus() int   { return f.Status }

// FaultReason returns Reason. A fault of the contract without a reason has the name of its element as the reason.
func (f faultMethods) FaultReason() string {
	if f.declared != nil && strings.TrimSpace(f.Reason) == "" {
		return f.declared.Element.Local
	}
	return f.Reason
}

func (f faultMethods) FaultSubcodes() [][2]string {
	var pairs [][2]string
	for _, sub := range f.Subcodes {
		pairs = append(pairs, [2]string{sub.Space, sub.Local})
	}
	return pairs
}

// FaultDetail returns the typed detail as markup, or else Detail.
func (f faultMethods) FaultDetail() string {
	if f.namespaces == nil {
		return f.Detail
	}
	e := codec.NewEncoder(f.namespaces, true)
	defer e.Release()
	if f.declared.Write(e, f.value); e.Err() != nil {
		return f.Detail
	}
	return cmp.Or(string(e.Bytes()), f.Detail)
}

// as implements the methods As of faults.
func (f faultMethods) as(target any) bool {
	switch target := target.(type) {
	case **Fault:
		*target = f.Fault
		return true
	case *declaredFault:
		found := slices.Contains(target.among, f.declared)
		if found {
			target.faultMethods = f
		}
		return found
	}
	v := reflect.ValueOf(target).Elem()
	ok := v.Kind() == reflect.Interface && reflect.TypeOf(f).Implements(v.Type())
	if ok {
		v.Set(reflect.ValueOf(f))
	}
	return ok
}

// AsFault returns the fault that err is or wraps, or false if there is none. A
// fault of another type, or of a type of the contract, is copied. A nil pointer is not a
// fault, nor is an error whose methods panic, as the methods of a nil pointer may.
func AsFault(err error) (f *Fault, ok bool) {
	defer func() {
		if recover() != nil {
			f, ok = nil, false
		}
	}()
	var found interface {
		error
		FaultCode() string
		FaultReason() string
	}
	if !errors.As(err, &found) {
		return nil, false
	}
	switch own, ok := found.(faultMethods); {
	case ok && own.declared == nil:
		return own.Fault, own.Fault != nil
	case ok:
		f := *own.Fault
		f.Reason, f.Detail = own.FaultReason(), own.FaultDetail()
		return &f, true
	}
	f = &Fault{Code: FaultCode(found.FaultCode()), Reason: found.FaultReason()}
	optional(found, func(x interface{ FaultSubcodes() [][2]string }) {
		for _, pair := range x.FaultSubcodes() {
			f.Subcodes = append(f.Subcodes, xsd.QName{Space: pair[0], Local: pair[1]})
		}
	})
	optional(found, func(x interface{ FaultLang() string }) { f.Lang = x.FaultLang() })
	optional(found, func(x interface{ FaultActor() string }) { f.Actor = x.FaultActor() })
	optional(found, func(x interface{ FaultNode() string }) { f.Node = x.FaultNode() })
	optional(found, func(x interface{ FaultDetail() string }) { f.Detail = x.FaultDetail() })
	optional(found, func(x interface{ FaultStatus() int }) { f.Status = x.FaultStatus() })
	optional(found, func(x interface{ FaultRemote() bool }) { f.remote = x.FaultRemote() })
	return f, true
}

// optional calls use if a fault of another type has the methods of T, or embeds a Fault, which has them.
func optional[T any](fault error, use func(T)) {
	x, ok := fault.(T)
	if embeds, is := fault.(interface{ As(any) bool }); is && !ok {
		ok = embeds.As(&x)
	}
	if ok {
		use(x)
	}
}

// ErrNotOffered is returned by a client for an operation that its binding does
// not carry, and by the methods of the generated Unimplemented type. A handler
// answers it with a server fault.
var ErrNotOffered error = notOffered{}

type notOffered struct{}

func (notOffered) Error() string       { return "operation not offered" }
func (notOffered) FaultCode() string   { return string(FaultServer) }
func (notOffered) FaultReason() string { return "The operation is not offered." }

// clientFault returns a fault of this package for an error in the request.
func clientFault(reason string) *Fault {
	return &Fault{Code: FaultClient, Reason: lex.Shorten(reason)}
}

// withheld returns the fault that is sent for an error whose text must not be
// sent.
func withheld(f *Fault) *Fault {
	if f.FaultCode() == string(FaultServer) {
		return &Fault{Code: FaultServer, Subcodes: f.Subcodes, Reason: "The server could not process the request."}
	}
	return &Fault{Code: FaultCode(f.FaultCode()), Subcodes: f.Subcodes, Reason: "The request was not accepted."}
}

// classOf returns the code if it is one of the constants, else FaultServer.
func classOf(f *Fault) FaultCode {
	switch code := FaultCode(f.FaultCode()); code {
	case FaultClient, FaultVersionMismatch, FaultMustUnderstand, FaultDataEncodingUnknown:
		return code
	}
	return FaultServer
}

// The Go error type of a fault of the contract is a struct that embeds Fault
// and has a field Detail:
//
//	type UnknownStopError struct {
//		soap.Fault
//		Detail *Stop
//	}
//
// Its method As calls ErrorAs.

// detailField is the name of the field with the detail.
const detailField = "Detail"

// DescribedFault is the error for a fault for which the contract has no Go type, such
// as a fault of a contract that is described at run time.
type DescribedFault struct {
	Fault
	Of     *contract.Fault
	Detail any // of the Go type that Of.Detail describes
}

// As finds the embedded [Fault] for errors.As.
func (f *DescribedFault) As(target any) bool { return ErrorAs(target, &f.Fault, f.Of, f.Detail, nil) }

// ErrorAs implements the method As of the Go error of a fault of the contract, as [Fault.As] does for a Fault. The method
// FaultDetail of the error that it finds returns the detail as markup, whose namespaces are ns. If ns is nil, as for a detail
// that is a header block, it returns f.Detail.
func ErrorAs(target any, f *Fault, t *contract.Fault, detail any, ns []schema.Namespace) bool {
	return faultMethods{f, t, detail, ns}.as(target)
}

// newFault returns the Go error for a fault with a detail that was decoded.
func newFault(t *contract.Fault, f *Fault, detail any) error {
	if detail == nil {
		return f
	}
	if t.Error == nil {
		return &DescribedFault{Fault: *f, Of: t, Detail: detail}
	}
	v := reflect.New(reflect.TypeOf(t.Error).Elem())
	v.Elem().FieldByName("Fault").Set(reflect.ValueOf(*f))
	v.Elem().FieldByName(detailField).Set(reflect.ValueOf(detail))
	return v.Interface().(error)
}

// declaredFault is a target for errors.As, which finds the first fault whose description is one of among.
type declaredFault struct {
	faultMethods
	among []*contract.Fault
}
