package browser_test

import (
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/conformance/interop"
)

// quotes are values that a shell, or Go, would read as more than text.
var quotes = append(hostile, "mill", "'; echo it ran; '", "$(echo it ran) `echo it ran` \\ \"x\"", "@/etc/hostname")

// sameRequest reports whether two requests say the same.
func sameRequest(a, b exchange) bool {
	return a.Method == b.Method && a.URI == b.URI && a.Body == b.Body && a.Header.Get("Content-Type") == b.Header.Get("Content-Type")
}

// TestHostileValues sends values over each binding with the form of the service page, with the curl command and with the code in Go that it
// shows: the server receives the same three times, and the page shows the values as text, whatever they hold.
func TestHostileValues(t *testing.T) {
	t.Parallel()
	interop.Program(t, "curl", "curl")
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.expect("status of (400|500)")
	var code goCode
	p.visit(servicePath + "?op=getVendorTrainsXML")
	p.choose("soap12")
	code.call(p, s, "soap12")
	p.visit(servicePath + "?op=getStationDataByNameXML_withNumMins")
	p.fill("StationDesc", "Sterling Gate")
	for _, text := range quotes {
		p.fill("NumMins", text)
		for _, binding := range []string{"get", "json", "post", "soap11", "soap12"} {
			what := text + " over " + binding
			p.choose(binding)
			request, command := p.content("#request-text"), p.content("#curl-text")
			page := code.call(p, s, binding)
			p.harmless(what)
			for _, difference := range compareRequest(request, page) {
				t.Errorf("%s: %s", what, difference)
			}
			shell := exec.Command("sh", "-c", command)
			shell.Env = append(os.Environ(), "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
			out, err := shell.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, command)
			}
			if sent := s.sent(); len(sent) != 1 || !sameRequest(page, sent[0]) || !strings.Contains(string(out), page.Response) {
				t.Errorf("%s: the page sent\n%+v\nand\n%s\nsent\n%+v\nand printed\n%.500s", what, page, command, sent, out)
			}
			_, err = client(t, s, bindings[binding]).GetStationDataByNameXMLWithNumMins(t.Context(),
				&realtime.GetStationDataByNameXMLWithNumMins{StationDesc: new("Sterling Gate"), NumMins: &text})
			compareFault(t, what, p, err)
		}
	}
	code.check(t, s)
}

// goCode is the code of calls, and what the page has sent for each.
type goCode struct {
	calls, functions strings.Builder
	want             []exchange
}

// call makes a call with the form, and returns what the page has sent.
func (c *goCode) call(p *tab, s *server, binding string) exchange {
	p.t.Helper()
	n := len(c.want)
	fmt.Fprintf(&c.calls, "\tfmt.Println(f%d(context.Background()))\n", n)
	fmt.Fprintf(&c.functions, "\nfunc f%d(ctx context.Context) error {\n%s\tif err == nil {\n\t\tfmt.Println(result)\n\t}\n\treturn err\n}\n",
		n, p.content("#go-text"))
	s.take()
	p.call(binding)
	c.want = append(c.want, s.sent()...)
	if len(c.want) != n+1 {
		p.t.Fatalf("the page sent %+v", c.want[n:])
	}
	return c.want[n]
}

// check builds and runs the code, and compares what it sends with what the page has sent.
func (c *goCode) check(t *testing.T, s *server) {
	t.Helper()
	const imports = "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\n\t\"example.com/quartet/gen/realtime\"\n" +
		"\t\"example.com/quartet/templates/soap\"\n\t\"example.com/quartet/templates/soap/jsonhttp\"\n)\n"
	source := imports + "\nfunc main() {\n" + c.calls.String() + "}\n" + c.functions.String()
	if _, err := format.Source([]byte(source)); err != nil {
		t.Fatalf("%v in %s", err, source)
	}
	s.take()
	if out, err := exec.Command(buildProgram(t, t.TempDir(), source)).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := s.take(); !slices.EqualFunc(c.want, got, sameRequest) {
		t.Errorf("the page sent\n%+v\nand the code in Go\n%+v", c.want, got)
	}
}

// buildProgram builds a program in a module in a folder, and returns its path.
func buildProgram(t *testing.T, module, main string) string {
	t.Helper()
	root, err := filepath.Abs(filepath.FromSlash("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod":  "module m\n\ngo 1.26\n\nrequire example.com/quartet v0.0.0\n\nreplace example.com/quartet => " + strconv.Quote(root) + "\n",
		"main.go": main,
	} {
		if err := os.WriteFile(filepath.Join(module, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", "program", ".")
	build.Dir = module
	build.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, main)
	}
	return filepath.Join(module, "program")
}
