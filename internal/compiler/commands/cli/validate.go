package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/running/judge"
	"example.com/quartet/templates/soap/schema"
)

func newValidate() *cobra.Command {
	var s sources
	cmd := &cobra.Command{
		Use:   "validate CONTRACT MESSAGE",
		Short: "Compare a message with a contract",
		Long: `Validate reads CONTRACT, a WSDL 1.1 document or its address, and compares MESSAGE with
it, as a handler or a client with validation does. MESSAGE is a file, or - for standard
input: a SOAP envelope with a request, a response or a fault, or only the element that
is in its Body. Nothing is sent.

What the message was taken for is printed to standard output, and to standard error what
the contract does not allow, with its line and column. Messages in SOAP encoding are
compared only as envelopes.

Exit codes: 0 the message is valid, 1 it is not, or the contract has errors or cannot be
read, 2 usage error, 3 internal error.`,
		Example: `  go tool quartet validate wsdl/realtime.wsdl request.xml
  curl -s 'http://localhost:8080/realtime/realtime.asmx/getAllStationsXML' | go tool quartet validate wsdl/realtime.wsdl -`,
		Args: usageArgs(func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return errors.New("want CONTRACT and MESSAGE")
			}
			return nil
		}),
		RunE: func(cmd *cobra.Command, args []string) error { return s.validate(cmd, args[0], args[1]) },
	}
	cmd.Flags().SortFlags = false
	s.register(cmd)
	return cmd
}

// validate compares a message with a contract.
func (s *sources) validate(cmd *cobra.Command, name, message string) error {
	if name == fromStdin && message == fromStdin {
		return usagef("the contract and the message cannot both be read from standard input")
	}
	source := message
	if message != fromStdin {
		source = "@" + message
	}
	raw, err := readSource(cmd, source)
	if err != nil {
		return err
	}
	d, err := s.describe(cmd, name)
	if err != nil {
		return err
	}
	text, err := schema.ToUTF8(raw, "")
	if other := xmltree.UTF8(raw); err != nil && !bytes.Equal(other, raw) { // in an encoding that the run-time does not know
		text, err = other, nil
	}
	verdict := new(judge.Verdict)
	if e := (*schema.DecodeError)(nil); errors.As(err, &e) {
		text, verdict.Findings = raw, []judge.Finding{{Line: e.Line, Column: e.Column, Message: e.Message}}
	} else if err != nil {
		return fmt.Errorf("%s: %w", sourceName(source), err)
	} else if verdict, err = judge.Message(cmd.Context(), d.Services, text); err != nil {
		return err
	}
	return printVerdict(cmd, sourceName(source), text, verdict)
}

// printVerdict prints what a message was taken for, and what is wrong with it.
func printVerdict(cmd *cobra.Command, name string, text []byte, v *judge.Verdict) error {
	what, count := v.What, "valid"
	if what == "" {
		what = "not a message of the contract"
	}
	switch n := len(v.Findings); {
	case n > 0:
		count = diag.Counted(n, "problem")
	case v.Encoded:
		count = "valid as an envelope; messages in SOAP encoding are not compared with the schema"
	}
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s: %s\n", diag.Escape(name), diag.Escape(what), count); err != nil {
		return err
	}
	var found generator.Diagnostics
	lines := strings.Split(string(text), "\n")
	for _, f := range v.Findings {
		pos := diag.Pos{File: name, Line: f.Line, Col: bytesBefore(lines, f) + 1}
		found.Add(diag.New("", pos, "%s", f.Message).WithHint("%s", f.Hint))
	}
	if len(found) == 0 {
		return nil
	}
	report := reporting{documents: generator.Documents{name: text}}
	if err := report.of(found, cmd.ErrOrStderr()).Text(cmd.ErrOrStderr()); err != nil {
		return err
	}
	return errFindings
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
