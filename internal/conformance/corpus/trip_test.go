//go:build !race

package corpus_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
	"example.com/quartet/internal/conformance/sample"
)

// trip is an exchange with what has to come of it.
type trip struct {
	c    *corpusCase
	what string
	p    property // tripped or refused
	g    *sample.Generator

	exchange
	request, answer *sample.Message // nil where there is none
	template        string          // of a target that parameters are part of
	defect          bool            // of the request, else of the answer; for refused
}

// tripCases sends samples of all messages through the generated packages, and
// samples with a defect.
func tripCases(t *testing.T, module string, cases []*corpusCase) {
	t.Helper()
	var trips []*trip
	for _, c := range cases {
		if c.has(built) {
			trips = append(trips, c.trips()...)
		}
	}
	jobs := make([]exchange, len(trips))
	for i, x := range trips {
		jobs[i] = x.exchange
	}
	for i, r := range exchanges(t, module, cases, jobs) {
		x := trips[i]
		x.c.counts[x.p]++
		if err := x.judge(&r); err != nil {
			x.c.fail(x.p, "%s: %v", x.what, err)
		}
	}
}

// trips makes the exchanges of a case.
func (c *corpusCase) trips() []*trip {
	methods := make(map[string]generator.Method)
	for _, m := range c.result.Methods {
		methods[m.Port+" "+m.Place] = m
	}
	all := offers(c.model)
	g := sample.New(c.model)
	var trips []*trip
	seen := make(map[string]bool)
	typed := parameterTypes(all, methods)
	for i, o := range all {
		m, ok := methods[o.port+" "+o.op.Pos.String()]
		key := c.handler(m) + o.op.Pos.String()
		if !ok || seen[key] {
			continue // checkComplete has said so
		}
		seen[key] = true
		b := &tripMaker{c: c, g: g, op: o.op, server: c.servedBy(o.op, all), handler: c.handler(m), n: i, typed: typed[m.Interface+"."+m.Go]}
		b.make(len(all))
		trips = append(trips, b.trips...)
	}
	return trips
}

// tripMaker makes the exchanges of one operation.
type tripMaker struct {
	c       *corpusCase
	g       *sample.Generator
	op      *wsdl11.BindingOperation
	server  *wsdl11.BindingOperation // op, or the one that a server takes its requests for
	handler string
	n       int
	typed   map[string]*xsd.SimpleType // the types of its parameters over SOAP
	trips   []*trip
}

// servedBy returns the operation that a server routes the requests of op to:
// another one if the wire cannot tell them apart, which is reported.
func (c *corpusCase) servedBy(op *wsdl11.BindingOperation, all []offer) *wsdl11.BindingOperation {
	for _, d := range c.result.Diagnostics {
		if d.ID != diag.AmbiguousWire || d.Pos != op.Pos || len(d.Related) == 0 {
			continue
		}
		for _, o := range all {
			if o.op.Pos == d.Related[0].Pos {
				return o.op
			}
		}
	}
	return op
}

// parameterTypes returns the types of the parameters that operations have over
// SOAP, by method and name. HTTP bindings often call all of them strings.
func parameterTypes(all []offer, methods map[string]generator.Method) map[string]map[string]*xsd.SimpleType {
	types := make(map[string]map[string]*xsd.SimpleType)
	for _, o := range all {
		m, ok := methods[o.port+" "+o.op.Pos.String()]
		if !ok || o.op.Binding.Kind == wsdl11.HTTP || o.op.Input == nil || o.op.Input.Message == nil || o.op.Input.Message.Message == nil {
			continue
		}
		name := m.Interface + "." + m.Go
		types[name] = make(map[string]*xsd.SimpleType)
		for _, part := range o.op.Input.Message.Message.Parts {
			if part.Element == nil {
				continue
			}
			if c, ok := part.Element.Type.(*xsd.ComplexType); ok && c.Content != nil {
				noteTypes(types[name], c.Content)
			}
		}
	}
	return types
}

func noteTypes(types map[string]*xsd.SimpleType, p *xsd.Particle) {
	switch term := p.Term.(type) {
	case *xsd.ElementDeclaration:
		if t, ok := term.Type.(*xsd.SimpleType); ok {
			types[term.Name.Local] = t
		}
	case *xsd.ModelGroup:
		for _, child := range term.Particles {
			noteTypes(types, child)
		}
	}
}

