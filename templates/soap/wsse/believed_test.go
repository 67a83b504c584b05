package wsse

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/wsa"
	"example.com/quartet/templates/soap/xsd"
)

// A service that shows clips, whose bytes are in a part of the message: as a reader, or in memory.
type (
	clip    struct{ Video io.Reader }
	clipped struct{ Video []byte }
)

var (
	typeOfClip    = schema.Type{NS: 1, Name: "clip", Zero: (*clip)(nil)}
	typeOfClipped = schema.Type{NS: 1, Name: "clipped", Zero: (*clipped)(nil)}
	clipSpaces    = []schema.Namespace{{}, {URI: "urn:clip"}}
	clipTypes     = schema.Table{Namespaces: clipSpaces, Types: []schema.TypeRows{
		{Type: &typeOfClip, Rows: []schema.Row{{Name: "video", NS: 1, Kind: codec.KindReader, Occurs: schema.Once}}},
		{Type: &typeOfClipped, Rows: []schema.Row{{Name: "video", NS: 1, Kind: codec.KindBase64, Occurs: schema.Once}}},
	}}
)

func init() { codec.Define(&clipTypes) }

const clipPart = `<x:Include xmlns:x="` + codec.XOPNamespace + `" href="cid:v"/>`

const clipAction = "urn:clip:show"

func showOf(message *schema.Type) *contract.Operation {
	return &contract.Operation{Name: "show", Request: message, Wires: []contract.Wire{{
		Bindings: bindings, Action: clipAction, In: schema.ElementName{NS: 1, Local: "show"}, Out: []schema.ElementName{{NS: 1, Local: "showResponse"}},
	}}}
}

func clipContract(streamed bool) *contract.Contract {
	return &contract.Contract{Service: "Clips", Namespaces: clipSpaces, Types: &clipTypes, Readers: streamed, Ports: []contract.Port{
		{Name: "a", Binding: contract.SOAP11, Address: "http://localhost/clips"}, {Name: "b", Binding: contract.SOAP12, Address: "http://localhost/clips"},
	}}
}

// mode is how a handler or a client is set up.
type mode struct {
	name                string
	streamed, unstamped bool
	role                string // of the header blocks that messages have
	trust               func(*Trust)
	more                soap.Option
}

var modes = []mode{{name: "usual"}, {name: "--stream", streamed: true}, {name: "WithoutTimestamp", unstamped: true}, {name: "WithRoles", role: "urn:gate"},
	{name: "all of them", streamed: true, unstamped: true, role: "urn:gate"}}

func (m *mode) options() soap.Option {
	all := []soap.Option{WithTrust(trust(func(t *Trust) {
		if t.WithoutTimestamp, t.Confirm = m.unstamped, true; m.trust != nil {
			m.trust(t)
		}
	}))}
	if m.role != "" {
		all = append(all, soap.WithRoles(m.role))
	}
	if m.more != nil {
		all = append(all, m.more)
	}
	return soap.Options(all...)
}

// got is what a service has seen of a message.
type got struct {
	called              bool
	wsa                 wsa.Properties
	user, signer, video string
	log                 bytes.Buffer
}

func (m *mode) handler(to *got) http.Handler {
	op := showOf(&typeOfClipped)
	if m.streamed {
		op = showOf(&typeOfClip)
	}
	anywhere := wsa.Addressing{Allow: func(string) bool { return true }, Send: doer(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusAccepted, Body: http.NoBody}, nil
	})}
	return soap.NewHandler(clipContract(m.streamed).With(op), nil, func(ctx context.Context, _ *contract.Operation, req any) (any, error) {
		to.called = true
		to.wsa, _ = wsa.Received(ctx)
		to.user, _ = Username(ctx)
		signer, _ := Signer(ctx)
		to.signer = signer.Subject.CommonName
		switch req := req.(type) {
		case *clip:
			video, err := io.ReadAll(req.Video)
			to.video = string(video)
			return nil, err
		case *clipped:
			to.video = string(req.Video)
		}
		return nil, nil
	}, []soap.HandlerOption{soap.WithLogger(slog.New(slog.NewTextHandler(&to.log, nil))), wsa.WithAddressing(anywhere), WithVerification(Verifier{Password: passwords, Now: at(noon)}), m.options()})
}

