package soap

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
)

// WithASMX makes a handler answer errors as ASMX services do, and accept the
// requests over HTTP GET and POST that only these accept. It is for clients that
// were written for such a service and depend on it. Results are the same.
//
//   - HTTP GET and POST: every error has the status 500, also for an unknown
//     operation. Names of parameters may be in any case. All parameters
//     must be there, even those that the contract has as optional.
//   - SOAP: every fault has the status 500 and an empty detail if it has no other.
//     An envelope that cannot be read is answered with 400, one of SOAP 1.1 that
//     is announced as one of SOAP 1.2 with 415, both without a body. Faults of
//     the service, for unknown operations and for actions of other operations, or
//     in SOAP 1.1 of none, have the text that clients may look for.
//
// Like other errors, an error of the service is sent only if it is a fault.
func WithASMX() HandlerOption {
	return handlerOnly(func(c *config) { c.asmx = true })
}

// asmxUnreadable answers a document that is not an envelope.
func asmxUnreadable(w http.ResponseWriter, status int) {
	write(w, status, contentType(contract.SOAP11), nil)
}

// asmxUnknown is the fault for an element and an action that belong to no
// operation together.
func asmxUnknown(b contract.Binding, action string) *Fault {
	if b == contract.SOAP12 || action == "" {
		return clientFault("Unable to handle request without a valid action parameter. Please supply a valid soap action.")
	}
	return clientFault("Server did not recognize the value of HTTP Header SOAPAction: " + action + ".")
}

// asmxFault returns the fault that is sent instead of f.
func asmxFault(f *Fault) *Fault {
	g := *f
	g.hasDetail = true
	if g.class() == FaultServer {
		g.Reason = "Server was unable to process request. ---> " + f.Reason
	}
	return &g
}

// asmxParameters returns parameters with the names of the contract. It is an
// error if one is missing.
func asmxParameters(given []codec.Parameter, names []string) ([]codec.Parameter, error) {
	list := append([]codec.Parameter(nil), given...)
	for _, name := range names {
		there := false
		for i := range list {
			switch {
			case list[i].Name == name:
				there = true
			case strings.EqualFold(list[i].Name, name) && !slices.Contains(names, list[i].Name):
				list[i].Name, there = name, true
			}
		}
		if !there {
			return nil, clientFault(fmt.Sprintf("Missing parameter: %s.", name))
		}
	}
	return list, nil
}

func asmxUnknownOperation(name string) string {
	return name + " Web Service method name is not valid."
}
