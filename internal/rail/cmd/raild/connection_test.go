package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A pipeListener accepts connections in memory, whose deadlines follow the clock of a bubble.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error   { close(l.closed); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// A timedServer is a server in a bubble.
type timedServer struct {
	listener *pipeListener
	tls      *tls.Config // configuration of clients; nil without TLS
}

// serveTimed runs test with a server that has the timeouts of raild and answers with the request's body.
func serveTimed(t *testing.T, secure bool, test func(t *testing.T, s *timedServer)) {
	t.Helper()
	var config *tls.Config
	if secure {
		cert, key := filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
		issue(t, cert, key, 1)
		c, err := newCertificate(cert, key, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		config = c.config()
	}
	synctest.Test(t, func(t *testing.T) {
		s := &timedServer{listener: &pipeListener{make(chan net.Conn), make(chan struct{})}}
		server := standardTimeouts().newServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if body, err := io.ReadAll(r.Body); err == nil {
				w.Write(body)
			}
		}), slog.New(slog.DiscardHandler))
		ended := make(chan error)
		if secure {
			s.tls = &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.1"}}
		}
		go func() {
			ended <- server.Serve(standardTimeouts().listener(s.listener, config, slog.New(slog.DiscardHandler)))
		}()
		synctest.Wait()
		test(t, s)
		server.Close()
		<-ended
		time.Sleep(time.Second) // wait until senders notice
	})
}

// raw opens a connection without TLS.
func (s *timedServer) raw() net.Conn {
	client, server := net.Pipe()
	s.listener.conns <- server
	return client
}

func (s *timedServer) dial(t *testing.T) net.Conn {
	t.Helper()
	if s.tls == nil {
		return s.raw()
	}
	conn := tls.Client(s.raw(), s.tls)
	if err := conn.Handshake(); err != nil {
		t.Fatal(err)
	}
	return conn
}

const (
	requestHeader = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"
	requestBody   = "ping"
)

