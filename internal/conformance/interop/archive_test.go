package interop_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/multipart"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/wsa"
)

// archivePeer calls and serves the archive, whose contract demands WS-Addressing and allows MTOM, with a program of testdata.
type archivePeer struct {
	name         string
	program      func(t *testing.T) *exec.Cmd // the command; without arguments it serves
	ports        []string
	sizes        []int  // lengths of contents
	sends, reads bool   // whether it sends and reads parts of MTOM
	unasked      bool   // the handler that it calls sends parts though requests have none
	client       string // what the client does differently
	serves       *archiveService
}

// archiveService is a service of a peer.
type archiveService struct {
	fault       string // action of its faults
	optional    bool   // below /optional/ it serves messages without header blocks, too
	lax         bool   // it accepts them everywhere and answers all, and its faults do not name the request
	differences string
}

var archivePeers = []archivePeer{
	{
		name:    "JAX-WS",
		program: archiveJaxWs,
		ports:   archivePorts,
		sizes:   archiveSizes,
		sends:   true,
		reads:   true,
		serves: &archiveService{
			fault:       archiveAction + "Archive/fetch/Fault/Unknown_Exception",
			optional:    true,
			differences: "the action of its fault ends with the name of a class",
		},
	},
	{
		name:    "gSOAP",
		program: archiveGsoap,
		ports:   archivePorts,
		sizes:   archiveSizes,
		sends:   true,
		reads:   true,
		serves:  &archiveService{fault: wsa.Namespace + "/soap/fault", differences: "its fault has the action of faults that are not in a contract"},
	},
	{
		name:    "WCF on Mono",
		program: archiveWcf,
		ports:   archivePorts[1:],
		sizes:   archiveSizes,
		client:  "over SOAP 1.1 it sends no action; with MTOM it does not name the boundary; tried by hand, it works with the submission of 2004, too",
		serves: &archiveService{
			fault:       archiveFault,
			lax:         true,
			differences: "accepts messages without header blocks; answers where nothing is to be answered; its fault does not name the request",
		},
	},
	{
		name:    "zeep",
		program: argumentless(python("zeep", filepath.Join("..", "archive", "zeep_client.py"))),
		ports:   archivePorts,
		sizes:   archiveSizes,
		reads:   true,
		unasked: true,
		client:  "an empty value is None",
	},
	{
		name:    "npm soap",
		program: argumentless(node("soap", "archive.mjs")),
		ports:   archivePorts,
		sizes:   archiveSizes[:3],
		sends:   true,
		reads:   true,
		client:  "the program writes the header blocks and refers to parts itself; a part of 5 MB takes a minute to read",
	},
}

var archivePorts = []string{"Archive11", "Archive12"}

const (
	archiveAction = "http://archive.example/"
	archiveFault  = archiveAction + "Archive/fetch/Fault/unknown"
)

// archiveSizes are the lengths of contents.
var archiveSizes = []int{0, 10, 100_000, 5_000_000}

func argumentless(program func(*testing.T, string) *exec.Cmd) func(*testing.T) *exec.Cmd {
	return func(t *testing.T) *exec.Cmd { return program(t, "") }
}

// archive is the contract, described at run time.
var archive = sync.OnceValues(func() (*generator.Described, error) {
	return generator.Describe(context.Background(), generator.Config{Contract: archiveFile("archive.wsdl")})
})

// describedArchive returns the service of the contract, and its documents.
func describedArchive(t *testing.T) (*contract.Contract, *contract.DocumentSet) {
	t.Helper()
	d, err := archive()
	if err != nil {
		t.Fatal(err)
	}
	return d.Services[0], d.Documents
}

// field returns the text or the octets of a field of a message.
func field[T any](message any, i int) *T { return message.(*schema.Record).Field(i).(*T) }

// withID returns a message whose only field is an id.
func withID(t *schema.Type, id string) any {
	message := schema.NewRecord(t)
	*field[string](message, 0) = id
	return message
}

// contents is the service, with what was stored in it.
type contents struct{ byName sync.Map }

