package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/record"
	"example.com/quartet/templates/soap/sample"
)

func newServe() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve CONTRACT",
		Short: "Serve a contract with samples, recordings or as a recording proxy",
		Long:  serveHelp,
		Example: `  go tool quartet serve wsdl/realtime.wsdl
  go tool quartet serve wsdl/realtime.wsdl --seed 7 --fault 0.1 --delay 200ms
  go tool quartet serve wsdl/realtime.wsdl --record recordings --target http://localhost:8080/realtime/realtime.asmx
  go tool quartet serve wsdl/realtime.wsdl --recorded recordings
  go tool quartet serve wsdl/realtime.wsdl --to http://localhost:8080/realtime/realtime.asmx`,
		Args: usageArgs(oneContract),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	o.register(cmd)
	return cmd
}

// serveHelp is the long help text of the serve command.
const serveHelp = `Serve reads CONTRACT, a WSDL 1.1 document or its address, and serves its operations
over all bindings, at the paths of their addresses, until it is interrupted; the path
is / where an address is not an http or https URL. Nothing is generated. The contract is
at ?wsdl, and a page about the service at its address.

Each operation is answered with a sample that is valid against the schema. The same
--seed gives the same values. --fault RATE makes a share of all calls fail, from 0 to 1,
and --fault RATE/OPERATION a share of the calls of one operation, with a fault that it
declares, if there is one; --delay delays all answers. A request that is not valid is
answered with a fault that says why.

The addresses are printed to standard output, and a line for each request to standard
error. By default only programs on this machine can reach the server. The limits of a
request are the limits of a generated handler: 10 MiB and one minute.

Exit codes: 0 interrupted, 1 the contract has errors or cannot be read, the address
cannot be used, or a recording cannot be read or written, 2 usage error, 3 internal
error.

## gateway: JSON, and calls of another service

--json serves JSON, too: POST of application/json to the address, a slash and the name
of an operation. OpenAPI is at ?openapi. --to URL is a gateway: calls are sent to the
service at URL, over the first binding of the contract and with the header
Authorization of the request, and served as JSON, too. Requests that are not valid are
refused, or sent with --no-validate. If the service does not answer,
the status is 502, or 504 after --timeout; over SOAP it is a fault.

## tools: operations as tools of a language model

--mcp serves the operations as tools of the Model Context Protocol instead, for a
language model: over standard input and output, or with --mcp=http to programs on this
machine. With --to, --header sends an HTTP header such as Authorization to the service;
credentials in it never reach the client. A list that is longer than --max-result has its
first items, and another result is an error.

## recordings: exchanges that are recorded and played

--recorded DIR answers with recordings instead: of the same request, or with --match
operation of any request for the same operation. --record DIR --target URL sends each
request to the service at URL, with all its headers, and records the exchange in DIR.
Nothing is sent to addresses in the contract, or to the targets of redirects, which
clients get as answers. Values with names of passwords, keys, tokens or other
credentials are left out of recordings, and so are values that --redact names; other
secrets are recorded, and so are values that --keep names. Bodies that cannot be read
are recorded only with --keep-unread. Give the same flags with --recorded.`

// serveOptions holds the flags of serve.
type serveOptions struct {
	options
	redaction
	signatures
	byPolicy
	toolOptions
	addr     string
	service  string
	seed     uint64
	faults   []string
	delay    time.Duration
	recorded string
	match    string
	record   string
	target   string
	json     bool
	to       string
	timeout  time.Duration
	noCheck  bool
}

