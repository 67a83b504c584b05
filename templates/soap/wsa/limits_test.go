package wsa

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// TestLimitReplyTo: without Allow no address but the anonymous one is accepted, and with it no address that is not one of
// http or https.
func TestLimitReplyTo(t *testing.T) {
	never := []string{
		"file:///etc/passwd", "gopher://a/", "//a.example/", "mailto:a@a.example", "http://u:p@a.example/", "http:///", ":", "http://a.example/%zz", Anonymous[:30],
	}
	in := &inbox{sent: make(chan string, 1), status: 202}
	check := func(allow func(string) bool, addresses ...string) {
		for _, address := range addresses {
			s := serve(nil, WithAddressing(Addressing{Send: in, Allow: allow}))
			_, body := ask(s, contract.SOAP12, Namespace, pingBlocks(endpoint("ReplyTo", address, "")), "ping")
			if s.calls > 0 || len(in.sent) > 0 || !strings.Contains(body, "OnlyAnonymousAddressSupported") {
				t.Errorf("%s: %s", address, body)
			}
		}
	}
	check(nil, append(never, "http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest/meta-data", "http://a.example/", Anonymous+"x")...)
	check(func(a string) bool { return !strings.HasPrefix(a, "http://www.w3.org") }, never...)
	t.Logf("limit: WS-Addressing, ReplyTo with %d addresses that are not allowed | none is asked, and a fault | none", 2*len(never)+5)
}

// TestLimitPrivateAddresses: the default client connects to public addresses only, also where a name resolves to another one.
func TestLimitPrivateAddresses(t *testing.T) {
	var asked atomic.Bool
	victim := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Store(true) }))
	defer victim.Close()
	_, port, _ := net.SplitHostPort(victim.Listener.Addr().String())
	client := publicClient()
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "[fe80::1]", "[fd00::1]", "224.0.0.1", "2130706433"} {
		if response, err := client.Get("http://" + host + ":" + port); err == nil {
			response.Body.Close()
			t.Errorf("%s was asked", host)
		}
	}
	if asked.Load() {
		t.Error("this host was asked")
	}
	for _, address := range []string{"93.184.216.34", "2606:2800:220:1::1", "1.1.1.1"} {
		if !isPublic(netip.MustParseAddr(address)) {
			t.Errorf("%s is not public", address)
		}
	}
	for _, address := range []string{"100.64.0.1", "0.1.2.3", "255.255.255.255", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1", "ff02::1", "::"} {
		if isPublic(netip.MustParseAddr(address)) {
			t.Errorf("%s is public", address)
		}
	}
	redirect := httptest.NewServer(http.RedirectHandler(victim.URL, http.StatusTemporaryRedirect))
	defer redirect.Close()
	if client.CheckRedirect(nil, nil) != http.ErrUseLastResponse {
		t.Error("redirects are followed")
	}
	t.Log("limit: WS-Addressing, answers to private addresses | no connection | none")
}

// TestLimitNameOfThisHost: an allowed name that resolves to this host is not asked, which is logged.
func TestLimitNameOfThisHost(t *testing.T) {
	var asked atomic.Bool
	victim := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Store(true) }))
	defer victim.Close()
	done := make(chan struct{})
	doer := doFunc(func(r *http.Request) (*http.Response, error) {
		defer close(done)
		return publicClient().Do(r)
	})
	s := serve(nil, WithAddressing(Addressing{Send: doer, Allow: func(string) bool { return true }}))
	name := strings.Replace(victim.URL, "127.0.0.1", "localhost", 1)
	if status, body := ask(s, contract.SOAP11, Namespace, pingBlocks(endpoint("ReplyTo", name, "")), "ping"); status != http.StatusAccepted {
		t.Errorf("%d %s", status, body)
	}
	if <-done; asked.Load() {
		t.Error("this host was asked")
	}
	t.Log("limit: WS-Addressing, answers to a name that resolves to this host | no connection | none")
}

type doFunc func(*http.Request) (*http.Response, error)

func (f doFunc) Do(r *http.Request) (*http.Response, error) { return f(r) }

