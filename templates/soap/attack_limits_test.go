package soap

import (
	"bufio"
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
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/contract"
)

// attack is a request that is sent as it is.
type attack struct {
	name, contentType, coding, path, body string
	status                                int // 0: any, but an answer
}

func hostileRequests(t *testing.T) []attack {
	large := cost.Scaled(8 << 20)
	soap := func(content string) string {
		return `<s:Envelope xmlns:s="` + SOAP11Namespace + `"><s:Body><getStop xmlns="` + depotNS + `">` + content + `</getStop></s:Body></s:Envelope>`
	}
	var namespaces, attributes strings.Builder
	for i := range large / 40 {
		fmt.Fprintf(&namespaces, ` xmlns:n%d="urn:%d"`, i, i)
		fmt.Fprintf(&attributes, ` a%d=""`, i)
	}
	bomb := gzipped(t, soap(strings.Repeat(" ", cost.Scaled(200<<20))))
	form := "application/x-www-form-urlencoded"
	return []attack{
		{"deep nesting", "text/xml", "", "", soap(strings.Repeat("<a>", large/3)), 500},
		{"attributes", "text/xml", "", "", soap("<a" + attributes.String() + "/>"), 500},
		{"namespaces", "text/xml", "", "", soap("<a" + namespaces.String() + "/>"), 500},
		{"long name", "text/xml", "", "", soap("<" + strings.Repeat("a", large) + "/>"), 500},
		{"large attribute", "text/xml", "", "", soap(`<a b="` + strings.Repeat("&lt;", large/4) + `"/>`), 0},
		{"large value", "text/xml", "", "", soap("<Code>" + strings.Repeat("&#60;", large/5) + "</Code>"), 0},
		{"CDATA sections", "text/xml", "", "", soap("<Code>" + strings.Repeat("<![CDATA[x]]>", large/13) + "</Code>"), 0},
		{"comments", "text/xml", "", "", soap(strings.Repeat("<!---->", large/7)), 0},
		{"processing instructions", "text/xml", "", "", soap(strings.Repeat("<?a?>", large/5)), 500},
		{"header blocks", "text/xml", "", "", `<s:Envelope xmlns:s="` + SOAP11Namespace + `"><s:Header>` + strings.Repeat(`<h xmlns="urn:h"/>`, large/18) + `</s:Header><s:Body><count xmlns="` + depotNS + `"/></s:Body></s:Envelope>`, 0},
		{"mandatory header blocks", "text/xml", "", "", `<s:Envelope xmlns:s="` + SOAP11Namespace + `"><s:Header>` + strings.Repeat(`<h xmlns="urn:h" s:mustUnderstand="1"/>`, large/40) + `</s:Header><s:Body><count xmlns="` + depotNS + `"/></s:Body></s:Envelope>`, 500},
		{"entities", "text/xml", "", "", `<!DOCTYPE a [<!ENTITY a "` + strings.Repeat("x", 1000) + `"><!ENTITY b "` + strings.Repeat("&a;", 1000) + `">]>` + soap("<Code>&b;</Code>"), 500},
		{"UTF-16", "text/xml; charset=utf-16", "", "", "\xfe\xff" + strings.Repeat("\x00<", large/2), 500},
		{"text after the envelope", "text/xml", "", "", soap("") + strings.Repeat("x", large), 500},
		{"no XML", "text/xml", "", "", strings.Repeat("\x00", large), 500},
		{"unknown elements", "text/xml", "", "", soap(strings.Repeat("<x/>", large/4)), 0},
		{"gzip bomb, SOAP 1.1", "text/xml", "gzip", "", bomb, 413},
		{"gzip bomb, SOAP 1.2", "application/soap+xml", "gzip", "", bomb, 413},
		{"gzip bomb, HTTP POST", form, "gzip", "/getStop", bomb, 413},
		{"gzip members", "text/xml", "gzip", "", strings.Repeat(gzipped(t, ""), cost.Scaled(100_000)), 0},
		{"gzip, then other text", "text/xml", "gzip", "", gzipped(t, soap("")) + strings.Repeat("x", large), 400},
		{"form of separators", form, "", "/getStop", strings.Repeat("&", large), 0},
		{"form of many parameters", form, "", "/getStop", strings.Repeat("a&", large/2), 400},
		{"form of one parameter", form, "", "/getStop", "Code=" + strings.Repeat("%41", large/3), 0},
		{"form of surrogates", form, "", "/getStop", "Code=" + strings.Repeat("%uD83D%uDE00", large/12), 0},
	}
}

// TestLimitHostileRequests sends hostile requests over loopback: each costs little, is answered,
// and leaves nothing behind.
func TestLimitHostileRequests(t *testing.T) {
	boundBytes, boundTime := cost.Scaled[uint64](500<<20), cost.Scaled(20*time.Second)
	b := &budget{limit: defaultMemory}
	server := newServer(t, newDepotHandler(&depotFuncs{}, handlerOnly(func(c *config) { c.budget = b })))
	for _, a := range hostileRequests(t) {
		var status int
		allocated, took := cost.Of(func() { status = a.send(t, server.Listener.Addr().String()) })
		t.Logf("limit: %s | %d MiB allocated in all, %v | %d MiB, %v, status %d", a.name, boundBytes>>20, boundTime, allocated>>20, took.Round(time.Millisecond), status)
		if allocated > boundBytes || took > boundTime || a.status != 0 && status != a.status {
			t.Errorf("%s: status %d, %d MiB, %v", a.name, status, allocated>>20, took)
		}
	}
	checkUnused(t, b)
}

