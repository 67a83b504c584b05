package toolserver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool calls the operation at a path.
type tool struct {
	Config
	path string
}

// call is an mcp.ToolHandler. A fault is an error of the tool, which a model can read, and not of the protocol.
func (t *tool) call(ctx context.Context, call *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := t.post(ctx, cmp.Or(string(call.Params.Arguments), "{}"))
	text := t.Redactor.RemoveValues(r.body.String())
	switch {
	case err != nil:
		return failure(err.Error()), nil
	case r.cut:
		return t.shortened(text), nil
	case r.status >= http.StatusBadRequest:
		return failure(text), nil
	}
	return result(cmp.Or(text, "null"), ""), nil
}

// post sends arguments to the handler.
func (t *tool) post(ctx context.Context, arguments string) (r *response, err error) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	r = &response{header: make(http.Header), left: t.MaxResult, end: end}
	defer func() {
		if failed := recover(); failed != nil && !r.cut { // as a handler does that cannot complete its result
			err = fmt.Errorf("the call of %s ended before its result was complete", t.path)
			t.Logger.ErrorContext(ctx, "call failed", "path", t.path, "error", failed)
		}
	}()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, (&url.URL{Path: t.path}).String(), strings.NewReader(arguments))
	if err != nil {
		return r, err
	}
	request.Header.Set("Content-Type", "application/json")
	t.Handler.ServeHTTP(r, request)
	return r, nil
}

// shortened returns the items of a list that are complete in the beginning of a result. A result that is not a list is an error.
func (t *tool) shortened(text string) *mcp.CallToolResult {
	notice := fmt.Sprintf("The result is longer than %d bytes, the limit of --max-result", t.MaxResult)
	d, items, end := json.NewDecoder(strings.NewReader(text)), 0, 0
	if first, _ := d.Token(); first == json.Delim('[') {
		for item := (json.RawMessage)(nil); d.Decode(&item) == nil && int(d.InputOffset()) < len(text); items++ {
			end = int(d.InputOffset())
		}
	}
	if items == 0 {
		return failure(notice + ".")
	}
	return result(text[:end]+"]", fmt.Sprintf("%s; these are its first %d items.", notice, items))
}

// result returns the result of a call as an object, and as text.
func result(text, notice string) *mcp.CallToolResult {
	structured := json.RawMessage(`{"result":` + text + `}`)
	if !json.Valid(structured) {
		return failure("The result has a credential of this server where it cannot be left out.")
	}
	r := &mcp.CallToolResult{StructuredContent: structured, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
	if notice != "" {
		r.Content = append(r.Content, &mcp.TextContent{Text: notice})
	}
	return r
}

func failure(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// response is an http.ResponseWriter that keeps the beginning of a response. One that is longer ends the call.
type response struct {
	header http.Header
	status int
	body   bytes.Buffer
	left   int
	cut    bool
	end    context.CancelFunc
}

// Header implements http.ResponseWriter.
func (r *response) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter.
func (r *response) WriteHeader(status int) { r.status = cmp.Or(r.status, status) }

// Write implements http.ResponseWriter.
func (r *response) Write(b []byte) (int, error) {
	n := min(len(b), r.left)
	r.body.Write(b[:n])
	if r.left -= n; n < len(b) {
		r.cut = true
		r.end()
		return n, io.ErrShortWrite
	}
	return n, nil
}
