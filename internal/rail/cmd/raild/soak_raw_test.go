package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"
)

// A rawClient opens connections that no client should open, and some that are only unusual. What it sends is complete
// or wrong, and its connections end within about a second.
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

func (c *rawClient) connect() {
	began, explained := time.Now(), c.explained()
	conn, err := net.Dial("tcp", c.address)
	if err != nil {
		if !explained() {
			c.tally.defect(rawKind, "without a restart: %v", err)
		}
		c.tally.add(rawKind, broken, 0)
		return
	}
	defer conn.Close()
	conn.(*net.TCPConn).SetLinger(0)
	conn.SetDeadline(began.Add(soakPatience))
	jobs, rude := c.send(conn)
	if rude {
		c.tally.add(rawKind, cancelled, 0)
		return
	}
	answers := bufio.NewReader(conn)
	for _, j := range jobs {
		outcome, err := c.read(answers, j, time.Since(began) > standardTimeouts().header)
		accepted := c.service.forget(j.String())
		switch {
		case err == nil:
		case outcome == answered:
			c.tally.defect(rawKind, "%v: %v", j, err)
		case accepted && len(jobs) == 1 || !explained(): // a restart may drop several requests
			c.tally.defect(rawKind, "%v: without a restart, or after the service had accepted it: %v", j, err)
		}
		c.tally.add(rawKind, outcome, time.Since(began))
		if err != nil {
			for _, j := range jobs {
				c.service.forget(j.String())
			}
			return
		}
	}
}

// read reads the response to a job. If it was sent late, which happens on a busy machine, the server may have given up.
func (c *rawClient) read(answers *bufio.Reader, j job, late bool) (outcome string, err error) {
	response, err := http.ReadResponse(answers, nil)
	if err != nil {
		return broken, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return broken, err
	case j.task == taskFault && response.StatusCode >= 400:
		return refused, nil
	case late && (response.StatusCode == http.StatusRequestTimeout || response.StatusCode == http.StatusBadRequest):
		return refused, nil // 400 is what net/http makes of a header that ends within a line
	case j.task == taskFault || response.StatusCode != 200:
		return answered, fmt.Errorf("%s %.200s", response.Status, body)
	}
	text := string(body)
	if strings.Count(text, ">"+j.String()+"<") != j.size || !strings.HasSuffix(strings.TrimSpace(text), ">") || !strings.Contains(text, "ArrayOf") {
		return answered, fmt.Errorf("the content is wrong: %.200s", text)
	}
	return answered, nil
}

func (c *rawClient) job(task string) job {
	return job{task: task, number: c.next.Add(1), size: 1 + c.random.IntN(20)}
}

func rawRequest(j job) string {
	return "GET /realtime/realtime.asmx/getStationsFilterXML?StationText=" + j.String() + " HTTP/1.1\r\nHost: localhost\r\n\r\n"
}

// rawPost returns the header of a POST with a body of the length.
func rawPost(length int) string {
	return fmt.Sprintf("POST /realtime/realtime.asmx/getStationsFilterXML HTTP/1.1\r\nHost: localhost\r\n"+
		"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n", length)
}

// send sends something. It returns the jobs whose answers are to be read, or that the connection is to be reset.
func (c *rawClient) send(conn net.Conn) (jobs []job, rude bool) {
	write := func(text string) { _, _ = io.WriteString(conn, text) } // the answer shows an error
	half := func(text string) { write(text[:c.random.IntN(len(text))]) }
	wait := func(n int) { time.Sleep(time.Duration(c.random.IntN(n)) * time.Millisecond) }
	body := "StationText=" + c.job(taskHasty).String()
	switch c.random.IntN(12) {
	case 0: // half of a header
		half(rawRequest(c.job(taskHasty)))
		wait(300)
	case 1: // half of a body
		write(rawPost(len(body)))
		half(body)
		wait(300)
	case 2: // half of a body, and no more
		write(rawPost(len(body) + 10))
		write(body)
		conn.(*net.TCPConn).CloseWrite()
		_, _ = io.Copy(io.Discard, conn) // an error, or nothing
	case 3: // the request is not HTTP
		garbage := make([]byte, 1+c.random.IntN(3000))
		for i := range garbage {
			garbage[i] = byte(c.random.Uint32())
		}
		write(string(garbage))
		wait(100)
	case 4: // a request whose answer nobody reads
		write(rawRequest(c.job(taskHasty)))
	case 5: // a long answer of which nobody reads the end
		long := c.job(taskHasty)
		long.size = 5000
		write(rawRequest(long))
		_, _ = io.ReadFull(conn, make([]byte, 1000))
		wait(300)
	case 6: // a body that is far too long
		write(rawPost(1 << 40))
		write(strings.Repeat("x", 10_000))
		wait(300)
	case 7: // a wrong chunk
		write(strings.Replace(rawPost(0), "Content-Length: 0", "Transfer-Encoding: chunked", 1) + "5\r\nStati\r\nzz\r\n")
		wait(100)
	case 8: // several requests at once
		jobs = []job{c.job(taskEcho), c.job(taskFault), c.job(taskEcho)}
		for _, j := range jobs {
			write(rawRequest(j))
		}
		return jobs, false
	case 9: // a connection that is opened in advance
		wait(1000)
		jobs = []job{c.job(taskEcho)}
		write(rawRequest(jobs[0]))
		return jobs, false
	case 10: // a slow header
		jobs = []job{c.job(taskEcho)}
		for text := range strings.SplitAfterSeq(rawRequest(jobs[0]), "t") {
			wait(50)
			write(text)
		}
		return jobs, false
	default: // a slow body
		jobs = []job{c.job(taskEcho)}
		body = "StationText=" + jobs[0].String()
		write(rawPost(len(body)))
		for i := range body {
			wait(20)
			write(body[i : i+1])
		}
		return jobs, false
	}
	return nil, true
}
