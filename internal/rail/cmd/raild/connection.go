package main

import (
	"crypto/tls"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// timeouts limit how long a client can occupy a connection.
type timeouts struct {
	header time.Duration // limit from the first byte of a request to the end of its header; also for a TLS handshake
	body   time.Duration // limit from the end of the header to the end of the body
	write  time.Duration // limit from the end of the header to the end of the response
	idle   time.Duration // limit for the time before the first request and between two
}

func standardTimeouts() timeouts {
	return timeouts{header: 5 * time.Second, body: 30 * time.Second, write: time.Minute, idle: 2 * time.Minute}
}

// newServer returns a server with the timeouts. It must serve at a listener of t.listener.
func (t timeouts) newServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           t.limitBody(handler),
		ReadHeaderTimeout: t.header,
		ReadTimeout:       t.idle + t.header + t.body, // begins with the connection; limitBody sets a shorter one
		WriteTimeout:      t.write,
		IdleTimeout:       t.idle,
		MaxHeaderBytes:    64 << 10,
		ConnState:         started,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
}

// limitBody limits the time for the body of each request.
func (t timeouts) limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(t.body)) // or else ReadTimeout applies
		}
		next.ServeHTTP(w, r)
	})
}

// listener returns a listener whose connections may be silent for the idle timeout before their first request.
// Clients open connections in advance: without this they would lose the requests that they send when the server has
// just closed such a connection.
func (t timeouts) listener(inner net.Listener) *freshListener {
	return &freshListener{Listener: inner, idle: t.idle, open: map[*freshConn]bool{}}
}

type freshListener struct {
	net.Listener
	idle time.Duration

	mu     sync.Mutex
	open   map[*freshConn]bool // connections without a request
	ending bool
}

// end ends connections that are silent before their first request. [http.Server.Shutdown] would wait five seconds for
// them, and then drop their requests.
func (l *freshListener) end() {
	l.mu.Lock()
	l.ending = true
	open := slices.Collect(maps.Keys(l.open))
	l.mu.Unlock()
	for _, c := range open {
		c.end()
	}
}

func (l *freshListener) hasEnded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ending
}

func (l *freshListener) add(c *freshConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[c] = true
}

func (l *freshListener) remove(c *freshConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, c)
}

func (l *freshListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &freshConn{Conn: conn, listener: l, fresh: true}
	l.add(c)
	return c, nil
}

// A freshConn is a connection for a server of net/http, which limits the time for the first request from when the connection
// was accepted or its TLS handshake ended. Until the header of the first request has been read, a deadline that the server
// sets therefore counts from the next byte that arrives, for which the connection waits at most idle. With TLS there are two
// such deadlines: one for the handshake, one for the header of the first request.
type freshConn struct {
	net.Conn
	listener *freshListener

	mu      sync.Mutex
	fresh   bool          // no request has been read yet
	waiting bool          // waiting for the next byte
	limit   time.Duration // time limit, which starts with that byte
}

// SetReadDeadline implements [net.Conn].
func (c *freshConn) SetReadDeadline(at time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	limit := time.Until(at)
	c.waiting = c.fresh && !at.IsZero() && limit > 0
	if c.waiting {
		c.limit, at = limit, time.Now().Add(c.listener.idle)
		if c.listener.hasEnded() {
			at = time.Unix(1, 0)
		}
	}
	return c.Conn.SetReadDeadline(at)
}

// end ends the wait for the next byte.
func (c *freshConn) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting {
		_ = c.Conn.SetReadDeadline(time.Unix(1, 0)) // the server closes the connection
	}
}

// Close implements [net.Conn].
func (c *freshConn) Close() error {
	c.listener.remove(c)
	return c.Conn.Close()
}

// Read implements [net.Conn].
func (c *freshConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if n > 0 && c.waiting {
		c.waiting = false
		if failed := c.Conn.SetReadDeadline(time.Now().Add(c.limit)); err == nil {
			err = failed
		}
	}
	return n, err
}

// CloseWrite closes the sending side. The server calls it so that the client can read the response to a request whose
// body was not read to the end.
func (c *freshConn) CloseWrite() error {
	if conn, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return conn.CloseWrite()
	}
	return c.Conn.Close()
}

// started is the [http.Server.ConnState] of a server with fresh connections.
func started(conn net.Conn, state http.ConnState) {
	if wrapped, ok := conn.(*tls.Conn); ok {
		conn = wrapped.NetConn()
	}
	if c, ok := conn.(*freshConn); ok && state == http.StateActive {
		c.listener.remove(c)
		c.mu.Lock()
		defer c.mu.Unlock()
		c.fresh = false
	}
}
