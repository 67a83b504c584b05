package check

import (
	"net/url"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
)

// operationStyles reports operations that the server initiates.
func operationStyles(m *resolve.Model, diags *diag.List) {
	for _, p := range m.PortTypes {
		for _, o := range p.Operations {
			if serverInitiated(o) {
				diags.Add(diag.New(diag.ServerInitiated, o.Pos, "operation %s is a %s operation, which no binding defines; it is left out", diag.Quote(o.Name), o.Style))
			}
		}
	}
}

func serverInitiated(o *wsdl11.Operation) bool {
	return o != nil && (o.Style == wsdl11.Notification || o.Style == wsdl11.SolicitResponse)
}

// bindings reports bindings that generated code does not support, and operations
// and messages of a portType that the other bindings leave out.
func bindings(m *resolve.Model, diags *diag.List) {
	for _, b := range m.Bindings {
		if supported(b) {
			boundOperations(b, diags)
			continue
		}
		d := diag.New(diag.ForeignTransport, b.KindPos, "binding %s uses the unsupported transport %s and is left out", diag.Quote(b.Name.Local), diag.Quote(b.Transport))
		switch {
		case b.Kind == wsdl11.OtherBinding && b.Namespace == "":
			d = diag.New(diag.ForeignBinding, b.Pos, "binding %s has no SOAP or HTTP binding element and is left out", diag.Quote(b.Name.Local))
		case b.Kind == wsdl11.OtherBinding:
			d = diag.New(diag.ForeignBinding, b.Pos, "binding %s is of unknown kind %s and is left out", diag.Quote(b.Name.Local), diag.Quote(b.Namespace))
		}
		diags.Add(withPorts(m, b, d))
	}
}

// withPorts adds the ports of a binding that is left out to a diagnostic.
func withPorts(m *resolve.Model, b *wsdl11.Binding, d diag.Diagnostic) diag.Diagnostic {
	for _, s := range m.Services {
		for _, p := range s.Ports {
			if p.Binding == b {
				d = d.WithRelated(p.Pos, "the port %s is left out, too", diag.Quote(p.Name))
			}
		}
	}
	return d
}

func boundOperations(b *wsdl11.Binding, diags *diag.List) {
	if b.PortType == nil {
		return
	}
	bound := make(map[*wsdl11.Operation]bool)
	for _, o := range b.Operations {
		bound[o.Operation] = true
		if o.Operation.Input != nil && o.Input == nil {
			diags.Add(notBound(o, "input", o.Operation.Input))
		}
		if o.Operation.Output != nil && o.Output == nil {
			diags.Add(notBound(o, "output", o.Operation.Output))
		}
	}
	for _, o := range b.PortType.Operations {
		if !bound[o] && !slices.Contains(b.LeftOut, o) && !serverInitiated(o) {
			diags.Add(diag.New(diag.NotBound, b.Pos, "binding %s leaves out operation %s", diag.Quote(b.Name.Local), diag.Quote(o.Name)).
				WithRelated(o.Pos, "the operation"))
		}
	}
}

func notBound(o *wsdl11.BindingOperation, what string, m *wsdl11.OperationMessage) diag.Diagnostic {
	d := diag.New(diag.NotBound, o.Pos, "the binding does not bind the %s of operation %s", what, diag.Quote(o.Name))
	d.Severity = diag.Warning
	return d.WithRelated(m.Pos, "the %s", what)
}

// ports warns about ports whose address is missing or unusable.
func ports(m *resolve.Model, diags *diag.List) {
	if len(m.Services) == 0 && !m.IsSchema() {
		pos := diag.Pos{}
		if m.Main != nil {
			pos = m.Main.Root.Pos()
		}
		hint := "an interface is generated for each portType that has a binding"
		if len(m.Bindings) == 0 {
			hint = "the contract has no binding either, so it does not define how messages are sent"
		}
		diags.Add(diag.New(diag.NoServices, pos, "the contract has no service").WithHint("%s", hint))
	}
	for _, s := range m.Services {
		for _, p := range supportedPorts(s) {
			const hint = "clients must be given an address"
			switch {
			case p.AddressAttr == nil:
				diags.Add(diag.New(diag.NoAddress, p.Pos, "port %s has no address", diag.Quote(p.Name)).WithHint(hint))
			case p.Address == "":
				diags.Add(diag.New(diag.NoAddress, p.AddressAttr.Pos(), "the address of port %s is empty", diag.Quote(p.Name)).WithHint(hint))
			case !isHTTP(p.Address):
				diags.Add(diag.New(diag.BadAddress, p.AddressAttr.Pos(), "the address %s of port %s is not an absolute http or https URI", diag.Quote(p.Address), diag.Quote(p.Name)).WithHint(hint))
			case p.AddressKind != p.Binding.Kind && p.AddressKind != wsdl11.KindOf(p.Binding.Namespace):
				diags.Add(diag.New(diag.NoAddress, p.AddressAttr.Owner.Pos(), "port %s has an address for %s, but its binding is %s", diag.Quote(p.Name), p.AddressKind, p.Binding.Kind).
					WithRelated(p.Binding.Pos, "the binding"))
			}
		}
	}
}

// isHTTP reports whether an address is an absolute http or https URI.
func isHTTP(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}

// extensions warns about unknown extensions that are marked as required, except in
// bindings that are left out.
func extensions(m *resolve.Model, diags *diag.List) {
	warn := func(info wsdl11.Info) {
		for _, x := range info.Extensions {
			if x.Required && !policy.Understands(x) {
				diags.Add(diag.New(diag.RequiredExtension, x.Pos, "extension %s of namespace %s is required but unknown; generated code ignores it",
					diag.Quote(x.Element.RawName()), diag.Quote(x.Name.Space)))
			}
		}
	}
	for _, d := range m.Definitions {
		warn(d.Info)
	}
	for _, p := range m.PortTypes {
		warn(p.Info)
		for _, o := range p.Operations {
			warn(o.Info)
		}
	}
	for _, b := range supportedBindings(m) {
		warn(b.Info)
		for _, o := range b.Operations {
			warn(o.Info)
			for _, message := range o.Messages() {
				warn(message.Info)
			}
		}
	}
	for _, s := range m.Services {
		warn(s.Info)
		for _, p := range supportedPorts(s) {
			warn(p.Info)
		}
	}
}
