package docs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

// A shell runs commands of the documentation in a folder with the contract orders.wsdl.
type shell struct {
	dir, quartet string
}

func newShell(t *testing.T) *shell {
	d := &shell{t.TempDir(), program(t, "quartet")}
	d.write(t, "orders.wsdl", ordersAt(t, "127.0.0.1:1"))
	return d
}

func (d *shell) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// ordersAt returns the contract of a service at a host and a port.
func ordersAt(t *testing.T, address string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/orders.wsdl")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "ADDRESS", address)
}

// command returns a command line of the documentation as a process in the folder.
func (d *shell) command(line string) *exec.Cmd {
	line = regexp.MustCompile(`^(go tool )?quartet `).ReplaceAllString(line, "exec '"+d.quartet+"' ")
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir, cmd.Env = d.dir, append(os.Environ(), "QUARTET_PASSWORD=secret")
	return cmd
}

// run runs a command line, which must succeed, and returns its output.
func (d *shell) run(t *testing.T, line string) string {
	t.Helper()
	out, err := d.command(line).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// serve starts a server on a free port with a command line of the documentation, and writes its address into the contract. stop
// ends the server.
func (d *shell) serve(t *testing.T, line string) (address string, stop func()) {
	t.Helper()
	cmd := d.command(line + " --addr 127.0.0.1:0")
	text, err := firstLine(cmd, func() {})
	if cmd.Process == nil {
		t.Fatal(err)
	}
	stop = func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}
	address = regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(text)
	if address == "" {
		stop()
		t.Fatalf("%s printed %q (%v), and no address", line, text, err)
	}
	d.write(t, "orders.wsdl", ordersAt(t, address))
	return address, stop
}

// firstLine starts a command, calls a function, and returns the first line that the command prints.
func firstLine(cmd *exec.Cmd, started func()) (string, error) {
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	started()
	return bufio.NewReader(stdout).ReadString('\n')
}

// linesWith returns the commands in the shell blocks of a page that contain a text.
func linesWith(t *testing.T, page, text string) (lines []string) {
	t.Helper()
	for _, b := range blocks(t, "sh") {
		for _, line := range b.lines {
			if b.document == page && strings.Contains(line, text) {
				command, _, _ := strings.Cut(line, "  #")
				lines = append(lines, strings.TrimSpace(command))
			}
		}
	}
	return lines
}

// TestCallsOfOrders runs the calls of generator/CALLING.md and of quartet help values.
func TestCallsOfOrders(t *testing.T) {
	t.Parallel()
	d := newShell(t)
	_, stop := d.serve(t, "quartet serve orders.wsdl")
	defer stop()
	d.write(t, "order.json", d.run(t, "quartet call orders.wsdl place --sample"))
	d.write(t, "order.xml", `<place xmlns="urn:orders"><code>A</code></place>`)
	d.write(t, "password.txt", "secret\n")
	d.write(t, "a.png", "\x89PNG")
	calls := linesWith(t, "generator/CALLING.md", "orders.wsdl")
	for line := range strings.Lines(output(t, d.quartet, "help", "values")) {
		if line = strings.TrimSpace(line); strings.Contains(line, "call orders.wsdl") {
			calls = append(calls, line)
		}
	}
	if len(calls) < 8 {
		t.Errorf("only %d calls found", len(calls))
	}
	for _, line := range calls {
		d.run(t, line)
	}
	if text, err := os.ReadFile(filepath.Join(d.dir, "answer.json")); err != nil || !strings.Contains(string(text), `"ready"`) {
		t.Errorf("-o wrote %q (%v)", text, err)
	}
}

// TestServersOfCalling runs the servers of generator/CALLING.md in front of a raild: one with faults, one that records it, one that
// plays the recordings, a gateway, and tools.
func TestServersOfCalling(t *testing.T) {
	t.Parallel()
	d := newShell(t)
	wsdl, err := filepath.Abs(filepath.Join(root, "wsdl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(wsdl, filepath.Join(d.dir, "wsdl")); err != nil {
		t.Fatal(err)
	}
	shown := strings.NewReplacer("localhost:8080", serve(t), " --addr :8081", "")
	servers := linesWith(t, "generator/CALLING.md", "serve wsdl/realtime.wsdl")
	if len(servers) != 5 {
		t.Fatalf("%d servers found", len(servers))
	}
	const call = "quartet call wsdl/realtime.wsdl getStationsFilterXML StationText=har --endpoint http://%s/realtime/realtime.asmx"
	for i, line := range servers[:4] {
		address, stop := d.serve(t, shown.Replace(line))
		command, want := fmt.Sprintf(call, address), `"Harrow Fen"`
		switch i {
		case 0:
			command, want = strings.Replace(command, "getStationsFilterXML StationText=har", "getTrainMovementsXML", 1), "answered with a fault"
		case 3:
			command += " --binding json"
		}
		if out, err := d.command(command).CombinedOutput(); !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		stop()
	}
	tools := d.command(shown.Replace(servers[4]))
	in, err := tools.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	text, err := firstLine(tools, func() {
		_, _ = io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",`+
			`"capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`+"\n")
	})
	in.Close()
	if err := errors.Join(err, tools.Wait()); err != nil || !strings.Contains(text, `"tools":`) {
		t.Errorf("%s: %v\n%s", servers[4], err, text)
	}
}

