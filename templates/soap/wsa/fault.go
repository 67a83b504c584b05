package wsa

import (
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// The codes of faults (WS-Addressing 1.0 SOAP Binding, section 6.4), without the codes that refine InvalidAddressingHeader.
const (
	invalidHeader   = "InvalidAddressingHeader"
	headerRequired  = "MessageAddressingHeaderRequired"
	notSupported    = "ActionNotSupported"
	oldInvalid      = "InvalidMessageInformationHeader"
	oldRequired     = "MessageInformationHeaderRequired"
	problemHeader   = "ProblemHeaderQName"
	problemedAction = "ProblemAction"
)

// problem is what is wrong with the header blocks of a message.
type problem struct {
	code     string
	specific string // a code that refines code; none if it is "" or code itself
	header   string // the header block
	action   string // the action, if that is not supported
	reason   string
}

// asFault returns the fault, and its details as markup: header blocks in SOAP 1.1, where they must not be in the fault.
func (p *problem) asFault(space string, b contract.Binding) (f *soap.Fault, block string) {
	if space == "" {
		space = Namespace
	}
	codes := []string{p.code, p.specific}
	switch {
	case space == OldNamespace && p.code == invalidHeader:
		codes = []string{oldInvalid}
	case space == OldNamespace && p.code == headerRequired:
		codes = []string{oldRequired}
	case p.specific == "" || p.specific == p.code:
		codes = codes[:1]
	case b == contract.SOAP11: // there is one code only
		codes = codes[1:]
	}
	f = &soap.Fault{Code: soap.FaultClient, Reason: p.reason}
	for _, code := range codes {
		f.Subcodes = append(f.Subcodes, xsd.QName{Space: space, Local: code})
	}
	e := codec.NewEncoder(nil, false)
	defer e.Release()
	open := ` xmlns:wsa="` + space + `">`
	if p.action != "" {
		e.String("<wsa:"+problemedAction+open+"<wsa:Action>", p.action, "</wsa:Action></wsa:"+problemedAction+">")
	} else {
		e.String("<wsa:"+problemHeader+open, "wsa:"+p.header, "</wsa:"+problemHeader+">")
	}
	detail := string(e.Bytes())
	if b == contract.SOAP11 && space == Namespace {
		return f, "<wsa:FaultDetail" + open + detail + "</wsa:FaultDetail>"
	}
	f.Detail = detail
	return f, ""
}

// faultAction returns the action of a fault.
func faultAction(space string, call *soap.Call, f *soap.Fault) string {
	if len(f.Subcodes) > 0 && f.Subcodes[0].Space == space || space == OldNamespace {
		return space + "/fault"
	}
	if action := call.FaultAction(codec.RawXMLName(xsd.RawXML(f.Detail))); f.Detail != "" && action != "" {
		return action
	}
	return space + "/soap/fault"
}
