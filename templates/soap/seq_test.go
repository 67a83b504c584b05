package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// depotSeq is a depot that yields its stops one by one.
type depotSeq struct {
	depotFuncs
	seq func(context.Context) iter.Seq2[stop, error]
}

func (s *depotSeq) GetStopsSeq(ctx context.Context) iter.Seq2[stop, error] { return s.seq(ctx) }

func (c *depotClient) GetStopsSeq(ctx context.Context) iter.Seq2[stop, error] {
	return InvokeSeq[stop](ctx, c.c, &opGetStops, nil)
}

func (c *depotClient) GetStopsWithKindSeq(ctx context.Context, req *getStopsWithKind) iter.Seq2[stop, error] {
	return InvokeSeq[stop](ctx, c.c, &opGetStopsWithKind, req)
}

func stopNumber(i int) stop {
	s := stop{Name: fmt.Sprintf("Stop <%d> é", i), Late: Ptr(int32(i))}
	if i%3 == 0 {
		s.Code = Ptr(strings.Repeat("x", i%700))
	}
	return s
}

func stopsUpTo(n int) []stop {
	stops := make([]stop, n)
	for i := range stops {
		stops[i] = stopNumber(i)
	}
	return stops
}

// yieldStops yields n stops and then the error, if there is one.
func yieldStops(n int, err error) func(context.Context) iter.Seq2[stop, error] {
	return func(context.Context) iter.Seq2[stop, error] {
		return func(yield func(stop, error) bool) {
			for i := range n {
				if !yield(stopNumber(i), nil) {
					return
				}
			}
			if err != nil {
				yield(stop{}, err)
			}
		}
	}
}

// collect returns the items of a sequence and its error.
func collect[T any](seq iter.Seq2[T, error]) (items []T, err error) {
	for item, e := range seq {
		if e != nil {
			return items, e
		}
		items = append(items, item)
	}
	return items, nil
}

func TestSequencesOverEveryBinding(t *testing.T) {
	for _, n := range []int{0, 1, 40, 5000} {
		want := stopsUpTo(n)
		inMemory := &depotFuncs{getStops: func(context.Context) ([]stop, error) { return want, nil }}
		services := map[string]depot{"slice": inMemory, "sequence": &depotSeq{seq: yieldStops(n, nil)}}
		for name, service := range services {
			address := startDepot(t, service)
			for _, b := range allBindings {
				c := dialDepot(t, address, b)
				got, err := collect(c.GetStopsSeq(context.Background()))
				if err != nil || len(got) != n || n > 0 && !reflect.DeepEqual(got, want) {
					t.Errorf("%d from a %s over %v, read one by one: %d, %v", n, name, b, len(got), err)
				}
				got, err = c.GetStops(context.Background())
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%d from a %s over %v, read at once: %d, %v", n, name, b, len(got), err)
				}
			}
		}
	}
}

