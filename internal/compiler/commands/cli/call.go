package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/xsd"
)

// The exit codes of call, in addition to the codes of all commands.
const (
	exitFault    = 4 // the service answered with a fault
	exitExchange = 5 // there is no answer, or it is neither a result nor a fault
)

func newCall() *cobra.Command {
	var o callOptions
	cmd := &cobra.Command{
		Use:   "call CONTRACT OPERATION [NAME=VALUE]...",
		Short: "Call an operation of a service directly from its contract",
		Long:  callHelp,
		Example: `  go tool quartet call wsdl/realtime.wsdl getAllStationsXML
  go tool quartet call wsdl/realtime.wsdl getStationDataByNameXML StationDesc=Elmstead --binding get --json
  go tool quartet call 'http://localhost:8080/realtime/realtime.asmx?wsdl' getCurrentTrainsXML -v`,
		Args: usageArgs(func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return errors.New([...]string{"want CONTRACT and OPERATION", "want OPERATION after CONTRACT; quartet list prints the operations"}[len(args)])
			}
			return nil
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd, args[0], args[1], args[2:])
		},
	}
	cmd.ValidArgsFunction = o.complete
	o.register(cmd)
	return cmd
}

// callOptions are the flags of call.
type callOptions struct {
	options
	target
	access
	headerBlocks
	attachments
	redaction
	origins
	signatures
	byPolicy
	endpoint string
	headers  []string
	timeout  time.Duration
	json     bool
	xml      bool
	table    bool
	curl     bool
	verbose  bool
	output   string
	sample   bool

	lenientNames  bool
	anyMediaType  bool
	understood    []string
	lenientValues bool
}

func (o *callOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.target.register(cmd)
	f.StringVar(&o.endpoint, "endpoint", "", "call the service at `URL` instead of the address in the contract")
	f.StringArrayVar(&o.origins.allowed, "allow-origin", nil, "also send credentials to `ORIGIN`, such as https://host:8443, if the contract has its address there (repeatable)")
	f.DurationVar(&o.timeout, "timeout", 30*time.Second, "give up after `DURATION`, such as 500ms or 2m; 0 means no limit")
	f.StringArrayVar(&o.headers, "header", nil, "send the HTTP header `'NAME: VALUE'` (repeatable)")
	f.StringArrayVar(&o.headerBlocks.given, "soap-header", nil, "send a header block that the operation declares, `NAME=VALUE` or NAME.ELEMENT=VALUE, or any block as XML or @FILE (repeatable)")
	f.StringArrayVar(&o.attachments.given, "attach", nil, "send the file `[ID=]FILE` as an attachment, with this Content-ID (repeatable)")
	o.access.register(cmd)
	o.signatures.register(cmd)
	o.byPolicy.register(cmd)
	o.redaction.register(cmd)
	f.BoolVar(&o.lenientNames, "lenient-names", false, "accept elements of the result whose names differ from those of the contract in case or namespace")
	f.BoolVar(&o.anyMediaType, "any-media-type", false, "read the response as XML whatever its media type is")
	f.StringArrayVar(&o.understood, "understood", nil, "accept the mandatory header block `NAME`, {NAMESPACE}LOCAL, of the response; may be repeated")
	f.BoolVar(&o.lenientValues, "lenient-values", false, "read values of the result that are not valid as what they mean, or as absent, and print a warning for each")
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
	f.BoolVar(&o.xml, "xml", false, "print the result as XML")
	f.BoolVar(&o.table, "table", false, "print the result as a table (default: a table on a terminal, else JSON)")
	f.StringVarP(&o.output, "output", "o", "", "write the result to `FILE`, in whole or, if the call fails, not at all; without --xml or --table as JSON. Attachments are in files beside it")
	f.BoolVar(&o.sample, "sample", false, "print a sample of the request as JSON, to change and to give as @FILE, and call nothing")
	f.BoolVar(&o.curl, "curl", false, "print a curl command that calls the operation, and call nothing")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "print the request and the response to standard error, without credentials")
	o.addFlags(cmd, sourceUsage, sourceFlags...)
}

// check reports flags and arguments that cannot be used together, or have values that they cannot have.
func (o *callOptions) check(cmd *cobra.Command, contract string, args []string) error {
	err := cmp.Or(exclusive(cmd, "json", "xml", "table", "sample", "curl"), exclusive(cmd, "sample", "curl", "output"), exclusive(cmd, "auth", "digest"), o.redaction.check())
	if err != nil {
		return err
	}
	if o.digest {
		o.auth = "digest"
	}
	if info, err := os.Stat(o.output); err == nil && info.IsDir() {
		return usagef("--output %s is a folder; want FILE", o.output)
	}
	if o.timeout < 0 {
		return usagef("--timeout %v is negative", o.timeout)
	}
	given := append(append([]string{contract}, args...), o.headerBlocks.given...)
	inputs := collect.Where(given, func(arg string) bool { return arg == fromStdin || strings.HasSuffix("="+arg, "=@-") })
	if len(inputs) > 1 {
		return usagef("standard input can be read only once: for the contract, the message or one value")
	}
	return nil
}

