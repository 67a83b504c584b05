package main

import (
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/cmd/command"
)

// feedFile creates an empty file for --gtfs.
func feedFile(t testing.TB) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "feed.zip")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// configure returns the configuration for flags and environment, and the mistakes: of flags the first.
func configure(args, environ []string) (config, []error) {
	s := newSettings()
	if err := s.flags.Parse(args); err != nil {
		return config{}, []error{err}
	}
	return s.configure(environ)
}

// One realtime feed may be about several timetables.
func TestTimetablesOfRealtimeFeeds(t *testing.T) {
	const both, second = "https://a.example/trips.pb", "https://b.example/trips.pb"
	c, problems := configure([]string{
		"--gtfs", "https://a.example/a.zip", "--gtfs", "https://a.example/b.zip", "--gtfs-rt", "1=" + both, "--gtfs-rt", "2=" + both, "--gtfs-rt", "2=" + second,
	}, nil)
	if problems != nil {
		t.Fatal(problems)
	}
	if !slices.Equal(c.realtime, []string{both, both, second}) || !slices.Equal(c.of, []int{0, 1, 1}) {
		t.Errorf("%v of %v", c.realtime, c.of)
	}
}

// A header for one URL goes to no other host.
func TestHeadersOfFeeds(t *testing.T) {
	const static, a, b = "https://a.example/feed.zip?key=1", "https://a.example/trips.pb?key=1", "https://b.example/trips.pb"
	const short = "https://a.example/trips.pb?key" // how a begins
	c, problems := configure([]string{
		"--gtfs", static, "--gtfs-rt", a, "--gtfs-rt", b, "--gtfs-rt", short, "--gtfs-header", "X-Key: 1", "--gtfs-rt-header", short + "=X-Key: 4", "--gtfs-rt-header", a + "=X-Key: 2", "--gtfs-rt-header", b + "=X-Key: 3",
	}, nil)
	if problems != nil {
		t.Fatal(problems)
	}
	want := map[string]http.Header{static: {"X-Key": {"1"}}, a: {"X-Key": {"2"}}, b: {"X-Key": {"3"}}, short: {"X-Key": {"4"}}}
	if !reflect.DeepEqual(c.headers, want) {
		t.Errorf("%v, want %v", c.headers, want)
	}
}

func TestFlagsAndEnvironmentAgree(t *testing.T) {
	feed := feedFile(t)
	flags := []string{
		"--gtfs", feed, "--gtfs-rt", "https://example.com/a?key=1,2", "--gtfs-rt=http://example.com/b",
		"--gtfs-rt-header", "X-Key: a, b", "--gtfs-rt-header", "X-Other: c", "--types=2=M,RED=D", "--gtfs-every", "1h",
		"--clock", "2026-11-21T08:15:00+01:00", "--speed", "60", "--addr", ":0", "--gzip", "6", "--forwarded", "--log-format", "JSON",
		"--log-level=debug", "--cache", "7", "--shutdown-delay", "3s", "--ready-needs-realtime=true", "--stale-after", "90s", "--max-ahead", "1h", "--train-codes", "block_id",
	}
	environ := []string{
		"RAILD_GTFS=" + feed, "RAILD_GTFS_RT=\nhttps://example.com/a?key=1,2\n  http://example.com/b\n\n",
		"RAILD_GTFS_RT_HEADER=X-Key: a, b\r\nX-Other: c", "RAILD_TYPES=2=M,RED=D", "RAILD_GTFS_EVERY=1h",
		"RAILD_CLOCK=2026-11-21T08:15:00+01:00", "RAILD_SPEED=60", "RAILD_ADDR=:0", "RAILD_GZIP=6", "RAILD_FORWARDED=TRUE",
		"RAILD_LOG_FORMAT=JSON", "RAILD_LOG_LEVEL=debug", "RAILD_CACHE=7", "RAILD_SHUTDOWN_DELAY=3s",
		"RAILD_READY_NEEDS_REALTIME=1", "RAILD_STALE_AFTER= 90s ", "RAILD_MAX_AHEAD=1h", "RAILD_TRAIN_CODES=block_id", "RAILD_SEED=", "RAILD=x", "OTHER=y",
	}
	byFlags, problems := configure(flags, nil)
	if problems != nil {
		t.Fatal(problems)
	}
	byEnvironment, problems := configure(nil, environ)
	if problems != nil {
		t.Fatal(problems)
	}
	if !reflect.DeepEqual(byFlags, byEnvironment) {
		t.Errorf("by flags\n%+v\nby the environment\n%+v", byFlags, byEnvironment)
	}
	if !slices.Equal(byFlags.realtime, []string{"https://example.com/a?key=1,2", "http://example.com/b"}) ||
		byFlags.headers["http://example.com/b"].Get("X-Key") != "a, b" || byFlags.speed != 60 || byFlags.gzip != 6 || !byFlags.forwarded {
		t.Errorf("%+v", byFlags)
	}
	both, problems := configure([]string{"--speed", "2", "--forwarded=false", "--gtfs-rt", "http://example.com/c"}, environ)
	if problems != nil || both.speed != 2 || both.forwarded || len(both.realtime) != 1 || both.gzip != 6 {
		t.Errorf("flags do not override the environment: %v %+v", problems, both)
	}
	commas, problems := configure(nil, []string{"RAILD_GTFS=" + feed, "RAILD_GTFS_RT=http://example.com/a, http://example.com/b"})
	if problems != nil || len(commas.realtime) != 2 {
		t.Errorf("%v %+v", problems, commas)
	}
}