func TestNilSequenceFallsBack(t *testing.T) {
	service := &depotSeq{seq: func(context.Context) iter.Seq2[stop, error] { return nil }}
	service.getStops = func(context.Context) ([]stop, error) { return stopsUpTo(2), nil }
	c := dialDepot(t, startDepot(t, service), contract.SOAP12)
	if got, err := c.GetStops(context.Background()); err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestLengthOfReplies: what is known before is said before; what is too long to
// be kept comes in pieces.
func TestLengthOfReplies(t *testing.T) {
	for _, n := range []int{1, 300, 5000} {
		want := stopsUpTo(n)
		inMemory := &depotFuncs{getStops: func(context.Context) ([]stop, error) { return want, nil }}
		for _, method := range []string{"GET", "HEAD"} {
			w := fetch(t, method, startDepot(t, inMemory)+"/getStops")
			if w.ContentLength < 0 || method == "GET" && w.ContentLength != int64(len(w.body)) {
				t.Errorf("%s of %d stops in memory: Content-Length %d", method, n, w.ContentLength)
			}
			w = fetch(t, method, startDepot(t, &depotSeq{seq: yieldStops(n, nil)})+"/getStops")
			if known := w.ContentLength >= 0; known != (n == 1) {
				t.Errorf("%s of a sequence of %d stops: Content-Length %d", method, n, w.ContentLength)
			}
			if (len(w.body) == 0) != (method == "HEAD") {
				t.Errorf("%s of a sequence of %d stops: a body of %d bytes", method, n, len(w.body))
			}
		}
	}
}

type fetched struct {
	*http.Response
	body []byte
	err  error
}

func fetch(t *testing.T, method, url string, headers ...string) fetched {
	t.Helper()
	r, err := http.NewRequest(method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return fetched{response, body, err}
}

// TestListThatFails: before anything is sent that is a fault; afterwards the
// connection breaks, and a reader gets the items before.
func TestListThatFails(t *testing.T) {
	failure := &Fault{Code: FaultClient, Reason: "the tape has torn"}
	bad := func(n int) []stop {
		stops := stopsUpTo(n + 1)
		stops[n].Name = "\x00"
		return stops
	}
	for _, b := range allBindings {
		for _, n := range []int{0, 3, 20000} {
			started := n == 20000
			c := dialDepot(t, startDepot(t, &depotSeq{seq: yieldStops(n, failure)}, WithLogger(discard)), b)
			got, err := collect(c.GetStopsSeq(context.Background()))
			var f *Fault
			if errors.As(err, &f) == started || err == nil || started != (len(got) > 0) || len(got) > n {
				t.Errorf("%v, %d items and an error: %d, %v", b, n, len(got), err)
			}
			if started && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%v, broken off: %v", b, err)
			}
			if !started && f.Reason != failure.Reason {
				t.Errorf("%v: %v", b, err)
			}
			if got, err := c.GetStops(context.Background()); err == nil || got != nil {
				t.Errorf("%v, read at once: %d, %v", b, len(got), err)
			}
			// What is in memory is checked before anything is sent.
			c = dialDepot(t, startDepot(t, &depotFuncs{getStops: func(context.Context) ([]stop, error) { return bad(n), nil }}, WithLogger(discard)), b)
			if got, err := collect(c.GetStopsSeq(context.Background())); !errors.As(err, &f) || len(got) > 0 {
				t.Errorf("%v, %d items in memory and a bad one: %d, %v", b, n, len(got), err)
			}
		}
	}
}

func TestPanicOfASequence(t *testing.T) {
	for _, n := range []int{2, 20000} {
		service := &depotSeq{seq: func(ctx context.Context) iter.Seq2[stop, error] {
			return func(yield func(stop, error) bool) {
				yieldStops(n, nil)(ctx)(yield)
				panic("lost")
			}
		}}
		var log syncBuffer
		c := dialDepot(t, startDepot(t, service, WithLogger(loggerTo(&log))), contract.SOAP11)
		_, err := collect(c.GetStopsSeq(context.Background()))
		var f *Fault
		if err == nil || errors.As(err, &f) != (n == 2) {
			t.Errorf("after %d items: %v", n, err)
		}
		if _, err := c.Count(context.Background()); err != nil { // the server lives
			t.Error(err)
		}
		if !strings.Contains(log.String(), "lost") {
			t.Errorf("not reported: %s", log.String())
		}
	}
}

// TestLeavingTheLoopEndsTheTransfer: the server's context is cancelled, and its
// sequence stops, although it has no end.
func TestLeavingTheLoopEndsTheTransfer(t *testing.T) {
	for _, b := range allBindings {
		ended := make(chan bool, 1)
		service := &depotSeq{seq: func(ctx context.Context) iter.Seq2[stop, error] {
			return func(yield func(stop, error) bool) {
				for i := 0; yield(stopNumber(i), nil); i++ {
				}
				<-ctx.Done()
				ended <- true
			}
		}}
		c := dialDepot(t, startDepot(t, service, WithLogger(discard)), b)
		n := 0
		for s, err := range c.GetStopsSeq(context.Background()) {
			if err != nil || s.Name != stopNumber(n).Name {
				t.Fatalf("%d: %+v, %v", n, s, err)
			}
			if n++; n == 1000 {
				break
			}
		}
		<-ended
	}
}

func TestCancelledSequence(t *testing.T) {
	endless := &depotSeq{seq: func(context.Context) iter.Seq2[stop, error] {
		return func(yield func(stop, error) bool) {
			for i := 0; yield(stopNumber(i), nil); i++ {
			}
		}
	}}
	c := dialDepot(t, startDepot(t, endless, WithLogger(discard)), contract.HTTPGet)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	var last error
	for _, err := range c.GetStopsSeq(ctx) {
		if n++; n == 10 {
			cancel()
		}
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("after %d items: %v", n, last)
	}
}

func answering(status int, contentType string, body io.Reader) HTTPDoer {
	return doerFunc(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(body), ContentLength: -1}, nil
	})
}