type doer func(*http.Request) (*http.Response, error)

func (d doer) Do(r *http.Request) (*http.Response, error) { return d(r) }

// carried is something that a message carries: an element.
type carried struct {
	row, space, local string // row is that of SECURITY.md, "" means local
	value             string
	seen              func(g *got) string // what a service believes
}

const clipVideo, clipToken = "moving", `<w:UsernameToken><w:Username>anna</w:Username><w:Password>s&amp;cret</w:Password></w:UsernameToken>`

// everything is what a message may carry and what is believed, but for the confirmation of a reply.
func everything() (all []carried) {
	address := func(of func(g *got) *wsa.Endpoint) func(g *got) string {
		return func(g *got) string {
			if e := of(g); e != nil {
				return e.Address
			}
			return ""
		}
	}
	for _, space := range []string{wsa.Namespace, wsa.OldNamespace} {
		add := func(local, value string, seen func(g *got) string) {
			all = append(all, carried{"a header block of WS-Addressing", space, local, value, seen})
		}
		add("Action", clipAction, func(g *got) string { return g.wsa.Action })
		add("MessageID", "urn:m:1", func(g *got) string { return g.wsa.MessageID })
		add("To", "urn:to", func(g *got) string { return g.wsa.To })
		add("RelatesTo", "urn:before", func(g *got) string { return g.wsa.RelatesTo })
		add("From", "urn:from", address(func(g *got) *wsa.Endpoint { return g.wsa.From }))
		add("ReplyTo", "http://a.example/reply", address(func(g *got) *wsa.Endpoint { return g.wsa.ReplyTo }))
		add("FaultTo", "http://a.example/fault", address(func(g *got) *wsa.Endpoint { return g.wsa.FaultTo }))
	}
	return append(all,
		carried{"the Body, with values in parts (MTOM)", soap.SOAP11Namespace, "Body", clipVideo, func(g *got) string { return g.video }},
		carried{"Timestamp", UtilityNamespace, "Timestamp", "", func(*got) string { return "" }},
		carried{"UsernameToken", Namespace, "UsernameToken", "anna", func(g *got) string { return g.user }},
		carried{"BinarySecurityToken", Namespace, "BinarySecurityToken", "anna", func(g *got) string { return g.signer }})
}

func (c *carried) isBlock() bool { return strings.HasPrefix(c.row, "a header block") }

// element returns the markup of what is carried in a message.
func (c *carried) element(message string) string {
	found := regexp.MustCompile(`(?s)<(\w+):` + c.local + `[ >].*?</\w+:` + c.local + `>|<\w+:` + c.local + ` [^>]*/>`).FindString(message)
	if found == "" {
		panic("no " + c.local + " in " + message)
	}
	return found
}

// signedClip returns a request in which everything of one version of WS-Addressing is signed.
func signedClip(space, role string) string {
	blocks, actor := "", ""
	if role != "" {
		actor = ` s:actor="` + role + `"`
	}
	for _, c := range everything() {
		if c.space != space {
			continue
		}
		content := c.value
		if c.local == "From" || strings.HasSuffix(c.local, "To") && strings.HasPrefix(content, "http") {
			content = "<a:Address>" + content + "</a:Address>"
		}
		blocks += fmt.Sprintf(`<a:%s xmlns:a="%s"%s>%s</a:%[1]s>`, c.local, space, actor, content)
	}
	text := `<s:Envelope xmlns:s="` + soap.SOAP11Namespace + `" xmlns:w="` + Namespace + `" xmlns:u="` + UtilityNamespace + `"><s:Header>` + blocks + "<w:Security>" + clipToken +
		`</w:Security></s:Header><s:Body><show xmlns="urn:clip"><video>` + base64.StdEncoding.EncodeToString([]byte(clipVideo)) + "</video></show></s:Body></s:Envelope>"
	return sealed(text)
}

