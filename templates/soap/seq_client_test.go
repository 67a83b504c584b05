package soap

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/schema"
)

func answering(status int, contentType string, body io.Reader) HTTPDoer {
	return doerFunc(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(body), ContentLength: -1}, nil
	})
}

// always gives each request the same answer in XML.
func always(body string) HTTPDoer {
	return doerFunc(func(r *http.Request) (*http.Response, error) {
		return answering(200, "text/xml", strings.NewReader(body)).Do(r)
	})
}

func listDocument(b contract.Binding, items string) string {
	if b.IsSOAP() {
		return "<?xml version='1.0'?>\n<!-- c --><s:Envelope xmlns:s='" + envelopeNamespace(b) + "'><s:Header><x xmlns='urn:x'/></s:Header>\n<s:Body>" +
			"<d:getStopsResponse xmlns:d='" + depotNS + "'><other/><d:getStopsResult xmlns:e='" + depotNS + "' unknown='1'>" + items +
			"</d:getStopsResult><more/></d:getStopsResponse></s:Body></s:Envelope>\n<!-- end -->"
	}
	return "<d:ArrayOfStop xmlns:d='" + depotNS + "' xmlns:e='" + depotNS + "'>" + items + "</d:ArrayOfStop>\n<?end?>"
}

// TestPiecesOfAnySize reads responses that come in pieces, which may end
// anywhere, and compares with what is read at once.
func TestPiecesOfAnySize(t *testing.T) {
	items := "<d:stop><d:Name>a</d:Name></d:stop>\r\n <!-- x -- y --> "
	items = strings.Replace(items, "x -- y", "a comment, <d:stop>", 1) +
		"<e:stop>\n\t<e:Name >\n<![CDATA[<b>]]]]>&amp;&#x00000000e9;é世\U0001F682</e:Name\n>\n\t<e:Late>7</e:Late><e:Code a='&quot;' b = \"c\"/></e:stop>" +
		"<?pi <d:stop> ?><unknown><d:stop/>]]</unknown><d:stop><d:Name/></d:stop  >" +
		"<stop xmlns='" + depotNS + "'><Name>" + strings.Repeat("long ", 50) + "</Name></stop>"
	for _, b := range allBindings {
		doc := listDocument(b, items)
		read := func(body io.Reader, contentType string) ([]stop, error) {
			c := dialDepot(t, "http://depot.example/", b, WithHTTPClient(answering(200, contentType, body)))
			return collect(c.GetStopsSeq(context.Background()))
		}
		c := dialDepot(t, "http://depot.example/", b, WithHTTPClient(answering(200, contentType(b), strings.NewReader(doc))))
		want, err := c.GetStops(context.Background())
		if err != nil || len(want) != 4 {
			t.Fatalf("%v: %+v, %v", b, want, err)
		}
		for cut := range len(doc) {
			got, err := read(io.MultiReader(strings.NewReader(doc[:cut]), strings.NewReader(doc[cut:])), contentType(b))
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%v, in two pieces of which one has %d bytes: %+v, %v", b, cut, got, err)
			}
		}
		for name, reader := range map[string]func(io.Reader) io.Reader{"bytes": iotest.OneByteReader, "data with EOF": iotest.DataErrReader} {
			if got, err := read(reader(strings.NewReader(doc)), contentType(b)); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%v, %s: %+v, %v", b, name, got, err)
			}
			media, _, _ := strings.Cut(contentType(b), ";")
			if got, err := read(reader(strings.NewReader("\xFF\xFE"+utf16Text(doc, binary.LittleEndian))), media); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%v, %s, in UTF-16: %+v, %v", b, name, got, err)
			}
		}
	}
}

func TestAnswersThatAreNoList(t *testing.T) {
	fault := "<s:Envelope xmlns:s='" + SOAP11Namespace + "'><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>"
	must := "<s:Envelope xmlns:s='" + SOAP11Namespace + "'><s:Header><x s:mustUnderstand='1'/></s:Header><s:Body>" + element("getStopsResponse", "<getStopsResult><stop><Name/></stop></getStopsResult>") + "</s:Body></s:Envelope>"
	result := func(content string) string { return envelope(contract.SOAP11, element("getStopsResponse", content)) }
	for _, test := range []struct {
		name, contentType, body string
		status                  int
		want                    string
	}{
		{"fault with status 200", "text/xml", fault, 200, "no"},
		{"header", "text/xml", must, 200, "mandatory"},
		{"no result", "text/xml", result(""), 200, ""},
		{"empty", "text/xml", result("<getStopsResult/>"), 200, ""},
		{"nil", "text/xml", result("<getStopsResult xmlns:i='" + schema.XSINamespace + "' i:nil='1'/>"), 200, ""},
		{"twice", "text/xml", result("<getStopsResult/><getStopsResult/>"), 200, "twice"},
		{"second root", "text/xml", result("<getStopsResult/>") + "<a/>", 200, "second root"},
		{"charset", "text/xml; charset=utf-7", "<a/>", 200, "utf-7"},
		{"not of the charset", "text/xml; charset=us-ascii", result("<getStopsResult>\n<x>\xE9</x></getStopsResult>"), 200, "line 2, column 4: the byte 0xE9"},
	} {
		c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithHTTPClient(answering(test.status, test.contentType, strings.NewReader(test.body))))
		got, err := collect(c.GetStopsSeq(context.Background()))
		if len(got) > 0 || (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, %v, want %q", test.name, got, err, test.want)
		}
	}
	c := dialDepot(t, "http://depot.example/", contract.HTTPGet, WithHTTPClient(answering(400, "text/plain", strings.NewReader("bad kind"))))
	var f *Fault
	if _, err := collect(c.GetStopsSeq(context.Background())); !errors.As(err, &f) || f.Reason != "bad kind" {
		t.Errorf("%v", err)
	}
}

