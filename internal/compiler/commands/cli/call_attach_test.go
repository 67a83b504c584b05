package cli_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

// TestCallAttachments: call writes the attachments of a result beside its file, under names that nobody else chooses.
func TestCallAttachments(t *testing.T) {
	const result = `<f href="cid:value"/><n>n</n><b>true</b>`
	mediaType, body := withParts(answered("", result), "Content-ID: <../../evil>\r\nContent-Type: image/png; name=\"../x.sh\"\r\n\r\npng", "Content-ID: <value>\r\n\r\nhello",
		"X-None: \r\n\r\ntext", "Content-Type: application/x-sh\r\n\r\nsh")
	dir := t.TempDir()
	code, stdout, stderr := callEnvelope(t, mediaType, body, "-o", filepath.Join(dir, "answer.json"))
	if code != 0 || stdout != "" || !strings.Contains(stderr, "answer-1.png") {
		t.Errorf("code %d, output %s, errors %s", code, stdout, stderr)
	}
	for name, want := range map[string]string{"answer-1.png": "png", "answer-2.txt": "text", "answer-3": "sh"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 4 {
		t.Errorf("%v", files)
	}
	mine := filepath.Join(dir, "answer-1.png")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, stderr = callEnvelope(t, mediaType, body, "-o", filepath.Join(dir, "answer.json"))
	if files, _ := os.ReadDir(dir); len(files) != 7 || !strings.Contains(stderr, "answer-2.png") {
		t.Errorf("%v, errors %s", files, stderr)
	}
	if got, err := os.ReadFile(mine); err != nil || string(got) != "mine" {
		t.Errorf("a file that was there is %q, %v", got, err)
	}
	code, stdout, stderr = callEnvelope(t, mediaType, body)
	if code != 0 || !strings.Contains(stdout, `"n": "n"`) || !strings.Contains(stderr, "attachment \"\" (text/plain, 4 bytes): not written: see --output\n") {
		t.Errorf("code %d, output %s, errors %s", code, stdout, stderr)
	}
	fault := strings.Replace(answered("", ""), `<getResponse xmlns="urn:t"></getResponse>`, "<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>", 1)
	mediaType, body = withParts(fault, "Content-ID: <why>\r\n\r\ntext")
	code, _, stderr = callEnvelope(t, mediaType, body, "-o", filepath.Join(dir, "fault.json"))
	if files, _ := os.ReadDir(dir); code != 4 || len(files) != 7 || !strings.Contains(stderr, `attachment "why" (text/plain, 4 bytes): not written`) {
		t.Errorf("code %d, files %v, errors %s", code, files, stderr)
	}
}

// TestCallAttach: --attach sends files, and says what cannot be sent.
func TestCallAttach(t *testing.T) {
	var sent []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ = io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/xml")
		_, _ = io.WriteString(w, answered("", "<f/><n>n</n><b>true</b>"))
	}))
	defer server.Close()
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	contract, image, text := write("answers.wsdl", answersContract), write("a=b.png", "\x89PNG\r\n\x1a\n"), write("note", "hello")
	for _, test := range []struct {
		flags []string
		code  int
		want  []string // in what was sent, or printed
	}{
		{[]string{"--attach", "photo@x=" + image, "--attach", text}, 0, []string{"Content-Type: image/png\r\n", "Content-ID: <photo@x>\r\n\r\n\x89PNG",
			"Content-Type: text/plain; charset=utf-8\r\n", "Content-ID: <attachment=2@attachments.invalid>\r\n\r\nhello"}},
		{[]string{"--attach", "x=" + text, "--attach", "x=" + text}, 5, []string{`two attachments have the Content-ID "x"`}},
		{[]string{"--attach", "x=" + dir + "/none"}, 2, []string{"--attach x=", "no such file"}},
		{[]string{"--attach", text, "--binding", "json"}, 2, []string{"--attach is for SOAP, but the binding is JSON"}},
	} {
		var stdout, stderr bytes.Buffer
		sent = nil
		code := cli.Main(append([]string{"call", contract, "get", "--config=", "--endpoint", server.URL}, test.flags...), &stdout, &stderr)
		all := string(sent) + stderr.String()
		if code != test.code || slices.ContainsFunc(test.want, func(want string) bool { return !strings.Contains(all, want) }) {
			t.Errorf("%q: code %d, %s", test.flags, code, all)
		}
	}
}
