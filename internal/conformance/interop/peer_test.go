package interop_test

import (
	"bytes"
	"cmp"
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
	"example.com/quartet/gen/soap"
	"example.com/quartet/internal/conformance/interop"
)

// peer is a client program of another SOAP implementation, with its limitations. Programs use the protocol described in
// testdata/README.md.
type peer struct {
	command  *exec.Cmd
	form     string               // query for the form of the contract that it reads; "" for wsdl
	ports    []string             // that it can call
	supports func(operation) bool // reports whether it can call an operation
	// dropsEmptyFields and dropsEmptyParameters are set if it does not distinguish empty from absent values.
	dropsEmptyFields, dropsEmptyParameters bool
	// trimsFields is set if it removes the white space around a field.
	trimsFields bool
	// cannotOmit reports whether it always sends all parameters to a port. It may be nil.
	cannotOmit func(port string) bool
}

func TestZeep(t *testing.T) {
	t.Parallel()
	p := newZeep(t)
	p.supports = operation.lastOverload
	p.test(t)
}

// TestZeepWithFlatContract calls all operations: in the flat form of the contract they have different names.
func TestZeepWithFlatContract(t *testing.T) {
	t.Parallel()
	p := newZeep(t)
	p.form, p.supports = "flatWsdl", operation.any
	p.test(t)
}

func newZeep(t *testing.T) peer {
	t.Helper()
	python := interop.Python(t, "zeep", "python3-zeep")
	return peer{
		command:          exec.Command(python, filepath.Join("testdata", "python", "client.py")),
		ports:            []string{"RealtimeSoap", "RealtimeSoap12", "RealtimeHttpGet", "RealtimeHttpPost"},
		dropsEmptyFields: true,
		// zeep sends the text None for an absent parameter.
		cannotOmit: func(port string) bool { return strings.HasPrefix(port, "RealtimeHttp") },
	}
}

func TestNodeSoap(t *testing.T) {
	t.Parallel()
	p := newNodeSoap(t)
	p.supports = operation.lastOverload
	p.test(t)
}

// TestNodeSoapWithFlatContract calls all operations, as TestZeepWithFlatContract does.
func TestNodeSoapWithFlatContract(t *testing.T) {
	t.Parallel()
	p := newNodeSoap(t)
	p.form, p.supports = "flatWsdl", operation.any
	p.test(t)
}

func newNodeSoap(t *testing.T) peer {
	t.Helper()
	node := interop.Program(t, "node", "nodejs")
	folder := filepath.Join("testdata", "node")
	if _, err := os.Stat(filepath.Join(folder, "node_modules", "soap")); err != nil {
		interop.Missing(t, "the npm package soap", "npm ci in internal/conformance/interop/testdata/node")
	}
	return peer{
		command:     exec.Command(node, filepath.Join(folder, "client.mjs")),
		ports:       []string{"RealtimeSoap", "RealtimeSoap12"},
		trimsFields: true,
	}
}

// call is a call that the peer makes, with the answer that it should report.
type call struct {
	Port      string    `json:"port"`
	Operation string    `json:"operation"`
	Member    string    `json:"member"`
	Arguments arguments `json:"arguments"`

	set  string // name of the set of arguments
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

// test starts a server, runs the peer, which makes all calls, and compares its answers.
func (p peer) test(t *testing.T) {
	t.Helper()
	server := httptest.NewServer(realtime.NewHandler(service{}, quiet))
	defer server.Close()
	address := server.URL + "/realtime/realtime.asmx"
	calls := p.calls()
	input, err := json.Marshal(map[string]any{"wsdl": address + "?" + cmp.Or(p.form, "wsdl"), "address": address, "calls": calls})
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
		t.Run(c.Port+"/"+c.Member+"/"+c.set, func(t *testing.T) { c.compare(t, answers[i]) })
	}
}

func (c call) compare(t *testing.T, got answer) {
	t.Helper()
	switch {
	case c.want.Fault != nil:
		c.compareFault(t, got)
	case got.Fault != nil:
		t.Errorf("got the fault %+v", *got.Fault)
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

// differences describes the fields in which two records differ.
func differences(got, want sample) []string {
	fields := maps.Clone(want)
	maps.Copy(fields, got)
	var list []string
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		is, value := quoted(got, field), quoted(want, field)
		if is != value {
			list = append(list, fmt.Sprintf("%s is %s, want %s", field, is, value))
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
	if want.Reason == "" { // an error that is not a fault: its text must not be sent
		if got.Fault.Reason == "" || strings.Contains(got.Fault.Reason, errBroken.Error()) {
			t.Errorf("the reason of the fault is %q", got.Fault.Reason)
		}
		want.Reason = got.Fault.Reason
	}
	if *got.Fault != want {
		t.Errorf("the fault is %+v, want %+v", *got.Fault, want)
	}
}

// calls returns the calls that a peer can make: each operation at each port, with each set of arguments.
func (p peer) calls() []call {
	var calls []call
	for _, port := range p.ports {
		for _, o := range operations {
			if !p.supports(o) {
				continue
			}
			sets := argumentSets(o)
			for _, set := range slices.Sorted(maps.Keys(sets)) {
				if (set == "omitted" || set == "null") && p.cannotOmit != nil && p.cannotOmit(port) {
					continue
				}
				name := o.name
				if p.form == "flatWsdl" {
					name = o.member
				}
				calls = append(calls, call{port, name, o.member, sets[set], set, p.want(port, o, sets[set])})
			}
		}
	}
	return calls
}

// want returns the service's answer as the peer should report it.
func (p peer) want(port string, o operation, values arguments) answer {
	var parameters []*string
	for _, name := range o.parameters {
		value := values[name]
		if value != nil && *value == "" && p.dropsEmptyParameters {
			value = nil
		}
		parameters = append(parameters, value)
	}
	records, err := samples(o.record, parameters)
	if err != nil {
		return answer{Fault: wireFault(port, err)}
	}
	for _, r := range records {
		p.limit(r)
	}
	return answer{Records: records}
}

// limit applies the limitations of the peer to a record.
func (p peer) limit(record sample) {
	for field, value := range record {
		if p.trimsFields {
			record[field] = strings.TrimSpace(value)
		}
		if p.dropsEmptyFields && value == "" {
			delete(record, field)
		}
	}
}

// wireFault returns the fault that a binding sends for an error of the service. For an error that is not a fault, only the
// code is set, as its text is not sent.
func wireFault(port string, err error) *fault {
	codes := map[string][2]string{
		"RealtimeSoap":     {"Client", "Server"},   // SOAP 1.1, section 4.4.1
		"RealtimeSoap12":   {"Sender", "Receiver"}, // SOAP 1.2 part 1, section 5.4.6
		"RealtimeHttpGet":  {"400", "500"},
		"RealtimeHttpPost": {"400", "500"},
	}[port]
	if f := (*soap.Fault)(nil); errors.As(err, &f) {
		return &fault{codes[0], f.Reason}
	}
	return &fault{Code: codes[1]}
}