func listDocument(b contract.Binding, items string) string {
	if isSOAP(b) {
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
			if got, err := read(reader(strings.NewReader(utf16Text(doc))), media); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%v, %s, in UTF-16: %+v, %v", b, name, got, err)
			}
		}
	}
}

// utf16Text returns text as UTF-16 with a byte-order mark.
func utf16Text(text string) string {
	var b strings.Builder
	b.WriteString("\xFF\xFE")
	for _, r := range text {
		if r >= 0x10000 {
			r -= 0x10000
			high, low := 0xD800+r>>10, 0xDC00+r&0x3FF
			b.Write([]byte{byte(high), byte(high >> 8), byte(low), byte(low >> 8)})
			continue
		}
		b.Write([]byte{byte(r), byte(r >> 8)})
	}
	return b.String()
}

// TestErrorsOfLists: an error comes behind the items before it, with the place
// that reading at once tells, wherever the pieces end.
func TestErrorsOfLists(t *testing.T) {
	const good = "<d:stop><d:Name>ok</d:Name></d:stop>\n"
	many := strings.Repeat(good, 5000)
	broken := map[string]string{
		"missing":    "<d:stop/>",
		"lexical":    "<d:stop><d:Name>x</d:Name>\n<d:Late>soon</d:Late></d:stop>",
		"malformed":  "<d:stop><d:Name>é</d:Nam></d:stop>",
		"entity":     "<d:stop><d:Name>&nbsp;</d:Name></d:stop>",
		"character":  "<d:stop><d:Name>\x01</d:Name></d:stop>",
		"UTF-8":      "<d:stop><d:Name>\xC3</d:Name></d:stop>",
		"comment":    "<!-- a -- b -->",
		"DTD":        "<!DOCTYPE a>",
		"end":        "</d:stop>",
		"nil":        "<d:stop xmlns:i='" + schema.XSINamespace + "' i:nil='true'/>",
		"undeclared": "<d:stop><f:Name/></d:stop>",
	}
	for name, markup := range broken {
		for _, b := range allBindings {
			for _, before := range []string{good, many} {
				doc := listDocument(b, before+markup+good)
				ask := func(body io.Reader) *depotClient {
					return dialDepot(t, "http://depot.example/", b, WithHTTPClient(answering(200, contentType(b), body)))
				}
				_, want := ask(strings.NewReader(doc)).GetStops(context.Background())
				got, err := collect(ask(iotest.HalfReader(strings.NewReader(doc))).GetStopsSeq(context.Background()))
				if want == nil || err == nil || err.Error() != want.Error() {
					t.Errorf("%s over %v: %v, want %v", name, b, err, want)
				}
				if n := strings.Count(before, "\n"); len(got) != n {
					t.Errorf("%s over %v: %d items, want %d", name, b, len(got), n)
				}
			}
		}
	}
}