func (c *contents) call(_ context.Context, op *contract.Operation, req any) (any, error) {
	switch op.Name {
	case "store":
		name, stored := *field[string](req, 0), *field[[]byte](req, 1)
		if size, err := strconv.Atoi(strings.TrimPrefix(name, "n")); err != nil || !bytes.Equal(stored, content(size)) {
			return nil, fmt.Errorf("%s is stored with other content", name)
		}
		c.byName.Store(name, stored)
		return name, nil
	case "fetch":
		if content, ok := c.byName.Load(*field[string](req, 0)); ok {
			return content, nil
		}
		unknown := op.Faults[0]
		return nil, &soap.DescribedFault{Of: unknown, Detail: withID(unknown.Detail.Described().Of, *field[string](req, 0))}
	case "echo":
		return req, nil
	}
	c.byName.Delete(*field[string](req, 0))
	return nil, nil
}

// content returns the content with a length that all programs use.
func content(size int) []byte {
	content := make([]byte, size)
	for i := range content {
		content[i] = byte(i % 251)
	}
	return content
}

// report returns what is printed about calls that have all succeeded.
func (p archivePeer) report() []string {
	var lines []string
	for _, port := range p.ports {
		for _, size := range p.sizes {
			for _, operation := range []string{"store", "fetch", "echo"} {
				lines = append(lines, fmt.Sprintf("%s %s %d true", port, operation, size))
			}
		}
		lines = append(lines, port+" discard 0 true", port+" fetch unknown true")
	}
	slices.Sort(lines)
	return lines
}

// test lets the peer call a handler, calls its service, and returns the rows of the documentation.
func (p archivePeer) test(t *testing.T) []row {
	command := p.program(t)
	rows := []row{p.callsArchive(t, exec.Command(command.Path, command.Args[1:]...))}
	if p.serves != nil {
		rows = append(rows, p.servesArchive(t, command))
	}
	return rows
}

func (p archivePeer) callsArchive(t *testing.T, command *exec.Cmd) row {
	record, options := new(wire), []soap.HandlerOption{wsa.ByPolicy(), quiet, soap.WithMaxRequestBytes(1 << 25)}
	if p.unasked {
		options = append(options, multipart.WithMTOM(multipart.MTOM{}))
	}
	info, documents := describedArchive(t)
	server := httptest.NewServer(record.around(soap.NewHandler(info, documents, new(contents).call, options)))
	defer server.Close()
	command.Args = append(command.Args, server.URL+"/Archive11?wsdl", server.URL+"/")
	for _, size := range p.sizes {
		command.Args = append(command.Args, strconv.Itoa(size))
	}
	lines := strings.Split(strings.TrimSpace(string(runProgram(t, command, nil))), "\n")
	p.check(t, lines, record, onWire{p.sends, p.reads, archiveFault, false})
	return p.row("client", p.client)
}

func (p archivePeer) servesArchive(t *testing.T, command *exec.Cmd) row {
	address := startProgram(t, command)
	record := new(wire)
	var lines []string
	for _, port := range p.ports {
		options := []soap.ClientOption{soap.WithHTTPClient(record)}
		if p.reads {
			options = append(options, multipart.WithMTOM(multipart.MTOM{Threshold: 1}))
		}
		client := archiveClient(t, address+port, port, options...)
		for call, err := range p.callArchive(t.Context(), client) {
			if err != nil {
				t.Errorf("%s %s: %v", port, call, err)
			}
			lines = append(lines, fmt.Sprint(port, " ", call, " ", err == nil))
		}
		if !p.serves.lax {
			p.checkAddresses(t, address, port)
		}
	}
	p.check(t, lines, record, onWire{p.reads, p.sends, p.serves.fault, p.serves.lax})
	return p.row("service", p.serves.differences)
}

// archiveCaller calls a port of the archive.
type archiveCaller struct {
	*soap.Caller
	info *contract.Contract
}

