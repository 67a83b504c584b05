package soap

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// wide is an item of a repeated choice with many alternatives.
type wide struct {
	A0, A1, A2, A3, A4, A5, A6, A7, A8, A9                     *string
	A10, A11, A12, A13, A14, A15, A16, A17, A18, A19           *string
	A20, A21, A22, A23, A24, A25, A26, A27, A28, A29           *string
	A30, A31, A32, A33, A34, A35, A36, A37, A38, A39           *string
	A40, A41, A42, A43, A44, A45, A46, A47, A48, A49           *string
	A50, A51, A52, A53, A54, A55, A56, A57, A58, A59           *string
	A60, A61, A62, A63, A64, A65, A66, A67, A68, A69           *string
	A70, A71, A72, A73, A74, A75, A76, A77, A78, A79           *string
	A80, A81, A82, A83, A84, A85, A86, A87, A88, A89           *string
	A90, A91, A92, A93, A94, A95, A96, A97, A98, A99           *string
	A100, A101, A102, A103, A104, A105, A106, A107, A108, A109 *string
	A110, A111, A112, A113, A114, A115, A116, A117, A118, A119 *string
	A120, A121, A122, A123, A124, A125, A126, A127, A128, A129 *string
}

type put struct{ Items []wide }

var (
	typeOfWide = schema.Type{NS: 1, Zero: (*wide)(nil)}
	typeOfPut  = schema.Type{Zero: (*put)(nil)}
)

var wideContract = contract.Contract{
	Service:    "Wide",
	Namespaces: depotNamespaces,
	Types: &schema.Table{Namespaces: depotNamespaces, Types: []schema.TypeRows{
		{Type: &typeOfWide, Rows: wideRows()},
		{Type: &typeOfPut, Rows: []schema.Row{{Kind: codec.KindItems, Of: &typeOfWide}}},
	}},
	Ports: []contract.Port{
		{Binding: contract.SOAP11, Address: "http://localhost/wide"},
		{Binding: contract.SOAP12, Address: "http://localhost/wide"},
	},
}

func init() { codec.Define(wideContract.Types) }

func wideRows() (rows []schema.Row) {
	for i := range 130 {
		rows = append(rows, schema.Row{Name: fmt.Sprintf("A%d", i), NS: 1, Kind: codec.KindString})
	}
	return rows
}

var opPut = contract.Operation{Name: "put", Request: &typeOfPut, Wires: []contract.Wire{{
	Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
	In:       schema.ElementName{NS: 1, Local: "put"},
	Out:      []schema.ElementName{{NS: 1, Local: "putResponse"}},
}}}

// newWideServer returns a server that accepts items and passes their number on.
func newWideServer(t *testing.T, served func(int), opts ...HandlerOption) *httptest.Server {
	server := httptest.NewServer(serveMethods(&wideContract, nil, []method{
		methodOf(&opPut, func(_ context.Context, req any) (any, error) {
			served(len(req.(*put).Items))
			return nil, nil
		}),
	}, opts))
	t.Cleanup(server.Close)
	return server
}

// wideRequest returns an envelope with n items.
func wideRequest(n int) string {
	return `<s:Envelope xmlns:s="` + SOAP11Namespace + `"><s:Body><put xmlns="` + depotNS + `">` + strings.Repeat("<A1/>", n) + `</put></s:Body></s:Envelope>`
}

func postGzip(t *testing.T, address string, body string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body))
	must(t, err)
	req.Header.Set("Content-Type", "text/xml")
	req.Header.Set("Content-Encoding", "gzip")
	res, err := http.DefaultClient.Do(req)
	must(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	must(t, err)
	return res, string(text)
}

const mib = 1 << 20

// TestLimitDecodedMemory: a small request of many items, each of which is large in memory.
func TestLimitDecodedMemory(t *testing.T) {
	bound := cost.Scaled[uint64](400 * mib)
	server := newWideServer(t, func(n int) { t.Errorf("a request of %d items has been accepted", n) })
	body := gzipped(t, wideRequest(cost.Scaled(1_900_000)))
	var res *http.Response
	var text string
	allocated, _ := cost.Of(func() { res, text = postGzip(t, server.URL+"/wide", body) })
	if res.StatusCode != http.StatusInternalServerError || !strings.Contains(text, "bytes of memory") {
		t.Errorf("status %d, %.300s", res.StatusCode, text)
	}
	t.Logf("limit: %d KB of gzip, a repeated choice of 130 alternatives | %d MiB allocated in all | %d MiB", len(body)>>10, bound>>20, allocated>>20)
	if allocated > bound {
		t.Errorf("%d MiB were allocated", allocated>>20)
	}
}