func sealed(text string) string {
	s := signing(func(s *Signing) {
		s.Tokens, s.Headers = true, []xsd.QName{{Space: wsa.Namespace}, {Space: wsa.OldNamespace}}
	})
	return string(must(s.sign(context.Background(), &soap.Call{Binding: contract.SOAP11}, []byte(text), true)))
}

var identifier = regexp.MustCompile(` (xmlns:\w+="[^"]*" )?\w+:Id="[^"]*"`)

// ways are what an attacker does with an element.
var ways = []struct {
	name   string
	change func(c *carried, m string) string
}{
	{"signed", func(_ *carried, m string) string { return m }},
	{"not signed", func(c *carried, m string) string {
		return resigned(m, anna.key, func(info string) string {
			return swap(info, between(info, `<ds:Reference URI="#`+idOf(c.element(m))+`"`, "</ds:Reference>"), "")
		})
	}},
	{"signed, elsewhere", func(c *carried, m string) string {
		element := c.element(m)
		if c.isBlock() {
			return inSecurity(swap(m, element, ""), element)
		}
		if c.local == "Body" {
			return inHeader(swap(m, element, `<s:Body><show xmlns="urn:clip"><video>AAAA</video></show></s:Body>`), element)
		}
		return inHeader(swap(m, element, ""), element)
	}},
	{"twice", func(c *carried, m string) string {
		element := c.element(m)
		return swap(m, element, element+identifier.ReplaceAllString(element, ""))
	}},
}

// inParts returns a message of MTOM with the values of an envelope in a part.
func inParts(envelope string) *http.Request {
	value := base64.StdEncoding.EncodeToString([]byte(clipVideo))
	envelope = strings.Replace(envelope, ">"+value+"<", ">"+clipPart+"<", 1)
	message := "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n" + envelope + "\r\n--b\r\nContent-ID: <v>\r\n\r\n" + clipVideo + "\r\n--b--\r\n"
	r := httptest.NewRequest("POST", "/clips", strings.NewReader(message))
	r.Header.Set("Content-Type", `multipart/related; boundary=b; type="application/xop+xml"; start-info="text/xml"`)
	return r
}

// believedAs returns what a handler makes of a message.
func (m *mode) believedAs(c *carried, message string) string {
	g := &got{}
	m.handler(g).ServeHTTP(httptest.NewRecorder(), inParts(message))
	switch {
	case !g.called:
		return "refused"
	case c.seen(g) != c.value:
		return "ignored"
	}
	return "believed"
}

// confirmedAs returns what a client makes of a reply, which confirms the signature of its request.
func (m *mode) confirmedAs(c *carried, change func(c *carried, m string) string) string {
	answer := doer(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		value := strings.TrimSuffix(strings.TrimPrefix(valueOf(string(body)), "<ds:SignatureValue>"), "</ds:SignatureValue>")
		w := httptest.NewRecorder()
		w.Header().Set("Content-Type", "text/xml")
		io.WriteString(w, change(c, sealed(`<s:Envelope xmlns:s="`+soap.SOAP11Namespace+`" xmlns:w="`+Namespace+`"><s:Header><w:Security><c:SignatureConfirmation xmlns:c="`+
			namespace11+`" Value="`+value+`"/></w:Security></s:Header><s:Body><showResponse xmlns="urn:clip"/></s:Body></s:Envelope>`)))
		return w.Result(), err
	})
	client := must(soap.NewCaller(clipContract(m.streamed), "", contract.SOAP11, []soap.ClientOption{m.options(), WithSigning(signing()), soap.WithHTTPClient(answer)}))
	if _, err := client.Do(context.Background(), showOf(&typeOfClipped), &clipped{[]byte(clipVideo)}); err != nil {
		return "refused"
	}
	return "believed"
}

