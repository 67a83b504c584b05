package bench

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/templates/soap/xsd"
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

// buildGsoap builds the program and returns its path. If a tool is not installed, it skips
// the test, or fails it if QUARTET_CI=1.
func buildGsoap(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command(filepath.Join("testdata", "gsoap", "build.sh"), dir, filepath.Join("..", "..", "..", "wsdl", "realtime.wsdl"))
	output, err := build.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit) && exit.ExitCode() == 3 && !interop.InCI():
		t.Skip(strings.TrimSpace(string(output)))
	default:
		t.Fatalf("%v: %v\n%s", build, err, output)
	}
	return filepath.Join(dir, "driver")
}

// TestSameValuesGsoap checks that gSOAP reads every form and writes the same values, except
// for fractions of a second, which it drops. To compile what gSOAP generates takes as long as all other tests of the package, and
// only benchmarks need it.
func TestSameValuesGsoap(t *testing.T) {
	if !interop.InCI() {
		t.Skip("it compiles a program in C: QUARTET_CI=1")
	}
	driver := buildGsoap(t)
	for _, f := range forms {
		list := decode(t, runGsoap(t, driver, "copy", document(f, sample)))
		for i := range list {
			at := list[i].Servertime
			list[i].Servertime = xsd.LocalDateTime(at.Time.Add(345 * time.Millisecond))
		}
		checkTexts(t, string(f), allTexts(list))
	}
}
