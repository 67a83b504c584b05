package interop_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/jsonhttp"
)

// The ports of the contract, one for each binding.
const (
	soap11   = "RealtimeSoap"
	soap12   = "RealtimeSoap12"
	httpGet  = "RealtimeHttpGet"
	httpPost = "RealtimeHttpPost"
	overJSON = "JSON" // no port of the contract: of package jsonhttp
)

var (
	allPorts  = []string{soap11, soap12, httpGet, httpPost}
	soapPorts = []string{soap11, soap12}
	httpPorts = []string{httpGet, httpPost}
)

// peer is a client program of another SOAP implementation, with its limitations. Programs use the protocol described in
// testdata/README.md.
type peer struct {
	name   string
	always bool // called by 'make test', too
	rare   bool // called only if asked for, as it takes long to build
	// program returns the command of the program. It builds the program if needed, and skips the test if a tool is missing.
	program     func(t *testing.T, contract string) *exec.Cmd
	ports       []string // ports that it can call
	contracts   []form   // forms of the contract that it is tested with
	differences []difference
	serves      []soap.HandlerOption // what the handler that it calls has besides
}

// form is a form of the contract, and the operations that a peer reaches with it.
type form struct {
	query   string
	saved   bool // it is read from a file
	reaches func(operation) bool
	note    string // why it reaches no more
}

// Forms of the contract.
var (
	flat       = form{query: "flatWsdl", reaches: operation.any}
	soapOnly   = form{query: "flatWsdl&bindings=soap", reaches: operation.any}
	forMesh    = form{query: soapOnly.query, reaches: operation.any, note: "the program replaces its scalar for times, which refuses one without a zone"}
	original   = form{query: "wsdl", reaches: operation.any}
	noContract = form{reaches: operation.any} // used for peers that are told what to send
	saved      = form{query: "wsdl", saved: true, reaches: operation.any, note: "from a file"}
	savedFlat  = form{query: "flatWsdl", saved: true, reaches: operation.any, note: "from a file"}
	openAPI    = form{query: "openapi=json", reaches: operation.any}
	keepsLast  = form{query: "wsdl", reaches: operation.lastOverload, note: "of two overloads it keeps the last"}
)

// keepsFirst is the contract as a peer reads it that keeps the first of two overloads.
var keepsFirst = form{query: "wsdl", reaches: operation.firstOverload, note: "of two overloads it keeps the first"}

// programTimeout is the time within which a program must have made all its calls.
const programTimeout = 3 * time.Minute

// endTimeout is the time within which a program must end when it is told to.
const endTimeout = 10 * time.Second

// call is a call that the peer makes, with the answer that it should report.
type call struct {
	Port       string    `json:"port"`
	Operation  string    `json:"operation"`
	Member     string    `json:"member"`
	Parameters []string  `json:"parameters"` // parameters of the operation, in order
	Arguments  arguments `json:"arguments"`

	of  operation
	set string // name of the set of arguments
}

type answer struct {
	Records []sample `json:"records"`
	Fault   *fault   `json:"fault"`
	Error   string   `json:"error"` // error of the program; no fault arrived
}

type fault struct {
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// test lets the peer make all calls, compares its answers, and returns the rows for the documentation.
func (p peer) test(t *testing.T) []row {
	server := httptest.NewServer(realtime.NewHandler(newService(), append(p.serves, quiet, jsonhttp.WithJSON())...))
	defer server.Close()
	address := server.URL + "/realtime/realtime.asmx"
	var rows []row
	var calls []call
	var answers []answer
	for _, f := range p.contracts {
		made := p.calls(f)
		got := p.run(t, address, f, made)
		works := make(map[string]map[string]bool)
		for i, c := range made {
			ok := t.Run(f.query+"/"+c.Port+"/"+c.Member+"/"+c.set, func(t *testing.T) {
				for _, problem := range compare(got[i], want(c, p.differences)) {
					t.Error(problem)
				}
			})
			if works[c.Port] == nil {
				works[c.Port] = make(map[string]bool)
			}
			before, seen := works[c.Port][c.Member]
			works[c.Port][c.Member] = ok && (before || !seen)
		}
		calls, answers = append(calls, made...), append(answers, got...)
		rows = append(rows, newRow(p.name, f, works, p.differences))
	}
	checkDifferences(t, p.differences, calls, answers, want)
	return rows
}

// run starts the program and returns its answers.
func (p peer) run(t *testing.T, address string, f form, calls []call) []answer {
	t.Helper()
	contract := address + "?" + f.query
	if f.saved {
		contract = filepath.Join(t.TempDir(), "saved.wsdl")
		writeContract(t, contract, f)
	}
	command := p.program(t, contract)
	input, err := json.Marshal(map[string]any{"wsdl": contract, "address": address, "calls": calls})
	if err != nil {
		t.Fatal(err)
	}
	output := runProgram(t, command, input)
	var answers []answer
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var a answer
		if err := decoder.Decode(&a); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in %s", err, output)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(calls) {
		t.Fatalf("%d answers to %d calls: %s", len(answers), len(calls), output)
	}
	return answers
}

