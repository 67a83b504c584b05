package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/templates/soap"
)

// servicePath is the usual path of the service.
const servicePath = "/realtime/realtime.asmx"

// bindingNames are the values of --binding, of the bindings in the same order.
var (
	bindingNames = []string{"soap11", "soap12", "get", "post"}
	bindings     = []soap.Binding{soap.SOAP11, soap.SOAP12, soap.HTTPGet, soap.HTTPPost}
)

// A client calls the service. It must be used from one goroutine.
type client struct {
	*realtime.Client
	reply   []byte // the last response
	address *url.URL
}

// connect makes a client from the flags. The error lists all mistakes in them.
func (a *app) connect() (*client, error) {
	var mistakes []error
	wrong := func(format string, args ...any) { mistakes = append(mistakes, fmt.Errorf(format, args...)) }
	address, err := endpoint(a.server)
	if err != nil {
		wrong("--server %q %w", a.server, err)
	}
	binding := slices.Index(bindingNames, strings.ToLower(a.binding))
	if binding < 0 {
		wrong("--binding %q is not one of %s", a.binding, strings.Join(bindingNames, ", "))
	}
	if a.json && a.xml {
		wrong("--json and --xml cannot be used together")
	}
	if a.timeout <= 0 {
		wrong("--timeout %s is not greater than 0", a.timeout)
	}
	if a.every < time.Second {
		wrong("--every %s is less than a second", a.every)
	}
	if len(mistakes) > 0 {
		return nil, command.UsageError(mistakes...)
	}
	c := new(client)
	if c.address, err = url.Parse(address); err == nil {
		c.Client, err = realtime.NewClient(address, bindings[binding], soap.WithInterceptors(c.keepReply))
	}
	if err != nil {
		return nil, command.Usagef("--server %q cannot be used: %w", a.server, err)
	}
	return c, nil
}

// endpoint returns the address of the service: http is the default scheme, and servicePath the default path.
func endpoint(server string) (string, error) {
	if !strings.Contains(server, "://") {
		server = "http://" + server
	}
	u, err := url.Parse(server)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", errors.New("is not an address such as http://127.0.0.1:8080")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = servicePath
	}
	return u.String(), nil
}

// keepReply keeps what the server sent, for --xml.
func (c *client) keepReply(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
	err := next(ctx)
	c.reply = bytes.Clone(call.Reply)
	return err
}

// plainError returns an error without control characters. The text of a fault comes from the server and is put on one line.
func plainError(err error) error {
	message := err.Error()
	if fault, ok := soap.AsFault(err); ok {
		message = strings.TrimSuffix(message, fault.Error()) + fault.FaultCode() + " fault: " + strings.Join(strings.Fields(fault.Reason), " ")
	}
	lines := strings.Split(message, "\n")
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return errors.New(strings.Join(lines, "\n"))
}

// text returns the value of a field or "" if it is absent.
func text(field *string) string { return soap.Or(field, "") }
