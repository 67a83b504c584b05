//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestProjectServes builds the server of a project, calls an operation over two bindings, and ends the server by a signal.
func TestProjectServes(t *testing.T) {
	p := newProjects(t)
	p.init("rail", "../../../../wsdl/realtime.wsdl", "--with", "page", "--bindings", "soap12,get")
	p.run("run", "-exec", "cp", "./rail", "server") // the build cache keeps what "go run" links
	server := exec.CommandContext(t.Context(), filepath.Join(p.module, "server"))
	server.Env = append(os.Environ(), "ADDR=127.0.0.1:0")
	log, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(log)
	address := ""
	for address == "" && lines.Scan() {
		if m := servingAt.FindStringSubmatch(lines.Text()); m != nil {
			address = "http://" + m[1]
		}
	}
	if address == "" {
		t.Fatalf("the server does not say where it serves: %v", server.Wait())
	}

	operation := address + "/realtime/realtime.asmx/getAllStationsXML"
	expect(t, http.MethodGet, operation, "", "", http.StatusInternalServerError, "The operation is not offered.")
	envelope := `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><getAllStationsXML xmlns="http://realtime.rail.example/"/></e:Body></e:Envelope>`
	expect(t, http.MethodPost, address+"/realtime/realtime.asmx", "application/soap+xml", envelope, http.StatusInternalServerError, ":Receiver</", "The operation is not offered.")
	expect(t, http.MethodGet, address+"/realtime/realtime.asmx", "", "", http.StatusOK, "<html", "Lists every station.")
	expect(t, http.MethodGet, address+"/healthz", "", "", http.StatusOK, "ok\n")

	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest := ""
	for lines.Scan() {
		rest += lines.Text() + "\n"
	}
	if err := server.Wait(); err != nil || !strings.Contains(rest, "msg=stopping") {
		t.Errorf("the server ended with %v\n%s", err, rest)
	}
}

var servingAt = regexp.MustCompile(`msg=serving address=(\S+)`)

// expect makes a request, and checks the status and the texts in the body of the response.
func expect(t *testing.T, method, url, media, body string, status int, texts ...string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", media)
	r.Header.Set("Accept", "text/html, text/xml")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status {
		t.Errorf("%s %s: status %d, want %d (%v)\n%s", method, url, response.StatusCode, status, err, answer)
	}
	for _, text := range texts {
		if !bytes.Contains(answer, []byte(text)) {
			t.Errorf("%s %s: the answer does not have %q\n%s", method, url, text, answer)
		}
	}
}