// runProgram returns the standard output of a program.
func runProgram(t *testing.T, command *exec.Cmd, input []byte) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), programTimeout)
	defer cancel()
	limited := exec.CommandContext(ctx, command.Path, command.Args[1:]...)
	limited.Dir, limited.Env = command.Dir, withoutProxy(command.Environ())
	limited.Stdin = bytes.NewReader(input)
	limited.Cancel = func() error { return limited.Process.Signal(os.Interrupt) } // the program may have started others
	limited.WaitDelay = endTimeout
	return run(t, limited)
}

// withoutProxy adds to an environment that loopback addresses are called directly.
func withoutProxy(environment []string) []string {
	return append(environment, "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
}

// run returns the standard output of a command. If the command fails, run fails the test with all of its output.
func run(t *testing.T, command *exec.Cmd) []byte {
	t.Helper()
	var stderr bytes.Buffer
	command.Stderr = &stderr
	stdout, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", command, err, stdout, &stderr)
	}
	return stdout
}

// calls returns the calls that a peer can make: each operation at each port, with each set of arguments.
func (p peer) calls(f form) []call {
	var calls []call
	for _, port := range p.ports {
		for _, o := range operations {
			if !f.reaches(o) {
				continue
			}
			sets := argumentSets(o)
			for _, set := range slices.Sorted(maps.Keys(sets)) {
				c := call{Port: port, Operation: o.name, Member: o.member, Parameters: append([]string{}, o.parameters...), Arguments: sets[set], of: o, set: set}
				if strings.HasPrefix(f.query, flat.query) {
					c.Operation = o.member
				}
				if !cannotExpress(c, p.differences) {
					calls = append(calls, c)
				}
			}
		}
	}
	return calls
}

// want returns the service's answer as a peer with some differences should report it.
func want(c call, differences []difference) answer {
	return expect(c, differences, "")
}

// expect is like [want]. broken is the reason of faults that are the server's.
func expect(c call, differences []difference, broken string) answer {
	var parameters []*string
	for _, name := range c.of.parameters {
		value := c.Arguments[name]
		for _, d := range differences {
			if d.parameter != nil && d.applies(c) {
				value = d.parameter(value)
			}
		}
		parameters = append(parameters, value)
	}
	records, err := samples(c.of.record, parameters)
	if err != nil {
		f := wireFault(c.Port, err)
		f.Reason = cmp.Or(f.Reason, broken)
		for _, d := range differences {
			if d.fault != nil && d.applies(c) {
				d.fault(f)
			}
		}
		return answer{Fault: f}
	}
	for _, r := range records {
		for _, d := range differences {
			if d.record != nil && d.applies(c) {
				d.record(r)
			}
		}
	}
	return answer{Records: records}
}

// wireFault returns the fault that a binding sends for an error of the service. For an error that is not a fault, only the
// code is set, as its text is not sent.
func wireFault(port string, err error) *fault {
	codes := map[string][2]string{
		soap11:   {"Client", "Server"},   // SOAP 1.1, section 4.4.1
		soap12:   {"Sender", "Receiver"}, // SOAP 1.2 part 1, section 5.4.6
		httpGet:  {"400", "500"},
		httpPost: {"400", "500"},
		overJSON: {"Client", "Server"},
	}[port]
	if f := (*soap.Fault)(nil); errors.As(err, &f) {
		return &fault{codes[0], f.Reason}
	}
	return &fault{Code: codes[1]}
}