// run calls the operation and prints the result or fault.
func (o *callOptions) run(cmd *cobra.Command, contract, operation string, args []string) error {
	if err := o.check(cmd, contract, args); err != nil {
		return err
	}
	values, err := readMessage(cmd, args)
	if err != nil {
		return err
	}
	o.addArguments(values.values)
	d, err := o.describe(cmd, contract, operation)
	if err != nil {
		return err
	}
	if o.sample {
		return o.printSample(cmd, d.Services, operation, values)
	}
	choice, req, err := o.request(cmd.Context(), d.Services, operation, values)
	if err != nil {
		return err
	}
	ctx, err := o.headerBlocks.add(cmd.Context(), cmd, choice, values, &o.redaction)
	if err != nil {
		return err
	}
	if ctx, err = o.attachments.add(ctx, cmd, choice); err != nil {
		return err
	}
	if err := o.checkAddress(choice); err != nil {
		return err
	}
	if err := o.checkOrigin(cmd, d.Address, choice.port.Address); err != nil {
		return err
	}
	result, err := o.exchange(ctx, cmd, choice, req)
	if printed, ok := errors.AsType[printedError](err); ok {
		return printed.error
	}
	if err != nil {
		return err
	}
	if err := o.print(cmd, choice, result); err != nil {
		return err
	}
	return o.attachments.write(cmd, o.output)
}

// request returns the operation to call, and its request, within the time limit of the call.
func (o *callOptions) request(ctx context.Context, services []*contract.Contract, name string, values *givenMessage) (c *choice, req any, err error) {
	ctx, cancel := o.limited(ctx)
	defer cancel()
	if c, err = o.target.choose(ctx, services, name, values); err == nil {
		if req, err = values.request(ctx, c.info, c.op); err != nil {
			err = usagef("%s: %w", c.op.Name, err)
		}
	}
	if err != nil && ctx.Err() != nil {
		err = codedError{fmt.Errorf("%s: the request has not been validated within %v", name, o.timeout), exitExchange}
	}
	return c, req, err
}

// printSample prints a sample of the request of an operation.
func (o *callOptions) printSample(cmd *cobra.Command, services []*contract.Contract, name string, given *givenMessage) error {
	c, err := o.target.choose(cmd.Context(), services, name, given)
	if err != nil {
		return err
	}
	var req any
	if c.op.RequestType() != nil {
		if req, err = sample.WholeRequest(c.info, c.op); err != nil {
			return err
		}
	}
	value, _, err := callvalue.Given(c.info, c.op, req)
	if err != nil {
		return err
	}
	_, err = dataOut(cmd).Write(value.JSON())
	return err
}

// limited returns a context that ends after --timeout.
func (o *callOptions) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, o.timeout)
}

