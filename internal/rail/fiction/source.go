package fiction

import (
	"sync/atomic"
	"time"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// longest is how long after a train started it is known how it ran.
const longest = 12 * time.Hour

// A Railway is a timetable with trains that run as Delays has it.
type Railway struct {
	plan   *timetable.Timetable
	recent atomic.Pointer[recent]
}

// recent is the state that was asked for last.
type recent struct {
	now   time.Time
	state *running.State
}

// New returns the railway of the island.
func New() (*Railway, error) {
	plan, err := Timetable()
	if err != nil {
		return nil, err
	}
	return &Railway{plan: plan}, nil
}

// Plan returns the timetable.
func (r *Railway) Plan() *timetable.Timetable { return r.plan }

// State implements [running.Source].
func (r *Railway) State(now time.Time) *running.State {
	now = now.Truncate(time.Second)
	if last := r.recent.Load(); last != nil && last.now.Equal(now) {
		return last.state
	}
	var lives []*running.Live
	for j := range r.plan.Between(now.Add(-longest), now.Add(known)) {
		if times := (Delays{}).Times(j, now); times != nil {
			lives = append(lives, &running.Live{Journey: j, Times: times})
		}
	}
	state := &running.State{Plan: r.plan, Live: running.NewSnapshot(r.plan, now, lives)}
	r.recent.Store(&recent{now, state})
	return state
}
