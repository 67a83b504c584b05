package browser_test

import (
	"fmt"
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// quotes are values that a shell, or Go, would read as more than text.
var quotes = append(hostile, "mill", "'; echo it ran; '", "$(echo it ran) `echo it ran` \\ \"x\"", "@/etc/hostname")

// sameRequest reports whether two requests say the same.
func sameRequest(a, b exchange) bool {
	return a.Method == b.Method && a.URI == b.URI && a.Body == b.Body && a.Header.Get("Content-Type") == b.Header.Get("Content-Type")
}

// TestCurl runs the commands that the service page shows in a shell. The server must receive what it receives from the
// page, whatever the values hold.
func TestCurl(t *testing.T) {
	t.Parallel()
	interop.Program(t, "curl", "curl")
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.expect("status of (400|500)")
	p.visit(servicePath + "?op=getStationsFilterXML")
	for _, text := range quotes {
		p.fill("StationText", text)
		for code := range bindings {
			p.choose(code)
			command := p.content("#curl-text")
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
			if !sameRequest(page, curl) {
				t.Errorf("%s over %s: the page sent\n%s %s %s\nand\n%s\n%s %s %s", text, code, page.Method, page.URI, page.Body, command, curl.Method, curl.URI, curl.Body)
			}
			if !strings.Contains(string(out), page.Response) {
				t.Errorf("%s printed\n%.500s\nthe response was\n%.500s", command, out, page.Response)
			}
		}
	}
}

// TestGoCode builds and runs the code that the service page shows. The server must receive what it receives from the page.
func TestGoCode(t *testing.T) {
	t.Parallel()
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.expect("status of (400|500)")
	var calls, functions strings.Builder
	var want []exchange
	for _, c := range []call{{member: "getStationDataByNameXML_withNumMins", arguments: []argument{{"StationDesc", "Sterling Gate"}, {"NumMins", "15"}}}, {member: "getVendorTrainsXML"}} {
		texts := []string{""}
		if c.arguments != nil {
			texts = quotes
		}
		p.visit(servicePath + "?op=" + c.member)
		for _, a := range c.arguments {
			p.fill(a.name, a.value)
		}
		for _, text := range texts {
			if text != "" {
				p.fill("StationDesc", text)
			}
			for _, code := range slices.Sorted(maps.Keys(bindings)) {
				p.choose(code)
				fmt.Fprintf(&calls, "\tfmt.Println(f%d(context.Background()))\n", len(want))
				fmt.Fprintf(&functions, "\nfunc f%d(ctx context.Context) error {\n%s\tif err == nil {\n\t\tfmt.Println(result)\n\t}\n\treturn err\n}\n", len(want), p.content("#go-text"))
				s.take()
				p.call(code)
				want = append(want, slices.DeleteFunc(s.take(), func(e exchange) bool { return strings.Contains(e.URI, "show=") })...)
			}
		}
	}
	source := "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\n\t\"example.com/quartet/gen/realtime\"\n\t\"example.com/quartet/templates/soap\"\n\t\"example.com/quartet/templates/soap/jsonhttp\"\n)\n\nfunc main() {\n" + calls.String() + "}\n" + functions.String()
	if _, err := format.Source([]byte(source)); err != nil {
		t.Fatalf("%v in %s", err, source)
	}
	if out, err := exec.Command(buildProgram(t, t.TempDir(), source)).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got := s.take()
	if len(got) != len(want) {
		t.Fatalf("%d requests, want %d", len(got), len(want))
	}
	for i, e := range got {
		if !sameRequest(want[i], e) {
			t.Errorf("the page sent\n%s %s %s\nand the code in Go\n%s %s %s", want[i].Method, want[i].URI, want[i].Body, e.Method, e.URI, e.Body)
		}
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
