package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"time"
)

// A rawClient opens connections that no client should open, and resets each within about a second.
type rawClient struct {
	*soak
	random *rand.Rand
}

const rawKind = "raw TCP"

// run opens connections with pauses until ctx is done.
func (c *rawClient) run(ctx context.Context) {
	for c.pause(ctx, time.Duration(c.random.Int64N(int64(c.think)/2))) {
		c.gate.RLock()
		if ctx.Err() == nil {
			c.connect()
		}
		c.gate.RUnlock()
	}
}

// connect sends a part of something, reads a part of an answer, and resets the connection.
func (c *rawClient) connect() {
	explained := c.explained()
	conn, err := net.Dial("tcp", c.address)
	if err != nil {
		if !explained() {
			c.tally.defect(rawKind, "without a restart: %v", err)
		}
		c.tally.add(rawKind, broken)
		return
	}
	defer conn.Close()
	conn.(*net.TCPConn).SetLinger(0)
	conn.SetDeadline(time.Now().Add(time.Second))
	texts := c.rude()
	_, _ = io.WriteString(conn, texts[c.random.IntN(len(texts))])
	_, _ = io.ReadFull(conn, make([]byte, c.random.IntN(1000))) // an error, or nothing
	c.tally.add(rawKind, cancelled)
}

// rude returns what a server must expect.
func (c *rawClient) rude() []string {
	j := job{task: taskHasty, number: c.next.Add(1), size: 1 + c.random.IntN(5000)}
	request := "GET " + servicePath + "/getStationsFilterXML?StationText=" + j.String() + " HTTP/1.1\r\nHost: localhost\r\n\r\n"
	body := "StationText=" + j.String()
	post := "POST " + servicePath + "/getStationsFilterXML HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
	garbage := make([]byte, 1+c.random.IntN(3000))
	for i := range garbage {
		garbage[i] = byte(c.random.Uint32())
	}
	return []string{
		"",                                    // a connection that is opened in advance
		request[:c.random.IntN(len(request))], // half of a header
		request,                               // a request whose answer nobody reads to its end
		strings.Repeat(request, 3),            // several requests at once
		fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", post, len(body)+10, body),                 // half of a body
		fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", post, 1<<40, strings.Repeat("x", 10_000)), // a body that is far too long
		post + "Transfer-Encoding: chunked\r\n\r\n5\r\nStati\r\nzz\r\n",                         // a wrong chunk
		string(garbage),
	}
}