// tripModes are the options that messages are made with: the last ones only for
// contracts that are not large.
var tripModes = []sample.Options{
	{Mode: sample.Maximal},
	{Mode: sample.Minimal},
	{Mode: sample.Random, Seed: 1},
	{Mode: sample.Maximal, Variant: 1},
	{Mode: sample.Random, Seed: 2, PadValues: true},
	{Mode: sample.Maximal, Variant: 2},
	{Mode: sample.Random, Seed: 3},
}

func (b *tripMaker) make(operations int) {
	modes := tripModes
	if operations > 200 {
		modes = modes[:3]
	}
	for i, options := range modes {
		options.Budget = 60
		name := fmt.Sprintf("%s %s, %s %d", b.handler[len(b.c.pkg)+1:], b.op.Name, options.Mode, i)
		request, err := b.g.Request(b.op, options)
		if err != nil {
			b.c.fail(tripped, "no sample: %v", err)
			return
		}
		answer := &sample.Message{}
		if b.server.Operation.Style == wsdl11.RequestResponse {
			if answer, err = b.g.Response(b.server, options); err != nil {
				b.c.fail(tripped, "no sample: %v", err)
				return
			}
		}
		b.retype(request, options)
		b.add(name, tripped, request, answer, http.StatusOK)
		if i == 0 {
			b.defects(name, request, answer)
			b.faults(options, name, request)
		}
	}
}

// retype gives parameters that are strings values of the types that they have
// over SOAP: both are one parameter of the method.
func (b *tripMaker) retype(request *sample.Message, options sample.Options) {
	for i := range request.Parameters {
		p := &request.Parameters[i]
		t := b.typed[p.Name]
		if t == nil || p.Type.Name != (xsd.QName{Space: xsd.Namespace, Local: "string"}) {
			continue
		}
		if d, err := b.g.Type(xsd.QName{Local: p.Name}, t, options); err == nil {
			p.Value, p.Type = d.Root.Text(), t
		}
	}
}

// faults adds an exchange for each fault that the operation may end with.
func (b *tripMaker) faults(options sample.Options, name string, request *sample.Message) {
	for _, f := range b.server.Faults {
		if f.SOAP == nil || f.Fault == nil {
			continue
		}
		answer, err := b.g.Fault(b.server, f, options)
		if err != nil {
			b.c.fail(tripped, "no sample: %v", err)
			continue
		}
		b.add(name+", fault "+f.Name, tripped, request, answer, http.StatusInternalServerError)
	}
}

// defects adds exchanges with a defect in the request and in the answer.
func (b *tripMaker) defects(name string, request, answer *sample.Message) {
	if wrong, what, ok := b.spoiled(request); ok {
		b.add(name+": "+what, refused, wrong, answer, http.StatusOK)
		b.trips[len(b.trips)-1].defect = true
	}
	if wrong, what, ok := b.spoiled(answer); ok {
		b.add(name+", answer: "+what, refused, request, wrong, http.StatusOK)
	}
}

// spoiled returns a message with a defect, of all kinds in turn.
func (b *tripMaker) spoiled(m *sample.Message) (wrong *sample.Message, what string, ok bool) {
	if m.Document == nil || isEncoded(b.op.Input) || isEncoded(b.op.Output) {
		return nil, "", false // what is encoded is not as the schema says
	}
	kinds := sample.DefectKinds()
	for i := range kinds {
		d, ok := b.g.Defect(m.Document, kinds[(b.n+i)%len(kinds)], uint64(b.n))
		if !ok || strings.HasPrefix(d.Path, "/Envelope/Header") {
			continue
		}
		copied := *m
		copied.Document = d.Document
		what := d.Kind.String()
		if d.Kind == sample.InvalidFacet {
			what += " " + d.Facet.String()
		}
		return &copied, what + " at " + d.Path, true
	}
	return nil, "", false
}

func isEncoded(m *wsdl11.BindingMessage) bool {
	if m == nil {
		return false
	}
	payloads := []*wsdl11.Payload{&m.Payload}
	if m.Multipart != nil {
		for _, part := range m.Multipart.Parts {
			payloads = append(payloads, &part.Payload)
		}
	}
	return slices.ContainsFunc(payloads, func(p *wsdl11.Payload) bool { return p.Body != nil && p.Body.Use == wsdl11.Encoded })
}