// TestBelieved compares the table of SECURITY.md with what handlers and clients do: it does not depend on their other options.
func TestBelieved(t *testing.T) {
	_, text, _ := strings.Cut(string(must(os.ReadFile("../../../generator/SECURITY.md"))), "\n| part of a message ")
	header, text, _ := strings.Cut(text, "\n")
	columns := strings.Split(strings.Trim(header, "| "), " | ")
	rows := map[string][]string{}
	for line := range strings.Lines(text) {
		if cells := strings.Split(strings.Trim(line, "| \n"), " | "); len(cells) == 1+len(columns) {
			rows[strings.ReplaceAll(cells[0], "`", "")] = cells[1:]
		} else if !strings.HasPrefix(line, "|") {
			break
		}
	}
	tested := map[string]bool{}
	check := func(c carried, way int, m *mode, got string) {
		tested[c.row] = true
		column := slices.Index(columns, ways[way].name)
		if row := rows[c.row]; row == nil || column < 0 || row[column] != got {
			t.Errorf("%s (%s %s), %s, %s: %s, SECURITY.md has %q", c.row, c.space, c.local, ways[way].name, m.name, got, row)
		}
	}
	for i := range modes {
		m := &modes[i]
		for _, c := range everything() {
			space := wsa.Namespace
			if c.isBlock() {
				space = c.space
			}
			message := signedClip(space, m.role)
			for way := range ways {
				check(c, way, m, m.believedAs(&c, ways[way].change(&c, message)))
			}
		}
		confirmation := carried{row: "SignatureConfirmation of a reply", local: "SignatureConfirmation"}
		for way := range ways {
			check(confirmation, way, m, m.confirmedAs(&confirmation, ways[way].change))
		}
	}
	for row := range rows {
		if !tested[row] {
			t.Errorf("%q of SECURITY.md is not tested", row)
		}
	}
}

// TestUnsignedHeaders: what Trust.UnsignedHeaders names need not be signed, in no other version, and not if Trust.Headers names it.
func TestUnsignedHeaders(t *testing.T) {
	named := &mode{trust: func(t *Trust) {
		t.UnsignedHeaders = []xsd.QName{{Space: wsa.Namespace}, tokenName}
		t.Headers = []xsd.QName{{Space: wsa.Namespace, Local: "ReplyTo"}}
	}}
	for _, c := range everything() {
		space, want := c.space, "refused"
		if !c.isBlock() {
			space = wsa.Namespace
		}
		if space == wsa.Namespace && (c.isBlock() || c.local == "UsernameToken") && c.local != "ReplyTo" || c.local == "BinarySecurityToken" {
			want = "believed"
		}
		if got := named.believedAs(&c, ways[1].change(&c, signedClip(space, ""))); got != want {
			t.Errorf("%s %s: %s, want %s", c.space, c.local, got, want)
		}
	}
}

// TestForgedBlocks adds blocks of WS-Addressing to a message that has none, in each version, where one is said to be signed.
func TestForgedBlocks(t *testing.T) {
	m := &mode{trust: func(t *Trust) { t.Headers = []xsd.QName{{Space: wsa.Namespace}} }}
	for _, space := range []string{wsa.Namespace, wsa.OldNamespace} {
		plain, g := signedClip("none", ""), &got{}
		blocks := signedClip(space, "")
		blocks = identifier.ReplaceAllString(blocks[strings.Index(blocks, "<a:Action"):strings.Index(blocks, "<w:Security>")], "")
		m.handler(g).ServeHTTP(httptest.NewRecorder(), inParts(plain))
		if !g.called {
			t.Fatalf("what they are added to is refused: %s", &g.log)
		}
		g, w := &got{}, httptest.NewRecorder()
		if m.handler(g).ServeHTTP(w, inParts(inHeader(plain, blocks))); g.called || w.Code != 500 || strings.Contains(w.Body.String(), "a.example") {
			t.Errorf("%s: believed %+v, status %d, where 202 is an answer to elsewhere: %s", space, g.wsa, w.Code, w.Body)
		}
	}
}

