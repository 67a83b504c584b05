package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
)

// feedFile makes a file that could be a feed.
func feedFile(t testing.TB) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "feed.zip")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestDefaults(t *testing.T) {
	c, problems := configure(nil, nil)
	if problems != nil {
		t.Fatal(problems)
	}
	if c.addr != "127.0.0.1:8080" || c.gtfs != "" || c.speed != 1 || !c.clock.IsZero() || c.staticEvery != time.Hour ||
		c.realtimeEvery != 20*time.Second || c.logFormat != "text" || c.cacheBytes != 128<<20 || c.gzip != 0 || c.help || c.version {
		t.Errorf("%+v", c)
	}
}

func TestFlagsAndEnvironmentSayTheSame(t *testing.T) {
	feed := feedFile(t)
	flags := []string{
		"--gtfs", feed, "--gtfs-rt", "https://example.com/a?key=1,2", "--gtfs-rt=http://example.com/b",
		"--gtfs-rt-header", "X-Key: a, b", "--gtfs-rt-header", "X-Other: c", "--types=2=M,RED=D", "--gtfs-every", "1h",
		"--clock", "2026-11-21T08:15:00+01:00", "--speed", "60", "-addr", ":0", "--gzip", "6", "--forwarded", "--log-format", "JSON",
		"--log-level=debug", "--cache", "7", "--shutdown-delay", "3s", "--ready-needs-realtime=true", "--stale-after", "90s",
	}
	environ := []string{
		"RAILD_GTFS=" + feed, "RAILD_GTFS_RT=\nhttps://example.com/a?key=1,2\n  http://example.com/b\n\n",
		"RAILD_GTFS_RT_HEADER=X-Key: a, b\r\nX-Other: c", "RAILD_TYPES=2=M,RED=D", "RAILD_GTFS_EVERY=1h",
		"RAILD_CLOCK=2026-11-21T08:15:00+01:00", "RAILD_SPEED=60", "RAILD_ADDR=:0", "RAILD_GZIP=6", "RAILD_FORWARDED=TRUE",
		"RAILD_LOG_FORMAT=JSON", "RAILD_LOG_LEVEL=debug", "RAILD_CACHE=7", "RAILD_SHUTDOWN_DELAY=3s",
		"RAILD_READY_NEEDS_REALTIME=1", "RAILD_STALE_AFTER= 90s ", "RAILD_SEED=", "RAILD=x", "OTHER=y",
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
		byFlags.header.Get("X-Key") != "a, b" || byFlags.speed != 60 || byFlags.gzip != 6 || !byFlags.forwarded {
		t.Errorf("%+v", byFlags)
	}
	both, problems := configure([]string{"--speed", "2", "--forwarded=false", "--gtfs-rt", "http://example.com/c"}, environ)
	if problems != nil || both.speed != 2 || both.forwarded || len(both.realtime) != 1 || both.gzip != 6 {
		t.Errorf("flags do not count more than the environment: %v %+v", problems, both)
	}
	commas, problems := configure(nil, []string{"RAILD_GTFS=" + feed, "RAILD_GTFS_RT=http://example.com/a, http://example.com/b"})
	if problems != nil || len(commas.realtime) != 2 {
		t.Errorf("%v %+v", problems, commas)
	}
}

func TestTheClockStandsStillUnlessItHasASpeed(t *testing.T) {
	began := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		flags []string
		want  time.Duration // by which it is ahead of began after a minute
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

// Everything that is wrong is told at once, each on a line of its own that says what to do, and nothing secret.
func TestAllMistakesAreToldAtOnce(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.pem")
	if err := os.WriteFile(bad, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		args, environ, want []string
	}{
		"values": {
			[]string{"--addr", "here", "--speed", "fast", "--clock", "noon", "--seed=-1", "--gzip", "11", "--cache", "0", "--log-format", "xml",
				"--log-level", "loud", "--stale-after", "0s", "--gtfs-every", "5", "--shutdown-grace=-1s", "--forwarded=perhaps"},
			nil,
			[]string{`--addr "here" is not host:port`, `--speed "fast" is not a number`, `--clock "noon" is not a date`, `--seed "-1" is not a whole`,
				`--gzip "11" is not a whole number from 0 to 9`, `--cache "0" is too small`, `--log-format "xml" is not one of text, json`,
				`--log-level "loud"`, `--stale-after "0s" is no time`, `--gtfs-every "5" is not a length of time: write it as 500ms, 15s, 5m`,
				`--shutdown-grace "-1s"`, `--forwarded is neither true nor false`},
		},
		"flags": {
			[]string{"--gtsf", "x.zip", "--tipes=1", "8080", "-z", "feed.zip", "--speed", "--addr"},
			nil,
			[]string{`unknown flag: "--gtsf"; did you mean --gtfs?`, `unknown flag: "--tipes"; did you mean --types?`,
				`"8080" is not a flag`, `unknown flag: "-z"`, `"feed.zip" is not a flag`, `--speed needs a value: --speed FACTOR`, `--addr needs a value`},
		},
		"feeds": {
			[]string{"--gtfs", filepath.Join(dir, "none.zip"), "--gtfs-rt", "ftp://example.com/a", "--gtfs-rt", "https://", "--gtfs-rt", dir,
				"--gtfs-rt-header", "secret", "--gtfs-rt-header", "X Y: secret", "--seed", "5"},
			nil,
			[]string{`none.zip" cannot be read: no such file or directory; give a file that is there`, `fetched over http and https`,
				`--gtfs-rt is not an address`, `is a folder`, `--gtfs-rt-header cannot be used`, `write it as 'Name: value'`, `--seed "5" is about the embedded`},
		},
		"embedded": {
			[]string{"--gtfs-rt", "http://example.com", "--types", "1=M"}, []string{"RAILD_GTFS_RT_HEADER=X-Key: secret"},
			[]string{`--gtfs-rt is about a GTFS feed: give --gtfs as well`, `RAILD_GTFS_RT_HEADER is about`, `--types is about`},
		},
		"no companion": {
			[]string{"--gtfs", dir, "--gtfs-rt-header", "X-Key: secret"}, nil, []string{"give --gtfs-rt as well"},
		},
		"certificate":    {[]string{"--tls-cert", bad, "--tls-key", bad}, nil, []string{"--tls-cert", "give a certificate chain and its key"}},
		"half of TLS":    {[]string{"--tls-cert", bad}, nil, []string{"give both --tls-cert and --tls-key"}},
		"the other half": {nil, []string{"RAILD_TLS_KEY=" + bad}, []string{"RAILD_TLS_KEY", "give both"}},
		"environment":    {nil, []string{"RAILD_SPEED=fast", "RAILD_TYPES=x,2=M,RED=Q"}, []string{`RAILD_SPEED "fast"`, `RAILD_TYPES "x": there is no equals sign`, `RAILD_TYPES "RED=Q": behind`}},
	} {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr buffer
			if status := run(t.Context(), test.args, test.environ, &stdout, &stderr); status != exitUsage || stdout.String() != "" {
				t.Errorf("status %d, printed %s", status, stdout.String())
			}
			said := stderr.String()
			for _, want := range test.want {
				if !strings.Contains(said, want) {
					t.Errorf("lacks %s:\n%s", want, said)
				}
			}
			lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
			if strings.Contains(said, "secret") || !strings.Contains(lines[len(lines)-1], "raild --help") {
				t.Error(said)
			}
			for _, line := range lines[:len(lines)-1] {
				if !strings.HasPrefix(line, "raild: ") {
					t.Errorf("line %q", line)
				}
			}
		})
	}
}

