package interop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

// foreignServer is a service that another SOAP implementation offers. It answers from a table that the test writes; see
// testdata/README.md.
type foreignServer struct {
	name        string
	program     func(t *testing.T, contract string) *exec.Cmd
	ports       []string
	differences []difference
}

// prepared is an answer that a foreign server gives to the arguments.
type prepared struct {
	Operation  string            `json:"operation"`
	Parameters []string          `json:"parameters"` // parameters of the operation, in order
	Arguments  map[string]string `json:"arguments"`
	Record     string            `json:"record"` // name of the elements
	Fields     []recordField     `json:"fields"` // fields in the order of the schema
	Records    []sample          `json:"records"`
	Fault      *fault            `json:"fault"`
}

// brokenReason is the reason of faults that are the server's. Unlike a service of Quartet, a foreign one sends it.
const brokenReason = "the service is broken"

// noReason is reported for a fault without a reason.
const noReason = "(none)"

// test calls the server with the client of Quartet.
func (s foreignServer) test(t *testing.T) []row {
	addresses := s.start(t)
	works := make(map[string]map[string]bool)
	var calls []call
	var answers []answer
	for _, port := range s.ports {
		client, err := realtime.NewClient(addresses[port], bindings[port], soap.WithHTTPClient(dialing(addresses["socket"])))
		if err != nil {
			t.Fatal(err)
		}
		works[port] = make(map[string]bool)
		for _, o := range operations {
			works[port][o.member] = true
			sets := argumentSets(o)
			for _, set := range slices.Sorted(maps.Keys(sets)) {
				c := call{Port: port, Operation: o.name, Member: o.member, Arguments: sets[set], of: o, set: set}
				if set == "null" || cannotExpress(c, s.differences) { // a nil pointer is an absent parameter
					continue
				}
				got := callClient(t.Context(), client, c)
				ok := t.Run(port+"/"+o.member+"/"+set, func(t *testing.T) {
					for _, problem := range compare(got, wantOfServer(c, s.differences)) {
						t.Error(problem)
					}
				})
				works[port][o.member] = works[port][o.member] && ok
				calls, answers = append(calls, c), append(answers, got)
			}
		}
	}
	checkDifferences(t, s.differences, calls, answers, wantOfServer)
	return []row{newRow(s.name, form{}, works, s.differences)}
}

// dialing returns a client that connects to a Unix domain socket whatever the address. An empty name means an ordinary
// client.
func dialing(socket string) *http.Client {
	if socket == "" {
		return http.DefaultClient
	}
	var dialer net.Dialer
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return dialer.DialContext(ctx, "unix", socket)
	}}}
}

// start runs the program until the end of the test, and returns the addresses of its ports.
func (s foreignServer) start(t *testing.T) map[string]string {
	t.Helper()
	folder := t.TempDir()
	contract := filepath.Join(folder, "flat.wsdl")
	writeContract(t, contract, flat)
	command := s.program(t, contract)
	command.Env = append(withoutProxy(command.Environ()), "INTEROP_FOLDER="+folder)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%s", &stderr)
		}
	})
	stdin, stdout := startPiped(t, command)
	if err := json.NewEncoder(stdin).Encode(preparedAnswers()); err != nil {
		t.Fatal(err)
	}
	tooLate := time.AfterFunc(programTimeout, func() { stdout.Close() })
	defer tooLate.Stop()
	var addresses map[string]string
	if err := json.NewDecoder(stdout).Decode(&addresses); err != nil {
		t.Fatalf("%v: %v", command, err)
	}
	return addresses
}

// startPiped starts a program that ends when its standard input is closed, which is at the end of the test.
func startPiped(t *testing.T, command *exec.Cmd) (stdin io.Writer, stdout io.ReadCloser) {
	t.Helper()
	command.WaitDelay = endTimeout
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err = command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		input.Close()
		killer := time.AfterFunc(endTimeout, func() { command.Process.Kill() })
		defer killer.Stop()
		command.Wait()
	})
	return input, stdout
}

// writeContract writes a form of the contract to a file. No service has the addresses in it.
func writeContract(t *testing.T, file string, f form) {
	t.Helper()
	w := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1/realtime/realtime.asmx?"+f.query, nil)
	realtime.NewHandler(newService(), quiet).ServeHTTP(w, request)
	if err := os.WriteFile(file, w.Body.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// preparedAnswers returns the table of a foreign server.
func preparedAnswers() []prepared {
	var table []prepared
	for _, o := range operations {
		for set, values := range argumentSets(o) {
			if set == "null" {
				continue
			}
			p := prepared{Operation: o.member, Record: o.record, Arguments: make(map[string]string), Records: []sample{}}
			p.Parameters, p.Fields = append([]string{}, o.parameters...), recordFields()[o.record]
			for name, value := range values {
				p.Arguments[name] = *value
			}
			got := wantOfServer(call{Port: soap11, Member: o.member, Arguments: values, of: o, set: set}, nil)
			p.Fault = got.Fault
			p.Records = append(p.Records, got.Records...)
			table = append(table, p)
		}
	}
	return table
}

// wantOfServer is like [want] for a foreign server.
func wantOfServer(c call, differences []difference) answer {
	return expect(c, differences, brokenReason)
}

var bindings = map[string]soap.Binding{soap11: soap.SOAP11, soap12: soap.SOAP12, httpGet: soap.HTTPGet, httpPost: soap.HTTPPost}

// callClient makes a call with the client of Quartet.
func callClient(ctx context.Context, client *realtime.Client, c call) answer {
	method := reflect.ValueOf(client).MethodByName(goName(c.Member))
	in := []reflect.Value{reflect.ValueOf(ctx)}
	if method.Type().NumIn() == 2 {
		request := reflect.New(method.Type().In(1).Elem())
		for name, value := range c.Arguments {
			request.Elem().FieldByName(goName(name)).Set(reflect.ValueOf(value))
		}
		in = append(in, request)
	}
	out := method.Call(in)
	if err, failed := out[1].Interface().(error); failed {
		return failure(err, c.Port)
	}
	records := make([]sample, out[0].Len())
	for i := range records {
		records[i] = read(out[0].Index(i), c.of.record)
	}
	return answer{Records: records}
}

// failure returns the fault of an error.
func failure(err error, port string) answer {
	f, isFault := errors.AsType[*soap.Fault](err)
	var unreadable *soap.HTTPError
	switch {
	case isFault:
	case errors.As(err, &unreadable) && slices.Contains(httpPorts, port):
		return answer{Fault: &fault{strconv.Itoa(unreadable.Status), noReason}}
	default:
		return answer{Error: err.Error()}
	}
	names := map[string]map[soap.FaultCode]string{
		soap11:   {soap.FaultClient: "Client", soap.FaultServer: "Server"},
		soap12:   {soap.FaultClient: "Sender", soap.FaultServer: "Receiver"},
		httpGet:  {soap.FaultClient: "400", soap.FaultServer: "500"},
		httpPost: {soap.FaultClient: "400", soap.FaultServer: "500"},
	}
	return answer{Fault: &fault{names[port][f.Code], f.Reason}}
}

// read returns the fields of a record; it is the inverse of [fill].
func read(record reflect.Value, name string) sample {
	values := make(sample)
	for _, f := range recordFields()[name] {
		switch value := record.FieldByName(goName(f.Name)).Interface().(type) {
		case *string:
			if value != nil {
				values[f.Name] = *value
			}
		case int32:
			values[f.Name] = fmt.Sprint(value)
		case xsd.DateTime:
			values[f.Name] = value.String()
		}
	}
	return values
}
