package rail

import (
	"strconv"
	"time"

	"example.com/quartet/internal/rail/running"
)

// ownTexts collects the texts of a record that is kept. They share one string, which is not part of a larger one, so that a
// record that is kept for long does not keep the texts of other trains in memory.
type ownTexts struct {
	bytes []byte
	ends  []int
}

func (o *ownTexts) start() { o.bytes, o.ends = o.bytes[:0], o.ends[:0] }

// end ends a text.
func (o *ownTexts) end() { o.ends = append(o.ends, len(o.bytes)) }

// cut sets the texts to the texts that were collected.
func (o *ownTexts) cut(texts []string) {
	all, first := string(o.bytes), 0
	for i, end := range o.ends {
		texts[i], first = all[first:end], end
	}
}

func (o *ownTexts) appendNumber(n int) {
	o.bytes = strconv.AppendInt(o.bytes, int64(n), 10)
	o.end()
}

// appendPlace appends the latitude and the longitude of a train that does not move. If it moves, it appends empty texts
// and returns the motion.
func (o *ownTexts) appendPlace(run *running.Run) *running.Motion {
	motion := run.Motion()
	if motion.Moves() {
		o.end()
		o.end()
		moves := motion // only this copy is allocated
		return &moves
	}
	place := motion.At(run.Instant())
	o.bytes = appendDegrees(o.bytes, place.Latitude)
	o.end()
	o.bytes = appendDegrees(o.bytes, place.Longitude)
	o.end()
	return nil
}

// ownDateTime appends a date and time as dd/MM/yyyy HH:mm:ss to the own texts.
func (t *formatter) ownDateTime(at time.Duration) {
	number, second := splitDay(t.localTime(at))
	t.own.bytes = appendSecond(append(t.own.bytes, t.day(number).dateTime...), second)
	t.own.end()
}

// place returns the latitude and the longitude of a train that moves.
func (t *formatter) place(motion *running.Motion, now time.Time) (latitude, longitude *string) {
	place := motion.At(now.Unix())
	return t.degrees(place.Latitude), t.degrees(place.Longitude)
}
