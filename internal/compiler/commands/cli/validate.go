package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/running/judge"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/record"
	"example.com/quartet/templates/soap/schema"
)

func newValidate() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "validate CONTRACT MESSAGE...",
		Short: "Compare messages with a contract",
		Long: `Validate reads CONTRACT, a WSDL 1.1 document or its address, and compares each MESSAGE
with it, as a handler or a client with validation does: a file, or - for standard input,
with a SOAP envelope with a request, a response or a fault, or only the element that
is in its Body, or only the result, as "call --xml" prints it, or a recording of "serve"
with a request and a response. Nothing is sent.

What a message was taken for is printed to standard output, and to standard error what
the contract does not allow, with its line and column. Messages in SOAP encoding are
compared only as envelopes.

Exit codes: 0 all are valid, 1 one is not, or the contract has errors or cannot be read,
2 usage error, 3 internal error.`,
		Example: `  go tool quartet validate wsdl/realtime.wsdl request.xml
  curl -s 'http://localhost:8080/realtime/realtime.asmx/getAllStationsXML' | go tool quartet validate wsdl/realtime.wsdl -`,
		Args: usageArgs(func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return errors.New("want CONTRACT and MESSAGE")
			}
			return nil
		}),
		RunE: func(cmd *cobra.Command, args []string) error { return o.validate(cmd, args[0], args[1:]) },
	}
	o.addFlags(cmd, sourceUsage, sourceFlags...)
	return cmd
}

// validate compares messages with a contract.
func (o *options) validate(cmd *cobra.Command, name string, messages []string) error {
	if name == fromStdin && slices.Contains(messages, fromStdin) {
		return usagef("the contract and the message cannot both be read from standard input")
	}
	d, err := o.describe(cmd, name)
	if err != nil {
		return err
	}
	invalid := false
	for _, message := range messages {
		if message != fromStdin {
			message = "@" + message
		}
		raw, err := readSource(cmd, message)
		if err != nil {
			return err
		}
		bad, err := validateAll(cmd, d.Services, sourceName(message), raw)
		if err != nil {
			return err
		}
		invalid = invalid || bad
	}
	if invalid {
		return errFindings
	}
	return nil
}

// validateAll compares a message, or the messages of a recording, with a contract. It reports whether one is not valid.
func validateAll(cmd *cobra.Command, services []*contract.Contract, name string, raw []byte) (invalid bool, err error) {
	bodies := recordedBodies(raw)
	if len(bodies) == 0 {
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: a recording without XML: nothing is compared\n", diag.Escape(name))
		return false, err
	}
	for _, body := range bodies {
		verdict, text, err := verdictOf(cmd.Context(), services, body)
		if err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
		if at := bytes.Index(raw, body); at > 0 && bytes.Equal(text, body) { // a part of a recording
			text = raw
			for i := range verdict.Findings {
				verdict.Findings[i].Line += bytes.Count(raw[:at], []byte("\n"))
			}
		}
		if err := printVerdict(cmd, name, text, verdict); err != nil {
			return false, err
		}
		invalid = invalid || len(verdict.Findings) > 0
	}
	return invalid, nil
}

// recordedBodies returns the bodies of XML in a recording, or a message that is none.
func recordedBodies(raw []byte) [][]byte {
	x, err := record.Parse(raw)
	if err != nil {
		return [][]byte{raw}
	}
	isXML := func(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }
	return collect.Where([][]byte{x.RequestBody, x.ResponseBody}, isXML)
}

// verdictOf compares a message with a contract, and returns its text in UTF-8.
func verdictOf(ctx context.Context, services []*contract.Contract, raw []byte) (*judge.Verdict, []byte, error) {
	text, err := schema.ToUTF8(raw, "")
	if other := xmltree.UTF8(raw); err != nil && !bytes.Equal(other, raw) { // in an encoding that the run-time does not know
		text, err = other, nil
	}
	if e := (*schema.DecodeError)(nil); errors.As(err, &e) {
		return &judge.Verdict{What: judge.Unreadable, Findings: []judge.Finding{{Line: e.Line, Column: e.Column, Message: e.Message}}}, raw, nil
	}
	if err != nil {
		return nil, nil, err
	}
	verdict, err := judge.Message(ctx, services, text)
	return verdict, text, err
}

// printVerdict prints what a message was taken for, and what is wrong with it.
func printVerdict(cmd *cobra.Command, name string, text []byte, v *judge.Verdict) error {
	count := "valid"
	switch n := len(v.Findings); {
	case n > 0:
		count = diag.Counted(n, "problem")
	case v.Encoded:
		count = "valid as an envelope; messages in SOAP encoding are not compared with the schema"
	}
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s: %s\n", diag.Escape(name), diag.Escape(v.What), count); err != nil {
		return err
	}
	var found generator.Diagnostics
	lines := strings.Split(string(text), "\n")
	for _, f := range v.Findings {
		pos := diag.Pos{File: name, Line: f.Line, Col: bytesBefore(lines, f) + 1}
		found.Add(diag.New("", pos, "%s", f.Message).WithHint("%s", f.Hint))
	}
	report := reporting{documents: generator.Documents{name: text}}
	return report.of(found, cmd.ErrOrStderr()).Text(cmd.ErrOrStderr())
}

// bytesBefore returns the number of bytes before the place of a finding in its line.
func bytesBefore(lines []string, f judge.Finding) (n int) {
	if f.Line < 1 || f.Line > len(lines) {
		return 0
	}
	for line, i := lines[f.Line-1], 1; i < f.Column && n < len(line); i++ {
		_, size := utf8.DecodeRuneInString(line[n:])
		n += size
	}
	return n
}