// TestInterceptorsAndSequences: interceptors of a handler see the whole reply
// unless an option says otherwise; a client's never hold a list back.
func TestInterceptorsAndSequences(t *testing.T) {
	const n = 2000
	service := &depotSeq{seq: yieldStops(n, nil)}
	note := func(replies chan<- int) Interceptor {
		return func(ctx context.Context, call *Call, next func(context.Context) error) error {
			err := next(ctx)
			replies <- len(call.Reply)
			return err
		}
	}
	for _, streaming := range []bool{false, true} {
		served, called := make(chan int, 1), make(chan int, 1)
		opts := []HandlerOption{WithInterceptors(note(served))}
		if streaming {
			opts = append(opts, WithStreaming())
		}
		c := dialDepot(t, startDepot(t, service, opts...), contract.SOAP11, WithInterceptors(note(called)))
		got, err := collect(c.GetStopsSeq(context.Background()))
		if err != nil || len(got) != n {
			t.Fatalf("%d, %v", len(got), err)
		}
		if size := <-served; (size == 0) != streaming {
			t.Errorf("streaming %v: the handler's interceptor sees %d bytes", streaming, size)
		}
		if size := <-called; size != 0 {
			t.Errorf("the client's interceptor sees %d bytes", size)
		}
	}
}

// TestBridgeOfSequences: a handler whose service is a client streams through.
func TestBridgeOfSequences(t *testing.T) {
	far := dialDepot(t, startDepot(t, &depotSeq{seq: yieldStops(5000, nil)}), contract.SOAP12)
	near := dialDepot(t, startDepot(t, far), contract.HTTPGet)
	if got, err := collect(near.GetStopsSeq(context.Background())); err != nil || !reflect.DeepEqual(got, stopsUpTo(5000)) {
		t.Errorf("%d, %v", len(got), err)
	}
}

// piecesReader hands out pieces of up to size bytes.
type piecesReader struct {
	from io.Reader
	size int
}

func (r *piecesReader) Read(b []byte) (int, error) { return r.from.Read(b[:min(len(b), r.size)]) }

// FuzzListInPieces reads lists item by item from responses in pieces, and at
// once: the values are the same, and so is the error with its place. The detail
// of a fault is well-formed.
func FuzzListInPieces(f *testing.F) {
	items := "<d:stop><d:Name>a&amp;b</d:Name><d:Late>1</d:Late></d:stop><!-- c --><e:stop>\r\n<e:Name><![CDATA[x]]></e:Name></e:stop><x/><d:stop/>"
	for _, b := range allBindings {
		f.Add([]byte(listDocument(b, items)), uint8(b), uint16(7), 200)
		f.Add([]byte(listDocument(b, "")), uint8(b), uint16(1), 500)
		for _, wrong := range []string{
			"<d:Late>soon</d:Late>", "<d:Name>é</d:Nam>", "<d:Name>\x01</d:Name>", "<d:Name>\xC3</d:Name>", "<!DOCTYPE a>", "<f:Name/>",
		} {
			f.Add([]byte(listDocument(b, items+"<d:stop>"+wrong+"</d:stop>")), uint8(b), uint16(3), 200)
		}
		f.Add([]byte("\xFF\xFE"+utf16Text(listDocument(b, items), binary.LittleEndian)), uint8(b), uint16(3), 200)
	}
	latin := "<?xml version='1.0' encoding='iso-8859-1'?><ArrayOfStop xmlns='" + depotNS + "'><stop><Name>\xE9</Name></stop></ArrayOfStop>"
	f.Add([]byte(latin), uint8(contract.HTTPGet), uint16(5), 200)
	fault := "<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Detail><a/></s:Detail></s:Fault>"
	f.Add([]byte(envelope(contract.SOAP12, fault)), uint8(contract.SOAP12), uint16(9), 500)
	f.Fuzz(func(t *testing.T, doc []byte, binding uint8, size uint16, status int) {
		b := allBindings[int(binding)%len(allBindings)]
		ask := func(body io.Reader) *depotClient {
			return dialDepot(t, "http://depot.example/", b, WithHTTPClient(answering(status, "", body)))
		}
		want, wantErr := ask(bytes.NewReader(doc)).GetStops(context.Background())
		got, err := collect(ask(&piecesReader{bytes.NewReader(doc), int(size) + 1}).GetStopsSeq(context.Background()))
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("in pieces: %v; at once: %v", err, wantErr)
		}
		if err == nil && (len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want)) {
			t.Fatalf("in pieces: %+v; at once: %+v", got, want)
		}
		cs, _, detected := charset.Detect(doc, "", nil)
		if err != nil && detected == nil && cs == nil && err.Error() != wantErr.Error() {
			t.Fatalf("in pieces: %v; at once: %v", err, wantErr)
		}
		if fault, ok := AsFault(wantErr); ok && strings.Count(fault.Detail, "<") < 60 && checkDetail(fault.Detail, schema.Limits{}) != nil {
			t.Errorf("detail %q", fault.Detail)
		}
	})
}