// TestLimitMemoryOption: the limit of a document can be changed.
func TestLimitMemoryOption(t *testing.T) {
	items := 0
	server := newWideServer(t, func(n int) { items = n }, WithLimits(schema.Limits{Memory: mib}))
	for sent, accepted := range map[int]bool{500: true, 1200: false} {
		res, text := postGzip(t, server.URL+"/wide", gzipped(t, wideRequest(sent)))
		if (res.StatusCode == http.StatusOK && items == sent) != accepted {
			t.Errorf("status %d, %d of %d items, %s", res.StatusCode, items, sent, text)
		}
		t.Logf("limit: %d items, with WithLimits (Memory: 1 MiB) | accepted: %t | status %d", sent, accepted, res.StatusCode)
	}
}

// memoryInUse returns the memory that the process has from the operating system, in bytes.
func memoryInUse() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

// TestLimitSlowRequests: connections that send little, which takes much memory, and do not
// end their requests. Another client is served.
func TestLimitSlowRequests(t *testing.T) {
	connections, bound := cost.Scaled(400), uint64(400*mib)
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the bound is for the default of GOGC, and 'make test' sets another one
	debug.FreeOSMemory()
	before := memoryInUse()
	server := newWideServer(t, func(int) {})
	body := gzipped(t, wideRequest(1_900_000))
	head := fmt.Sprintf("POST /wide HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n", len(body)+1)
	var answered atomic.Int32
	var all sync.WaitGroup
	var open []net.Conn
	defer func() {
		for _, c := range open {
			c.Close()
		}
		all.Wait()
	}()
	for range connections {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		must(t, err)
		open = append(open, c)
		all.Add(1)
		go func() {
			defer all.Done()
			io.WriteString(c, head)
			io.WriteString(c, body)
			if n, _ := c.Read(make([]byte, 1)); n > 0 {
				answered.Add(1)
			}
		}()
	}
	var peak uint64
	small := gzipped(t, wideRequest(10))
	for range cost.Scaled(5000) {
		if res, text := postGzip(t, server.URL+"/wide", small); res.StatusCode != http.StatusOK {
			t.Fatalf("status %d, %s", res.StatusCode, text)
		}
		if now := memoryInUse(); now > before {
			peak = max(peak, now-before)
		}
	}
	t.Logf("limit: %d connections with %d KB of gzip each, not ended | %d MiB in use | %d MiB", connections, len(body)>>10, bound>>20, peak>>20)
	t.Logf("%d of them have been answered", answered.Load())
	if peak > bound {
		t.Errorf("%d MiB are in use", peak>>20)
	}
}

// TestLimitHeaderMemory: header blocks of the contract, as often as fits into a request.
func TestLimitHeaderMemory(t *testing.T) {
	const bound = 400 * mib
	h := newNotedHandler()
	body := headed(contract.SOAP11, strings.Repeat("<d:note/>", 1_000_000), element("noted", ""))
	var w *httptest.ResponseRecorder
	allocated, _ := cost.Of(func() { w = ask(h, "POST", depotPath, "text/xml", body) })
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "bytes of memory") {
		t.Errorf("status %d, %.300s", w.Code, w.Body)
	}
	t.Logf("limit: a million header blocks | %d MiB allocated in all | %d MiB", bound>>20, allocated>>20)
	if allocated > bound {
		t.Errorf("%d MiB were allocated", allocated>>20)
	}
}

// TestLimitUndeclaredHeaders: header blocks that are read on demand are limited like bodies.
func TestLimitUndeclaredHeaders(t *testing.T) {
	const bound = 600 * mib
	block := NewHeader[*put](xsd.QName{Space: "urn:h", Local: "h"})
	var got []*put
	var err error
	server := httptest.NewServer(serveMethods(&wideContract, nil, []method{
		methodOf(&opPut, func(ctx context.Context, _ any) (any, error) {
			call, _ := CallInfo(ctx)
			got, err = ReceivedHeaders(call, block)
			return nil, nil
		}),
	}, nil))
	defer server.Close()
	send := func(items int) (sent int, allocated uint64) {
		body := gzipped(t, `<s:Envelope xmlns:s="`+SOAP11Namespace+`"><s:Header><x:h xmlns:x="urn:h" xmlns="`+depotNS+`">`+strings.Repeat("<A1/>", items)+
			`</x:h></s:Header><s:Body><put xmlns="`+depotNS+`"/></s:Body></s:Envelope>`)
		allocated, _ = cost.Of(func() {
			if res, text := postGzip(t, server.URL+"/wide", body); res.StatusCode != http.StatusOK {
				t.Errorf("status %d, %.300s", res.StatusCode, text)
			}
		})
		return len(body), allocated
	}
	if send(100); err != nil || len(got) != 1 || len(got[0].Items) != 100 {
		t.Fatalf("%d blocks, %v", len(got), err)
	}
	sent, allocated := send(900_000)
	t.Logf("limit: header block of %d KB of gzip, a repeated choice of 130 alternatives | %d MiB allocated in all | %d MiB",
		sent>>10, bound>>20, allocated>>20)
	if err == nil || !strings.Contains(err.Error(), "bytes of memory") || allocated > bound {
		t.Errorf("%d MiB, %v", allocated>>20, err)
	}
}
