package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/rail/cmd/command"
)

// output has three rounds; one measurement of quartet is an outlier and one is missing.
const output = `goos: linux
cpu: Some CPU
BenchmarkDecode/form=compact/n=100/impl=encoding-xml-2  	50	 3000 ns/op	 20.96 MB/s	 23161 allocs/op
BenchmarkDecode/form=compact/n=100/impl=quartet-2       	90	  100 ns/op	600.00 MB/s	    25 allocs/op
BenchmarkDecode/form=compact/n=100/impl=gowsdl-2        	50	 3000 ns/op
BenchmarkDecode/form=compact/n=100000/impl=quartet-2    	90	  200000 ns/op
BenchmarkServe/n=100/impl=encoding-xml-2                	50	 1000 ns/op	 2000 req/s
BenchmarkServe/n=100/impl=quartet-2                     	50	  100 ns/op	20000 req/s
BenchmarkServe/n=100/impl=static-2                      	50	   50 ns/op	40000 req/s
PASS
BenchmarkDecode/form=compact/n=100/impl=encoding-xml-2  	50	 3200 ns/op
BenchmarkDecode/form=compact/n=100/impl=quartet-2       	90	 1000 ns/op
BenchmarkDecode/form=compact/n=100/impl=gowsdl-2        	50	 6400 ns/op
BenchmarkDecode/form=compact/n=100/impl=encoding-xml-2  	50	 3200 ns/op
BenchmarkDecode/form=compact/n=100/impl=quartet-2       	90	  100 ns/op
PASS
`

const tables = `CPU: Some CPU

Decode: speed, encoding-xml = 1.0, median of 3 rounds

|    form |      n | quartet | gowsdl |  middle half | target |    µs | ns/record | MB/s | allocs |
|--------:|-------:|--------:|-------:|-------------:|-------:|------:|----------:|-----:|-------:|
| compact |    100 |    30.0 |    0.8 | 16.6 to 31.0 | 30 met |   0.1 |       1.0 |  600 |   25.0 |
| compact | 100000 |         |        |              |        |   200 |       2.0 |      |        |

Serve: speed, encoding-xml = 1.0, median of 1 round

|   n | quartet | static | of static |                        target |  µs | ns/record | req/s |
|----:|--------:|-------:|----------:|------------------------------:|----:|----------:|------:|
| 100 |    10.0 |   20.0 |      50 % | 8 met, 60 % of static missed | 0.1 |       1.0 | 20000 |
`

func TestTables(t *testing.T) {
	var out bytes.Buffer
	if err := run(nil, strings.NewReader(output), &out); err != nil {
		t.Fatal(err)
	}
	if got, want := squeeze(out.String()), squeeze(tables); got != want {
		t.Errorf("got\n%s\nwant\n%s", &out, tables)
	}
	width := 0
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "|") {
			width = 0
			continue
		}
		if n := len([]rune(line)); width != 0 && n != width {
			t.Errorf("a line of %d characters in a table of %d: %s", n, width, line)
		} else {
			width = n
		}
	}
}

// squeeze removes the padding of tables.
func squeeze(s string) string {
	for strings.Contains(s, "--") {
		s = strings.ReplaceAll(s, "--", "-")
	}
	var lines []string
	for line := range strings.Lines(s) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines, "\n")
}

func TestSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for _, name := range []string{"a", "b"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(output), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	var out bytes.Buffer
	if err := run(files, nil, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "median of 6 rounds") {
		t.Error(&out)
	}
	if err := run([]string{filepath.Join(dir, "missing")}, nil, &out); err == nil {
		t.Error("no error for a file that is missing")
	}
}

func TestBadInput(t *testing.T) {
	for input, want := range map[string]string{
		"":                               "no benchmark in the input",
		"PASS\nok pkg 1s\n":              "no benchmark in the input",
		"PASS\n--- FAIL: BenchmarkX\n":   "standard input:2: a benchmark failed: --- FAIL: BenchmarkX",
		"BenchmarkX-2 10 abc ns/op\n":    `standard input:1: "abc" is not a measurement`,
		"BenchmarkX-2 10 NaN ns/op\n":    `standard input:1: "NaN" is not a measurement`,
		"BenchmarkX-2 10 1 ns/op 2\n":    "standard input:1: missing unit of a value",
		strings.Repeat("x", 1<<20) + " ": "standard input: bufio.Scanner: token too long",
	} {
		var out bytes.Buffer
		err := run(nil, strings.NewReader(input), &out)
		if err == nil || err.Error() != want {
			t.Errorf("%.40q: error %v, not %s", input, err, want)
		}
		if out.Len() > 0 {
			t.Errorf("%.40q: %s", input, &out)
		}
	}
}

// TestNothingToCompare checks that a benchmark that cannot be compared is not an error.
func TestNothingToCompare(t *testing.T) {
	var out bytes.Buffer
	if err := run(nil, strings.NewReader("BenchmarkX 10 0 ns/op\nBenchmarkX/impl=encoding-xml 10 5 ns/op\n"), &out); err != nil {
		t.Fatal(err)
	}
}

func TestExitCodes(t *testing.T) {
	for _, test := range []struct {
		args   []string
		code   int
		stderr string
	}{
		{[]string{}, command.OK, ""},
		{[]string{"missing"}, command.Failed, "ratios: open missing: "},
		{[]string{"--base"}, command.Usage, "ratios: unknown flag: --base\nRun 'ratios --help' for usage.\n"},
	} {
		var stdout, stderr bytes.Buffer
		code := execute(test.args, strings.NewReader(output), &stdout, &stderr)
		if code != test.code || !strings.HasPrefix(stderr.String(), test.stderr) || (stderr.Len() == 0) != (test.stderr == "") {
			t.Errorf("%q: exit code %d, want %d; standard error: %s", test.args, code, test.code, &stderr)
		}
		if (stdout.Len() > 0) != (code == command.OK) {
			t.Errorf("%q: standard output: %s", test.args, &stdout)
		}
	}
}

func TestQuantile(t *testing.T) {
	values := []float64{4, 1, 3, 2}
	for q, want := range map[float64]float64{0: 1, 0.5: 2.5, 1: 4} {
		if got := quantile(values, q); math.Abs(got-want) > 1e-9 {
			t.Errorf("quantile(%g) is %g, not %g", q, got, want)
		}
	}
}

// FuzzRead checks that any input results in an error or a table.
func FuzzRead(f *testing.F) {
	f.Add(output)
	f.Add("BenchmarkDecode/form=compact/n=0/impl=quartet 1 1 ns/op\n")
	f.Add("Benchmark//=/-1 1 1 ns/op")
	f.Fuzz(func(t *testing.T, input string) {
		var out bytes.Buffer
		if err := run(nil, strings.NewReader(input), &out); err == nil && !strings.Contains(out.String(), "speed") {
			t.Error("neither an error nor a table")
		}
	})
}
