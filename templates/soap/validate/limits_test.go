package validate

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// patternSchema declares a list of values, and an attribute, with a pattern.
func patternSchema(pattern string) string {
	return `<xs:simpleType name="p"><xs:restriction base="xs:string"><xs:pattern value="` + pattern + `"/></xs:restriction></xs:simpleType>
		<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="v" type="t:p" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="a" type="t:p"/></xs:complexType></xs:element>
		<xs:element name="union"><xs:simpleType><xs:union memberTypes="t:p xs:int"/></xs:simpleType></xs:element>
		<xs:element name="list"><xs:simpleType><xs:list itemType="t:p"/></xs:simpleType></xs:element>
		<xs:element name="fixed"><xs:complexType><xs:sequence><xs:element name="f" type="t:p" fixed="` + strings.Repeat("a", 600) + `" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`
}

// TestLimitPatterns: documents whose patterns are much work are refused, and the error names the element and the limit.
func TestLimitPatterns(t *testing.T) {
	const bound = time.Minute // also with the race detector
	words, nested := `\s*[A-Za-z0-9 .,\-]{1,255}\s*`, `(a?){500}a{500}`
	many := func(name, value string, n int) string { return strings.Repeat("<"+name+">"+value+"</"+name+">", n) }
	for name, c := range map[string]struct{ pattern, doc, path string }{
		"spaces":            {words, `<r xmlns="urn:t">` + many("v", strings.Repeat(" ", 250), 40_000) + `</r>`, "/r/v"},
		"repeated options":  {nested, `<r xmlns="urn:t">` + many("v", strings.Repeat("a", 998), 9_000) + `</r>`, "/r/v"},
		"an attribute":      {nested, `<r xmlns="urn:t" a="` + strings.Repeat("a", 998) + `"/>`, "/r"},
		"a union":           {nested, `<union xmlns="urn:t">` + strings.Repeat("a", 998) + `</union>`, "/union"},
		"a list":            {nested, `<list xmlns="urn:t">` + strings.Repeat(strings.Repeat("a", 998)+" ", 1_000) + `</list>`, "/list"},
		"a value of schema": {nested, `<fixed xmlns="urn:t">` + many("f", "", 100_000) + `</fixed>`, "/fixed/f"},
	} {
		start := cost.CPU()
		err := checkerOf(schemaTable(patternSchema(c.pattern))).Message(t.Context(), []byte(c.doc), &soap.Comparison{})
		took := cost.CPU() - start
		var invalid *Error
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), "more than 32 steps for each byte of the document") || !strings.HasPrefix(err.Error(), c.path) || took > bound {
			t.Errorf("%s, after %v: %v", name, took, err)
		}
		t.Logf("limit: patterns, %s (%d KiB) | %v | %v", name, len(c.doc)>>10, bound, took.Round(time.Millisecond))
	}
}

// TestPatternsOfOrdinaryText: what people write is not refused, in documents of any size.
func TestPatternsOfOrdinaryText(t *testing.T) {
	for pattern, value := range map[string]string{
		`\s*[A-Za-z0-9 .,\-]{1,255}\s*`:                  strings.Repeat("Harrow Fen, 12-14 High Street. ", 8),
		`([^\s@]+(\.[^\s@]+)*)@([a-z0-9-]+\.)+[a-z]{2,}`: "jane.doe@mail.rail.example",
		`(\p{L}|\p{N}|[ ,.'/-]){1,140}`:                  strings.Repeat("Łódź Fabryczna, ", 8),
		`(.*[0-9].*){1,1}`:                               "platform 4",
		`((19|20)\d\d-(0[1-9]|1[0-2])-[0-3]\d(,|))+`:     strings.Repeat("2026-11-21,", 40),
	} {
		types := schemaTable(patternSchema(pattern))
		for _, n := range []int{1, 1000} {
			doc := `<r xmlns="urn:t">` + strings.Repeat("<v>"+value+"</v>", n) + `</r>`
			if err := checkerOf(types).Message(t.Context(), []byte(doc), &soap.Comparison{}); err != nil {
				t.Errorf("%s, %d values: %v", pattern, n, err)
			}
		}
	}
}

