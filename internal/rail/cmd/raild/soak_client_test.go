package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

const (
	soakTransports  = 8
	soakConnections = 64 // connections of each transport
	soakPatience    = 2 * time.Minute
)

// newSoakTransport returns a transport with a limited number of connections. They are reset instead of closed, so that
// the system need not keep their ports for a minute.
func newSoakTransport() *http.Transport {
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return conn, conn.(*net.TCPConn).SetLinger(0)
	}
	return &http.Transport{DialContext: dial, MaxConnsPerHost: soakConnections, MaxIdleConnsPerHost: soakConnections}
}

// A soakClient sends requests one after the other.
type soakClient struct {
	*soak
	kind   string // name of the binding
	client *realtime.Client
	random *rand.Rand
}

// run sends requests with pauses until ctx is done.
func (c *soakClient) run(ctx context.Context) {
	for c.pause(ctx, time.Duration(c.random.Int64N(int64(c.think)))) {
		c.gate.RLock()
		if ctx.Err() == nil {
			c.ask()
		}
		c.gate.RUnlock()
	}
}

// pick returns the next job, and how long the client waits for its answer.
func (c *soakClient) pick() (j job, patience time.Duration) {
	j = job{number: c.next.Add(1), size: c.random.IntN(20)}
	switch n := c.random.IntN(100); {
	case n < 50:
		j.task = taskEcho
	case n < 60:
		j.task, j.wait = taskSlow, time.Duration(c.random.IntN(300))*time.Millisecond
	case n < 70:
		j.task, j.size, j.number = taskSame, 5, j.number%10
	case n < 85:
		j.task, j.wait = taskHasty, time.Duration(c.random.IntN(30))*time.Millisecond
		return j, time.Duration(c.random.IntN(30_000)) * time.Microsecond
	case n < 90:
		j.task = taskFault
	case n < 95:
		j.task = taskPanic
	default:
		j.task, j.size = taskBreak, 1000
	}
	return j, soakPatience
}

// ask sends a request and judges the answer.
func (c *soakClient) ask() {
	j, patience := c.pick()
	long := j.task == taskBreak || c.random.IntN(20) == 0
	if long && j.task != taskSame {
		j.size += 500
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	explained := c.explained()
	texts, err := c.call(ctx, j, long)
	if err == nil {
		err = check(j, texts)
		if err != nil || j.task == taskFault || j.task == taskPanic || j.task == taskBreak {
			c.tally.defect(c.kind, "%v was answered: %v", j, err)
			return
		}
		c.service.forget(j.String())
		c.tally.add(c.kind, answered)
		return
	}
	c.tally.add(c.kind, c.judge(j, err, ctx.Err() != nil, explained))
}

// call calls an operation for the job. It returns the text and the number of each record.
func (c *soakClient) call(ctx context.Context, j job, long bool) (texts [][2]*string, err error) {
	if !long {
		list, err := c.client.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: soap.Ptr(j.String())})
		for _, record := range list {
			texts = append(texts, [2]*string{record.StationDesc, record.StationCode})
		}
		return texts, err
	}
	list, err := c.client.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: soap.Ptr(j.String())})
	for _, record := range list {
		texts = append(texts, [2]*string{record.Stationcode, record.Traincode})
	}
	return texts, err
}

// check compares the records with those that the job asks for.
func check(j job, texts [][2]*string) error {
	if len(texts) != j.size {
		return fmt.Errorf("%d records, want %d", len(texts), j.size)
	}
	for i, pair := range texts {
		if got, want := soap.Or(pair[0], "")+" "+soap.Or(pair[1], ""), j.String()+" "+strconv.Itoa(i); got != want {
			return fmt.Errorf("record %d is %q", i, got)
		}
	}
	return nil
}

// judge returns the outcome of a request with an error, and records a defect if the error has no reason.
func (c *soakClient) judge(j job, err error, gaveUp bool, explained func() bool) string {
	var response *soap.HTTPError
	_, isFault := soap.AsFault(err)
	reported := isFault || errors.As(err, &response) // the server answered
	accepted := c.service.forget(j.String())
	switch {
	case j.task == taskHasty && gaveUp:
		return cancelled
	case j.task == taskBreak && !reported:
		return broken // as asked for
	case reported && (j.task == taskFault || j.task == taskPanic || j.task == taskBreak):
		return refused
	case reported:
		c.tally.defect(c.kind, "%v: the server refused: %v", j, err)
	case accepted:
		c.tally.defect(c.kind, "%v: the service had accepted it, and the client got %v", j, err)
	case !explained():
		c.tally.defect(c.kind, "%v: without a restart: %v", j, err)
	}
	return broken
}