func (o *serveOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "listen on `HOST:PORT`; port 0 means any free port")
	f.StringVar(&o.service, "service", "", "serve only the service `NAME` (default: all in the contract)")
	f.Uint64Var(&o.seed, "seed", 0, "answer with the values of the seed `N`")
	f.StringArrayVar(&o.faults, "fault", nil, "answer the share `RATE[/OPERATION]` of the calls with a fault (repeatable)")
	f.DurationVar(&o.delay, "delay", 0, "wait `DURATION`, such as 200ms, before each answer")
	o.byPolicy.register(cmd)
	o.signatures.register(cmd)
	f.BoolVar(&o.json, "json", false, "serve JSON, too")
	f.StringVar(&o.to, "to", "", "send calls to the service at `URL`, and serve JSON, too")
	f.DurationVar(&o.timeout, "timeout", time.Minute, "with --to, wait up to `DURATION` until the service begins to answer, and then for slow answers; 0 means no limit")
	f.BoolVar(&o.noCheck, "no-validate", false, "with --to, send requests although they are not valid")
	f.StringVar(&o.recorded, "recorded", "", "answer with the recordings in the folder `DIR`")
	f.StringVar(&o.match, "match", "request", "with --recorded, answer with recordings of the same `WHAT`: request, or operation, whatever its parameters are")
	f.StringVar(&o.record, "record", "", "send requests to --target, and record the exchanges in the folder `DIR`")
	f.StringVar(&o.target, "target", "", "the address `URL` of the service to record")
	o.redaction.register(cmd)
	o.toolOptions.register(cmd)
	o.addFlags(cmd, sourceUsage, sourceFlags...)
}

// run serves the contract until the process is told to end.
func (o *serveOptions) run(cmd *cobra.Command, name string) error {
	logger := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	config := serve.Config{Seed: sample.Seed(o.seed), Delay: o.delay, Timeout: o.timeout, NoValidate: o.noCheck, Logger: logger}
	d, services, err := o.configure(cmd, name, &config)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	config.Stop = ctx.Done()
	var listener net.Listener
	if o.over != "stdio" {
		if listener, err = net.Listen("tcp", o.addr); err != nil {
			return fmt.Errorf("--addr %s: %w", o.addr, err)
		}
		defer listener.Close()
	}
	if err := o.addRecorder(&config); err != nil {
		return err
	}
	server := serve.New(services, d.Documents, config)
	handler, paths := serve.Logged(server, logger, o.redactor), []string(nil)
	for _, info := range server.Services() {
		paths = append(paths, serve.Paths(info)...)
	}
	if o.over != "" {
		all, err := o.newTools(server.Services(), handler, logger)
		if err != nil {
			return err
		}
		if listener == nil {
			return all.Run(ctx, &mcp.StdioTransport{})
		}
		options := &mcp.StreamableHTTPOptions{Stateless: true} // nobody ends sessions of clients that are gone
		handler = http.NewCrossOriginProtection().Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return all }, options))
		paths = []string{"/mcp"}
	}
	if err := printAddresses(cmd.OutOrStdout(), listener.Addr(), paths); err != nil {
		return err
	}
	if err := serveUntil(ctx, listener, handler, logger); err != nil || config.Recorder == nil {
		return err
	}
	return config.Recorder.Err()
}

// configure adds what the flags say to the configuration of a server, and returns the contract and its services to serve.
func (o *serveOptions) configure(cmd *cobra.Command, name string, config *serve.Config) (d *generator.Described, services []*contract.Contract, err error) {
	config.MTOM, config.Addressing = o.byPolicy.options(cmd)
	if err := o.check(cmd); err != nil {
		return nil, nil, err
	}
	if config.Signatures, err = o.signatures.option(contract.SOAP11, false); err != nil {
		return nil, nil, err
	}
	if config.Options, err = o.withHeaders(o.headers); err != nil {
		return nil, nil, err
	}
	if err := o.addRecordings(config); err != nil {
		return nil, nil, err
	}
	if d, err = o.describe(cmd, name); err != nil {
		return nil, nil, err
	}
	if services, err = servicesNamed(d.Services, o.service); err != nil {
		return nil, nil, err
	}
	if o.to != "" && len(services) > 1 {
		return nil, nil, usagef("--to is for one service, but the contract has %d; select one with --service", len(services))
	}
	if o.json || o.to != "" || o.over != "" {
		config.JSON = jsonhttp.WithJSON()
	}
	return d, services, o.addFaults(config, services)
}

// neededFlags has flags of serve, each with one that it needs.
var neededFlags = [][2]string{
	{"match", "recorded"}, {"record", "target"}, {"target", "record"}, {"timeout", "to"}, {"no-validate", "to"},
	{"read-only", "mcp"}, {"max-result", "mcp"}, {"header", "mcp"}, {"header", "to"},
}

