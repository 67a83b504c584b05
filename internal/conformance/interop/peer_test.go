package interop_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/conformance/interop"
)

// peer is a client of another make: a program that speaks the protocol of testdata/README.md, and what is known of it.
type peer struct {
	command *exec.Cmd
	ports   []string
	calls   func(operation) bool // tells which operations it can call
	// losesEmptyFields and losesEmptyParameters tell that it makes no difference between what is empty and absent.
	losesEmptyFields, losesEmptyParameters bool
	// trims tells that it drops the white space around a field.
	trims bool
	// cannotOmit tells that it has no way to omit a parameter at a port.
	cannotOmit func(port string) bool
}

func TestZeep(t *testing.T) {
	t.Parallel()
	python := interop.Python(t, "zeep", "python3-zeep")
	peer{
		command:          exec.Command(python, filepath.Join("testdata", "python", "client.py")),
		ports:            []string{"RealtimeSoap", "RealtimeSoap12", "RealtimeHttpGet", "RealtimeHttpPost"},
		calls:            operation.lastOfName,
		losesEmptyFields: true,
		// It sends the text None for a parameter that is not there.
		cannotOmit: func(port string) bool { return strings.HasPrefix(port, "RealtimeHttp") },
	}.test(t)
}

func TestNodeSoap(t *testing.T) {
	t.Parallel()
	node := interop.Program(t, "node", "nodejs")
	folder := filepath.Join("testdata", "node")
	if _, err := os.Stat(filepath.Join(folder, "node_modules", "soap")); err != nil {
		interop.Missing(t, "the npm package soap", "npm ci in internal/conformance/interop/testdata/node")
	}
	peer{
		command: exec.Command(node, filepath.Join(folder, "client.mjs")),
		ports:   []string{"RealtimeSoap", "RealtimeSoap12"},
		calls:   operation.lastOfName,
		trims:   true,
	}.test(t)
}

// call is one line of a conversation: what the peer is told to do and what it should report.
type call struct {
	Port      string    `json:"port"`
	Operation string    `json:"operation"`
	Member    string    `json:"member"`
	Arguments arguments `json:"arguments"`

	kind string // of arguments
	want answer
}

type answer struct {
	Records []sample `json:"records"`
	Fault   *fault   `json:"fault"`
}

type fault struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// test starts a server, has the peer make its calls in one run, and compares what it reports.
func (p peer) test(t *testing.T) {
	t.Helper()
	server := httptest.NewServer(realtime.NewHandler(service{}, quiet))
	defer server.Close()
	address := server.URL + "/realtime/realtime.asmx"
	calls := p.conversation()
	input, err := json.Marshal(map[string]any{"wsdl": address + "?wsdl", "address": address, "calls": calls})
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	p.command.Env = append(os.Environ(), "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
	p.command.Stdin, p.command.Stderr = bytes.NewReader(input), &stderr
	output, err := p.command.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", p.command, err, &stderr)
	}
	var answers []answer
	if err := json.Unmarshal(output, &answers); err != nil {
		t.Fatalf("%v in %s", err, output)
	}
	if len(answers) != len(calls) {
		t.Fatalf("%d answers to %d calls", len(answers), len(calls))
	}
	for i, c := range calls {
		t.Run(c.Port+"/"+c.Member+"/"+c.kind, func(t *testing.T) { c.compare(t, answers[i]) })
	}
}

func (c call) compare(t *testing.T, got answer) {
	t.Helper()
	switch {
	case c.want.Fault != nil:
		c.compareFault(t, got)
	case got.Fault != nil:
		t.Errorf("the fault %+v", *got.Fault)
	case len(got.Records) != len(c.want.Records):
		t.Errorf("%d records, want %d: %q", len(got.Records), len(c.want.Records), got.Records)
	default:
		for i, want := range c.want.Records {
			for _, difference := range differences(got.Records[i], want) {
				t.Errorf("record %d: %s", i, difference)
			}
		}
	}
}

// differences lists the fields in which two records are not the same.
func differences(got, want sample) []string {
	fields := maps.Clone(want)
	maps.Copy(fields, got)
	var list []string
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		has, value := quoted(got, field), quoted(want, field)
		if has != value {
			list = append(list, fmt.Sprintf("%s is %s, want %s", field, has, value))
		}
	}
	return list
}

func quoted(record sample, field string) string {
	if value, present := record[field]; present {
		return strconv.Quote(value)
	}
	return "absent"
}

func (c call) compareFault(t *testing.T, got answer) {
	t.Helper()
	want := *c.want.Fault
	if got.Fault == nil {
		t.Errorf("%d records, want the fault %+v", len(got.Records), want)
		return
	}
	if want.Reason == "" { // an error that is not a fault: its text may not leave the server
		if got.Fault.Reason == "" || strings.Contains(got.Fault.Reason, errBroken.Error()) {
			t.Errorf("the reason of the fault is %q", got.Fault.Reason)
		}
		want.Reason = got.Fault.Reason
	}
	if *got.Fault != want {
		t.Errorf("the fault is %+v, want %+v", *got.Fault, want)
	}
}

// conversation lists the calls that a peer is able to make: each operation at each port, with every kind of argument.
func (p peer) conversation() []call {
	var calls []call
	for _, port := range p.ports {
		for _, o := range operations {
			if !p.calls(o) {
				continue
			}
			kinds := argumentsByKind(o)
			for _, kind := range slices.Sorted(maps.Keys(kinds)) {
				if (kind == "omitted" || kind == "null") && p.cannotOmit != nil && p.cannotOmit(port) {
					continue
				}
				calls = append(calls, call{port, o.name, o.member, kinds[kind], kind, p.expect(port, o, kinds[kind])})
			}
		}
	}
	return calls
}

// expect is what the service answers, as the peer sees it.
func (p peer) expect(port string, o operation, values arguments) answer {
	var parameters []*string
	for _, name := range o.parameters {
		value := values[name]
		if value != nil && *value == "" && p.losesEmptyParameters {
			value = nil
		}
		parameters = append(parameters, value)
	}
	records, err := samples(o.record, parameters)
	if err != nil {
		return answer{Fault: wireFault(port, err)}
	}
	for _, r := range records {
		p.lose(r)
	}
	return answer{Records: records}
}

// lose takes from a record what the peer is known to lose.
func (p peer) lose(record sample) {
	for field, value := range record {
		if p.trims {
			record[field] = strings.TrimSpace(value)
		}
		if p.losesEmptyFields && value == "" {
			delete(record, field)
		}
	}
}

// wireFault is an error of the service as each binding has it. The text of an error that is not a fault stays with the
// server, so only its code is known here.
func wireFault(port string, err error) *fault {
	codes := map[string][2]string{
		"RealtimeSoap":     {"Client", "Server"},   // SOAP 1.1, section 4.4.1
		"RealtimeSoap12":   {"Sender", "Receiver"}, // SOAP 1.2 part 1, section 5.4.6
		"RealtimeHttpGet":  {"400", "500"},
		"RealtimeHttpPost": {"400", "500"},
	}[port]
	if authored := (*realtime.Fault)(nil); errors.As(err, &authored) {
		return &fault{codes[0], authored.Reason}
	}
	return &fault{Code: codes[1]}
}
