package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"example.com/quartet/templates/soap/contract"
)

// String returns the plan as text for people and tests: one line for each port,
// operation, message, field and value. {1}name is a name in the namespace with
// the number 1. The text contains neither documentation, nor markup, nor the schema
// text, nor the text of documents.
func (pkg *Package) String() string { return pkg.print(true) }

// Declarations is String without what only validation has to know: facets of simple
// types, models of complex types, and global declarations.
func (pkg *Package) Declarations() string { return pkg.print(false) }

func (pkg *Package) print(schema bool) string {
	p := printer{pkg: pkg, schema: schema}
	p.line("package %s from %s", pkg.Name, pkg.Source)
	if pkg.Path != "" {
		p.line("  import path %s", pkg.Path)
	}
	for i, other := range pkg.Imports {
		p.line("  imports %s as %s", other.Path, pkg.Aliases[i])
	}
	for i, e := range slices.Concat(pkg.Namespaces, pkg.ElementNamespaces) {
		if i > 0 {
			p.line("%s", p.namespace(i, e))
		}
	}
	if p.schema {
		for i, e := range pkg.MoreNamespaces {
			p.line("%s, for validation", p.namespace(len(pkg.Namespaces)+i, e))
		}
	}
	for _, d := range pkg.Documents {
		switch {
		case len(pkg.Services) == 0:
			p.line("document %s", d.File)
		case !d.Same:
			p.document(d)
		}
	}
	for _, s := range pkg.Services {
		p.service(s)
	}
	for _, s := range pkg.Structs {
		p.structure(s)
	}
	for i, s := range pkg.Simples {
		if i == 0 || len(s.Values) > 0 || len(pkg.Simples[i-1].Values) > 0 {
			p.line("")
		}
		p.simple(s)
	}
	if p.schema {
		p.globals()
		for _, s := range pkg.UndeclaredStructs {
			p.structure(s)
		}
		for _, s := range pkg.UndeclaredSimples {
			p.line("\nundeclared %s: %s", s.Name, s.What)
			p.values(s)
		}
	}
	for i, f := range pkg.Faults {
		if i == 0 {
			p.line("")
		}
		p.line("fault %s %s: %s%s", f.Name, p.types().Result(f.Detail), p.name(f.Wire), when(f.Header, ", in a header")+when(f.Encoded, ", encoded"))
	}
	for i, h := range pkg.Headers {
		if i == 0 {
			p.line("")
		}
		p.line("header %s %s: %s%s", h.Name, p.types().Result(h.Value), p.name(h.Wire), when(h.Encoded, ", encoded"))
	}
	for i, e := range pkg.Elements {
		if i == 0 {
			p.line("")
		}
		p.line("variable %s %s: %s%s", e.Name, p.types().Result(e.Value), p.name(e.Wire), when(e.Nillable, ", nillable"))
	}
	for _, other := range pkg.Packages {
		p.line("\n%s", strings.TrimSuffix(other.print(schema), "\n"))
	}
	return p.String()
}

// printer prints a package.
type printer struct {
	strings.Builder
	pkg    *Package
	schema bool // print what only validation has to know
}

func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(p, format+"\n", args...)
}

// table prints rows of cells that tabs separate, in columns.
func (p *printer) table(rows []string) {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, "  "+row)
	}
	w.Flush() // a Builder returns no errors
	p.WriteString(b.String())
}

func (p *printer) namespace(i int, e TableEntry) string {
	text := "namespace " + strconv.Itoa(i) + " " + strconv.Quote(e.URI)
	if replaced := e.Replaced(); replaced != "" {
		text += " instead of " + strconv.Quote(replaced)
	}
	if e.Prefix != "" {
		text += ", prefix " + e.Prefix
	}
	return text
}

// document prints the file of a document and the query for it.
func (p *printer) document(d Document) {
	query := "wsdl"
	if d.Schema {
		query = "xsd"
	}
	if d.Name != "" {
		query += "=" + d.Name
	}
	query = cmp.Or(d.Form, query)
	p.line("document %s for ?%s", d.File, query)
}

// name prints a name: {1}station, or station if it has no namespace.
func (p *printer) name(n Name) string {
	i := n.NS
	if j := slices.IndexFunc(slices.Concat(p.pkg.Namespaces, p.pkg.MoreNamespaces), func(e TableEntry) bool { return e.ID != 0 && e.ID == n.NS }); j >= 0 {
		i = j
	}
	if i == 0 {
		return n.Local
	}
	return "{" + strconv.Itoa(i) + "}" + n.Local
}

func (p *printer) names(names []Name, separator string) string {
	var texts []string
	for _, n := range names {
		texts = append(texts, p.name(n))
	}
	return strings.Join(texts, separator)
}

func (p *printer) service(s *Service) {
	p.line("\nservice %s", s.Name)
	for _, port := range s.Ports {
		p.line("  port %s: %s at %q", port.Name, BindingName(port.Binding), port.Address)
		if policy := port.Policy; policy != nil {
			p.line("    policy: addressing %s, MTOM %s%s", UseName(policy.Addressing), UseName(policy.MTOM), needs(policy.Needs))
		}
	}
	for _, op := range s.Operations {
		p.operation(op)
	}
}

