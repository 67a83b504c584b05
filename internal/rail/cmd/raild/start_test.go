package main

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/internal/rail/cmd/command"
)

// A failed start prints one message of one line; where the command was called wrongly, a line that refers to the help
// follows. The log says at most that the service was reachable while it loaded the timetable.
func TestFailedStartPrintsOneMessage(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	busy := listener.Addr().String()
	dir := t.TempDir()
	noZip, empty := filepath.Join(dir, "feed.zip"), filepath.Join(dir, "empty")
	if err := os.WriteFile(noZip, []byte("no zip"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	cert, key, other := filepath.Join(dir, "1.pem"), filepath.Join(dir, "1.key"), filepath.Join(dir, "2.key")
	issue(t, filepath.Join(dir, "2.pem"), other, 2)
	issue(t, cert, key, 1)
	for name, test := range map[string]struct {
		args   []string
		status int
		want   string
	}{
		"port in use":        {[]string{"--addr", busy}, command.Failed, "cannot listen on " + busy + ": address already in use; set another address with --addr or RAILD_ADDR"},
		"no such address":    {[]string{"--addr", "192.0.2.1:1"}, command.Failed, "cannot listen on 192.0.2.1:1: cannot assign requested address"},
		"feed is no archive": {[]string{"--gtfs", noZip}, command.Failed, "reading the timetable: " + noZip + ": .*zip: not a valid zip file"},
		"empty folder":       {[]string{"--gtfs", empty}, command.Failed, "reading the timetable: " + empty + ": .*"},
		"another key":        {[]string{"--tls-cert", cert, "--tls-key", other}, command.Usage, "--tls-cert .* cannot be used: .*private key does not match public key; .*"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.args[0] != "--addr" {
				test.args = append(test.args, "--addr", "127.0.0.1:0")
			}
			var stdout, stderr buffer
			status := run(t.Context(), append(test.args, "--shutdown-delay", "1h"), nil, &stdout, &stderr)
			if status != test.status || stdout.String() != "" {
				t.Errorf("status %d, printed %s", status, stdout.String())
			}
			hint := ""
			if status == command.Usage {
				hint = "Run 'raild --help' for usage\\.\n"
			}
			want := `^(time=\S+ level=INFO msg=serving .*\n)?(time=\S+ level=INFO msg="timetable read" .*\n)?raild: ` + test.want + "\n" + hint + "$"
			if printed := stderr.String(); !regexp.MustCompile(want).MatchString(printed) {
				t.Errorf("printed\n%swant\n%s", printed, want)
			}
		})
	}
}

// If the settings are wrong, variables without a meaning are a likely reason.
func TestWrongSettingsShowUnknownVariables(t *testing.T) {
	var stdout, stderr buffer
	status := run(t.Context(), nil, []string{"RAILD_GTSF=feed.zip", "RAILD_GTFS_RT=http://127.0.0.1/"}, &stdout, &stderr)
	const want = "raild: unknown environment variable RAILD_GTSF (did you mean RAILD_GTFS?)\n"
	if status != command.Usage || !strings.Contains(stderr.String(), want) {
		t.Errorf("status %d, printed\n%swant\n%s", status, stderr.String(), want)
	}
}