// check reports flags with invalid values, and flags that cannot be used together.
func (o *serveOptions) check(cmd *cobra.Command) error {
	if err := cmp.Or(o.redaction.check(), o.toolOptions.check(cmd), exclusive(cmd, "json", "trust")); err != nil { // trust is for SOAP
		return err
	}
	if o.match != "request" && o.match != "operation" {
		return usagef("--match %q: want request or operation", o.match)
	}
	if o.delay < 0 {
		return usagef("--delay %v is negative", o.delay)
	}
	if o.timeout < 0 {
		return usagef("--timeout %v is negative", o.timeout)
	}
	for _, mode := range []string{"recorded", "record", "to"} {
		for _, name := range []string{"recorded", "record", "fault", "seed", "cert", "trust", "encrypt-to", "decrypt-key"} {
			if err := exclusive(cmd, mode, name); mode != name && err != nil {
				return err
			}
		}
	}
	for _, flag := range neededFlags {
		if cmd.Flags().Changed(flag[0]) && !cmd.Flags().Changed(flag[1]) {
			return usagef("--%s needs --%s", flag[0], flag[1])
		}
	}
	return nil
}

// addRecorder adds the recorder of the exchanges. It creates the folder for the recordings, so it is called when nothing else can
// fail.
func (o *serveOptions) addRecorder(config *serve.Config) (err error) {
	if o.record == "" {
		return nil
	}
	if config.Recorder, err = record.NewRecorder(o.record); err != nil {
		return err
	}
	o.addAddress(o.target)
	config.Recorder.Next, config.Recorder.Redactor, config.Recorder.Logger = serve.LimitedTransport(), o.redactor, config.Logger
	return nil
}

// printAddresses prints the addresses of the services. If the server listens on all addresses of the machine, it prints one
// that this machine can use.
func printAddresses(w io.Writer, listening net.Addr, paths []string) error {
	host := listening.String()
	if a, ok := listening.(*net.TCPAddr); ok && a.IP.IsUnspecified() {
		host = net.JoinHostPort("localhost", strconv.Itoa(a.Port))
	}
	for _, path := range paths {
		if _, err := fmt.Fprintf(w, "Serving http://%s%s\n", host, (&url.URL{Path: path}).EscapedPath()); err != nil {
			return err
		}
	}
	return nil
}

// serveUntil serves until the context ends, and then waits up to ten seconds for running calls.
func serveUntil(ctx context.Context, listener net.Listener, handler http.Handler, logger *slog.Logger) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	logger.Info("stopped")
	return err
}

// addRecordings adds the recordings to play, or the service to record.
func (o *serveOptions) addRecordings(config *serve.Config) (err error) {
	switch {
	case o.to != "":
		config.To, err = absoluteURL("--to", o.to)
		return err
	case o.recorded != "":
		if _, err := os.Stat(o.recorded); err != nil {
			return fmt.Errorf("--recorded: %w", err)
		}
		player, err := record.NewPlayer(os.DirFS(o.recorded))
		if player == nil {
			return fmt.Errorf("--recorded %s: %w", o.recorded, err)
		}
		if err != nil {
			config.Logger.Warn("requests are answered without what cannot be read", "error", err)
		}
		player.Redactor = o.redactor
		if o.match == "operation" {
			player.Match = record.SameOperation
		}
		config.Player = player
	case o.record != "":
		config.Target, err = absoluteURL("--target", o.target)
	}
	return err
}

// absoluteURL returns the URL that is the value of a flag.
func absoluteURL(flag, text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, usagef("%s %q is not an absolute http or https URL", flag, redacted(text))
	}
	return u, nil
}

// operationNames returns the names of all operations.
func operationNames(services []*contract.Contract) (names []string) {
	for _, info := range services {
		for _, op := range info.Operations {
			names = collect.Union(names, op.Name)
		}
	}
	return names
}

// addFaults parses the values of --fault.
func (o *serveOptions) addFaults(config *serve.Config, services []*contract.Contract) error {
	names := operationNames(services)
	for _, text := range o.faults {
		number, operation, _ := strings.Cut(text, "/")
		rate, err := strconv.ParseFloat(number, 64)
		if err != nil || !(rate >= 0 && rate <= 1) {
			return usagef("--fault %q: want RATE or RATE/OPERATION, with a rate from 0 to 1", text)
		}
		if operation != "" && !slices.Contains(names, operation) {
			return unknownName("--fault", "operation", operation, names)
		}
		config.Faults = append(config.Faults, serve.Fault{Operation: operation, Rate: rate})
	}
	return nil
}
