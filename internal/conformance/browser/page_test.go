package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	js "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a test waits for something that a page should do. A page does it within milliseconds, and axe-core looks at long
// pages for seconds, but the machine may be busy.
const patience = 2 * time.Minute

// A tab is a tab of the browser with a profile of its own. It collects what pages in it do wrong, and fails the test with
// it when the test ends.
type tab struct {
	t      *testing.T
	ctx    context.Context
	origin string

	scriptless bool // scripts of pages are off

	mu        sync.Mutex
	problems  []string
	expected  []*regexp.Regexp
	requested []string // URLs, in order
}

// open opens a tab for pages of an origin, for instance http://127.0.0.1:8080.
func open(t *testing.T, origin string) *tab {
	t.Helper()
	ctx, cancel := chromium.tab(t)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx, origin: origin}
	chromedp.ListenTarget(ctx, p.observe)
	p.do(network.Enable(), log.Enable(), js.Enable(), audits.Enable(), emulation.SetFocusEmulationEnabled(true))
	p.size(wide)
	t.Cleanup(p.report)
	return p
}

// observe notes what a page does.
func (p *tab) observe(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.request(e.Request.URL)
	case *network.EventWebSocketCreated:
		p.request(e.URL)
	case *js.EventExceptionThrown:
		p.problems = append(p.problems, e.ExceptionDetails.Error())
	case *js.EventConsoleAPICalled:
		if e.Type == js.APITypeError || e.Type == js.APITypeWarning || e.Type == js.APITypeAssert {
			p.problems = append(p.problems, fmt.Sprintf("console.%s: %s", e.Type, texts(e.Args)))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
			p.problems = append(p.problems, fmt.Sprintf("log of the browser: %s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	case *audits.EventIssueAdded:
		p.issue(e.Issue)
	}
}

func (p *tab) request(address string) {
	p.requested = append(p.requested, address)
	if address == "about:blank" || strings.HasPrefix(address, "data:") {
		return
	}
	if u, err := url.Parse(address); err != nil || u.Scheme+"://"+u.Host != p.origin {
		p.problems = append(p.problems, "request outside of "+p.origin+": "+address)
	}
}

// issue notes violations of the Content-Security-Policy. Other issues, for instance of deprecated features, are in the log.
func (p *tab) issue(issue *audits.InspectorIssue) {
	d := issue.Details.ContentSecurityPolicyIssueDetails
	if d == nil {
		return
	}
	where := ""
	if l := d.SourceCodeLocation; l != nil {
		where = fmt.Sprintf(" %s:%d", l.URL, l.LineNumber)
	}
	p.problems = append(p.problems, fmt.Sprintf("violation of %s: %s %s%s", d.ViolatedDirective, d.ContentSecurityPolicyViolationType, d.BlockedURL, where))
}

// texts returns the arguments of a call of the console.
func texts(args []*js.RemoteObject) string {
	var all []string
	for _, a := range args {
		text := a.Description
		if text == "" && json.Unmarshal(a.Value, &text) != nil {
			text = string(a.Value)
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// expect declares that pages will have problems that match an expression.
func (p *tab) expect(expression string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, regexp.MustCompile(expression))
}

// unexpected returns and forgets the problems so far, without the expected ones.
func (p *tab) unexpected() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	problems := slices.DeleteFunc(p.problems, func(problem string) bool {
		return slices.ContainsFunc(p.expected, func(e *regexp.Regexp) bool { return e.MatchString(problem) })
	})
	p.problems = nil
	return problems
}

// report fails the test with the problems of the pages.
func (p *tab) report() {
	for _, problem := range p.unexpected() {
		p.t.Error(problem)
	}
}

// do runs actions.
func (p *tab) do(actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// visit opens the page at a path and waits until it is loaded.
func (p *tab) visit(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.origin + path))
}

// script returns the value of an expression, which may be a promise, in the page. result is a pointer, or nil.
func (p *tab) script(expression string, result any) {
	p.t.Helper()
	if err := p.evaluate(p.ctx, expression, result); err != nil {
		p.t.Fatalf("%v in %s", err, expression)
	}
}

func (p *tab) evaluate(ctx context.Context, expression string, result any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		object, exception, err := js.Evaluate(expression).WithAwaitPromise(true).WithReturnByValue(true).Do(ctx)
		switch {
		case err != nil:
			return err
		case exception != nil:
			return exception
		case result == nil || object.Value == nil:
			return nil
		}
		return json.Unmarshal(object.Value, result)
	}))
}

// wait waits until an expression is true in the page, also if the page opens another one before.
func (p *tab) wait(expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if p.scriptless {
		p.poll(ctx, expression)
		return
	}
	promise := `new Promise(done => {
		const look = () => {
			let value = false;
			try { value = (` + expression + `) } catch {}
			value ? done(true) : setTimeout(look, 10);
		};
		look();
	})`
	for {
		var done bool
		err := p.evaluate(ctx, promise, &done)
		if err == nil && done {
			return
		}
		if ctx.Err() != nil {
			p.inVain(expression)
		}
	}
}

// poll waits as wait does, where scripts are off, and with them the timers of the page.
func (p *tab) poll(ctx context.Context, expression string) {
	p.t.Helper()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		var done bool
		if err := p.evaluate(ctx, "!!("+expression+")", &done); err == nil && done {
			return
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			p.inVain(expression)
		}
	}
}

func (p *tab) inVain(expression string) {
	p.t.Helper()
	p.t.Fatalf("waited in vain for %s\nat %s; %s", expression, p.location(), strings.Join(p.unexpected(), "\n"))
}

// location returns the address and the start of the text of the page.
func (p *tab) location() string {
	var text string
	if err := p.evaluate(p.ctx, `location.href + "\n" + document.body?.innerText.slice(0, 2000)`, &text); err != nil {
		return err.Error()
	}
	return text
}

// text returns the text of the first element that a selector finds, as a person reads it.
func (p *tab) text(selector string) string {
	p.t.Helper()
	var text string
	p.script("document.querySelector("+quote(selector)+").innerText", &text)
	return text
}

// content returns the text of the first element that a selector finds, as it is in the document.
func (p *tab) content(selector string) (text string) {
	p.t.Helper()
	p.script("document.querySelector("+quote(selector)+").textContent", &text)
	return text
}

// count returns how many elements a selector finds.
func (p *tab) count(selector string) (n int) {
	p.t.Helper()
	p.script("document.querySelectorAll("+quote(selector)+").length", &n)
	return n
}

// press presses keys, for instance kb.Tab from package kb, or types a text. The enter key is one event: of its two halves that
// package kb sends, the second acts even where the page has handled the first.
func (p *tab) press(keys string) {
	p.t.Helper()
	if keys != kb.Enter {
		p.do(chromedp.KeyEvent(keys))
		return
	}
	enter := func(kind input.KeyType) *input.DispatchKeyEventParams {
		return input.DispatchKeyEvent(kind).WithKey("Enter").WithCode("Enter").WithWindowsVirtualKeyCode(13)
	}
	p.do(enter(input.KeyDown).WithText("\r").WithUnmodifiedText("\r"), enter(input.KeyUp))
}

// quote returns a text as a string of JavaScript.
func quote(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings have a form in JSON
	}
	return string(data)
}