// TestLimitAnswersAtOnce: what is sent to slow receivers neither holds up calls nor grows.
func TestLimitAnswersAtOnce(t *testing.T) {
	started, leave := make(chan struct{}, 2*sendAtOnce), make(chan struct{})
	var bounded atomic.Bool
	doer := doFunc(func(r *http.Request) (*http.Response, error) {
		deadline, ok := r.Context().Deadline()
		bounded.Store(ok && time.Until(deadline) <= sendTime)
		started <- struct{}{}
		<-leave
		return nil, context.Canceled
	})
	s := serve(nil, WithAddressing(Addressing{Send: doer, Allow: func(string) bool { return true }}))
	for range sendAtOnce + 5 {
		ask(s, contract.SOAP11, Namespace, pingBlocks(endpoint("ReplyTo", "http://slow.example/", "")), "ping")
	}
	for range sendAtOnce {
		<-started
	}
	if n := strings.Count(s.log.String(), "too many are being sent"); n != 5 || !bounded.Load() || len(started) > 0 {
		t.Errorf("%d refused, time bounded: %v", n, bounded.Load())
	}
	t.Logf("limit: WS-Addressing, answers that are sent at the same time | %d | %d of %d", sendAtOnce, sendAtOnce, sendAtOnce+5)
	close(leave)
}

// TestLimitBlocks: many blocks and large reference parameters are refused, or read in little memory.
func TestLimitBlocks(t *testing.T) {
	s := serve(nil, WithAddressing(Addressing{}))
	parameters := func(one string, n int) string {
		return endpoint("ReplyTo", Anonymous, block("ReferenceParameters", strings.Repeat(one, n)))
	}
	for name, blocks := range map[string]string{
		"MessageIDs":       block("Action", pingAction) + strings.Repeat(block("MessageID", "urn:m"), 10_000),
		"parameters":       pingBlocks(parameters(`<x xmlns="urn:x"/>`, 10_000)),
		"large parameters": pingBlocks(parameters(`<x xmlns="urn:x">`+strings.Repeat("x", 64<<10)+`</x>`, 20)),
		"namespaces":       `<a:ReplyTo xmlns:n="urn:` + strings.Repeat("n", 100<<10) + `">` + block("Address", Anonymous) + block("ReferenceParameters", strings.Repeat(`<n:x/>`, 30)) + "</a:ReplyTo>" + pingBlocks(""),
	} {
		if _, body := ask(s, contract.SOAP12, Namespace, blocks, "ping"); s.calls > 0 || !strings.Contains(body, "InvalidAddressingHeader") || len(body) > 4<<10 {
			t.Errorf("%s: %.500s", name, body)
		}
	}
	for _, local := range []string{"RelatesTo", "Unknown"} {
		if status, body := ask(s, contract.SOAP12, Namespace, pingBlocks(strings.Repeat(block(local, "urn:m"), 10_000)), "ping"); status != 200 {
			t.Errorf("%s: %.500s", local, body)
		}
	}
	t.Log("limit: WS-Addressing, 10,000 header blocks, reference parameters of 1 MiB | a fault of 4 KiB, or an answer | as much")
}

// FuzzOpen sends any header blocks to a handler. What it accepts it answers in an envelope that can be read, and nothing
// is sent elsewhere.
func FuzzOpen(f *testing.F) {
	for _, blocks := range []string{
		pingBlocks(""), pingBlocks(endpoint("ReplyTo", Anonymous, block("ReferenceParameters", `<x:p xmlns:x="urn:x" xmlns:wsa="urn:y"/>`))),
		pingBlocks(endpoint("FaultTo", None, "") + endpoint("From", "urn:x", block("Metadata", "<b/>"))), block("Action", ""),
		`<To xmlns="` + OldNamespace + `"/>`, `<a:To s:mustUnderstand="1" s:role="` + soap.SOAP12Namespace + `/role/none"/>`,
	} {
		f.Add(blocks)
	}
	in := &inbox{sent: make(chan string, 1), status: 202}
	s := serve(nil, WithAddressing(Addressing{Send: in}))
	f.Fuzz(func(t *testing.T, blocks string) {
		status, body := ask(s, contract.SOAP12, Namespace, blocks, "ping")
		if len(in.sent) > 0 {
			t.Fatalf("sent elsewhere: %s", <-in.sent)
		}
		if status == http.StatusAccepted {
			return
		}
		if m := read([]byte(body), contract.SOAP12); !m.envelope || m.problem != nil || m.fault == (status == 200) {
			t.Fatalf("%d %s", status, body)
		}
	})
}
