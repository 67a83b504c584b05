package cli

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

// headerBlocks is the flag --soap-header.
type headerBlocks struct {
	given     []string
	inMessage bool // whether add has found an envelope with header blocks
}

// add returns a context with which a client sends the header blocks of the flag and of the given envelope. It adds the
// credentials in them to secrets.
func (h *headerBlocks) add(ctx context.Context, cmd *cobra.Command, c *choice, given *givenMessage, secrets *redaction) (context.Context, error) {
	blocks := given.blocks
	h.inMessage = len(blocks) > 0
	own, values, err := h.read(cmd, secrets)
	if err != nil {
		return nil, err
	}
	blocks = append(blocks, own...)
	if b := c.port.Binding; len(blocks)+len(values.Names) > 0 && !b.IsSOAP() {
		return nil, usagef("header blocks are for SOAP, but the binding is %s", b)
	}
	if len(blocks) > 0 {
		ctx = soap.NewHeader[xsd.RawXML](xsd.QName{}).WithAll(ctx, blocks...)
	}
	if ctx, err = callvalue.WithHeaders(ctx, c.info, c.op, c.port.Binding, values); err != nil {
		return nil, usagef("--soap-header: %w", err)
	}
	return ctx, nil
}

// read returns the header blocks that the flag gives as XML, and its NAME=VALUE arguments.
func (h *headerBlocks) read(cmd *cobra.Command, secrets *redaction) (blocks []xsd.RawXML, values *callvalue.Input, err error) {
	var arguments []string
	for _, text := range h.given {
		if !strings.HasPrefix(text, "@") && !strings.HasPrefix(strings.TrimSpace(text), "<") {
			arguments = append(arguments, text)
			continue
		}
		markup, err := readSource(cmd, text)
		if err != nil {
			return nil, nil, usagef("--soap-header: %w", err)
		}
		block, err := callvalue.HeaderBlock(bytes.TrimSpace(markup))
		if err != nil && strings.HasPrefix(text, "@") {
			err = fmt.Errorf("%s: %w", text[1:], err)
		}
		if err != nil {
			return nil, nil, usagef("--soap-header: %w", err)
		}
		secrets.addMarkup(string(block))
		blocks = append(blocks, block)
	}
	if values, err = readArguments(cmd, arguments); err != nil {
		return nil, nil, usagef("--soap-header: %w", err)
	}
	secrets.addArguments(values)
	for _, text := range values.Texts() {
		secrets.addBlockText(text)
	}
	return blocks, values, nil
}
