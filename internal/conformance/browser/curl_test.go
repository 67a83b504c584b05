package browser_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// TestCurl runs the commands that the service page shows in a shell. The server must receive what it receives from the
// page, whatever the values hold.
func TestCurl(t *testing.T) {
	interop.Program(t, "curl", "curl")
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.expect("status of (400|500)")
	p.visit(servicePath + "?op=getStationsFilterXML")
	for _, text := range append(hostile, "mill", "'; echo it ran; '", "$(echo it ran) `echo it ran` \\ \"x\"", "@/etc/hostname") {
		p.fill("StationText", text)
		for _, code := range []string{"get", "soap12"} { // a query and a document
			p.choose(code)
			var command string
			p.script(`document.querySelector("#curl-text").textContent`, &command)
			s.take()
			p.call(code)
			shell := exec.Command("sh", "-c", command)
			shell.Env = append(os.Environ(), "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
			out, err := shell.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, command)
			}
			sent := slices.DeleteFunc(s.take(), func(e exchange) bool { return strings.Contains(e.URI, "show=") })
			if len(sent) != 2 {
				t.Fatalf("%d requests for %s", len(sent), command)
			}
			page, curl := sent[0], sent[1]
			if page.Method != curl.Method || page.URI != curl.URI || page.Body != curl.Body || page.Header.Get("Content-Type") != curl.Header.Get("Content-Type") {
				t.Errorf("%s over %s: the page sent\n%s %s %s\nand\n%s\n%s %s %s", text, code, page.Method, page.URI, page.Body, command, curl.Method, curl.URI, curl.Body)
			}
			if !strings.Contains(string(out), page.Response) {
				t.Errorf("%s printed\n%.500s\nthe response was\n%.500s", command, out, page.Response)
			}
		}
	}
}