// TestMovedHeader: a signed header block of the contract that is elsewhere would be absent for the service.
func TestMovedHeader(t *testing.T) {
	limit := &soap.Header[string]{Element: schema.ElementName{NS: 1, Local: "limit"}, Value: &schema.Value{Zero: (*string)(nil), Row: schema.Row{Kind: codec.KindString, Occurs: schema.Once}}}
	op := *showOf(&typeOfClipped)
	op.Wires[0].More = &contract.WireMore{Headers: []contract.Header{limit}}
	text := strings.Replace(request, toOf(request), `<a:limit xmlns:a="urn:clip">1</a:limit>`, 1)
	text = swap(text, bodyOf(text), `<s:Body><show xmlns="urn:clip"><video>AAAA</video></show></s:Body>`)
	s := signing(func(s *Signing) { s.Headers = []xsd.QName{{Space: "urn:clip"}} })
	message := string(must(s.sign(t.Context(), &soap.Call{Binding: contract.SOAP11}, []byte(text), true)))
	block := between(message, "<a:limit", "</a:limit>")
	for want, m := range map[int]string{1: message, 0: inSecurity(swap(message, block, ""), block)} {
		seen := 0
		h := soap.NewHandler(clipContract(false).With(&op), nil, func(ctx context.Context, _ *contract.Operation, _ any) (any, error) {
			if v, ok := limit.From(ctx); ok && v == "1" {
				seen++
			} else {
				t.Errorf("called without the header %q", v)
			}
			return nil, nil
		}, []soap.HandlerOption{WithTrust(trust()), soap.WithLogger(slog.New(slog.DiscardHandler))})
		r := httptest.NewRequest("POST", "/clips", strings.NewReader(m))
		r.Header.Set("Content-Type", "text/xml")
		if h.ServeHTTP(httptest.NewRecorder(), r); seen != want {
			t.Errorf("called %d times, want %d", seen, want)
		}
	}
}

// TestForgedParts: a reference to a part that was signed as markup, and that appears when the message is decrypted, is not to a part of
// the message, which nobody has signed: not even if a header block refers to the part, so that it is no attachment.
func TestForgedParts(t *testing.T) {
	op := *showOf(&typeOfClipped)
	op.Result = &schema.Value{Zero: (*[]byte)(nil), Row: schema.Row{Kind: codec.KindBase64, Occurs: schema.Once}}
	op.Wires[0].Out = append(op.Wires[0].Out, schema.ElementName{NS: 1, Local: "video"})
	e, call := encryption(), &soap.Call{Binding: contract.SOAP11}
	encrypted := func(text string) string { return string(must(e.encrypt(call, []byte(text), true, e.To))) }
	for name, secure := range map[string]func(string) string{
		"signed":                        sealed,
		"signed before it is encrypted": func(text string) string { return encrypted(sealed(text)) },
		"signed later":                  func(text string) string { return sealed(encrypted(text)) },
	} {
		send := func(element, content string) *http.Request {
			m := secure(fmt.Sprintf(`<s:Envelope xmlns:s="%s" xmlns:w="%s"><s:Header><w:Security>%s</w:Security></s:Header><s:Body><%s xmlns="urn:clip"><video>%s</video></%[4]s></s:Body></s:Envelope>`,
				soap.SOAP11Namespace, Namespace, clipToken, element, content))
			return inParts(inHeader(m, `<h:h xmlns:h="urn:h">`+clipPart+`</h:h>`))
		}
		reply := func(content string) (any, error) {
			answer := doer(func(*http.Request) (*http.Response, error) {
				r := send("showResponse", content)
				return &http.Response{StatusCode: http.StatusOK, Header: r.Header, Body: r.Body}, nil
			})
			options := []soap.ClientOption{WithTrust(trust()), WithDecryption(decryption()), soap.WithHTTPClient(answer)}
			return must(soap.NewCaller(clipContract(false), "", contract.SOAP11, options)).Do(t.Context(), &op, &clipped{})
		}
		for content, want := range map[string]string{"AAAA": "\x00\x00\x00", clipPart: ""} {
			for _, streamed := range []bool{false, true} {
				m, g := &mode{streamed: streamed, more: WithDecryption(decryption())}, &got{}
				m.handler(g).ServeHTTP(httptest.NewRecorder(), send("show", content))
				if g.called != (want != "") || g.video != want {
					t.Errorf("%s: called: %t, with %q; %s", name, g.called, g.video, &g.log)
				}
			}
			if result, err := reply(content); (err == nil) != (want != "") || fmt.Sprintf("%s", result) != want && err == nil {
				t.Errorf("%s: the client reads %q, %v", name, result, err)
			}
		}
	}
}
