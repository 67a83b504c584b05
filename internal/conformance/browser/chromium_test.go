package browser_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"example.com/quartet/internal/conformance/interop"
)

var update = flag.Bool("update", false, "replace the pictures in the documentation")

// chromium is the browser of all tests. The first test that needs it starts it.
var chromium browser

func TestMain(m *testing.M) {
	flag.Parse()
	status := m.Run()
	for _, problem := range chromium.stop() {
		fmt.Fprintln(os.Stderr, problem)
		status = 1
	}
	os.Exit(status)
}

// A browser is a Chromium process. Requests to other hosts than 127.0.0.1 go to a proxy that refuses all of them.
type browser struct {
	once    sync.Once
	ctx     context.Context
	cancel  context.CancelFunc
	err     error
	outside *httptest.Server

	mu       sync.Mutex
	requests []string // requests that reached the proxy
}

// start returns the context of the browser.
func (b *browser) start(t *testing.T) context.Context {
	t.Helper()
	path := interop.Program(t, "chromium", "chromium")
	b.once.Do(func() { b.err = b.launch(path) })
	if b.err != nil {
		t.Fatalf("starting %s: %v", path, b.err)
	}
	return b.ctx
}

func (b *browser) launch(path string) error {
	b.outside = httptest.NewServer(http.HandlerFunc(b.refuse))
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.ProxyServer(b.outside.URL),
		chromedp.Flag("proxy-bypass-list", "127.0.0.1"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-component-extensions-with-background-pages", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-pings", true),
		chromedp.Flag("disable-features", "NetworkTimeServiceQuerying,OptimizationHints,AutofillServerCommunication,MediaRouter,DialMediaRouteProvider,Translate"),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("lang", "en-US"),
	)
	allocated, release := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocated)
	b.ctx = ctx
	b.cancel = func() {
		_ = chromedp.Cancel(ctx) // waits until the process has ended
		cancel()
		release()
	}
	return chromedp.Run(ctx)
}

// own are hosts that Chromium asks in its own interest, whatever its flags say.
var own = regexp.MustCompile(`\b(google|googleapis|gvt1|gstatic)\.com\b`)

// refuse answers requests that leave the loopback interface.
func (b *browser) refuse(w http.ResponseWriter, r *http.Request) {
	http.Error(w, "not on this machine", http.StatusForbidden)
	if own.MatchString(r.Host) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.requests = append(b.requests, r.Method+" "+r.RequestURI)
}

// outsideRequests returns and forgets the requests to other hosts so far.
func (b *browser) outsideRequests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	requests := b.requests
	b.requests = nil
	return requests
}

// stop ends the browser, and returns the requests to other hosts that no test expected.
func (b *browser) stop() (problems []string) {
	if b.cancel == nil {
		return nil
	}
	b.cancel()
	b.outside.Close()
	for _, request := range b.outsideRequests() {
		problems = append(problems, "Chromium asked another host: "+request)
	}
	return problems
}

// tab returns the context of a new tab in a new profile, and what closes it.
func (b *browser) tab(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	ctx := b.start(t)
	all := cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
	profile, err := target.CreateBrowserContext().Do(all)
	if err != nil {
		t.Fatal(err)
	}
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(all)
	if err != nil {
		t.Fatal(err)
	}
	tab, cancel := chromedp.NewContext(ctx, chromedp.WithTargetID(id))
	if err := chromedp.Run(tab); err != nil {
		t.Fatal(err)
	}
	return tab, func() {
		cancel()
		if err := target.DisposeBrowserContext(profile).Do(all); err != nil {
			t.Error(err)
		}
	}
}