func TestHelpTellsEverySetting(t *testing.T) {
	var stdout, stderr buffer
	if status := run(t.Context(), []string{"--no-such", "--help"}, nil, &stdout, &stderr); status != exitUsage {
		t.Errorf("status %d", status)
	}
	stdout, stderr = buffer{}, buffer{}
	if status := run(t.Context(), []string{"-h"}, nil, &stdout, &stderr); status != exitDone || stderr.String() != "" {
		t.Errorf("status %d, %s", status, stderr.String())
	}
	help := stdout.String()
	for _, s := range settings() {
		if !strings.Contains(help, "  --"+s.name) {
			t.Errorf("the help lacks --%s", s.name)
		}
		if !strings.Contains(help, "\n"+s.group+":\n") {
			t.Errorf("the help lacks the group %s", s.group)
		}
	}
	for line := range strings.Lines(help) {
		if len(line) > 121 || strings.TrimRight(line, " \n") != strings.TrimRight(line, "\n") {
			t.Errorf("line %q", line)
		}
	}
	stdout = buffer{}
	if status := run(t.Context(), []string{"--version"}, nil, &stdout, &stderr); status != exitDone || !strings.HasPrefix(stdout.String(), "raild ") {
		t.Errorf("status %d, %s", status, stdout.String())
	}
}

