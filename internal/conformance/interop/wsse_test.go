package interop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/wsse"
)

// securityCall is a call with a UsernameToken by a client of another make.
type securityCall struct {
	Port     string `json:"port"`
	Username string `json:"username"`
	Password string `json:"password"`
	Digest   bool   `json:"digest"`
	Lifetime int    `json:"lifetime"` // lifetime of a Timestamp in seconds; 0: none

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
	server := httptest.NewServer(realtime.NewHandler(newService(), quiet, wsse.WithVerification(wsse.Verifier{
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
	inMakeInterop(t)
	t.Parallel()
	python := pythonWith(t, "zeep", "python3-zeep")
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
	inMakeInterop(t)
	t.Parallel()
	driver := buildSecured(t, "driver", filepath.Join("..", "..", "..", "wsdl", "realtime.wsdl"))
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
		command := exec.Command(driver, address, c.Username, c.Password, kind, strconv.Itoa(c.Lifetime))
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

// buildSecured builds a program of testdata/wsse, and returns its path.
func buildSecured(t *testing.T, nameAndContract ...string) string {
	t.Helper()
	dir := t.TempDir()
	output, err := exec.Command(filepath.Join("testdata", "wsse", "build.sh"), append([]string{dir}, nameAndContract...)...).CombinedOutput()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 3:
		interop.Missing(t, strings.TrimSuffix(strings.TrimSpace(string(output)), " is not installed"), "gsoap libgsoap-dev libssl-dev pkg-config gcc")
	case err != nil:
		t.Fatalf("%v\n%s", err, output)
	}
	return filepath.Join(dir, "program")
}

// TestGsoapServerWithUsernameToken calls a server of gSOAP's plugin wsse with our UsernameToken and Timestamp. The server
// accepts no digest twice, and its responses have a Timestamp, which our client checks.
func TestGsoapServerWithUsernameToken(t *testing.T) {
	inMakeInterop(t)
	t.Parallel()
	address := startProgram(t, exec.Command(buildSecured(t, "server")))
	anna := wsse.Credentials{Username: "anna", Password: "s&cret"}
	with := func(change func(*wsse.Credentials)) wsse.Credentials {
		c := anna
		change(&c)
		return c
	}
	ago := func(age time.Duration) func() time.Time {
		return func() time.Time { return time.Now().Add(-age) }
	}
	for _, test := range []struct {
		name        string
		credentials wsse.Credentials
		twice       bool   // the same message
		want        string // local name of the code of the fault, "" for success
	}{
		{"text", anna, false, ""},
		{"text twice", anna, true, ""},
		{"digest", with(func(c *wsse.Credentials) { c.Digest = true }), false, ""},
		{"digest twice", with(func(c *wsse.Credentials) { c.Digest = true }), true, "FailedAuthentication"},
		{"text and Timestamp", with(func(c *wsse.Credentials) { c.Lifetime = time.Minute }), false, ""},
		{"digest and Timestamp", with(func(c *wsse.Credentials) { c.Digest, c.Lifetime = true, time.Minute }), false, ""},
		{"wrong text", with(func(c *wsse.Credentials) { c.Password = "wrong" }), false, "FailedAuthentication"},
		{"wrong digest", with(func(c *wsse.Credentials) { c.Digest, c.Password = true, "wrong" }), false, "FailedAuthentication"},
		{"unknown user", with(func(c *wsse.Credentials) { c.Digest, c.Username = true, "otto" }), false, "FailedAuthentication"},
		{"no user", wsse.Credentials{Lifetime: time.Minute}, false, "FailedAuthentication"},
		{"old digest", with(func(c *wsse.Credentials) { c.Digest, c.Now = true, ago(time.Hour) }), false, "FailedAuthentication"},
		{"old Timestamp", with(func(c *wsse.Credentials) { c.Lifetime, c.Now = time.Minute, ago(time.Hour) }), false, "MessageExpired"},
		{"response of the future", with(func(c *wsse.Credentials) { c.Lifetime, c.Now = 2*time.Hour, ago(time.Hour) }), false, "created in the future"},
	} {
		for _, binding := range []soap.Binding{soap.SOAP11, soap.SOAP12} {
			client, err := realtime.NewClient(address, binding, wsse.WithCredentials(test.credentials), soap.WithHTTPClient(repeater(test.twice)))
			if err != nil {
				t.Fatal(err)
			}
			_, err = client.GetCurrentTrainsXML(t.Context())
			if (err == nil) != (test.want == "") || !strings.Contains(fmt.Sprint(err), test.want) || err != nil && strings.Contains(err.Error(), "cret") {
				t.Errorf("%s over %v: %v, want %q", test.name, binding, err, test.want)
			}
		}
	}
}

// startProgram starts a server, which prints its address and ends when its standard input is closed.
func startProgram(t *testing.T, command *exec.Cmd) (address string) {
	t.Helper()
	_, stdout := startPiped(t, command)
	if _, err := fmt.Fscanln(stdout, &address); err != nil {
		t.Fatal(err)
	}
	return address
}

// repeater sends requests once or twice, and returns the last response.
type repeater bool

func (twice repeater) Do(r *http.Request) (*http.Response, error) {
	if twice {
		again := r.Clone(r.Context())
		var err error
		if again.Body, err = r.GetBody(); err != nil {
			return nil, err
		}
		response, err := http.DefaultClient.Do(again)
		if err != nil {
			return nil, err
		}
		response.Body.Close()
	}
	return http.DefaultClient.Do(r)
}