func archiveClient(t *testing.T, address, port string, options ...soap.ClientOption) *archiveCaller {
	t.Helper()
	info, _ := describedArchive(t)
	binding := map[string]soap.Binding{"Archive11": soap.SOAP11, "Archive12": soap.SOAP12}[port]
	caller, err := soap.NewCaller(info, address, binding, append([]soap.ClientOption{wsa.ByPolicy()}, options...))
	if err != nil {
		t.Fatal(err)
	}
	return &archiveCaller{caller, info}
}

// call calls an operation with a text, octets, or both.
func (c *archiveCaller) call(ctx context.Context, operation, text string, octets ...[]byte) (any, error) {
	op := c.info.Operations[slices.IndexFunc(c.info.Operations, func(op *contract.Operation) bool { return op.Name == operation })]
	req, n := schema.NewRecord(op.RequestType()), 0
	if text != "" {
		*field[string](req, 0) = text
		n++
	}
	for i := range octets {
		*field[[]byte](req, n+i) = octets[i]
	}
	return c.Do(ctx, op, req)
}

// isUnknown reports whether an error is the fault unknown with the id unknown.
func isUnknown(err error) bool {
	fault, ok := errors.AsType[*soap.DescribedFault](err)
	return ok && fault.Of.Element.Local == "unknown" && *field[string](fault.Detail, 0) == "unknown"
}

// checkAddresses calls a service with other addresses for its answers, and without any.
func (p archivePeer) checkAddresses(t *testing.T, address, port string) {
	t.Helper()
	client := archiveClient(t, address+port, port)
	anonymous, none := &wsa.Endpoint{Address: wsa.Anonymous}, &wsa.Endpoint{Address: wsa.None}
	_, err := client.call(wsa.With(t.Context(), wsa.Properties{ReplyTo: anonymous, FaultTo: anonymous}), "fetch", "unknown")
	if !isUnknown(err) {
		t.Errorf("%s, FaultTo anonymous: %v", port, err)
	}
	_, err = client.call(wsa.With(t.Context(), wsa.Properties{ReplyTo: none, FaultTo: none}), "fetch", "unknown")
	if !isAccepted(err) {
		t.Errorf("%s, FaultTo none: %v", port, err)
	}
	_, err = client.call(wsa.With(t.Context(), wsa.Properties{ReplyTo: none}), "store", "n0")
	if !isAccepted(err) {
		t.Errorf("%s, ReplyTo none: %v", port, err)
	}
	without := soap.WithEnvelopes("wsa", func(*contract.Port, bool) *soap.Envelopes { return nil })
	_, err = archiveClient(t, address+port, port, without).call(t.Context(), "fetch", "unknown")
	if fault, ok := errors.AsType[*soap.Fault](err); !ok || !strings.Contains(fmt.Sprint(fault.Subcodes), "AddressingHeaderRequired") {
		t.Errorf("%s, without addresses: %v", port, err)
	}
	if !p.serves.optional {
		return
	}
	for _, options := range [][]soap.ClientOption{nil, {without}} {
		_, err = archiveClient(t, address+"optional/"+port, port, options...).call(t.Context(), "fetch", "unknown")
		if !isUnknown(err) {
			t.Errorf("%s, optional: %v", port, err)
		}
	}
}

// isAccepted reports whether an error is the status 202 instead of an answer.
func isAccepted(err error) bool {
	status, ok := errors.AsType[*soap.HTTPError](err)
	return ok && status.Status == http.StatusAccepted
}

// callArchive makes the calls of [archivePeer.report], and returns their errors.
func (p archivePeer) callArchive(ctx context.Context, client *archiveCaller) map[string]error {
	outcomes := make(map[string]error)
	for _, size := range p.sizes {
		want, name := content(size), fmt.Sprint("n", size)
		id, err := client.call(ctx, "store", name, want)
		outcomes[fmt.Sprint("store ", size)] = unless(id == name, err)
		fetched, err := client.call(ctx, "fetch", name)
		octets, _ := fetched.([]byte)
		outcomes[fmt.Sprint("fetch ", size)] = unless(bytes.Equal(octets, want), err)
		pair, err := client.call(ctx, "echo", "", want, content(10))
		outcomes[fmt.Sprint("echo ", size)] = unless(err == nil && bytes.Equal(*field[[]byte](pair, 0), want) && bytes.Equal(*field[[]byte](pair, 1), content(10)), err)
	}
	_, outcomes["discard 0"] = client.call(ctx, "discard", "n0")
	_, err := client.call(ctx, "fetch", "unknown")
	if isUnknown(err) {
		err = nil
	}
	outcomes["fetch unknown"] = err
	return outcomes
}