func TestClockSpeed(t *testing.T) {
	began := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		flags []string
		want  time.Duration // ahead of began, after a minute
	}{
		{nil, time.Minute},
		{[]string{"--clock", "2026-11-21T08:15:00Z"}, 15 * time.Minute},
		{[]string{"--clock", "2026-11-21T08:15:00Z", "--speed", "1"}, 16 * time.Minute},
		{[]string{"--clock", "2026-11-21T09:15:00+01:00", "--speed", "60"}, 75 * time.Minute},
		{[]string{"--speed", "0.5"}, 30 * time.Second},
	} {
		c, problems := configure(test.flags, nil)
		if problems != nil {
			t.Fatal(problems)
		}
		now := began
		clock := newClock(c.clock, c.speed, func() time.Time { return now })
		now = began.Add(time.Minute)
		if got := clock().Sub(began); got != test.want {
			t.Errorf("%q: %v, want %v", test.flags, got, test.want)
		}
	}
}

// All mistakes are reported in one run, each on its own line that says what to do, without secrets.
func TestAllMistakesAreReported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "données", strings.Repeat("long", 20))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(dir, "bad.pem")
	if err := os.WriteFile(bad, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		args, environ, want []string
	}{
		"values": {
			[]string{"--addr", "here", "--speed", "0", "--gzip", "11", "--cache", "0", "--log-format", "xml",
				"--stale-after", "0s", "--shutdown-grace=-1s", "--cors", "*", "--cors", "board.example", "--cors", "https://board.example:443"},
			[]string{"RAILD_CLOCK=noon", "RAILD_SEED=-1", "RAILD_LOG_LEVEL=loud", "RAILD_GTFS_EVERY=5", "RAILD_FORWARDED=perhaps"},
			[]string{`--addr "here" cannot be used; usage: address to listen on, host:port`, `--speed "0" cannot be used; usage: FACTOR from 0.001`,
				`RAILD_CLOCK "noon" cannot be used; usage: date and TIME`, `RAILD_SEED "-1" cannot`,
				`--gzip "11" cannot be used; usage: LEVEL from 1`, `RAILD_FORWARDED "perhaps" is neither true nor false`,
				`--cors cannot be used: the origin "board.example" is not a scheme and a host`, `--cors cannot be used: the origin "https://board.example:443" has the port`,
				`--cache "0" cannot be used; usage: memory for encoded responses, in MIB from 1 to 1048576`, `--log-format "xml" cannot be used; usage: format of the log on standard error, text|json`,
				`RAILD_LOG_LEVEL "loud"`, `--stale-after "0s" cannot`, `RAILD_GTFS_EVERY "5" cannot be used; usage: DURATION, such as 30m`,
				`--shutdown-grace "-1s"`},
		},
		"feeds": {
			[]string{"--gtfs", filepath.Join(dir, "none.zip"), "--gtfs-rt", "ftp://example.com/a", "--gtfs-rt", "https://", "--gtfs-rt", dir,
				"--gtfs-rt-header", "secret", "--gtfs-rt-header", "X Y: secret", "--seed", "5", "--train-codes", "route_id"},
			nil,
			[]string{"données" + string(filepath.Separator), `none.zip" cannot be read: no such file or directory; give an existing file`, `--gtfs-rt cannot be used: unsupported URL scheme "ftp"; want http or https`,
				`--gtfs-rt cannot be used: invalid URL; want http or https with a host`, `is a folder`, `--gtfs-rt-header cannot be used: header has no colon; the form is 'Name: value'`, `--seed applies only to the embedded`,
				`--train-codes "route_id" cannot be used; usage: FIELD of trips.txt`},
		},
		"embedded": {
			[]string{"--gtfs-rt", "http://example.com", "--types", "1=M"}, []string{"RAILD_GTFS_RT_HEADER=X-Key: secret"},
			[]string{`--gtfs-rt needs a GTFS feed: add --gtfs`, `RAILD_GTFS_RT_HEADER needs a GTFS feed`, `--types needs a GTFS feed`},
		},
		"no realtime feed": {
			[]string{"--gtfs", dir, "--gtfs-rt-header", "X-Key: secret"}, nil, []string{"add --gtfs-rt, or remove this setting"},
		},
		"several hosts": {
			[]string{"--gtfs", dir, "--gtfs-rt", "https://a.example/1", "--gtfs-rt", "https://b.example/2", "--gtfs-rt-header", "X-Key: secret", "--gtfs-rt-header", "https://c.example/3=X-Key: secret"}, nil,
			[]string{"--gtfs-rt-header would go to several hosts: say for which of --gtfs-rt it is, as in 'URL=X-Key: value'", "--gtfs-rt-header begins with a URL that is none of --gtfs-rt"},
		},
		"certificate":    {[]string{"--tls-cert", bad, "--tls-key", bad}, nil, []string{"--tls-cert", "give a certificate chain and its key"}},
		"half of TLS":    {[]string{"--tls-cert", bad}, nil, []string{"give both --tls-cert and --tls-key"}},
		"the other half": {nil, []string{"RAILD_TLS_KEY=" + bad}, []string{"RAILD_TLS_KEY", "give both"}},
		"environment":    {nil, []string{"RAILD_SPEED=fast", "RAILD_TYPES=x,2=M,RED=Q"}, []string{`RAILD_SPEED "fast"`, `RAILD_TYPES "x": want TYPE=LETTER`, `RAILD_TYPES "RED=Q": want TYPE=LETTER`}},
	} {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr buffer
			if status := run(t.Context(), test.args, test.environ, &stdout, &stderr); status != command.Usage || stdout.String() != "" {
				t.Errorf("status %d, printed %s", status, stdout.String())
			}
			printed := stderr.String()
			for _, want := range test.want {
				if !strings.Contains(printed, want) {
					t.Errorf("lacks %s:\n%s", want, printed)
				}
			}
			lines := strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
			if strings.Contains(printed, "secret") || !strings.Contains(lines[len(lines)-1], "raild --help") {
				t.Error(printed)
			}
			for _, line := range lines[:len(lines)-1] {
				if !strings.HasPrefix(line, "raild: ") {
					t.Errorf("line %q", line)
				}
			}
		})
	}
}

