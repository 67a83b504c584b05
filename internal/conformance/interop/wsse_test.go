package interop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/soap/wsse"
	"example.com/quartet/internal/conformance/interop"
)

// securityCall is a call with a UsernameToken by a client of another make.
type securityCall struct {
	Port     string `json:"port"`
	Username string `json:"username"`
	Password string `json:"password"`
	Digest   bool   `json:"digest"`
	Lifetime int    `json:"lifetime"` // of a Timestamp in seconds; 0: none

	want string // local name of the code of the fault, "" for success
}

var securityCalls = []securityCall{
	{"RealtimeSoap", "anna", "s&cret", false, 0, ""},
	{"RealtimeSoap", "anna", "s&cret", true, 0, ""},
	{"RealtimeSoap", "anna", "s&cret", true, 60, ""},
	{"RealtimeSoap", "anna", "wrong", false, 0, "FailedAuthentication"},
	{"RealtimeSoap", "anna", "wrong", true, 60, "FailedAuthentication"},
	{"RealtimeSoap", "otto", "s&cret", true, 0, "FailedAuthentication"},
	{"RealtimeSoap12", "anna", "s&cret", false, 60, ""},
	{"RealtimeSoap12", "anna", "s&cret", true, 60, ""},
	{"RealtimeSoap12", "anna", "wrong", true, 0, "FailedAuthentication"},
}

// startSecured serves the rail service to users with a token.
func startSecured(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(realtime.NewHandler(service{}, quiet, wsse.WithVerification(wsse.Verifier{
		Password: func(_ context.Context, username string) (string, bool, error) {
			return "s&cret", username == "anna", nil
		},
		ReplyLifetime: time.Minute,
	})))
	t.Cleanup(server.Close)
	return server.URL + "/realtime/realtime.asmx"
}

// TestZeepWithUsernameToken calls our handler with zeep's UsernameToken.
func TestZeepWithUsernameToken(t *testing.T) {
	t.Parallel()
	python := interop.Python(t, "zeep", "python3-zeep")
	input, err := json.Marshal(map[string]any{"wsdl": startSecured(t) + "?wsdl", "calls": securityCalls})
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	command := exec.Command(python, filepath.Join("testdata", "wsse", "client.py"))
	command.Env = append(os.Environ(), "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
	command.Stdin, command.Stderr = bytes.NewReader(input), &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	var answers []string
	if err := json.Unmarshal(output, &answers); err != nil || len(answers) != len(securityCalls) {
		t.Fatalf("%v in %s", err, output)
	}
	for i, c := range securityCalls {
		if _, isNumber := strconv.Atoi(answers[i]); answers[i] != c.want && (c.want != "" || isNumber != nil) {
			t.Errorf("%+v: %s, want %q", c, answers[i], c.want)
		}
	}
}

// TestGsoapWithUsernameToken calls our handler with gSOAP's plugin wsse, which also checks the Timestamp of the response.
func TestGsoapWithUsernameToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	build := exec.Command(filepath.Join("testdata", "wsse", "build.sh"), dir, filepath.Join("..", "..", "..", "wsdl", "realtime.wsdl"))
	output, err := build.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 3:
		interop.Missing(t, strings.TrimSuffix(strings.TrimSpace(string(output)), " is not installed"), "gsoap libgsoap-dev libssl-dev pkg-config gcc")
	case err != nil:
		t.Fatalf("%v\n%s", err, output)
	}
	address := startSecured(t)
	for _, c := range securityCalls {
		if c.Port != "RealtimeSoap" {
			continue
		}
		kind := "text"
		if c.Digest {
			kind = "digest"
		}
		var stderr bytes.Buffer
		command := exec.Command(filepath.Join(dir, "driver"), address, c.Username, c.Password, kind, strconv.Itoa(c.Lifetime))
		command.Stderr = &stderr
		output, err := command.Output()
		want := c.want
		if want == "" {
			want = "ok"
		}
		if got := strings.TrimSpace(string(output)); err != nil || got != want {
			t.Errorf("%+v: %s, %v, want %s\n%s", c, got, err, want, &stderr)
		}
	}
}