// TestFirstSignedCall makes keys with the commands of generator/SIGNATURES.md, and runs the calls there against its servers, with
// each way to name a certificate.
func TestFirstSignedCall(t *testing.T) {
	t.Parallel()
	const page = "generator/SIGNATURES.md"
	openssl := "exec '" + interop.Program(t, "openssl", "openssl") + "' "
	d := newShell(t)
	for _, name := range []string{"client", "service"} {
		d.run(t, fmt.Sprintf(openssl+"req -x509 -newkey rsa:2048 -nodes -subj /CN=%s -days 2 -keyout %[1]s-key.pem -out %[1]s-cert.pem", name))
	}
	d.run(t, openssl+"pkcs12 -export -in client-cert.pem -inkey client-key.pem -passout pass: -out client.p12")
	d.run(t, openssl+"x509 -in service-cert.pem -outform der -out service.cer")
	for _, line := range linesWith(t, page, "openssl ") {
		if strings.HasPrefix(line, "openssl pkcs12") {
			line += " -passin pass:" // in place of the question
		}
		d.run(t, line)
	}
	d.run(t, "cat service.pem service-key.pem >service-both.pem")
	calls, servers := linesWith(t, page, "call orders.wsdl"), linesWith(t, page, "serve orders.wsdl")
	if len(calls) != 4 || len(servers) != 2 {
		t.Fatalf("%s has %d calls and %d servers", page, len(calls), len(servers))
	}
	d.run(t, linesWith(t, page, "describe orders.wsdl")[0])

	_, stop := d.serve(t, servers[0])
	if out := d.run(t, calls[0]); !strings.Contains(out, "<wsu:Expires>") || !strings.Contains(out, "<ds:SignatureValue>[redacted]<") {
		t.Errorf("%s printed %s", calls[0], out)
	}
	d.run(t, calls[1])
	for _, kind := range spans(rows(t, page, "How a signature names the certificate"), "[a-z0-9-]+") {
		d.run(t, strings.Replace(calls[1], " --addressing", " --key-ref "+kind, 1))
	}
	out, err := d.command("quartet call orders.wsdl place code=A").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "The security of the message could not be verified") {
		t.Errorf("a call without a signature: %v\n%s", err, out)
	}
	stop()

	_, stop = d.serve(t, strings.Replace(servers[1], "--cert service-both.pem --trust client.pem", "", 1))
	if out := d.run(t, calls[2]); !strings.Contains(out, "EncryptedData") || strings.Contains(out, "<code>") {
		t.Errorf("%s printed %s", calls[2], out)
	}
	stop()
	_, stop = d.serve(t, servers[1])
	d.run(t, calls[3])
	stop()
}

// TestValuesThatAreNotValid reads an answer with the values of the table in generator/CALLING.md, and others that it describes.
func TestValuesThatAreNotValid(t *testing.T) {
	t.Parallel()
	values := []struct{ name, text, want string }{
		{"ready", "Yes", "true"}, {"ready", "FALSE", "false"},
		{"count", "1.", "1"}, {"count", "1,00", "1"},
		{"price", "1,5", "1.5"}, {"price", "1,500", ""},
		{"rate", "Infinity", "INF"}, {"rate", "-inf", "-INF"}, {"rate", "nan", "NaN"},
		{"at", "2026-1-1 10:00", "2026-01-01T10:00:00"}, {"at", "2026-01-01t10:00:00,5 +01", "2026-01-01T10:00:00.5+01:00"},
		{"at", "2026-01-01", "2026-01-01T00:00:00"},
		{"day", "2026-01-01T10:00:00z", "2026-01-01Z"}, {"day", "0000-00-00", ""},
		{"scan", "QQ", "QQ=="}, {"scan", "QUI==", "QUI="},
	}
	var answer strings.Builder
	for _, v := range values {
		fmt.Fprintf(&answer, "<%s>%s</%[1]s>", v.name, v.text)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/xml")
		fmt.Fprintf(w, `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><placeResponse xmlns="urn:orders">%s`+
			`</placeResponse></e:Body></e:Envelope>`, answer.String())
	}))
	defer server.Close()
	d := newShell(t)
	d.write(t, "orders.wsdl", ordersAt(t, strings.TrimPrefix(server.URL, "http://")))
	out := d.run(t, "quartet call orders.wsdl place --lenient-values")
	for _, v := range values {
		meaning := "absent"
		if v.want != "" {
			meaning = strconv.Quote(v.want)
		}
		warning := regexp.MustCompile(regexp.QuoteMeta(strconv.Quote(v.text)) + ` is not an xs:\w+; it is read as ` +
			regexp.QuoteMeta(meaning) + "\n")
		if !warning.MatchString(out) {
			t.Errorf("%q of %s is not read as %s: %s", v.text, v.name, meaning, out)
		}
	}
}
