package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// served is a server that a script has started.
type served struct {
	command *exec.Cmd
	stderr  bytes.Buffer
}

type servedKey struct{}

// programOf returns the path of quartet.
func programOf(ts *testscript.TestScript) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		path := filepath.Join(dir, "quartet")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// serving implements "serving [ARG]..." of the scripts: it starts "quartet serve" on a
// free port, and sets $MOCK to the first address that it prints.
func serving(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serving CONTRACT [ARG]...")
	}
	s := &served{command: exec.Command(programOf(ts), append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)}
	s.command.Dir, s.command.Stderr = ts.Getenv("WORK"), &s.stderr
	stdout, err := s.command.StdoutPipe()
	ts.Check(err)
	ts.Check(s.command.Start())
	ts.Defer(func() { _ = s.command.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		_ = s.command.Wait()
		ts.Fatalf("serve ended: %s", s.stderr.String())
	}
	ts.Setenv("MOCK", strings.TrimSpace(strings.TrimPrefix(line, "Serving ")))
	ts.Setenv("ADDR", strings.SplitN(ts.Getenv("MOCK"), "/", 4)[2])
	running := ts.Value(servedKey{}).(*[]*served)
	*running = append(*running, s)
}

// unserving implements "unserving [SIGNAL]" of the scripts: it ends the server that was
// started last, which must exit with code 0, and writes what it has logged to the file
// serve.log.
func unserving(ts *testscript.TestScript, neg bool, args []string) {
	running := ts.Value(servedKey{}).(*[]*served)
	s := (*running)[len(*running)-1]
	*running = (*running)[:len(*running)-1]
	sig := os.Signal(syscall.SIGTERM)
	if len(args) > 0 && args[0] == "INT" {
		sig = os.Interrupt
	}
	ts.Check(s.command.Process.Signal(sig))
	if err := s.command.Wait(); err != nil {
		ts.Fatalf("serve: %v\n%s", err, s.stderr.String())
	}
	ts.Check(os.WriteFile(ts.MkAbs("serve.log"), s.stderr.Bytes(), 0o666))
}

// tools implements "tools ARG..." of the scripts: a client of the Model Context Protocol starts "quartet serve ARG...", or connects with
// the server at an address, and writes its tools, and what each returns without arguments, to the
// file tools.txt.
func tools(ts *testscript.TestScript, _ bool, args []string) {
	command := exec.Command(programOf(ts), append([]string{"serve"}, args...)...)
	command.Dir = ts.Getenv("WORK")
	var transport mcp.Transport = &mcp.CommandTransport{Command: command}
	if strings.HasPrefix(args[0], "http") {
		transport = &mcp.StreamableClientTransport{Endpoint: args[0]}
		request, err := http.NewRequest("POST", args[0], strings.NewReader("{}"))
		ts.Check(err)
		request.Header.Set("Sec-Fetch-Site", "cross-site")
		response, err := http.DefaultClient.Do(request)
		ts.Check(err)
		if response.Body.Close(); response.StatusCode != http.StatusForbidden {
			ts.Fatalf("status %s for a page of another origin", response.Status)
		}
		const limit = 4 << 20
		request.Header.Del("Sec-Fetch-Site")
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		request.Body, request.ContentLength = io.NopCloser(strings.NewReader(strings.Repeat(" ", limit+1))), limit+1
		response, err = http.DefaultClient.Do(request)
		ts.Check(err)
		if response.Body.Close(); response.StatusCode != http.StatusRequestEntityTooLarge {
			ts.Fatalf("status %s for a long request", response.Status)
		}
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(context.Background(), transport, nil)
	ts.Check(err)
	defer session.Close()
	if session.ID() != "" {
		ts.Fatalf("the server keeps the session %s", session.ID())
	}
	var out bytes.Buffer
	for tool, err := range session.Tools(context.Background(), nil) {
		ts.Check(err)
		result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool.Name})
		ts.Check(err)
		text, err := json.Marshal(result)
		ts.Check(err)
		fmt.Fprintf(&out, "%s, read-only %v: %s\n", tool.Name, tool.Annotations.ReadOnlyHint, text)
	}
	ts.Check(os.WriteFile(ts.MkAbs("tools.txt"), out.Bytes(), 0o666))
}