// TestValidationEnds: validation stops once the context has ended, whatever it does.
func TestValidationEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := checkerOf(schemaTable(patternSchema(`(a|b)*|c`)))
	for name, doc := range map[string]string{
		"many values": `<r xmlns="urn:t">` + strings.Repeat("<v>aaa</v>", 10_000) + `</r>`,
		"one value":   `<r xmlns="urn:t"><v>` + strings.Repeat("a", 1<<20) + `</v></r>`,
	} {
		if err := c.Message(ctx, []byte(doc), &soap.Comparison{}); err != error(codec.ErrInterrupted) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := c.Message(ctx, []byte(`<r xmlns="urn:t"><v>aaa</v><v>aaa</v></r>`), &soap.Comparison{}); err != nil {
		t.Errorf("a short document: %v", err)
	}
	shared := *codec.ErrInterrupted
	d := codec.NewDecoder([]byte(`<r xmlns="urn:t"><v>`+strings.Repeat("a", 1<<15)+`</v><!-- the end is not near the value --></r>`), nil, schema.Limits{})
	if err := validateDocument(t.Context(), c.(schemaChecker).model, d, func(v *validation) {
		v.d.Open()
		s := v.enter(v.model.contentOf(v.model.elementNamed(xsd.QName{Space: "urn:t", Local: "r"}).typ))
		v.d.Interrupt = new(atomic.Bool)
		v.d.Interrupt.Store(true)
		v.leaf(s)
	}); err != error(codec.ErrInterrupted) || *codec.ErrInterrupted != shared {
		t.Errorf("within a value: %v", err)
	}
}

// TestListsEnd: the validation of a list stops within it once the context has ended.
func TestListsEnd(t *testing.T) {
	for item, text := range map[string]string{"xs:int": "1 ", "xs:date": "2000-01-01 "} {
		m := modelIn(`<xs:element name="r"><xs:simpleType><xs:list itemType="` + item + `"/></xs:simpleType></xs:element>`)
		for name, read := range map[string]func(*xsdType, string, *validation){
			"takes": func(list *xsdType, text string, v *validation) { list.takes([]byte(text), v) },
			"check": func(list *xsdType, text string, v *validation) { list.check(text, v) },
		} {
			d := codec.NewDecoder([]byte(`<r xmlns="urn:t"/>`), nil, schema.Limits{})
			err := validateDocument(t.Context(), m, d, func(v *validation) {
				v.d.Interrupt = new(atomic.Bool)
				v.d.Interrupt.Store(true)
				list := m.elementNamed(xsd.QName{Space: "urn:t", Local: "r"}).typ.value
				read(list, strings.TrimSpace(strings.Repeat(text, 10_000)), v)
			})
			if err != error(codec.ErrInterrupted) {
				t.Errorf("%s, a list of %s: %v", name, item, err)
			}
		}
	}
}

// limitService is a service with one operation over SOAP 1.1. Its request and its response are the element r of a schema.
type limitService struct {
	info contract.Contract
	op   contract.Operation
}

func newLimitService(t *testing.T, content string) *limitService {
	types, r := schemaTable(content), schema.ElementName{NS: 1, Local: "r"}
	return &limitService{
		info: contract.Contract{Service: "Limits", Namespaces: []schema.Namespace{{}, {URI: "urn:t"}}, Types: types, Ports: []contract.Port{{Name: "P", Binding: contract.SOAP11, Address: "http://localhost/"}}},
		op:   contract.Operation{Name: "r", Wires: []contract.Wire{{Bindings: []contract.Binding{contract.SOAP11}, In: r, Out: []schema.ElementName{r}}}},
	}
}

// envelope returns a message with content in the element r.
func (s *limitService) envelope(content string) string {
	return `<s:Envelope xmlns:s="` + soap.SOAP11Namespace + `"><s:Body><r xmlns="urn:t">` + content + `</r></s:Body></s:Envelope>`
}