func (b *tripMaker) add(what string, p property, request, answer *sample.Message, status int) {
	x := &trip{c: b.c, what: what, p: p, g: b.g, request: request, answer: answer}
	x.Handler = b.handler
	x.Status = status
	if b.server.Operation.Style == wsdl11.OneWay {
		x.Status = http.StatusAccepted
	}
	x.Method, x.Target = http.MethodPost, bridgePath
	if request.Document != nil {
		x.Body = request.Document.Bytes()
	}
	switch b.op.Binding.Kind {
	case wsdl11.SOAP11:
		x.Type, x.Action = "text/xml; charset=utf-8", `"`+b.op.SOAPAction+`"`
	case wsdl11.SOAP12:
		x.Type = "application/soap+xml; charset=utf-8"
		if b.op.SOAPAction != "" {
			x.Type += `; action="` + b.op.SOAPAction + `"`
		}
	default:
		b.overHTTP(x)
	}
	switch {
	case answer.Document != nil:
		x.Answer, x.AnswerType = answer.Document.Bytes(), answer.MediaType+"; charset=utf-8"
	case answer.MediaType != "":
		x.Answer, x.AnswerType = []byte(answer.Text), answer.MediaType+"; charset=utf-8"
	}
	if request.Multipart {
		x.Body, x.Type = multipartOf(request, x.Body, x.Type, len(b.trips))
	}
	if answer.Multipart {
		x.Answer, x.AnswerType = multipartOf(answer, x.Answer, x.AnswerType, len(b.trips))
	}
	b.trips = append(b.trips, x)
}

// overHTTP puts the parameters of a request where an HTTP binding wants them.
func (b *tripMaker) overHTTP(x *trip) {
	x.Method = strings.ToUpper(strings.TrimSpace(b.op.Binding.Verb))
	if l := b.op.Location; l != "" && !strings.HasPrefix(l, "/") && !strings.HasPrefix(l, "?") {
		x.Target += "/"
	}
	x.Target += b.op.Location
	switch {
	case x.request.Document != nil:
		x.Type = x.request.MediaType
		return
	case x.request.MediaType != "":
		x.Type, x.Body = x.request.MediaType+"; charset=utf-8", []byte(x.request.Text)
		return
	}
	values := url.Values{}
	for _, p := range x.request.Parameters {
		if b.op.Input.URLReplacement {
			x.template = bridgePath + "/" + strings.TrimPrefix(b.op.Location, "/")
			x.Target = strings.ReplaceAll(x.Target, "("+p.Name+")", url.PathEscape(p.Value))
			continue
		}
		values.Add(p.Name, p.Value)
	}
	switch {
	case len(values) == 0:
	case x.Method == http.MethodPost || x.Method == http.MethodPut:
		x.Type, x.Body = "application/x-www-form-urlencoded", []byte(values.Encode())
	default:
		x.Target += "?" + values.Encode()
	}
}

// judge tells what is wrong with the outcome of an exchange; nil if nothing
// is.
func (x *trip) judge(r *exchanged) error {
	switch {
	case r.Panic != "":
		return fmt.Errorf("panic: %.1500s", r.Panic)
	case x.p == refused:
		if r.Status >= 400 && r.Called == !x.defect {
			return nil
		}
		return fmt.Errorf("accepted with status %d\n%.600s\n%.600s", r.Status, x.Body, x.Answer)
	case !r.Called:
		return fmt.Errorf("the request is refused with status %d: %.500s %.300s\n%.1000s", r.Status, r.Answer, r.Log, x.Body)
	}
	if err := x.judgeRequest(r); err != nil {
		return fmt.Errorf("request: %w\n%.1000s\n%.1000s", err, x.Body, r.Body)
	}
	if r.Status != x.Status {
		return fmt.Errorf("status %d, want %d: %.500s %.300s\n%.1000s", r.Status, x.Status, r.Answer, r.Log, x.exchange.Answer)
	}
	switch {
	case x.Method == http.MethodHead:
	case x.answer.Document != nil:
		envelope, err := x.judgeAttachments(x.answer, r.AnswerType, r.Answer)
		if err == nil {
			err = x.g.Compare(x.answer.Document, envelope)
		}
		if err != nil && (x.answer.Multipart || !absentResult(x.exchange.Answer, r.Answer)) {
			return fmt.Errorf("answer: %w\n%.1000s\n%.1000s", err, x.exchange.Answer, r.Answer)
		}
	case string(r.Answer) != x.answer.Text:
		return fmt.Errorf("answer: %q is %q", x.answer.Text, r.Answer)
	}
	return nil
}