func (p *printer) operation(op *Operation) {
	p.line("  %s%s: operation %s%s%s", op.Name, p.types().Signature(op), op.OverloadName, when(op.OverloadOf != "", ", overload of "+op.OverloadOf), when(op.OneWay, ", one-way"))
	if op.Seq != "" {
		p.line("    also streamed: %s", op.Seq)
	}
	if len(op.Faults) > 0 {
		var names []string
		for _, f := range op.Faults {
			names = append(names, f.Name)
		}
		p.line("    faults: %s", strings.Join(names, ", "))
	}
	for _, w := range op.Wires {
		p.wire(w)
	}
}

// wire prints the messages of an operation: a line for the request and one for the
// response.
func (p *printer) wire(w *Wire) {
	var bindings []string
	for _, b := range w.Bindings {
		bindings = append(bindings, BindingName(b))
	}
	p.line("    %s", strings.Join(bindings, ", "))
	var in, out []string
	add := func(to *[]string, ok bool, format string, args ...any) {
		if ok {
			*to = append(*to, fmt.Sprintf(format, args...))
		}
	}
	add(&in, w.Path != "", "path %q", w.Path)
	add(&in, w.Query != "", "query %q", w.Query)
	add(&in, w.Replace, "parameters in the path")
	add(&in, w.Send != contract.ContentDefault, "%s", ContentName(w.Send))
	add(&in, w.MediaType != "", "media type %s", w.MediaType)
	add(&in, w.Body, "content of the Body")
	add(&in, w.In.Local != "", "%s", p.name(w.In))
	add(&in, len(w.Members) > 0, "%s", p.names(w.Members, " or "))
	for _, part := range w.Parts {
		add(&in, true, "part %s%s", p.name(part.Name), when(part.Type.Local != "", " of type "+part.Type.Local))
	}
	add(&in, w.Action != "", "action %q", p.action(w))
	add(&in, w.Addressed != "", "WS-Addressing action %q", w.Addressed)
	if a := w.Actions; a != nil {
		add(&in, a.Input != "", "named %s", a.Input)
		add(&out, a.Output != "", "named %s", a.Output)
		add(&out, a.Reply != "", "WS-Addressing action %q", a.Reply)
		for _, f := range a.Faults {
			add(&out, true, "fault %s%s%s", f.Element, when(f.Action != "", fmt.Sprintf(" WS-Addressing action %q", f.Action)), when(f.Name != "", " named "+f.Name))
		}
	}
	add(&in, w.RPC, "rpc")
	add(&in, w.Needs != nil, "policy%s", needs(w.Needs))
	for _, d := range w.DispatchParams {
		add(&in, true, "if %s is %s", d.Name, strings.Join(d.Values, " or "))
	}
	for _, a := range w.Attachments {
		add(&in, true, "%s", attachment(a))
	}
	for _, h := range w.Headers {
		add(&in, true, "header %s", h.Name)
	}
	add(&out, w.Receive != contract.ContentDefault, "%s", ContentName(w.Receive))
	add(&out, w.ReplyType != "", "media type %s", w.ReplyType)
	add(&out, w.OutBody, "content of the Body")
	add(&out, len(w.Out) > 0, "%s", p.names(w.Out, "/"))
	add(&out, w.OutNil, "nil if there is no result")
	add(&out, w.OutMust, "required")
	add(&out, w.OutType != "", "with%s", w.OutType)
	for _, a := range w.OutAttachments {
		add(&out, true, "%s", attachment(a))
	}
	for _, h := range w.OutHeaders {
		add(&out, true, "header %s", h.Name)
	}
	for _, f := range w.HeaderFaults {
		add(&out, true, "header fault %s", f.Name)
	}
	encoded := when(w.Encoded, "encoded ")
	if len(in) > 0 {
		p.line("      %srequest %s", encoded, strings.Join(in, ", "))
	}
	if len(out) > 0 {
		p.line("      %sresponse %s", encoded, strings.Join(out, ", "))
	}
}

// needs prints: , needs sp:UsernameToken by wsse.WithCredentials
func needs(all []contract.Need) string {
	var b strings.Builder
	for _, n := range all {
		b.WriteString(", needs " + n.String() + when(n.Option != "", " by "+n.Option))
	}
	return b.String()
}

// attachment prints: attachment logo of image/gif or image/png
func attachment(a contract.Attachment) string {
	return "attachment " + a.Name + when(len(a.Types) > 0, " of "+strings.Join(a.Types, " or "))
}

// action prints an action: {1}/find, or the whole URI if no namespace is a prefix of
// it.
func (p *printer) action(w *Wire) string {
	if w.ActionNS == 0 {
		return w.Action
	}
	return "{" + strconv.Itoa(w.ActionNS) + "}" + strings.TrimPrefix(w.Action, p.pkg.Namespaces[w.ActionNS].URI)
}

func (p *printer) simple(s *Simple) {
	equals := ""
	if s.Alias {
		equals = "= "
	}
	p.line("simple %s %s%s%s", s.Name, equals, p.types().Scalar(s.Scalar), lexical(s.Scalar))
	if p.schema {
		p.values(s)
	}
	var rows []string
	for _, v := range s.Values {
		rows = append(rows, v.Name+"\t"+strconv.Quote(v.Text))
	}
	p.table(rows)
}

// when returns a text if a condition is true, or else "".
func when(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}
