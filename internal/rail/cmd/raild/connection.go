package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"
)

// timeouts limit how long a client can occupy a connection.
type timeouts struct {
	header time.Duration // limit from the first byte of a request to the end of its header; also for a TLS handshake
	body   time.Duration // limit for the body, which begins when the limit of the header ends
	write  time.Duration // limit from the end of the header to the end of the response
	idle   time.Duration // limit for the time before the first request and between two
}

func standardTimeouts() timeouts {
	return timeouts{header: 5 * time.Second, body: 30 * time.Second, write: time.Minute, idle: 2 * time.Minute}
}

// newServer returns a server with the timeouts. It must serve at a listener of t.listener.
func (t timeouts) newServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: t.header,
		ReadTimeout:       t.header + t.body,
		WriteTimeout:      t.write,
		IdleTimeout:       t.idle,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
}

// A freshListener accepts a connection when its first request begins, with TLS after the handshake. Servers of net/http limit the time
// for the first request from when they accept the connection, but clients open connections in advance: they would lose the requests
// that they send when the server has just closed such a connection.
type freshListener struct {
	net.Listener
	timeouts timeouts
	tls      *tls.Config // nil without TLS
	logger   *slog.Logger
	accepted chan accepted
	open     context.Context
	close    context.CancelFunc
}

type accepted struct {
	conn net.Conn
	err  error
}

// listener returns a listener whose connections may be silent for the idle timeout before their first request. When it is closed, it
// closes those that still are: [http.Server.Shutdown] would wait for them.
func (t timeouts) listener(inner net.Listener, config *tls.Config, logger *slog.Logger) net.Listener {
	l := &freshListener{Listener: inner, timeouts: t, tls: config, logger: logger, accepted: make(chan accepted)}
	l.open, l.close = context.WithCancel(context.Background())
	go func() {
		for l.open.Err() == nil {
			if conn, err := inner.Accept(); err != nil {
				l.pass(accepted{err: err})
			} else {
				go l.await(conn)
			}
		}
	}()
	return l
}

// pass passes a connection or an error to Accept. It returns false if the listener is closed.
func (l *freshListener) pass(a accepted) bool {
	select {
	case l.accepted <- a:
		return true
	case <-l.open.Done():
		return false
	}
}

// Accept implements [net.Listener].
func (l *freshListener) Accept() (net.Conn, error) {
	select {
	case a := <-l.accepted:
		return a.conn, a.err
	case <-l.open.Done():
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (l *freshListener) Close() error {
	l.close()
	return l.Listener.Close()
}

// await passes a connection on when its first request begins, or when its handshake fails: the server then logs the error.
func (l *freshListener) await(conn net.Conn) {
	defer func() { // as in servers of net/http, a panic in a handshake ends only its connection
		if value := recover(); value != nil {
			conn.Close()
			l.logger.Error("panic in a TLS handshake", "error", fmt.Sprint(value), "stack", string(debug.Stack()))
		}
	}()
	stop := context.AfterFunc(l.open, func() { conn.Close() })
	peeked := &peekedConn{Conn: conn, received: bufio.NewReader(conn), byRecord: l.tls != nil}
	begins := func() bool {
		conn.SetDeadline(time.Now().Add(l.timeouts.idle))
		_, err := peeked.received.Peek(1)
		conn.SetDeadline(time.Now().Add(l.timeouts.header))
		return err == nil
	}
	served, ok := net.Conn(peeked), begins()
	if ok && l.tls != nil {
		secured := tls.Server(peeked, l.tls)
		served, ok = secured, secured.Handshake() != nil || begins()
		peeked.byRecord = false
	}
	conn.SetDeadline(time.Time{})
	if !stop() || !ok || !l.pass(accepted{conn: served}) {
		conn.Close()
	}
}

// A peekedConn is a connection of which the first bytes have been received before they are read.
type peekedConn struct {
	net.Conn
	received *bufio.Reader
	byRecord bool // Read stops at the end of each TLS record, so that package tls cannot buffer the first request with the handshake
	left     int  // number of bytes of the current record that have not been read
}

// Read implements [net.Conn].
func (c *peekedConn) Read(p []byte) (int, error) {
	if c.byRecord {
		if c.left == 0 {
			header, err := c.received.Peek(5) // its last two bytes are the length of the rest (RFC 8446, section 5.1)
			if err != nil {
				return 0, err
			}
			c.left = len(header) + int(header[3])<<8 + int(header[4])
		}
		p = p[:min(len(p), c.left)]
	}
	n, err := c.received.Read(p)
	c.left -= n
	return n, err
}

// CloseWrite closes the sending side. The server calls it so that the client can read the response to a request whose
// body was not read to the end.
func (c *peekedConn) CloseWrite() error {
	if conn, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return conn.CloseWrite()
	}
	return c.Conn.Close()
}
