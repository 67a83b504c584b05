package cli_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

// BenchmarkCheck measures "quartet check" of the rail contract, without the start of the process.
func BenchmarkCheck(b *testing.B) {
	b.Chdir("../../../../wsdl")
	for b.Loop() {
		var stdout bytes.Buffer
		if code := cli.Main([]string{"check", "realtime.wsdl", "--out", "../gen/realtime", "--with", "page,soaptest,validate,wsse"}, &stdout, io.Discard); code != 0 {
			b.Fatalf("exit code %d:\n%s", code, stdout.Bytes())
		}
	}
}

// BenchmarkDiff measures "quartet diff" of the largest contracts of QUARTET_CORPUS, each with itself and with a version in
// which every optional element is required.
func BenchmarkDiff(b *testing.B) {
	corpus := os.Getenv("QUARTET_CORPUS")
	if corpus == "" {
		b.Skip("QUARTET_CORPUS does not name a folder of contracts")
	}
	for _, contract := range []string{"cisco-axl-10.0/AXLAPI.wsdl", "workday-hr/workday.wsdl"} {
		name, main := filepath.Split(contract)
		old := filepath.Join(corpus, name)
		stricter := b.TempDir()
		if err := copyStricter(stricter, old); err != nil {
			b.Fatal(err)
		}
		for what, dir := range map[string]string{"same": old, "stricter": stricter} {
			b.Run(strings.TrimSuffix(name, "/")+"/"+what, func(b *testing.B) {
				for b.Loop() {
					code := cli.Main([]string{"diff", filepath.Join(old, main), filepath.Join(dir, main)}, io.Discard, io.Discard)
					if want := map[string]int{"same": 0, "stricter": 1}[what]; code != want {
						b.Fatalf("exit code %d, want %d", code, want)
					}
				}
			})
		}
	}
}

// copyStricter copies the files of a folder, and makes optional elements required.
func copyStricter(to, from string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		text = bytes.ReplaceAll(text, []byte(`minOccurs="0"`), []byte(`minOccurs="1"`))
		if err := os.WriteFile(filepath.Join(to, e.Name()), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
