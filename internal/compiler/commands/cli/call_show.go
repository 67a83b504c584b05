package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/redact"
)

// printedError ends a call whose request has been printed instead of sent; it is the error in printing, nil if there is none.
type printedError struct{ error }

// Error implements error.
func (e printedError) Error() string { return fmt.Sprint(e.error) }

// curlPrinter prints the curl command for a request, and sends nothing.
type curlPrinter struct {
	out, errors io.Writer
	access      access
	redactor    *redact.Redactor
}

// Do implements soap.HTTPDoer.
func (p *curlPrinter) Do(r *http.Request) (*http.Response, error) {
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(body, 0) >= 0 {
		return nil, printedError{usagef("--curl: the message contains NUL bytes, which a command line cannot contain")}
	}
	header := r.Header.Clone()
	shownBody := p.redactor.Message(header, body)
	address, user := *r.URL, ""
	if !p.access.isWSSE() {
		user = p.access.name()
	}
	if address.User != nil {
		user, address.User = cmp.Or(user, address.User.Username()), nil
	}
	shown := p.redactor.RemoveValues(redactedURL(&address))
	args := p.arguments(r.Method, user, header, shownBody)
	if strings.ContainsAny(shown, "[]{}") {
		args = append(args, "--globoff")
	}
	args = append(args, diag.ShellQuote(shown))
	if _, err := fmt.Fprintln(p.out, strings.Join(args, " ")); err != nil {
		return nil, printedError{err}
	}
	if shown != address.String() || !bytes.Equal(shownBody, body) || !maps.EqualFunc(header, r.Header, slices.Equal) {
		fmt.Fprintln(p.errors, "quartet: credentials are left out of the command")
	}
	return nil, printedError{}
}

// arguments returns the command without the address.
func (p *curlPrinter) arguments(method, user string, header http.Header, body []byte) []string {
	args := []string{"curl"}
	for _, file := range [][2]string{{"--cacert", p.access.authorities}, {"--cert", p.access.client.certificate}, {"--key", p.access.client.key}} {
		if file[1] != "" {
			args = append(args, file[0], diag.ShellQuote(file[1]))
		}
	}
	if method == http.MethodHead {
		args = append(args, "--head")
	} else if method != http.MethodGet && (method != http.MethodPost || len(body) == 0) {
		args = append(args, "-X", method)
	}
	if p.access.auth == "digest" {
		args = append(args, "--digest")
	}
	if user != "" {
		args = append(args, "--user", diag.ShellQuote(user))
	}
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			args = append(args, "-H", diag.ShellQuote(name+": "+value))
		}
	}
	if len(body) > 0 {
		args = append(args, "--data-raw", diag.ShellQuote(string(body))) // other options read a file if the body begins with @
	}
	return args
}

// bodyOf reads the body of a request, and replaces it.
func bodyOf(r *http.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	body, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, err
}

// exchangePrinter prints requests and responses, without credentials.
type exchangePrinter struct {
	next     http.RoundTripper
	out      io.Writer
	redactor *redact.Redactor
}

// maxShown is the maximum number of bytes of a response that are printed.
const maxShown = 1 << 20

// RoundTrip implements http.RoundTripper.
func (p *exchangePrinter) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	p.show(">", r.Method+" "+redactedURL(r.URL), r.Header, body, "")
	response, err := p.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	first, err := io.ReadAll(io.LimitReader(response.Body, maxShown))
	rest, remark := io.Reader(response.Body), ""
	switch {
	case err != nil: // the client reports it
		rest, remark = failedReader{err}, fmt.Sprintf("(%v)", err)
	case len(first) == maxShown:
		remark = fmt.Sprintf("(the first %d MiB)", maxShown>>20)
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(first), rest), response.Body}
	p.show("<", response.Proto+" "+response.Status, response.Header, first, remark)
	return response, nil
}

// failedReader is the end of a body that cannot be read.
type failedReader struct{ err error }

// Read implements io.Reader.
func (r failedReader) Read([]byte) (int, error) { return 0, r.err }

// show prints a message with a mark before each line, and then a remark unless it is empty.
func (p *exchangePrinter) show(mark, start string, header http.Header, body []byte, remark string) {
	header = header.Clone()
	read := p.redactor.Message
	if remark != "" {
		read = p.redactor.Beginning
	}
	body = callvalue.Message(read(header, body))
	var b strings.Builder
	line := func(text string) { b.WriteString(strings.TrimRight(mark+" "+callvalue.Printable(text), " ") + "\n") }
	line(p.redactor.RemoveValues(start))
	for _, name := range slices.Sorted(maps.Keys(header)) {
		line(name + ": " + strings.Join(header[name], ", "))
	}
	line("")
	if text := strings.TrimRight(string(body), "\n"); text != "" {
		for _, l := range strings.Split(text, "\n") {
			line(l)
		}
	}
	if remark != "" {
		line(remark)
	}
	_, _ = io.WriteString(p.out, b.String()) // there is nowhere to report it
}

// printFault prints a fault, without credentials that the server sent back.
func printFault(w io.Writer, op *contract.Operation, f *soap.Fault, redactor *redact.Redactor) error {
	var b strings.Builder
	fmt.Fprintf(&b, "quartet: %s answered with a fault\n", op.Name)
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %-8s%s\n", name, callvalue.Printable(redactor.RemoveValues(value)))
		}
	}
	line("code", f.FaultCode())
	for _, sub := range f.Subcodes {
		line("subcode", sub.String())
	}
	line("reason", f.Reason)
	line("actor", f.Actor)
	line("node", f.Node)
	line("detail", f.Detail)
	_, err := io.WriteString(w, b.String())
	return err
}