// send sends the request and returns the status of the answer.
func (a attack) send(t *testing.T, address string) int {
	c, err := net.Dial("tcp", address)
	must(t, err)
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	go func() {
		coding := ""
		if a.coding != "" {
			coding = "Content-Encoding: " + a.coding + "\r\n"
		}
		fmt.Fprintf(c, "POST %s%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: %s\r\n%sContent-Length: %d\r\n\r\n", depotPath, a.path, a.contentType, coding, len(a.body))
		io.WriteString(c, a.body)
	}()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Errorf("%s: %v", a.name, err)
		return 0
	}
	return response.StatusCode
}

// TestLimitCancelledRequests: clients that hang up at any time leave nothing behind.
func TestLimitCancelledRequests(t *testing.T) {
	const clients, rounds = 100, 5
	b := &budget{limit: cost.Scaled[int64](4 << 20)}
	server := newServer(t, newDepotHandler(&depotFuncs{}, handlerOnly(func(c *config) { c.budget = b })))
	body := envelope(contract.SOAP11, element("getStop", "<Code>"+strings.Repeat("x", cost.Scaled(1<<20))+"</Code>"))
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	for i := range clients {
		all.Add(1)
		go func() {
			defer all.Done()
			for round := range rounds {
				c, err := net.Dial("tcp", server.Listener.Addr().String())
				if err != nil {
					t.Error(err)
					return
				}
				fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n", depotPath, len(body))
				io.WriteString(c, body[:len(body)*((i+round)%7)/6])
				if i%2 == 0 {
					c.SetReadDeadline(time.Now().Add(time.Duration(i) * time.Millisecond))
					c.Read(make([]byte, 1))
				}
				c.Close()
			}
		}()
	}
	all.Wait()
	checkUnused(t, b)
	const bound = 10
	wait(func() bool { return runtime.NumGoroutine() <= before+bound })
	more := runtime.NumGoroutine() - before
	t.Logf("limit: goroutines after %d clients that hang up | %d more | %d more", clients*rounds, bound, more)
	if more > bound {
		t.Errorf("%d goroutines more", more)
	}
}

// wait waits for a condition, at most for a minute: requests end after their answers.
func wait(until func() bool) {
	for range 60_000 {
		if until() {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// checkUnused checks that no request keeps memory of a budget.
func checkUnused(t *testing.T, b *budget) {
	t.Helper()
	wait(func() bool { return b.inUse() == 0 })
	b.mu.Lock()
	defer b.mu.Unlock()
	if used, waiting := b.used, len(b.queue); used != 0 || waiting != 0 || len(b.reading) != 0 {
		t.Errorf("%d bytes are in use, %d requests wait, %d are read", used, waiting, len(b.reading))
	}
}

// TestLimitHTTP2: streams of one connection that send slowly, or are reset, cost as little as
// connections do, while other streams are served.
func TestLimitHTTP2(t *testing.T) {
	cost.Alone(t)
	debug.FreeOSMemory() // what earlier tests have used is not counted
	const streams, boundMemory, boundTime = 200, 400 * mib, 20 * time.Second
	b := &budget{limit: 4 << 20}
	server := httptest.NewUnstartedServer(newDepotHandler(&depotFuncs{}, handlerOnly(func(c *config) { c.budget = b })))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	zipped := gzipped(t, envelope(contract.SOAP11, element("count", strings.Repeat(" ", 8<<20))))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var all sync.WaitGroup
	for i := range streams {
		all.Add(1)
		go func() {
			defer all.Done()
			ctx, reset := context.WithCancel(ctx)
			defer reset()
			if i%2 == 0 {
				time.AfterFunc(time.Duration(i)*time.Millisecond, reset)
			}
			body, more := io.Pipe()
			defer body.Close()
			go io.WriteString(more, zipped)
			r, _ := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+depotPath, body)
			r.Header.Set("Content-Type", "text/xml")
			r.Header.Set("Content-Encoding", "gzip")
			if response, err := server.Client().Do(r); err == nil {
				response.Body.Close()
			}
		}()
	}
	var worst time.Duration
	var peak uint64
	honest := envelope(contract.SOAP11, element("count", ""))
	for begin := time.Now(); time.Since(begin) < 2*time.Second; {
		start := time.Now()
		response, err := server.Client().Post(server.URL+depotPath, "text/xml", strings.NewReader(honest))
		must(t, err)
		if response.Body.Close(); response.StatusCode != http.StatusOK || response.ProtoMajor != 2 {
			t.Fatalf("%s %s", response.Proto, response.Status)
		}
		worst = max(worst, time.Since(start))
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		peak = max(peak, m.Sys-m.HeapReleased)
	}
	t.Logf("limit: HTTP/2, %d slow or reset streams | %d MiB in use, an honest client waits %v | %d MiB, %v", streams, boundMemory>>20, boundTime, peak>>20, worst.Round(time.Millisecond))
	if peak > boundMemory || worst > boundTime {
		t.Errorf("%d MiB in use, an honest client waits %v", peak>>20, worst)
	}
	cancel()
	all.Wait()
	checkUnused(t, b)
}