// exchange sends a request and returns the result. The error is a printedError if the request is printed instead.
func (o *callOptions) exchange(ctx context.Context, cmd *cobra.Command, c *choice, req any) (result any, err error) {
	options, err := o.clientOptions(cmd, c)
	if err != nil {
		return nil, err
	}
	ctx, cancel := o.limited(ctx)
	defer cancel()
	result, err = o.send(ctx, c, req, options)
	for unmet := new(soap.PolicyError); errors.As(err, &unmet); {
		flags := map[string]string{contract.BySigning: " (--cert)", contract.ByCredentials: " (--auth wsse)", contract.ByTrust: " (--trust)"}
		var needs []string
		for _, n := range unmet.Needs {
			needs, options = append(needs, n.String()+flags[n.Option]), append(options, soap.WithAssertions(n.Assertion))
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: the policy of the contract requires %s, which the request does not have\n", diag.Escape(spelling.List(needs)))
		result, err = o.send(ctx, c, req, options)
	}
	if err != nil && !errors.As(err, new(printedError)) && !isUsage(err) {
		err = o.failed(cmd, c, err)
	}
	return result, err
}

func (o *callOptions) send(ctx context.Context, c *choice, req any, options []soap.ClientOption) (result any, err error) {
	caller, err := soap.NewCaller(c.info, o.address(c), c.port.Binding, options)
	if err != nil {
		return nil, usageError(err)
	}
	progress.Doing(ctx, "waiting for an answer of %s", redacted(o.address(c)))
	return caller.Do(ctx, c.op, req)
}

// address returns the URL to call.
func (o *callOptions) address(c *choice) string {
	return cmp.Or(o.endpoint, c.port.Address)
}

// print prints the result.
func (o *callOptions) print(cmd *cobra.Command, c *choice, result any) error {
	value, markup, err := callvalue.Result(c.info, c.op, result)
	if err != nil {
		return err
	}
	switch {
	case value == nil:
		return nil
	case o.output != "":
		return uninterrupted(func() error { return generator.WriteFile(o.output, o.text(false, value, markup)) })
	}
	return o.write(cmd, value, markup)
}

// write prints a value.
func (o *callOptions) write(cmd *cobra.Command, value *callvalue.Value, markup []byte) error {
	_, err := dataOut(cmd).Write(o.text(isTerminal(cmd.OutOrStdout()), value, markup))
	return err
}

// text returns a value in the format that the flags select.
func (o *callOptions) text(terminal bool, value *callvalue.Value, markup []byte) []byte {
	switch {
	case o.xml && terminal:
		return callvalue.PrintableLines(callvalue.XML(markup))
	case o.xml:
		return callvalue.XML(markup)
	case o.table || !o.json && terminal:
		return value.Table()
	}
	return value.JSON()
}

// failed returns the error for a call without a result. A fault is printed first: its
// detail in the form of a result.
func (o *callOptions) failed(cmd *cobra.Command, c *choice, err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return codedError{fmt.Errorf("%s over %s at %s: no answer within %v", c.op.Name, c.port.Binding, redacted(o.address(c)), o.timeout), exitExchange}
	}
	fault, ok := soap.AsFault(err)
	if !ok {
		return codedError{o.inError(o.hinted(withoutCredentials(err))), exitExchange}
	}
	if err := cmp.Or(printFault(cmd.ErrOrStderr(), c.op, fault, &o.redactor), o.attachments.write(cmd, "")); err != nil {
		return err
	}
	typed, ok := errors.AsType[*soap.DescribedFault](err)
	if !ok {
		return codedError{nil, exitFault}
	}
	value, markup, err := callvalue.Detail(c.info, typed.Of, typed.Detail)
	if err != nil {
		return err
	}
	if err := o.write(cmd, value, markup); err != nil {
		return err
	}
	return codedError{nil, exitFault}
}

// clientOptions returns the options of the client.
func (o *callOptions) clientOptions(cmd *cobra.Command, c *choice) ([]soap.ClientOption, error) {
	mtom, addressing := o.byPolicy.options(cmd)
	all, err := o.withHeaders(o.headers)
	if err != nil {
		return nil, err
	}
	all = append(all, soap.WithCharsetReader(xmltree.NewCharsetReader), mtom, addressing)
	o.addAddress(o.address(c))
	more, err := o.access.options(cmd, c.port.Binding, o.curl, o.addUser)
	if err != nil {
		return nil, err
	}
	signing, err := o.signatures.option(c.port.Binding, o.isWSSE())
	if err != nil {
		return nil, err
	}
	all = append(append(all, more...), signing)
	if c.port.Binding == contract.JSON {
		all = append(all, jsonhttp.WithJSON())
	}
	transport, err := o.transport()
	if err != nil {
		return nil, err
	}
	understood, err := qualifiedNames("understood", o.understood)
	if err != nil {
		return nil, err
	}
	all = append(all, soap.WithUnderstood(understood...))
	if o.anyMediaType {
		all = append(all, soap.WithAnyMediaType())
	}
	if o.lenientNames {
		all = append(all, soap.WithLenientNames())
	}
	if o.lenientValues {
		all = append(all, soap.WithLogger(slog.New(slog.DiscardHandler)), soap.WithLenientValues(func(_ context.Context, _ *soap.Call, v soap.LenientValue) {
			fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s\n", diag.Escape(o.redactor.RemoveValues(v.String())))
		}))
	}
	if o.verbose {
		transport = &exchangePrinter{next: transport, out: cmd.ErrOrStderr(), redactor: &o.redactor}
	}
	var doer soap.HTTPDoer = &http.Client{Transport: digestTransport{next: transport, access: &o.access, address: o.address(c)}}
	if o.curl {
		doer = &curlPrinter{out: dataOut(cmd), errors: cmd.ErrOrStderr(), access: o.access, redactor: &o.redactor}
	}
	return append(all, soap.WithHTTPClient(doer)), nil
}

// qualifiedNames returns the names that a flag gives as {NAMESPACE}LOCAL.
func qualifiedNames(flag string, texts []string) (names []xsd.QName, err error) {
	for _, text := range texts {
		name, ok := xsd.ParseClark([]byte(text))
		if !ok || name.Space == "" {
			return nil, usagef("--%s %q: want {NAMESPACE}LOCAL", flag, text)
		}
		names = append(names, name)
	}
	return names, nil
}

// choice is the operation to call.
type choice struct {
	info *contract.Contract
	port *contract.Port
	op   *contract.Operation
}