// FuzzSettings gives any values by flags, by the environment, and by both: what is configured and what is wrong with it
// are the same, apart from where it was given, and each mistake is one printable line.
func FuzzSettings(f *testing.F) {
	f.Add("60", "2026-11-21T08:15:00Z", ":8080", "5m", "info", "3")
	f.Add("-1", "noon\nRAILD_X=1", "a\x1b[31m", "1h1h", "LOUD\u2028", "true")
	f.Add("", " ", "[::1]:http", "9e9h", "\xff", "1e3")
	f.Fuzz(func(t *testing.T, speed, clock, addr, every, level, gzip string) {
		values := map[string]string{
			"speed": speed, "clock": clock, "addr": addr, "gtfs-rt-every": every, "log-level": level, "gzip": gzip, "shutdown-grace": every,
		}
		var flags, environ, some, others []string
		for i, name := range slices.Sorted(maps.Keys(values)) {
			text := values[name]
			if strings.TrimSpace(text) == "" {
				continue // an empty variable counts as none, an empty flag is a mistake
			}
			s, _ := named(settings(), "--"+name)
			flags = append(flags, "--"+name+"="+text)
			environ = append(environ, s.variable()+"="+text)
			if i%2 == 0 {
				some = append(some, "--"+name+"="+text)
				others = append(others, s.variable()+"=wrong")
			} else {
				others = append(others, s.variable()+"="+text)
			}
		}
		want, problems := configure(flags, nil)
		for _, given := range [][2][]string{{nil, environ}, {some, others}} {
			got, other := configure(given[0], given[1])
			if len(other) != len(problems) || len(problems) == 0 && !reflect.DeepEqual(got, want) {
				t.Errorf("%q\n%+v %v\n%q\n%+v %v", flags, want, problems, given, got, other)
			}
			problems = append(problems[:len(problems):len(problems)], other...)
			for _, p := range problems {
				if text := p.Error(); len(text) > 300 || strings.ContainsFunc(text, unprintable) {
					t.Errorf("mistake %q", text)
				}
			}
			problems = problems[:len(problems)-len(other)]
		}
		if _, problems := configure(strings.Fields(speed+" "+clock+" "+addr), []string{"RAILD_GTFS_RT=" + clock, "RAILD_GTFS_RT_HEADER=" + addr, "RAILD_SEED=" + speed}); strings.ContainsFunc(fmt.Sprint(problems), unprintable) {
			t.Errorf("mistakes %q", problems)
		}
	})
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

func TestVariablesWithoutAMeaning(t *testing.T) {
	got := strays([]string{"RAILD_GTSF=x", "RAILD_ADDR=:1", "RAILD_PORT=tcp://10.0.0.1:80", "RAILD_SERVICE_HOST=10.0.0.1", "RAILDX=1", "RAILD_COLOUR=red", "RAILD_SPED=3", "HOME=/"})
	if want := []string{"RAILD_GTSF (did you mean RAILD_GTFS?)", "RAILD_COLOUR", "RAILD_SPED (did you mean RAILD_SPEED?)"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
