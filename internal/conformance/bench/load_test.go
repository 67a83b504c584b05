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

// connections is how many requests are under way at once.
const connections = 8

// load makes requests over connections that are kept alive. It shares the
// machine with the server and so does as little as it can: what it does would
// make all servers look more alike than they are.
type load struct {
	open []*connection
	each int
}

// newLoad connects to a server. Each round makes so many requests over each
// connection, one after the other.
func newLoad(address string, each int) (*load, error) {
	l := &load{each: each}
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

func (l *load) requests() int { return len(l.open) * l.each }

func (l *load) round() error {
	done := make(chan error, len(l.open))
	for _, c := range l.open {
		go func() {
			var err error
			for range l.each {
				if err = c.roundTrip(); err != nil {
					break
				}
			}
			done <- err
		}()
	}
	var all error
	for range l.open {
		all = errors.Join(all, <-done)
	}
	return all
}

// connection is one that is kept alive.
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
		return fmt.Errorf("the server answers %q", line)
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

// skip reads a body.
func (c *connection) skip(length int, chunked bool) error {
	switch {
	case chunked:
		if _, err := io.Copy(io.Discard, httputil.NewChunkedReader(c.reader)); err != nil {
			return err
		}
		_, err := c.line() // the empty line after the last chunk
		return err
	case length < 0:
		return errors.New("a response of unknown length")
	}
	_, err := c.reader.Discard(length)
	return err
}
