package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// The tasks that a request asks the service of the soak test for.
const (
	taskEcho  = "echo"  // answer
	taskSlow  = "slow"  // answer after a while
	taskSame  = "same"  // answer to a value that many clients send, which the cache has
	taskHasty = "hasty" // answer after a while; the client may give up before
	taskFault = "fault" // answer a fault
	taskPanic = "panic" // panic
	taskBreak = "break" // panic in the middle of a streamed list
)

// A job is a request of the soak test. Its text is the parameter of the request and is part of each record of the
// answer, so that an answer belongs to one request only.
type job struct {
	task   string
	number uint64        // unique, except for taskSame
	size   int           // number of records to answer
	wait   time.Duration // before the answer
}

func (j job) String() string {
	return fmt.Sprintf("%s.%d.%d.%d", j.task, j.number, j.size, j.wait.Milliseconds())
}

// parseJob is the reverse of String.
func parseJob(text *string) (j job, err error) {
	if text == nil {
		return j, errors.New("no job")
	}
	wait := 0
	_, err = fmt.Sscanf(strings.ReplaceAll(*text, ".", " "), "%s %d %d %d", &j.task, &j.number, &j.size, &wait)
	j.wait = time.Duration(wait) * time.Millisecond
	return j, err
}

// A soakService does jobs. It remembers which it has accepted until the client asks.
type soakService struct {
	realtime.UnimplementedRealtime // other operations are not called

	accepted sync.Map // by the text of the job
}

// accept records that the service has the job, unless nobody will ask.
func (s *soakService) accept(j job) {
	if j.task != taskEcho && j.task != taskSlow {
		return
	}
	s.accepted.Store(j.String(), true)
}

// forget reports whether the service has accepted the job, and forgets it.
func (s *soakService) forget(text string) bool {
	_, accepted := s.accepted.LoadAndDelete(text)
	return accepted
}

// begin does what comes before the answer.
func (s *soakService) begin(ctx context.Context, text *string) (job, error) {
	j, err := parseJob(text)
	if err != nil {
		return j, err
	}
	s.accept(j)
	if j.wait > 0 {
		timer := time.NewTimer(j.wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return j, ctx.Err()
		}
	}
	switch j.task {
	case taskFault:
		return j, &soap.Fault{Code: soap.FaultClient, Reason: "refused " + j.String()}
	case taskPanic:
		panic("asked for")
	}
	return j, nil
}

// GetStationsFilterXML implements [realtime.Realtime]. The answer is in memory.
func (s *soakService) GetStationsFilterXML(ctx context.Context, req *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
	j, err := s.begin(ctx, req.StationText)
	if err != nil {
		return nil, err
	}
	if j.task == taskBreak {
		panic("asked for")
	}
	list := make([]realtime.ObjStationFilter, j.size)
	for i := range list {
		list[i] = realtime.ObjStationFilter{StationDesc: req.StationText, StationCode: soap.Ptr(strconv.Itoa(i))}
	}
	return list, nil
}

// GetStationDataByCodeXML implements [realtime.Realtime] for handlers that do not stream.
func (s *soakService) GetStationDataByCodeXML(ctx context.Context, req *realtime.GetStationDataByCodeXML) (list []realtime.ObjStationData, err error) {
	for record, err := range s.GetStationDataByCodeXMLSeq(ctx, req) {
		if err != nil {
			return nil, err
		}
		list = append(list, record)
	}
	return list, nil
}

// GetStationDataByCodeXMLSeq implements [realtime.RealtimeSeq] for handlers that stream.
func (s *soakService) GetStationDataByCodeXMLSeq(ctx context.Context, req *realtime.GetStationDataByCodeXML) iter.Seq2[realtime.ObjStationData, error] {
	return func(yield func(realtime.ObjStationData, error) bool) {
		j, err := s.begin(ctx, req.StationCode)
		if err != nil {
			yield(realtime.ObjStationData{}, err)
			return
		}
		for i := range j.size {
			if j.task == taskBreak && i == j.size/2 {
				panic("asked for")
			}
			if !yield(realtime.ObjStationData{Stationcode: req.StationCode, Traincode: soap.Ptr(strconv.Itoa(i))}, nil) {
				return
			}
		}
	}
}
