package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/templates/soap"
)

// servicePath is the usual path of the service.
const servicePath = "/realtime/realtime.asmx"

// bindings are the values of --binding.
var bindings = []struct {
	name    string
	binding soap.Binding
}{{"soap11", soap.SOAP11}, {"soap12", soap.SOAP12}, {"get", soap.HTTPGet}, {"post", soap.HTTPPost}}

func bindingNames() []string {
	var names []string
	for _, b := range bindings {
		names = append(names, b.name)
	}
	return names
}

// A client calls the service. It must be used from one goroutine.
type client struct {
	*realtime.Client
	reply  []byte // the last response
	origin string // scheme and host of the server
}

// connect makes a client from the flags. The error lists all mistakes in them.
func (a *app) connect() (*client, error) {
	var mistakes []error
	wrong := func(format string, args ...any) { mistakes = append(mistakes, fmt.Errorf(format, args...)) }
	address, err := endpoint(a.server)
	if err != nil {
		wrong("--server %q %w", a.server, err)
	}
	binding, ok := bindingNamed(a.binding)
	if !ok {
		wrong("--binding %q is not one of %s", a.binding, strings.Join(bindingNames(), ", "))
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
	c := &client{origin: origin(address)}
	c.Client, err = realtime.NewClient(address, binding, soap.WithInterceptors(c.keepReply))
	if err != nil {
		return nil, command.Usagef("--server %q cannot be used: %w", a.server, err)
	}
	return c, nil
}

func bindingNamed(name string) (soap.Binding, bool) {
	for _, b := range bindings {
		if strings.EqualFold(name, b.name) {
			return b.binding, true
		}
	}
	return 0, false
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

// origin returns the scheme and the host of an address.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// keepReply keeps what the server sent, for --xml.
func (c *client) keepReply(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
	err := next(ctx)
	c.reply = bytes.Clone(call.Reply)
	return err
}

// plainError returns an error without control characters. The text of a fault comes from the server and is put on one line.
func plainError(err error) error {
	if err == nil {
		return nil
	}
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
func text(field *string) string {
	if field == nil {
		return ""
	}
	return *field
}
