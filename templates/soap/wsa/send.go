package wsa

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
)

const (
	sendTime    = 30 * time.Second
	sendAtOnce  = 32
	drainedSize = 64 << 10 // bytes of a response that are read, so that the connection can be used again
)

// sender sends answers of handlers.
type sender struct {
	doer  soap.HTTPDoer
	slots chan struct{}
}

// answer is a message to an address.
type answer struct {
	address, action, mediaType string
	body                       []byte
}

// send sends an answer in the background. It logs an answer that cannot be sent, also because too many are being sent.
func (s *sender) send(ctx context.Context, call *soap.Call, a answer) {
	log := call.Logger().With(slog.String("service", call.Service), slog.String("operation", call.Operation), slog.String("to", lex.Shorten(a.address)))
	binding := call.Binding
	select {
	case s.slots <- struct{}{}:
	default:
		log.WarnContext(ctx, "answer not sent: too many are being sent")
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendTime)
	go func() {
		defer func() { cancel(); <-s.slots }()
		if err := s.post(ctx, binding, a); err != nil {
			log.WarnContext(ctx, "answer not sent", slog.Any("error", err))
		}
	}()
}

func (s *sender) post(ctx context.Context, b contract.Binding, a answer) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.address, bytes.NewReader(a.body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", a.mediaType)
	if b == contract.SOAP11 {
		r.Header["SOAPAction"] = []string{`"` + a.action + `"`}
	}
	response, err := s.doer.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.CopyN(io.Discard, response.Body, drainedSize)
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("HTTP status %d", response.StatusCode)
	}
	return nil
}

// publicClient returns an HTTP client that connects to public addresses only. It checks the addresses to which it
// connects, after names have been resolved.
func publicClient() *http.Client {
	dialer := &net.Dialer{Timeout: sendTime, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err == nil && !isPublic(to.Addr()) {
			err = errNotPublic
		}
		return err
	}}
	return &http.Client{
		Timeout:       sendTime,
		Transport:     &http.Transport{DialContext: dialer.DialContext, MaxResponseHeaderBytes: drainedSize, IdleConnTimeout: sendTime},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

var errNotPublic = errors.New("the address is not a public one")

// isPublic reports whether an address is of the public Internet: addresses for other uses (IANA's registries of special
// purposes), and those that contain an IPv4 address, are not.
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Zone() != "" {
		return false
	}
	for _, special := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
		"203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10",
	} {
		if netip.MustParsePrefix(special).Contains(a) {
			return false
		}
	}
	return true
}