// send sends a text one byte at a time, with a pause before each, and returns the error.
func send(conn net.Conn, text string, pause time.Duration) error {
	for i := range len(text) {
		time.Sleep(pause)
		if _, err := io.WriteString(conn, text[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// closedAfter returns when the server closes the connection. Before that it may only say that half of a header is wrong.
func closedAfter(t *testing.T, conn net.Conn) time.Duration {
	t.Helper()
	began := time.Now()
	conn.SetReadDeadline(began.Add(time.Hour))
	if text, err := io.ReadAll(conn); len(text) > 0 && !strings.HasPrefix(string(text), "HTTP/1.1 400 ") || errors.Is(err, net.ErrClosed) {
		t.Errorf("%q, %v", text, err)
	}
	return time.Since(began)
}

// A connection may be silent as long before its first request as between two requests, with TLS too.
func TestSilentConnectionsLiveAsLongAsIdleOnes(t *testing.T) {
	for name, secure := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			serveTimed(t, secure, func(t *testing.T, s *timedServer) {
				conn := s.dial(t)
				defer conn.Close()
				answers := bufio.NewReader(conn)
				for i := range 3 {
					time.Sleep(standardTimeouts().idle - time.Second)
					go io.WriteString(conn, requestHeader+requestBody)
					response, err := http.ReadResponse(answers, nil)
					if err != nil {
						t.Fatalf("request %d: %v", i, err)
					}
					if body, err := io.ReadAll(response.Body); err != nil || string(body) != requestBody {
						t.Errorf("request %d: %q, %v", i, body, err)
					}
				}
			})
		})
	}
}

// Each way to occupy a connection without a request ends at a limit.
func TestLimitConnections(t *testing.T) {
	limits := standardTimeouts()
	for _, test := range []struct {
		name   string
		secure bool
		occupy func(*testing.T, *timedServer) net.Conn
		bound  time.Duration
	}{
		{"silent connection", false, func(t *testing.T, s *timedServer) net.Conn { return s.dial(t) }, limits.idle},
		{"silent connection before TLS", true, func(t *testing.T, s *timedServer) net.Conn { return s.raw() }, limits.idle},
		{"silent connection after TLS", true, func(t *testing.T, s *timedServer) net.Conn { return s.dial(t) }, limits.idle},
		{"half of a header", false, func(t *testing.T, s *timedServer) net.Conn {
			conn := s.dial(t)
			io.WriteString(conn, requestHeader[:20])
			return conn
		}, limits.header},
		{"half of a header with TLS", true, func(t *testing.T, s *timedServer) net.Conn {
			conn := s.dial(t)
			io.WriteString(conn, requestHeader[:20])
			return conn
		}, limits.header},
		{"half of a TLS handshake", true, func(t *testing.T, s *timedServer) net.Conn {
			conn := s.raw()
			io.WriteString(conn, "\x16\x03\x01")
			return conn
		}, limits.header},
		{"header byte by byte", false, func(t *testing.T, s *timedServer) net.Conn {
			conn := s.dial(t)
			go send(conn, strings.Repeat("x", 1000), 100*time.Millisecond)
			return conn
		}, limits.header + 100*time.Millisecond},
		{"header after silence", false, func(t *testing.T, s *timedServer) net.Conn {
			conn := s.dial(t)
			time.Sleep(limits.idle - time.Second)
			io.WriteString(conn, "P")
			return conn
		}, limits.header},
		{"second request", false, func(t *testing.T, s *timedServer) net.Conn {
			conn := s.dial(t)
			go io.WriteString(conn, requestHeader+requestBody)
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, response.Body)
			io.WriteString(conn, requestHeader[:20])
			return conn
		}, limits.header},
	} {
		t.Run(test.name, func(t *testing.T) {
			serveTimed(t, test.secure, func(t *testing.T, s *timedServer) {
				conn := test.occupy(t, s)
				defer conn.Close()
				took := closedAfter(t, conn)
				if took > test.bound {
					t.Errorf("closed after %v, want %v", took, test.bound)
				}
				t.Logf("limit: raild: %s | %v | %v", test.name, test.bound, took)
			})
		})
	}
}

// A body that does not arrive ends the request.
func TestLimitBodyTime(t *testing.T) {
	limits := standardTimeouts()
	serveTimed(t, false, func(t *testing.T, s *timedServer) {
		conn := s.dial(t)
		defer conn.Close()
		began := time.Now()
		io.WriteString(conn, requestHeader+"p")
		if _, err := io.Copy(io.Discard, conn); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > limits.body+limits.header {
			t.Errorf("closed after %v, want %v", took, limits.body)
		} else {
			t.Logf("limit: raild: half of a body | %v | %v", limits.body, took)
		}
	})
}

// A panic in a handshake ends its connection, and nothing else.
func TestHandshakePanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := &pipeListener{make(chan net.Conn), make(chan struct{})}
		config := &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { panic("no certificate") }}
		listener := standardTimeouts().listener(inner, config, slog.New(slog.DiscardHandler))
		s := &timedServer{listener: inner}
		for range 2 {
			if err := tls.Client(s.raw(), &tls.Config{InsecureSkipVerify: true}).Handshake(); err == nil {
				t.Error("the handshake succeeded")
			}
		}
		listener.Close()
	})
}

// A shutdown does not wait for connections that were opened in advance.
func TestShutdownEndsSilentConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := &pipeListener{make(chan net.Conn), make(chan struct{})}
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() {
			served <- serve(ctx, listener, nil, http.NotFoundHandler(), shutdown{grace: time.Minute}, slog.New(slog.DiscardHandler))
		}()
		s := &timedServer{listener: listener}
		conn := s.dial(t)
		defer conn.Close()
		synctest.Wait()
		began := time.Now()
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("the shutdown took %v", took)
		}
		if took := closedAfter(t, conn); took > 0 {
			t.Errorf("the connection was closed %v later", took)
		}
	})
}
