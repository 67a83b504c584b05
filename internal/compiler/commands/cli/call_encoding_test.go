package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

// TestCallEncoding calls a server that answers in another encoding than those of the run-time.
func TestCallEncoding(t *testing.T) {
	code, stdout, stderr := callDescribed(t, "\xcc\xee\xf1\xea\xe2\xe0")
	if code != 0 || !strings.Contains(stdout, `"Москва"`) {
		t.Errorf("code %d, output %q, errors %q", code, stdout, stderr)
	}
}

// callDescribed calls a server that answers with a station that has a description in windows-1251.
func callDescribed(t *testing.T, description string) (code int, out, errors string) {
	answer := `<ArrayOfObjStation xmlns="http://realtime.rail.example/"><objStation><StationDesc>` + description + `</StationDesc></objStation></ArrayOfObjStation>`
	var stdout, stderr bytes.Buffer
	code = cli.Main([]string{"call", "../../../../wsdl/realtime.wsdl", "getAllStationsXML", "--binding", "get", "--config=", "--endpoint", answering(t, "text/xml; charset=windows-1251", answer)}, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}