// TestLimitHangUp: while a handler validates, its clients hang up. The work ends then.
func TestLimitHangUp(t *testing.T) {
	cost.Alone(t)
	const clients, size = 3, 9 << 20
	const bound, boundInAll = 100 * time.Millisecond, time.Second // the first is ten times what is promised
	service := newLimitService(t, `<xs:element name="r"><xs:complexType><xs:sequence>
		<xs:element name="pattern" minOccurs="0" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="(a?){4}a{0,990}"/></xs:restriction></xs:simpleType></xs:element>
		<xs:element name="list" minOccurs="0"><xs:simpleType><xs:list itemType="xs:date"/></xs:simpleType></xs:element>
		<xs:element name="key" type="xs:token" minOccurs="0" maxOccurs="unbounded"/>
		</xs:sequence></xs:complexType><xs:unique name="u"><xs:selector xpath="t:key"/><xs:field xpath="."/></xs:unique></xs:element>`)
	value := "<pattern>" + strings.Repeat("a", 990) + "</pattern>"
	var keys strings.Builder
	for i := 0; keys.Len() < size; i++ {
		fmt.Fprintf(&keys, "<key>%d</key>", i)
	}
	for name, content := range map[string]string{
		"patterns": strings.Repeat(value, size/len(value)),
		"a list":   "<list>" + strings.Repeat("2000-01-01 ", size/11) + "</list>",
		"keys":     keys.String(),
	} {
		var zipped bytes.Buffer
		zip := gzip.NewWriter(&zipped)
		io.WriteString(zip, service.envelope(content))
		zip.Close()
		begun, ended := make(chan bool), make(chan time.Duration) // since the context has ended
		observe := soap.WithInterceptors(func(ctx context.Context, _ *soap.Call, next func(context.Context) error) error {
			gone := make(chan time.Time, 1)
			defer context.AfterFunc(ctx, func() { gone <- time.Now() })()
			begun <- true
			err := next(ctx)
			select {
			case at := <-gone:
				ended <- time.Since(at)
			default:
				ended <- 0
			}
			return err
		})
		var served atomic.Int32
		server := httptest.NewServer(soap.NewHandler(service.info.With(&service.op), nil, func(context.Context, *contract.Operation, any) (any, error) {
			served.Add(1)
			return nil, nil
		}, []soap.HandlerOption{WithValidation(), observe, soap.WithRequestMemory(1 << 30), soap.WithLogger(slog.New(slog.DiscardHandler))}))
		refused := make(chan string, 1)
		send := func(ctx context.Context) {
			r, _ := http.NewRequestWithContext(ctx, http.MethodPost, server.URL, bytes.NewReader(zipped.Bytes()))
			r.Header.Set("Content-Type", "text/xml")
			r.Header.Set("Content-Encoding", "gzip")
			if response, err := server.Client().Do(r); err == nil {
				if response.Body.Close(); response.StatusCode != http.StatusOK {
					refused <- response.Status
				}
			}
		}
		await := func() {
			select {
			case <-begun:
			case status := <-refused:
				t.Fatalf("%s: %s", name, status)
			}
		}
		go send(t.Context())
		await()
		start := time.Now()
		<-ended
		whole := time.Since(start)
		ctx, hangUp := context.WithCancel(t.Context())
		for range clients {
			go send(ctx)
		}
		for range clients {
			await()
		}
		start = time.Now()
		hangUp()
		var late time.Duration
		for range clients {
			late = max(late, <-ended)
		}
		took := time.Since(start)
		server.Close()
		t.Logf("limit: %d clients that hang up during the validation of %s (%d KiB of gzip) | ends within %v, and within %v of the end of the context | %v, %v; %v for one that does not",
			clients, name, zipped.Len()>>10, boundInAll, bound, took.Round(time.Millisecond), late.Round(time.Millisecond/10), whole.Round(time.Millisecond))
		if took > boundInAll || late > bound || served.Load() != 1 {
			t.Errorf("%s: the work ended after %v, %v after the context, and the service was called %d times", name, took, late, served.Load())
		}
	}
}

// TestLimitClientValidationMemory: a client that validates keeps no more of a response than a handler does of a request.
func TestLimitClientValidationMemory(t *testing.T) {
	service := newLimitService(t, `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="line" minOccurs="0" maxOccurs="unbounded">
		<xs:complexType><xs:attribute name="at" type="xs:IDREFS"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`)
	for name, content := range map[string]string{
		"references in one element": `<line at="` + strings.Repeat(" y", 1<<20) + `"/>`,
		"references":                strings.Repeat(`<line at="y y y y y y y y"/>`, 1<<17),
	} {
		doc := service.envelope(content)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/xml")
			io.WriteString(w, doc)
		}))
		caller, err := soap.NewCaller(&service.info, server.URL, contract.SOAP11, []soap.ClientOption{WithValidation()})
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = caller.Do(t.Context(), &service.op, nil)
		runtime.ReadMemStats(&after)
		server.Close()
		taken, bound := after.TotalAlloc-before.TotalAlloc, uint64(10*(16<<20+8*len(doc))) // ten times the limit
		t.Logf("limit: client, validation of %s (%d KiB) | %d MiB allocated in all | %d MiB", name, len(doc)>>10, bound>>20, taken>>20)
		if err == nil || !strings.Contains(err.Error(), "bytes of memory") || taken > bound {
			t.Errorf("%s: %d MiB, %v", name, taken>>20, err)
		}
	}
}
