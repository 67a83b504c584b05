package bench

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// gsoap is the program built by testdata/gsoap/build.sh.
var gsoap = flag.String("gsoap", "", "also measure gSOAP with the program at `path`, built by testdata/gsoap/build.sh")

// benchmarkGsoap runs the program, which measures b.N operations itself.
func benchmarkGsoap(b *testing.B, what string, doc []byte) {
	output := runGsoap(b, *gsoap, what, doc, strconv.Itoa(b.N))
	nanoseconds, err := strconv.ParseFloat(strings.TrimSpace(string(output)), 64)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(nanoseconds/float64(b.N), "ns/op")
}

// runGsoap runs the program on a document and returns its output.
func runGsoap(tb testing.TB, driver, what string, doc []byte, args ...string) []byte {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "document.xml")
	if err := os.WriteFile(file, doc, 0o600); err != nil {
		tb.Fatal(err)
	}
	command := exec.Command(driver, append([]string{what, file}, args...)...)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		tb.Fatalf("%v: %v", command, err)
	}
	return output
}
