package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap/contract"
)

// maxMessage is the maximum size in bytes of a message from a file or standard input.
const maxMessage = 64 << 20

// givenMessage is a request as the user has given it: names and values, or markup.
type givenMessage struct {
	values *callvalue.Node // nil if there is markup
	markup []byte
}

// readMessage reads the arguments after the operation.
func readMessage(cmd *cobra.Command, args []string) (*givenMessage, error) {
	whole := func(arg string) bool { return arg == "-" || strings.HasPrefix(arg, "@") && !strings.Contains(arg, "=") }
	for i, arg := range args {
		if whole(arg) && len(args) > 1 {
			return nil, usagef("%s is a whole message and cannot be combined with other arguments, such as %s", arg, args[1-min(i, 1)])
		}
	}
	if len(args) != 1 || !whole(args[0]) {
		values, err := callvalue.ParseArguments(args)
		if err != nil {
			return nil, usageError{err}
		}
		return &givenMessage{values: values}, nil
	}
	text, err := readSource(cmd, args[0])
	if err != nil {
		return nil, err
	}
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	if bytes.HasPrefix(trimmed, []byte("{")) || bytes.HasPrefix(trimmed, []byte("[")) {
		values, err := callvalue.ParseJSON(trimmed)
		if err != nil {
			return nil, usagef("%s: %w", sourceName(args[0]), err)
		}
		return &givenMessage{values: values}, nil
	}
	if len(trimmed) == 0 {
		return nil, usagef("%s is empty; want an XML element or a JSON object", sourceName(args[0]))
	}
	return &givenMessage{markup: text}, nil
}

// readSource reads @FILE, or standard input for -.
func readSource(cmd *cobra.Command, arg string) ([]byte, error) {
	in := cmd.InOrStdin()
	if arg != "-" {
		f, err := os.Open(arg[1:])
		if err != nil {
			return nil, usageError{err}
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxMessage+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading a message: %w", err)
	case len(text) > maxMessage:
		return nil, usagef("%s is larger than %d MiB", sourceName(arg), maxMessage>>20)
	}
	return text, nil
}

func sourceName(arg string) string {
	if arg == "-" {
		return "standard input"
	}
	return arg[1:]
}

// request returns the request of an operation.
func (g *givenMessage) request(ctx context.Context, info *contract.Contract, op *contract.Operation) (any, error) {
	if g.values != nil {
		return callvalue.Request(ctx, info, op, g.values)
	}
	return callvalue.RequestFromXML(ctx, info, op, g.markup)
}

// fits reports whether an operation accepts the message.
func (g *givenMessage) fits(ctx context.Context, info *contract.Contract, op *contract.Operation) bool {
	if g.values != nil {
		return g.accepted(op) && !callvalue.Missing(op, g.values)
	}
	_, err := callvalue.RequestFromXML(ctx, info, op, g.markup)
	return err == nil || !errors.Is(err, callvalue.ErrOtherElement)
}

// accepted reports whether an operation has all parameters that are given.
func (g *givenMessage) accepted(op *contract.Operation) bool {
	return g.values == nil || !callvalue.Unknown(op, g.values)
}

// suggestion returns a remark on the first parameter that is not one of the names, "" if
// there is none.
func (g *givenMessage) suggestion(names []string) string {
	if g.values == nil {
		return ""
	}
	for _, c := range g.values.Children {
		near := callvalue.Nearest("", c.Name, names)
		switch {
		case slices.Contains(names, c.Name) || slices.Contains(names, "@"+c.Name):
		case len(near) > 0:
			return fmt.Sprintf(" (unknown parameter %s; %s)", c.Name, spelling.Meant(near))
		default:
			return fmt.Sprintf(" (unknown parameter %s)", c.Name)
		}
	}
	return ""
}
