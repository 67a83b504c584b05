package browser_test

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"example.com/quartet/templates/soap"
)

// fill replaces the value of a parameter, as by typing.
func (p *tab) fill(name, value string) {
	p.t.Helper()
	p.script(`(field => { field.focus(); field.select(); })(document.querySelector(`+quote(`[data-param="`+name+`"]`)+`))`, nil)
	p.do(input.InsertText(value))
}

// choose chooses a binding, and waits until the page shows the request of it.
func (p *tab) choose(code string) {
	p.t.Helper()
	p.do(chromedp.Click("label[for=binding-"+code+"]", chromedp.ByQuery))
	p.wait(requestReady(code))
}

func requestReady(code string) string {
	return `document.querySelector("#request[data-state=ready][data-binding=` + code + `]") !== null`
}

// call presses the button, and waits for the answer.
func (p *tab) call(code string) {
	p.t.Helper()
	p.do(chromedp.Click("#call-button", chromedp.ByQuery))
	p.wait(`(a => a && ["result", "fault", "error"].includes(a.dataset.state))(document.querySelector("#answer[data-binding=` + code + `]"))`)
}

// TestOperations calls every operation with the form of the service page, over the bindings in turn, and one that is answered with a fault
// over all of them. What the page shows must be what a client gets, and what it shows as request what the server has received.
func TestOperations(t *testing.T) {
	t.Parallel()
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.expect("status of (400|500)") // faults
	for i, c := range calls {
		for j, code := range slices.Sorted(maps.Keys(bindings)) {
			if !c.fault && j != i%len(bindings) {
				continue
			}
			p.visit(servicePath + "?op=" + c.member)
			for _, a := range c.arguments {
				p.fill(a.name, a.value)
			}
			p.choose(code)
			what := c.member + " over " + code
			request := p.content("#request-text")
			s.take()
			p.call(code)
			sent := s.sent()
			if len(sent) != 1 {
				t.Fatalf("%s: %d requests, want one", what, len(sent))
			}
			for _, difference := range compareRequest(request, sent[0]) {
				t.Errorf("%s: %s", what, difference)
			}
			result, err := c.direct(t.Context(), client(t, s, bindings[code]))
			switch {
			case c.fault:
				compareFault(t, what, p, err)
			case err != nil:
				t.Fatal(err)
			default:
				compareResult(t, what, p, table(result), sent[0])
			}
		}
	}
}

// headersOfBrowsers are headers that browsers add, or whose values only they know.
var headersOfBrowsers = []string{"Host", "Content-Length", "User-Agent", "Accept", "Accept-Encoding", "Connection"}

// compareRequest compares a request as text with one that the server has received.
func compareRequest(text string, got exchange) (differences []string) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	header, body, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(header, "\n")
	start := strings.Fields(lines[0])
	if len(start) != 3 || start[0] != got.Method || start[1] != got.URI {
		differences = append(differences, "the page shows "+lines[0]+", the server received "+got.Method+" "+got.URI)
	}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ":")
		if name = http.CanonicalHeaderKey(name); slices.Contains(headersOfBrowsers, name) {
			continue
		}
		if received := got.Header.Get(name); received != strings.TrimSpace(value) {
			differences = append(differences, "the page shows "+line+", the server received "+received)
		}
	}
	if strings.TrimRight(body, "\n") != strings.TrimRight(got.Body, "\n") {
		differences = append(differences, "the page shows\n"+body+"\nthe server received\n"+got.Body)
	}
	return differences
}

// compareResult compares the table and the XML of an answer with the rows of the direct call and the response.
func compareResult(t *testing.T, what string, p *tab, want []map[string]string, got exchange) {
	t.Helper()
	if state := p.answer("state"); state != "result" {
		t.Errorf("%s: the answer is a %s: %s", what, state, p.text("#answer"))
		return
	}
	var rows []map[string]string
	p.script(`(() => {
		const names = [...document.querySelectorAll("#answer-table thead th")].map(e => e.innerText);
		const same = [...document.querySelectorAll("#answer-table [data-name]")].map(e => [e.dataset.name, e.innerText === "empty" ? "" : e.innerText]);
		return [...document.querySelectorAll("#answer-table tbody tr")].map(row =>
			Object.fromEntries(same.concat([...row.querySelectorAll("td")].map((cell, i) => [names[i], cell.innerText]))));
	})()`, &rows)
	if len(want) == 0 {
		t.Fatalf("%s: the direct call has no records", what)
	}
	if len(rows) != len(want) {
		t.Errorf("%s: %d rows, want %d", what, len(rows), len(want))
		return
	}
	for i, row := range rows {
		if !maps.Equal(row, want[i]) {
			t.Errorf("%s, row %d:\n got %q\nwant %q", what, i+1, row, want[i])
			break
		}
	}
	response := p.content("#response-text")
	head, body, _ := strings.Cut(response, "\n\n")
	if !strings.HasPrefix(head, "HTTP/1.1 200") || body != got.Response {
		t.Errorf("%s: the page shows as response\n%.500s", what, response)
	}
	if shown := p.content("#answer-xml"); shown != got.Response {
		t.Errorf("%s: the page shows as XML\n%.500s", what, shown)
	}
}

// answer returns an attribute of the answer.
func (p *tab) answer(name string) (value string) {
	p.t.Helper()
	p.script(`document.querySelector("#answer").dataset[`+quote(name)+`]`, &value)
	return value
}

// compareFault compares the fault that the page shows with the fault of a direct call.
func compareFault(t *testing.T, what string, p *tab, direct error) {
	t.Helper()
	var fault *soap.Fault
	if !errors.As(direct, &fault) {
		t.Fatalf("%s: the direct call returned %v", what, direct)
	}
	want := "fault"
	if strings.HasSuffix(what, "get") || strings.HasSuffix(what, "post") {
		want = "error" // these bindings have no faults
	}
	if state := p.answer("state"); state != want {
		t.Errorf("%s: the answer is a %s, want a %s", what, state, want)
	}
	if text := p.text("#answer"); !strings.Contains(text, fault.Reason) {
		t.Errorf("%s: the page does not show %q: %s", what, fault.Reason, text)
	}
	if want == "fault" && !strings.Contains(p.text("#answer-fault [data-fault=reason]"), fault.Reason) {
		t.Errorf("%s: %s", what, p.text("#answer-fault"))
	}
}

// TestNarrowSearch checks that on a narrow screen the whole placeholder of the search for operations is visible.
func TestNarrowSearch(t *testing.T) {
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.size(narrow)
	p.visit(servicePath)
	var fits bool
	p.script(`(input => {
		const context = document.createElement("canvas").getContext("2d"), style = getComputedStyle(input);
		context.font = style.font;
		return context.measureText(input.placeholder).width <= input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
	})(document.querySelector("#q"))`, &fits)
	if !fits {
		t.Error("the placeholder is cut off")
	}
}