func TestTruncatedLists(t *testing.T) {
	const item = "<d:stop><d:Name>ok</d:Name></d:stop>"
	for _, b := range allBindings {
		doc := listDocument(b, item+item)
		for cut := range len(doc) - len("\n<!-- end -->") {
			c := dialDepot(t, "http://depot.example/", b, WithHTTPClient(answering(200, contentType(b), strings.NewReader(doc[:cut]))))
			got, err := collect(c.GetStopsSeq(context.Background()))
			var at *schema.DecodeError
			if !errors.As(err, &at) && cut < len(doc)-len("\n<!-- end -->") {
				t.Fatalf("%v, %d of %d bytes: %v", b, cut, len(doc), err)
			}
			if want := strings.Count(doc[:cut], "</d:stop>"); len(got) != want {
				t.Fatalf("%v, %d bytes: %d items, want %d", b, cut, len(got), want)
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
		{"fault", "text/xml", fault, 500, "no"},
		{"fault with status 200", "text/xml", fault, 200, "no"},
		{"page", "text/html", "<html>", 200, "text/html"},
		{"redirect", "text/xml", "", 302, "302"},
		{"other root", "text/xml", "<a/>", 200, "200"},
		{"header", "text/xml", must, 200, "mandatory"},
		{"nothing", "text/xml", "", 200, "no root element"},
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
	bad := "\x00"
	if _, err := collect(dialDepot(t, "http://depot.example/", contract.SOAP11).GetStopsWithKindSeq(context.Background(), &getStopsWithKind{&bad})); err == nil {
		t.Error("text that cannot be sent is sent")
	}
}

// TestLimitsOfSequences: the limit of a response is that of an item, and the
// list may have more items than one in memory.
func TestLimitsOfSequences(t *testing.T) {
	const item = "<d:stop><d:Name>0123456789</d:Name></d:stop>"
	for _, b := range allBindings {
		ask := func(doc string, reader func(io.Reader) io.Reader) error {
			c := dialDepot(t, "http://depot.example/", b, WithMaxResponseBytes(2000), WithLimits(schema.Limits{Items: 10}),
				WithHTTPClient(answering(200, contentType(b), reader(strings.NewReader(doc)))))
			_, err := collect(c.GetStopsSeq(context.Background()))
			return err
		}
		if err := ask(listDocument(b, strings.Repeat(item, 500)), iotest.HalfReader); err != nil {
			t.Errorf("%v: %v", b, err)
		}
		var large *http.MaxBytesError
		long := "<d:stop><d:Name>" + strings.Repeat("x", 3000) + "</d:Name></d:stop>"
		if err := ask(listDocument(b, item+long), iotest.HalfReader); !errors.As(err, &large) {
			t.Errorf("%v: %v", b, err)
		}
		for _, doc := range []string{listDocument(b, item+long), listDocument(b, item+"<!--"+strings.Repeat("x", 3000)), strings.Repeat(" ", 3000), listDocument(b, item) + strings.Repeat(" ", 3000)} {
			if err := ask(doc, iotest.OneByteReader); !errors.As(err, &large) {
				t.Errorf("%v: %v", b, err)
			}
		}
	}
}

func TestItemsAreLimited(t *testing.T) {
	doc := listDocument(contract.HTTPGet, strings.Repeat("<d:stop><d:Name/></d:stop><other/>", 10))
	for limit, want := range map[int]string{9: "more than 9 items", 10: ""} {
		c := dialDepot(t, "http://depot.example/", contract.HTTPGet, WithLimits(schema.Limits{Items: limit}), WithHTTPClient(answering(200, "text/xml", strings.NewReader(doc))))
		_, err := c.GetStops(context.Background())
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
}

// TestWorkOfSequences counts the bytes that are decoded in vain: a constant
// times those that come, however small the pieces and however long the items.
func TestWorkOfSequences(t *testing.T) {
	long := "<d:stop><d:Name>" + strings.Repeat("x", 1<<18) + "</d:Name></d:stop>"
	short := "<d:stop><d:Name>x</d:Name></d:stop>"
	for name, doc := range map[string]string{"long": long, "short": strings.Repeat(short, 8000), "mixed": strings.Repeat(short, 100) + long + strings.Repeat(short, 1000)} {
		doc = listDocument(contract.HTTPGet, doc)
		for _, reader := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader} {
			w := schema.NewWindow(reader(strings.NewReader(doc)), 1<<30)
			list := &listReader{shape: stopsResult.Holder(), path: []schema.ElementName{{NS: 1, Local: "ArrayOfStop"}}, w: w}
			d := schema.NewDecoder(nil, depotContract.Namespaces, schema.Limits{})
			for w.More(d, 0); ; w.More(d, 0) {
				if d.Root() {
					d.Pause(list.shape)
				}
				if d.Failed == schema.ErrPaused {
					break
				}
				d.Release()
				d = schema.NewDecoder(nil, depotContract.Namespaces, schema.Limits{})
			}
			d.Failed = nil
			w.Anchor(d)
			list.d = d
			for list.next(func(d *schema.Decoder) { schema.DecodeRows(d, &typeOfStop, new(stop)) }) {
			}
			if list.err != nil {
				t.Fatal(list.err)
			}
			if maxBytes := 8*int64(len(doc)) + 2<<20; w.Tried > maxBytes || w.Taken != int64(len(doc)) {
				t.Errorf("%s: %d bytes were decoded in vain of %d, want at most %d", name, w.Tried, w.Taken, maxBytes)
			}
			list.close()
		}
	}
}

// TestFlatMemory sends and receives a list of 1 GB that is never in memory.
func TestFlatMemory(t *testing.T) {
	total := 1 << 30
	if testing.Short() || raceDetector {
		total = 64 << 20
	}
	text := strings.Repeat("text that makes the item long, ", 30)
	item := stop{Name: text, Code: &text, Late: Ptr(int32(1))}
	n := total / (2 * len(text))
	service := &depotSeq{seq: func(context.Context) iter.Seq2[stop, error] {
		return func(yield func(stop, error) bool) {
			for range n {
				if !yield(item, nil) {
					return
				}
			}
		}
	}}
	c := dialDepot(t, startDepot(t, service), contract.SOAP12)
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	got, maxBytes := 0, uint64(0)
	for s, err := range c.GetStopsSeq(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if got++; len(s.Name) != len(text) {
			t.Fatalf("item %d: %d bytes", got, len(s.Name))
		}
		if got%4096 == 0 {
			runtime.ReadMemStats(&now)
			maxBytes = max(maxBytes, now.HeapInuse)
		}
	}
	if got != n {
		t.Errorf("%d items, want %d", got, n)
	}
	const bound = 64 << 20
	if maxBytes > before.HeapInuse+bound {
		t.Errorf("the heap grew by %d MiB", (maxBytes-before.HeapInuse)>>20)
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

func TestInterceptorAnswersASequence(t *testing.T) {
	cached := []byte(listDocument(contract.SOAP11, "<d:stop><d:Name>kept</d:Name></d:stop>"))
	cache := func(_ context.Context, call *Call, _ func(context.Context) error) error {
		call.Reply = cached
		return nil
	}
	c := dialDepot(t, "http://depot.example/", contract.SOAP11, WithInterceptors(cache))
	for range 2 {
		if got, err := collect(c.GetStopsSeq(context.Background())); err != nil || len(got) != 1 || got[0].Name != "kept" {
			t.Errorf("%v, %v", got, err)
		}
	}
}

func TestErrorOfAnInterceptorBreaksOff(t *testing.T) {
	for name, result := range map[string]error{"an error": errors.New("too late"), "nothing": nil} {
		spoil := func(ctx context.Context, _ *Call, next func(context.Context) error) error {
			next(ctx)
			return result
		}
		failing := yieldStops(5000, errors.New("torn"))
		if result != nil {
			failing = yieldStops(5000, nil)
		}
		c := dialDepot(t, startDepot(t, &depotSeq{seq: failing}, WithInterceptors(spoil), WithStreaming(), WithLogger(discard)), contract.SOAP11)
		if _, err := c.GetStops(context.Background()); err == nil && result == nil {
			t.Errorf("%s: no error", name)
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

// TestListsOfEveryKind reads lists of values and of items that may be nil.
func TestListsOfEveryKind(t *testing.T) {
	values, nillable, records := opGetStops, opGetStops, opGetStops
	values.Result = &schema.Value{Zero: (*[]int32)(nil), Row: schema.Row{Name: "n", NS: 1, Kind: schema.KindInt32, Occurs: schema.Many}}
	nillable.Result = &schema.Value{Zero: (*[]*int32)(nil), Row: schema.Row{Name: "n", NS: 1, Kind: schema.KindInt32, Occurs: schema.Many, Nillable: true}}
	records.Result = &schema.Value{Zero: (*[]*stop)(nil), Row: schema.Row{Name: "n", NS: 1, Kind: schema.KindStruct, Occurs: schema.Many, Nillable: true, Of: &typeOfStop}}
	checkKind(t, &values, []int32{1, -2, 3})
	checkKind(t, &nillable, []*int32{Ptr(int32(1)), nil, Ptr(int32(3))})
	checkKind(t, &records, []*stop{{Name: "a"}, nil, {Name: "b", Code: Ptr("c")}})
}

func checkKind[T any](t *testing.T, op *contract.Operation, want []T) {
	t.Helper()
	contract := depotContract
	contract.XSI = true
	h := NewHandler(&contract, nil, []ServiceMethod{Serve(op, func(context.Context, any) (any, error) { return want, nil })}, nil)
	server := httptest.NewServer(h)
	defer server.Close()
	for _, b := range allBindings {
		c, err := NewCaller(&contract, server.URL+depotPath, b, nil)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := Invoke[[]T](context.Background(), c, op, nil)
		if err != nil || !reflect.DeepEqual(whole, want) {
			t.Errorf("%v: %v, %v", b, whole, err)
		}
		items, err := collect(InvokeSeq[T](context.Background(), c, op, nil))
		if err != nil || !reflect.DeepEqual(items, want) {
			t.Errorf("%v: %v, %v", b, items, err)
		}
	}
}

var discard = loggerTo(io.Discard)

func loggerTo(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// syncBuffer is a buffer for several goroutines.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
