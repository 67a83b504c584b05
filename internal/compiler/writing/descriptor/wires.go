package descriptor

import (
	"reflect"
	"slices"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// Wire describes the messages of an operation over some of the bindings.
func (p *Package) Wire(w *ir.Wire) contract.Wire {
	all := contract.Wire{
		Action: w.Action, ActionNS: w.ActionNS, Action12: w.Action12, RPC: w.RPC, Encoded: w.Encoded, Body: w.Body,
		OutBody: w.OutBody, OutNil: w.OutNil, OutMust: w.OutMust, In: elementName(w.In), Path: w.Path, Out: elementNames(w.Out),
	}
	for _, b := range w.Bindings {
		all.Bindings = append(all.Bindings, bindingOf(b))
	}
	more := contract.WireMore{
		Addressed: w.Addressed, Members: elementNames(w.Members), Parts: parts(w.Parts), OutType: w.OutType,
		Attachments: attachments(w.Attachments), OutAttachments: attachments(w.OutAttachments),
		Headers: p.headers(w.Headers), OutHeaders: p.headers(w.OutHeaders), HeaderFaults: p.faults(w.HeaderFaults),
		Query: w.Query, Replace: w.Replace, Send: contentOf(w.Send), Receive: contentOf(w.Receive), MediaType: w.MediaType, ReplyType: w.ReplyType,
	}
	for _, d := range w.DispatchParams {
		more.DispatchParams = append(more.DispatchParams, contract.DispatchParam(d))
	}
	if !reflect.ValueOf(more).IsZero() {
		all.More = &more
	}
	return all
}

func parts(list []ir.Part) []contract.Part {
	var all []contract.Part
	for _, p := range list {
		part := contract.Part{Name: elementName(p.Name)}
		if p.Type.Local != "" {
			part.Type = xsd.QName{Space: p.Type.Space, Local: p.Type.Local}
		}
		all = append(all, part)
	}
	return all
}

func attachments(list []ir.AttachmentInfo) []contract.Attachment {
	var all []contract.Attachment
	for _, a := range list {
		all = append(all, contract.Attachment{Name: a.Part, Types: a.Types})
	}
	return all
}

// bindings has the names of the constants of the run-time, which the plan has, too.
var bindings = [...]ir.Binding{
	contract.SOAP11: ir.SOAP11, contract.SOAP12: ir.SOAP12, contract.HTTPGet: ir.HTTPGet, contract.HTTPPost: ir.HTTPPost,
	contract.HTTPHead: ir.HTTPHead, contract.HTTPPut: ir.HTTPPut, contract.HTTPDelete: ir.HTTPDelete,
}

// BindingName returns the name of the constant for a binding.
func BindingName(b contract.Binding) string { return string(bindings[b]) }

func bindingOf(b ir.Binding) contract.Binding {
	return contract.Binding(slices.Index(bindings[:], b))
}

var contents = [...]ir.Content{
	contract.ContentDefault: ir.ContentParameters, contract.ContentXML: ir.ContentXML, contract.ContentText: ir.ContentText,
	contract.ContentBase64: ir.ContentBase64, contract.ContentHex: ir.ContentHex,
}

// ContentName returns the name of the constant for the form of a message.
func ContentName(c contract.BodyKind) string { return string(contents[c]) }

func contentOf(c ir.Content) contract.BodyKind {
	return contract.BodyKind(slices.Index(contents[:], c))
}
