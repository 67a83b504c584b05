package bench

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"strconv"
	"strings"
)

// connections is the number of concurrent requests.
const connections = 8

// load sends requests over keep-alive connections. As it runs on the same machine as the
// server, it does as little work as possible: its work would reduce the measured differences
// between servers.
type load struct {
	open          []*connection
	perConnection int // requests in a round
}

// newLoad connects to a server. A round sends the given number of requests over each
// connection, one after the other.
func newLoad(address string, perConnection int) (*load, error) {
	l := &load{perConnection: perConnection}
	for range connections {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			l.close()
			return nil, err
		}
		l.open = append(l.open, &connection{conn: conn, reader: bufio.NewReaderSize(conn, 64<<10)})
	}
	return l, nil
}

func (l *load) close() {
	for _, c := range l.open {
		c.conn.Close()
	}
}

func (l *load) requests() int { return len(l.open) * l.perConnection }

// round sends the requests of a round and waits for the responses.
func (l *load) round() error {
	done := make(chan error, len(l.open))
	for _, c := range l.open {
		go func() {
			var err error
			for range l.perConnection {
				if err = c.roundTrip(); err != nil {
					break
				}
			}
			done <- err
		}()
	}
	var errs error
	for range l.open {
		errs = errors.Join(errs, <-done)
	}
	return errs
}

// connection is a keep-alive connection to a server.
type connection struct {
	conn   net.Conn
	reader *bufio.Reader
}

var rawRequest = []byte("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + mediaType + "\r\n" +
	"SOAPAction: \"" + namespace + "getStationDataByCodeXML\"\r\n" +
	"Content-Length: " + strconv.Itoa(len(request)) + "\r\n\r\n" + request)

func (c *connection) roundTrip() error {
	if _, err := c.conn.Write(rawRequest); err != nil {
		return err
	}
	line, err := c.line()
	if err != nil {
		return err
	}
	if !strings.HasPrefix(line, "HTTP/1.1 200 ") {
		return fmt.Errorf("the server responded %q", line)
	}
	length, chunked := -1, false
	for {
		line, err := c.line()
		if err != nil {
			return err
		}
		name, value, _ := strings.Cut(line, ": ")
		switch name {
		case "Content-Length":
			if length, err = strconv.Atoi(value); err != nil {
				return err
			}
		case "Transfer-Encoding":
			chunked = value == "chunked"
		case "":
			return c.skip(length, chunked)
		}
	}
}

func (c *connection) line() (string, error) {
	line, err := c.reader.ReadSlice('\n')
	return strings.TrimSuffix(string(line), "\r\n"), err
}

// skip reads and discards a response body.
func (c *connection) skip(length int, chunked bool) error {
	switch {
	case chunked:
		if _, err := io.Copy(io.Discard, httputil.NewChunkedReader(c.reader)); err != nil {
			return err
		}
		_, err := c.line() // the empty line after the last chunk
		return err
	case length < 0:
		return errors.New("response of unknown length")
	}
	_, err := c.reader.Discard(length)
	return err
}
