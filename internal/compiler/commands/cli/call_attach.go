package cli

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/templates/soap"
)

// attachments has the attachments that the flag --attach gives, and the attachments of the response.
type attachments struct {
	given    []string
	outbound *soap.Outbound
}

// add returns a context with which a client sends the files that are given.
func (a *attachments) add(ctx context.Context, cmd *cobra.Command, c *choice) (context.Context, error) {
	ctx, a.outbound = soap.NewOutbound(ctx)
	if b := c.port.Binding; len(a.given) > 0 && !b.IsSOAP() {
		return nil, usagef("--attach is for SOAP, but the binding is %s", b)
	}
	for _, text := range a.given {
		id, file, named := strings.Cut(text, "=")
		if !named {
			id, file = "", text
		}
		content, err := readSource(cmd, "@"+file)
		if err != nil {
			return nil, usagef("--attach %s: %w", text, err)
		}
		a.outbound.Attach(soap.Attachment{ID: id, MediaType: http.DetectContentType(content), Content: content})
	}
	return ctx, nil
}

// write writes the attachments of the response beside a file, and prints a line for each. Without a file it prints the lines. The
// names of the files have nothing that was received, and no file has them yet.
func (a *attachments) write(cmd *cobra.Command, output string) error {
	n := 0
	for _, received := range a.outbound.Attachments() {
		where := "not written: see --output"
		mediaType, _, err := mime.ParseMediaType(received.MediaType)
		if err != nil {
			mediaType = "text/plain" // RFC 2045, section 5.2
		}
		if output != "" {
			extension := map[string]string{
				"application/json": ".json", "application/pdf": ".pdf", "application/xml": ".xml", "application/zip": ".zip", "image/gif": ".gif",
				"image/jpeg": ".jpg", "image/png": ".png", "text/csv": ".csv", "text/html": ".html", "text/plain": ".txt", "text/xml": ".xml",
			}[mediaType]
			for missing := error(nil); missing == nil; _, missing = os.Lstat(where) {
				n++
				where = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(output, filepath.Ext(output)), n, extension)
			}
			if err := uninterrupted(func() error { return generator.WriteFile(where, received.Content) }); err != nil {
				return err
			}
		}
		fmt.Fprintln(cmd.ErrOrStderr(), diag.Escape(fmt.Sprintf("attachment %q (%s, %d bytes): %s", received.ID, mediaType, len(received.Content), where)))
	}
	return nil
}