func TestUnknownVariables(t *testing.T) {
	got := newSettings().unknownVariables([]string{"RAILD_GTSF=x", "RAILD_ADDR=:1", "RAILD_PORT=tcp://10.0.0.1:80", "RAILD_SERVICE_HOST=10.0.0.1", "RAILDX=1", "RAILD_COLOUR=red", "RAILD_SPED=3", "HOME=/"})
	got = append(got, newSettings().unknownVariables([]string{
		"RAILD_PORT=8080", "RAILD_PORT_80_TCP_ADDR=10.0.0.1", "RAILD_PORTS=1", "RAILD_SERVICE=x", "raild_addr=:1", "RAIDL_SPEED=2", "RAIL_GTFS_RT=x",
		"MAIL_ADDR=x", "RAIL_COLOUR=red", "RAILD_LOGLEVEL=info", "RAILD_ADDRESS=:1", "RAILD_CERT=x", "RAILD_HELP=1", "RAILD_=1", "RAILD=1", "RAILD_GTFS=x",
	})...)
	if want := []string{"RAILD_GTSF (did you mean RAILD_GTFS?)", "RAILD_COLOUR", "RAILD_SPED (did you mean RAILD_SPEED?)",
		"RAILD_PORT (did you mean RAILD_ADDR?)", "RAILD_PORTS (did you mean RAILD_CORS?)", "RAILD_SERVICE", "RAILD_LOGLEVEL (did you mean RAILD_LOG_LEVEL?)",
		"RAILD_ADDRESS (did you mean RAILD_ADDR?)", "RAILD_CERT (did you mean RAILD_TLS_CERT?)", "RAILD_HELP", "RAILD_"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of mistakes in flags the first is reported, and those in values all.
func TestFlagErrors(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--sped 2", "unknown flag: --sped; did you mean --speed?"},
		{"--shutdown 1s", "unknown flag: --shutdown; did you mean --shutdown-delay?"},
		{"--colour red", "unknown flag: --colour"},
		{"--speed", "flag needs an argument: --speed"},
		{"--speed=fast --gzip=x", `--speed "fast" cannot be used; usage: FACTOR from 0.001`},
		{"--forwarded=perhaps", `--forwarded "perhaps" is neither true nor false`},
		{"extra", `unexpected argument "extra"`},
		{"--addr localhost:99999", `--addr "localhost:99999" cannot be used`},
		{"--speed=0 --gzip=12", "--gzip \"12\" cannot be used"},
	} {
		var stdout, stderr buffer
		status := run(t.Context(), strings.Fields(test.args), []string{"RAILD_SEED=x"}, &stdout, &stderr)
		if got := stderr.String(); status != command.Usage || !strings.Contains(got, "raild: "+test.want) || !strings.HasSuffix(got, "Run 'raild --help' for usage.\n") {
			t.Errorf("%s: status %d, printed %s", test.args, status, got)
		}
	}
}

func TestHelpAndVersionIgnoreValues(t *testing.T) {
	for flag, want := range map[string]string{"--help": "Raild serves ", "-h": "Raild serves ", "--version": "raild "} {
		var stdout, stderr buffer
		status := run(t.Context(), []string{"--speed", "2", flag}, []string{"RAILD_SEED=x"}, &stdout, &stderr)
		if status != command.OK || !strings.HasPrefix(stdout.String(), want) || stderr.String() != "" {
			t.Errorf("%s: status %d, printed %q and %q", flag, status, stdout.String(), stderr.String())
		}
	}
}

func TestCompletion(t *testing.T) {
	for args, want := range map[string]string{
		"__complete --shut": "--shutdown-delay", "completion --help": "raild completion [command]", "completion bash": "__start_raild",
	} {
		var stdout, stderr buffer
		status := run(t.Context(), strings.Fields(args), nil, &stdout, &stderr)
		if status != command.OK || !strings.Contains(stdout.String(), want) {
			t.Errorf("%s: status %d, printed %q and %q", args, status, stdout.String(), stderr.String())
		}
	}
}
