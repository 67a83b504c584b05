package page

import (
	"context"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/encoded"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

const hostile = `<script>alert("x")</script>'"&` + "`" + `{{.}}</textarea></style>`

// depot is a contract without Go types: nested structures, lists, choices, headers,
// style rpc, SOAP encoding, one-way operations and faults.
func newDepot() *contract.Contract {
	kind := &schema.Type{NS: 1, Name: "kind", Simple: true, Kind: codec.KindString}
	wagon := &schema.Type{NS: 1, Name: "wagon"}
	train := &schema.Type{NS: 1, Name: "train"}
	find := &schema.Type{GoName: "Find"}
	couple := &schema.Type{GoName: "Couple"}
	rpc := &schema.Type{GoName: "Sum"}
	token := &schema.Type{GoName: "Token"}
	table := &schema.Table{Namespaces: []schema.Namespace{{}, {URI: "urn:depot/"}}, Source: depotSource{}, Types: []schema.TypeRows{
		{Type: kind},
		{Type: wagon, Rows: []schema.Row{
			{Name: "number", Kind: codec.KindInt32, Occurs: schema.Once, At: schema.AtAttribute},
			{Name: "load", NS: 1, Kind: codec.KindDecimal},
			{Name: "next", NS: 1, Kind: codec.KindStruct, Of: wagon},
		}},
		{Type: train, Rows: []schema.Row{
			{Name: "id", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
			{Name: "steam", NS: 1, Kind: codec.KindBool},
			{Name: "diesel", NS: 1, Kind: codec.KindString},
			{Name: "wagon", NS: 1, Kind: codec.KindStruct, Of: wagon, Occurs: schema.Many},
		}},
		{Type: find, Rows: []schema.Row{
			{Name: "text", NS: 1, Kind: codec.KindString, Occurs: schema.Once},
			{Name: "kind", NS: 1, Kind: codec.KindString, Of: kind},
			{Name: "from", NS: 1, Kind: codec.KindDate},
			{Name: "most", NS: 1, Kind: codec.KindInt32, Occurs: schema.Once},
			{Name: "empty", NS: 1, Kind: codec.KindBool},
			{Name: "tag", NS: 1, Kind: codec.KindString, Occurs: schema.Many},
		}},
		{Type: couple, Rows: []schema.Row{{Name: "train", NS: 1, Kind: codec.KindStruct, Of: train, Occurs: schema.Once}}},
		{Type: rpc, Rows: []schema.Row{{Name: "a", Kind: codec.KindInt32, Occurs: schema.Once}, {Name: "b", Kind: codec.KindString, Occurs: schema.Once}}},
		{Type: token, Rows: []schema.Row{{Name: "key", NS: 1, Kind: codec.KindString, Occurs: schema.Once}}},
	}}
	codec.Define(table)
	tokenHeader := &soap.Header[*schema.Record]{Element: schema.ElementName{NS: 1, Local: "token"}, Value: &schema.Value{Zero: (**schema.Record)(nil), Row: schema.Row{Kind: codec.KindStruct, Of: token}}}
	lineHeader := &soap.Header[*string]{Element: schema.ElementName{NS: 1, Local: "line"}, Value: &schema.Value{Zero: (**string)(nil), Row: schema.Row{Kind: codec.KindString}}}
	both := []contract.Binding{contract.SOAP11, contract.SOAP12}
	name := func(local string) schema.ElementName { return schema.ElementName{NS: 1, Local: local} }
	trainValue := func() *schema.Value {
		return &schema.Value{Zero: (**schema.Record)(nil), Row: schema.Row{Name: "train", NS: 1, Kind: codec.KindStruct, Of: train}}
	}
	ops := []*contract.Operation{
		{Name: "find", Doc: hostile, Request: find, Result: trainValue(), Wires: []contract.Wire{
			{Bindings: both, In: name("find"), Out: []schema.ElementName{name("findResponse"), name("train")}, More: &contract.WireMore{Headers: []contract.Header{tokenHeader, lineHeader}}},
			{Bindings: []contract.Binding{contract.HTTPGet, contract.HTTPPost}, Path: "/find", Out: []schema.ElementName{name("train")}},
		}},
		{Name: "couple", Request: couple, Wires: []contract.Wire{{Bindings: both, In: name("couple"), Out: []schema.ElementName{name("coupleResponse")}}},
			Faults: []*contract.Fault{{Element: name("broken"), Detail: trainValue()}}},
		{Name: "bare", Request: couple, Wires: []contract.Wire{{Bindings: both, Body: true, In: name("train"), Out: []schema.ElementName{name("bareResponse")}}}},
		{Name: "sum", Request: rpc, Result: &schema.Value{Zero: (*int32)(nil), Row: schema.Row{Kind: codec.KindInt32, Occurs: schema.Once}}, Wires: []contract.Wire{{Bindings: both, RPC: true, Encoded: true, In: name("sum"), Out: []schema.ElementName{name("sumResponse"), {Local: "total"}}}}},
		{Name: "note", OneWay: true, Request: rpc, Wires: []contract.Wire{{Bindings: both, RPC: true, In: name("note")}}},
		{Name: "ping", Wires: []contract.Wire{{Bindings: both, In: name("ping"), Out: []schema.ElementName{name("pingResponse")}}, {Bindings: []contract.Binding{contract.HTTPDelete}, Path: "/ping"}}},
	}
	c := &contract.Contract{Service: "Depot", Doc: hostile, Namespaces: table.Namespaces, XSI: true, Types: table, Operations: ops, InlineReferences: encoded.InlineReferences}
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12, contract.HTTPGet, contract.HTTPPost, contract.HTTPDelete} {
		c.Ports = append(c.Ports, contract.Port{Name: b.String(), Binding: b, Address: "http://localhost/depot"})
	}
	return c
}

// depotDocuments has the schema of the depot, and the messages with parts.
var depotDocuments = contract.DocumentSet{
	Documents: []contract.Document{{Name: "depot.xsd", Schema: true, File: "depot.xsd"}, {Name: "depot.wsdl", File: "depot.wsdl"}},
	Files: fstest.MapFS{"depot.wsdl": {Data: []byte(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:depot/" targetNamespace="urn:depot/">
		<message name="in"><part name="a" type="x:int"/><part name="b" type="x:string"/></message>
		<portType name="depot"><operation name="sum"><input message="t:in"/></operation><operation name="note"><input message="t:in"/></operation></portType></definitions>`)}, "depot.xsd": {Data: []byte(`<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:depot/" targetNamespace="urn:depot/" elementFormDefault="qualified">
		<simpleType name="kind"><annotation><documentation>Kind of train.</documentation></annotation><restriction base="string"><enumeration value="goods"><annotation><documentation>Not for people.</documentation></annotation></enumeration><enumeration value="` + html.EscapeString(hostile) + `"/></restriction></simpleType>
		<complexType name="dining"><complexContent><extension base="t:wagon"/></complexContent></complexType>
		<complexType name="wagon"><sequence><element name="load" type="decimal" minOccurs="0"/><element name="next" type="t:wagon" minOccurs="0"/></sequence>
			<attribute name="number" type="int" use="required"/></complexType>
		<complexType name="train"><sequence><element name="id" type="string"/><choice><element name="steam" type="boolean"/><element name="diesel" type="string"/></choice>
			<element name="wagon" type="t:wagon" minOccurs="0" maxOccurs="unbounded"/></sequence></complexType>
		<element name="find"><complexType><sequence><element name="text" type="string"/><element name="kind" type="t:kind" minOccurs="0"><annotation><documentation>Only trains of this kind.</documentation></annotation></element><element name="from" type="date" minOccurs="0"/>
			<element name="most"><simpleType><restriction base="int"><minInclusive value="1"/><maxInclusive value="99"/></restriction></simpleType></element>
			<element name="empty" type="boolean" minOccurs="0"/><element name="tag" type="string" minOccurs="0" maxOccurs="unbounded"/></sequence></complexType></element>
		<element name="findResponse"><complexType><sequence><element name="train" type="t:train"/></sequence></complexType></element>
		<element name="train" type="t:train"/><element name="broken" type="t:train"/><element name="line" type="string"/>
		<element name="couple"><complexType><sequence><element name="train" type="t:train"/></sequence></complexType></element>
		<element name="token"><complexType><sequence><element name="key" type="string"/></sequence></complexType></element></schema>`)}},
}

// depotSource is the Source of the table of the depot.
type depotSource struct{}

func (depotSource) Documents() *contract.DocumentSet { return &depotDocuments }

// serve returns a handler with the page for a contract.
func serve(c *contract.Contract, opts ...soap.HandlerOption) http.Handler {
	call := func(context.Context, *contract.Operation, any) (any, error) { return nil, nil }
	return soap.NewHandler(c, &depotDocuments, call, append([]soap.HandlerOption{Service()}, opts...))
}

func TestForms(t *testing.T) {
	h := serve(newDepot())
	page := get(h, "/depot?op=find&p.tag=a&p.tag=b&p.text=%3Cx%3E").Body.String()
	wantAll(t, page,
		`<input type="number" id="p-most" name="p.most" data-param="most"`, ` min="1" max="99" step="1"`, `<input type="date" id="p-from"`,
		`<select id="p-kind" name="p.kind"`, `<option value="goods">goods: Not for people.</option>`, "Only trains of this kind.\nKind of train.", `<select id="p-empty"`, `<option value="true">true</option>`,
		`id="p-tag-1" name="p.tag" data-param="tag" value="a"`, `value="b"`, `id="p-tag-3"`, `data-add="tag"`, `value="&lt;x&gt;"`,
		`textarea id="header"`, `<li data-name="token">`, `<li data-name="line"><div><code>line</code> <span class="type">xs:string</span>`, `one of`, `as above`, "≥ 1, ≤ 99",
		"the parameter &#34;most&#34; is missing")
	wantAll(t, page, `<code>wagon</code> <span class="type">wagon or a type derived from it</span>`)
	page = get(h, "/depot?op=couple").Body.String()
	wantAll(t, page, `<textarea id="xml" name="xml"`, "&lt;couple xmlns=&#34;urn:depot/&#34;", "&lt;steam&gt;true&lt;/steam&gt;", `<li data-name="broken">`)
	wantAll(t, get(h, "/depot?op=sum").Body.String(), `<li data-name="total"><div><code>total</code> <span class="type">xs:int</span>`)
	wantAll(t, get(h, "/depot?op=note").Body.String(), "One-way")
	wantAll(t, get(h, "/depot?op=ping").Body.String(), `id="binding-delete"`, "The operation has no parameters.", `value="soap11" checked`)
}

// TestExamples puts examples into a form and its requests, and leaves what a user has entered, also nothing.
func TestExamples(t *testing.T) {
	values := map[string]string{"find text": `a"1`, "find most": "7"}
	h := serve(newDepot(), Service(Examples(func(operation, parameter string) string { return values[operation+" "+parameter] })))
	wantAll(t, get(h, "/depot?op=find").Body.String(), `value="a&#34;1"`, `value="7"`, "a%221")
	for _, target := range []string{"/depot?op=find&p.text=", "/depot?op=find&p.kind=goods"} {
		if page := get(h, target).Body.String(); strings.Contains(page, "a&#34;1") {
			t.Errorf("%s: an example in the place of what was entered", target)
		}
	}
}

// TestHostileText checks that texts of the contract and of the request are text.
func TestHostileText(t *testing.T) {
	c := newDepot()
	op := c.Operations[5]
	op.Name = hostile
	h := serve(c)
	quoted := strings.NewReplacer("<", "%3C", ">", "%3E", `"`, "%22", "&", "%26", "'", "%27", "`", "%60", "{", "%7B", "}", "%7D").Replace(hostile)
	targets := []string{"", "?q=" + quoted, "?view=" + quoted}
	for _, o := range []string{"find", "couple", quoted} {
		targets = append(targets, "?op="+o, "?op="+o+"&p.text="+quoted+"&p.tag="+quoted+"&p.kind="+quoted+"&p.most="+quoted+"&header="+quoted+"&xml="+quoted+"&binding="+quoted+"&show="+quoted,
			"?op="+o+"&show=requests&p.most=1&p.text="+quoted)
	}
	for _, target := range targets {
		w := get(h, "/depot"+target)
		body := w.Body.String()
		body = strings.Replace(body, "<script>"+scriptText+"</script>", "", 1)
		body = strings.Replace(body, "<style>"+styleText+"</style>", "", 1)
		if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") && (strings.Contains(body, "<script") || strings.Contains(body, "</style>") || strings.Count(body, "</textarea>") > 2) {
			t.Errorf("%s: text is markup\n%s", target, body)
		}
	}
}

// TestTypeInItself has the page of an operation with an anonymous type that contains itself, which the documents do not have.
func TestTypeInItself(t *testing.T) {
	loop := &schema.Type{GoName: "Loop"}
	codec.Define(&schema.Table{Namespaces: []schema.Namespace{{}}, Source: depotSource{}, Types: []schema.TypeRows{
		{Type: loop, Rows: []schema.Row{{Name: "again", Kind: codec.KindStruct, Of: loop}, {Name: "once", Kind: codec.KindStruct, Of: loop}}},
	}})
	c := newDepot()
	c.Operations[3].Request = loop
	if w := get(serve(c), "/depot?op=sum"); w.Code != http.StatusOK || w.Body.Len() > 1<<20 {
		t.Errorf("status %d, %d bytes", w.Code, w.Body.Len())
	}
}

// TestRequests compares requests with the requests of a client.
func TestRequests(t *testing.T) {
	c := newDepot()
	h := serve(c)
	compare(t, c, h, "find", "&p.text=a%26b&p.kind=goods&p.from=2026-11-21&p.most=7&p.empty=false&p.tag=x&p.tag=+y", `<text>a&amp;b</text><kind>goods</kind><from>2026-11-21</from><most>7</most><empty>false</empty><tag>x</tag><tag> y</tag></find>`)
	compare(t, c, h, "sum", "&p.a=3&p.b=", "<a>3</a><b></b>")
	compare(t, c, h, "note", "&p.a=3&p.b=z", "<a>3</a><b>z</b>")
	compare(t, c, h, "ping", "", "")
	compare(t, c, h, "couple", "", "")
	compare(t, c, h, "bare", "", "")
	one := requestsOf(t, h, "/depot?op=find&show=requests&p.most=1&header=%3Ctoken+xmlns='urn:depot/'%3E%3Ckey%3Ek%3C/key%3E%3C/token%3E%3Cline+xmlns='urn:depot/'%3E7%3C/line%3E")["soap11"]
	wantAll(t, one.Body, "<key>k</key>", ">7</line>", "<text></text>")
	for query, want := range map[string]string{
		"&p.most=x": "most", "&p.most=1&header=%3Cother/%3E": "no such header", "&p.most=1&header=%3C": "header", "&p.most=1&p.kind=%01": "U+0001",
	} {
		if q := requestsOf(t, h, "/depot?op=find&show=requests"+query)["soap11"]; !strings.Contains(q.Error, want) || q.Raw != "" {
			t.Errorf("%s: %+v", query, q)
		}
	}
	for _, xml := range []string{"%3Cother/%3E", "x", "%3Ccouple+xmlns='urn:depot/'%3E", "%3C!DOCTYPE+a%3E%3Ca/%3E"} {
		if q := requestsOf(t, h, "/depot?op=couple&show=requests&xml="+xml)["soap12"]; q.Error == "" {
			t.Errorf("%s: %+v", xml, q)
		}
	}
}

// compare compares the requests of an operation over each binding with those that a
// client sends with the same values.
func compare(t *testing.T, c *contract.Contract, h http.Handler, name, query, content string) {
	t.Helper()
	shown := requestsOf(t, h, "/depot?op="+name+"&show=requests"+query)
	var op *contract.Operation
	for _, o := range c.Operations {
		if o.Name == name {
			op = o
		}
	}
	input := inputFor(t, c, h, op, query)
	for b := contract.SOAP11; b <= contract.JSON; b++ {
		code := b.Code()
		q, found := shown[code]
		var sent *http.Request
		var body string
		client, err := soap.NewCaller(c, "http://example.com/depot", b, []soap.ClientOption{soap.WithHTTPClient(doer(func(r *http.Request) (*http.Response, error) {
			sent = r
			if r.Body != nil {
				text, _ := io.ReadAll(r.Body)
				body = string(text)
			}
			return nil, io.ErrUnexpectedEOF
		}))})
		if err != nil {
			continue
		}
		client.Do(context.Background(), op, input)
		if !found || sent == nil {
			if found != (sent != nil) {
				t.Errorf("%s over %s: shown %v, sent %v", name, b, found, sent != nil)
			}
			continue
		}
		if q.Error != "" || q.Method != sent.Method || q.URL != sent.URL.String() || q.Body != body || fmt.Sprint(q.Headers) != fmt.Sprint(headerLines(sent.Header)) {
			t.Errorf("%s over %s\nshown %+v\nsent %s %s %v\n%s", name, b, q, sent.Method, sent.URL, sent.Header, body)
		}
		if (b == contract.SOAP11 || b == contract.SOAP12) && !strings.Contains(xsiTypes.ReplaceAllString(body, ""), content) {
			t.Errorf("%s over %s: %s does not contain %s", name, b, body, content)
		}
	}
}

var xsiTypes = regexp.MustCompile(` xsi:type="[^"]*"`)

// inputFor returns the request of an operation that a page reads from a query.
func inputFor(t *testing.T, c *contract.Contract, h http.Handler, op *contract.Operation, query string) (input any) {
	t.Helper()
	r := httptest.NewRequest("GET", "/depot?op="+op.Name+query, nil)
	probe := soap.NewHandler(c.With(op), &depotDocuments, nil, []soap.HandlerOption{soap.WithPage(func(info *soap.ServiceInfo) http.Handler {
		p := &pages{info: info, overview: newOverview(info)}
		return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			m, err := readMessages(info.Contract())
			if err != nil {
				t.Fatal(err)
			}
			if input, err = p.input(p.operation(m, op, r.URL.Query()), r.URL.Query()); err != nil {
				t.Errorf("%s: %v", op.Name, err)
			}
		})
	})})
	probe.ServeHTTP(httptest.NewRecorder(), r)
	return input
}

type doer func(*http.Request) (*http.Response, error)

func (f doer) Do(r *http.Request) (*http.Response, error) { return f(r) }

// TestBindings checks contracts with some bindings only.
func TestBindings(t *testing.T) {
	for _, only := range [][]contract.Binding{{contract.SOAP11}, {contract.SOAP12}, {contract.HTTPGet}, {contract.HTTPPost}, {contract.HTTPDelete}} {
		c := newDepot()
		c.Ports = nil
		for _, b := range only {
			c.Ports = append(c.Ports, contract.Port{Name: "p", Binding: b, Address: "http://localhost/depot"})
		}
		h := serve(c)
		if w := get(h, "/depot"); w.Code != 200 || !strings.Contains(w.Body.String(), "6 of 6") {
			t.Errorf("%v: %d %s", only, w.Code, w.Body)
		}
		for _, op := range c.Operations {
			if w := get(h, "/depot?op="+op.Name); w.Code != 200 {
				t.Errorf("%v %s: %d %s", only, op.Name, w.Code, w.Body)
			}
		}
	}
}

// TestNamespaceReplaced checks that requests have the namespaces of the options.
func TestNamespaceReplaced(t *testing.T) {
	h := serve(newDepot(), soap.WithNamespace("urn:depot/", "urn:other/"))
	wantAll(t, get(h, "/depot?op=couple").Body.String(), "urn:other/")
	q := requestsOf(t, h, "/depot?op=couple&show=requests")["soap11"]
	if q.Error != "" || !strings.Contains(q.Body, "urn:other/") || strings.Contains(q.Body, "urn:depot/") {
		t.Errorf("%+v", q)
	}
}

// TestManyValues offers the values of an enumeration, unless it has so many that a list would be large.
func TestManyValues(t *testing.T) {
	for n, want := range map[int]string{2: "select", maxValues: "select", maxValues + 1: "text"} {
		values := strings.Repeat(`<enumeration value="a"/>`, n)
		files := fstest.MapFS{"a.xsd": {Data: []byte(`<schema xmlns="http://www.w3.org/2001/XMLSchema"><simpleType name="many"><restriction base="string">` + values + `</restriction></simpleType></schema>`)}}
		set, err := component.Read(&contract.DocumentSet{Documents: []contract.Document{{Schema: true, File: "a.xsd"}}, Files: files})
		if err != nil {
			t.Fatal(err)
		}
		if f := newField(&node{Name: "a"}, set.Type(xsd.QName{Local: "many"}), false); f.Input != want || len(f.Options) > maxValues {
			t.Errorf("%d values: %s with %d", n, f.Input, len(f.Options))
		}
	}
}

// TestLimitPage bounds the pages of a contract with many operations, and what a query can
// ask of a page. The index has 550 KB and takes 30 ms.
func TestLimitPage(t *testing.T) {
	c := newDepot()
	first := c.Operations[0]
	c.Operations = c.Operations[1:]
	for i := range 1158 {
		op := *first
		op.Name = fmt.Sprintf("RetrieveSomethingWithALongName%d", i)
		op.Doc = strings.Repeat("Retrieves something that the service has, with what belongs to it. ", 12)
		op.Params = []string{"entity", "filter", "options"}
		if i%4 == 0 {
			op.OverloadOf = fmt.Sprintf("Retrieve%d", i/8)
		}
		c.Operations = append(c.Operations, &op)
	}
	h := serve(c)
	get(h, "/depot")
	one := "?op=RetrieveSomethingWithALongName7"
	for _, test := range []struct {
		what, target string
		status, most int
	}{
		{"index of 1,158 operations", "", 200, 2 << 20},
		{"search in it", "?q=name5", 200, 2 << 20},
		{"page of an operation", one, 200, 200 << 10},
		{"page with a query of 120 KiB", one + strings.Repeat("&p.tag=1", 15<<10), 200, 4 << 20},
		{"requests for a query of 120 KiB", one + "&show=requests&p.most=1&p.text=" + strings.Repeat("%3C", 40<<10), 200, 8 << 20},
		{"XML that is nested", "?op=couple&show=requests&xml=" + strings.Repeat("%3Ca%3E", 15<<10), 200, 100 << 10},
		{"a longer query", one + "&p.text=" + strings.Repeat("x", 128<<10), 414, 1 << 10},
	} {
		began := cost.CPU()
		w := get(h, "/depot"+test.target)
		took := cost.CPU() - began
		t.Logf("limit: service page, %s | %d KiB, 1s | %d KiB, %v", test.what, test.most>>10, w.Body.Len()>>10, took.Round(time.Millisecond))
		if w.Code != test.status || w.Body.Len() > test.most || took > time.Second {
			t.Errorf("%s: %d, %d bytes, %v", test.what, w.Code, w.Body.Len(), took)
		}
	}
}

// FuzzPage looks for queries for which the page panics, or shows text as markup.
func FuzzPage(f *testing.F) {
	for _, query := range []string{
		"", "q=a", "view=wsdl", "op=find&p.most=1", "op=find&show=requests&p.tag=a&p.tag=b", "op=couple&show=requests&xml=%3Ccouple+xmlns='urn:depot/'/%3E",
		"op=find&header=%3Ca/%3E&binding=soap12", "op=sum&show=call&binding=get", "op=bare&xml=%3Crequest/%3E", "op=find&show=call&p.most=1&binding=get",
	} {
		f.Add(query)
	}
	h := serve(newDepot())
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest("GET", "/depot", nil)
		r.URL.RawQuery = query
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		switch {
		case w.Code == 303:
			if to := w.Header().Get("Location"); !strings.HasPrefix(to, "./depot/") {
				t.Errorf("a redirect to %q", to)
			}
		case w.Code != 200 && w.Code != 404:
			t.Errorf("%d %s", w.Code, w.Body)
		case strings.HasPrefix(w.Header().Get("Content-Type"), "text/html"):
			if strings.Count(w.Body.String(), "<script") != 1 || strings.Count(w.Body.String(), "<style") != 1 {
				t.Errorf("text is markup: %s", w.Body)
			}
		}
	})
}