func (x *trip) judgeRequest(r *exchanged) error {
	if x.request.Document != nil {
		envelope, err := x.judgeAttachments(x.request, r.Type, r.Body)
		if err != nil {
			return err
		}
		return x.g.Compare(x.request.Document, envelope)
	}
	if x.request.MediaType != "" && string(r.Body) != x.request.Text {
		return fmt.Errorf("%q is %q", x.request.Text, r.Body)
	}
	if r.Method != x.Method {
		return fmt.Errorf("method %s is %s", x.Method, r.Method)
	}
	ours, others := x.Target, r.Target
	if x.Type != "" && x.request.MediaType == "" {
		ours, others = x.Target+"?"+string(x.Body), r.Target+"?"+string(r.Body)
	}
	if err := x.sameParameters(ours, others); err != nil {
		return fmt.Errorf("%s is %s: %w", ours, others, err)
	}
	return nil
}

// sameParameters compares two targets with their parameters, whose values may
// be written differently.
func (x *trip) sameParameters(ours, others string) error {
	path, query, _ := strings.Cut(ours, "?")
	otherPath, otherQuery, _ := strings.Cut(others, "?")
	if x.template != "" {
		return x.sameReplacements(otherPath)
	}
	if path != otherPath {
		return fmt.Errorf("path %q is %q", path, otherPath)
	}
	a, err := url.ParseQuery(query)
	if err != nil {
		return err
	}
	b, err := url.ParseQuery(otherQuery)
	if err != nil {
		return err
	}
	for _, p := range x.request.Parameters {
		ours, others := a[p.Name], b[p.Name]
		same := len(ours) == len(others)
		for i := 0; same && i < len(ours); i++ {
			same = x.g.SameValue(p.Type, ours[i], others[i])
		}
		if !same {
			return fmt.Errorf("parameter %s %q is %q", p.Name, ours, others)
		}
		delete(a, p.Name)
		delete(b, p.Name)
	}
	if len(b) > 0 {
		return fmt.Errorf("there are more parameters: %v", b)
	}
	return nil
}

// sameReplacements compares the parameters in a path.
func (x *trip) sameReplacements(path string) error {
	pattern := regexp.QuoteMeta(x.template)
	for i, p := range x.request.Parameters {
		pattern = strings.Replace(pattern, regexp.QuoteMeta("("+p.Name+")"), fmt.Sprintf("(?P<p%d>.*)", i), 1)
	}
	re := regexp.MustCompile("^" + pattern + "$")
	found := re.FindStringSubmatch(path)
	if found == nil {
		return fmt.Errorf("the path is not as %s", x.template)
	}
	for i, p := range x.request.Parameters {
		at := re.SubexpIndex(fmt.Sprintf("p%d", i))
		if at < 0 {
			continue
		}
		if value, err := url.PathUnescape(found[at]); err != nil || !x.g.SameValue(p.Type, p.Value, value) {
			return fmt.Errorf("parameter %s %q is %q", p.Name, p.Value, value)
		}
	}
	return nil
}

// absentResult reports whether an answer differs from the one that was sent by
// how it says that there is no list: a method that returns a slice by itself
// writes nil and empty ones both as an empty element.
func absentResult(sent, answer []byte) bool {
	before, after := wrapped(sent), wrapped(answer)
	return before != nil && after != nil && before.nothing() && after.nothing()
}

// nothing reports whether an element holds nothing, or one element that does.
func (i *inside) nothing() bool {
	return len(i.Inner) == 0 || len(i.Inner) == 1 && len(i.Inner[0].Inner) == 0 && i.Inner[0].Text == ""
}

// inside is an element with what is in it.
type inside struct {
	XMLName xml.Name
	Text    string   `xml:",chardata"`
	Inner   []inside `xml:",any"`
}

// wrapped returns the only element of a Body, or a document of an HTTP binding.
func wrapped(envelope []byte) *inside {
	var e inside
	if xml.Unmarshal(envelope, &e) != nil || e.XMLName.Local == "Envelope" && len(e.Inner) == 0 {
		return nil
	}
	if e.XMLName.Local != "Envelope" {
		return &e
	}
	body := e.Inner[len(e.Inner)-1]
	if len(body.Inner) != 1 {
		return nil
	}
	return &body.Inner[0]
}