// unless returns an error unless the result of a call is right.
func unless(right bool, err error) error {
	if err == nil && !right {
		return errors.New("another result")
	}
	return err
}

// check compares what was printed, and what was on the wire.
func (p archivePeer) check(t *testing.T, lines []string, record *wire, want onWire) {
	t.Helper()
	slices.Sort(lines)
	if all := p.report(); !slices.Equal(lines, all) {
		t.Errorf("%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(all, "\n"))
	}
	record.check(t, want)
}

func (p archivePeer) row(role, differences string) row {
	cell := map[bool]string{true: "yes", false: "–"}
	return row{p.name, fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |", p.name, role, cell[slices.Contains(p.ports, "Archive11")],
		cell[slices.Contains(p.ports, "Archive12")], cell[p.sends], cell[p.reads], differences)}
}

// archiveJaxWs returns the command of JAX-WS.
func archiveJaxWs(t *testing.T) *exec.Cmd {
	wsimport := interop.Program(t, "wsimport", jaxWsPackages)
	java, javac := interop.Program(t, "java", jaxWsPackages), interop.Program(t, "javac", jaxWsPackages)
	folder, path := t.TempDir(), classPath(t, jaxWsPackages, "jaxws-rt.jar", "jaxws-api.jar")
	run(t, exec.Command(wsimport, "-quiet", "-Xnocompile", "-p", "archive", "-s", folder, archiveFile("archive.wsdl")))
	run(t, exec.Command(javac, "-nowarn", "-proc:none", "-d", folder, "-cp", path, "-sourcepath", folder,
		filepath.Join(folder, "archive", "package-info.java"), archiveFile("JaxWs.java")))
	return exec.Command(java, "-cp", folder+":"+path, "JaxWs")
}

// archiveGsoap returns the command of gSOAP.
func archiveGsoap(t *testing.T) *exec.Cmd {
	soapcpp2, gcc := interop.Program(t, "soapcpp2", gsoapPackages), interop.Program(t, "gcc", gsoapPackages)
	config, wsa, shared := interop.Program(t, "pkg-config", "pkg-config"), filepath.Join(gsoapPlugins, "wsaapi.c"), filepath.Dir(gsoapPlugins)
	if _, err := os.Stat(wsa); err != nil {
		interop.Missing(t, "gSOAP's plugin wsa", gsoapPackages)
	}
	folder := t.TempDir()
	run(t, exec.Command(soapcpp2, "-c", "-a", "-L", "-w", "-x", "-I"+filepath.Join(shared, "import")+":"+shared, "-d", folder, archiveFile("gsoap.h")))
	program := filepath.Join(folder, "program")
	build := exec.Command(gcc, "-w", "-o", program, "-I"+folder, "-I"+gsoapPlugins, archiveFile("gsoap.c"), wsa,
		filepath.Join(folder, "soapC.c"), filepath.Join(folder, "soapClient.c"), filepath.Join(folder, "soapServer.c"))
	build.Args = append(build.Args, strings.Fields(string(run(t, exec.Command(config, "--cflags", "--libs", "gsoap"))))...)
	run(t, build)
	return exec.Command(program)
}

// archiveWcf returns the command of WCF on Mono.
func archiveWcf(t *testing.T) *exec.Cmd {
	mcs, mono := interop.Program(t, "mcs", monoPackages), interop.Program(t, "mono", monoPackages)
	program := filepath.Join(t.TempDir(), "wcf.exe")
	run(t, exec.Command(mcs, "-out:"+program, "-r:System.ServiceModel", "-r:System.Runtime.Serialization", "-r:System.Xml", archiveFile("Wcf.cs")))
	return exec.Command(mono, program)
}

func archiveFile(name string) string { return filepath.Join("testdata", "archive", name) }
