package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/rail/passenger"
)

// maxPassengerBytes is the maximum size of an answer for passengers: a station or a train, or all trains of a country.
const maxPassengerBytes = 64 << 20

// passengers asks the server for what the operations of the contract cannot say; see package passenger. Servers other than raild
// do not have it: then answer is nil.
func passengers[T any](ctx context.Context, c *client, what string, query url.Values) (answer *T) {
	address := c.address.ResolveReference(&url.URL{Path: "/data/" + what, RawQuery: query.Encode()})
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		return nil
	}
	if json.NewDecoder(io.LimitReader(response.Body, maxPassengerBytes)).Decode(&answer) != nil {
		return nil
	}
	return answer
}

// addPassengers adds to a board the trains of the next minutes, up to the limit, that are cancelled or leave out the station; the
// alerts; the other stops of the station; and the next train if there is none.
func (a *answer) addPassengers(b *passenger.Board, limit int64) {
	if b == nil {
		return
	}
	var shown []passenger.Train
	rows := a.rowsByTrain()
	for _, t := range b.Trains {
		event := t.Arrival
		if event == nil || event.Omitted && t.Departure != nil {
			event = t.Departure
		}
		if event == nil {
			continue
		}
		within := (cmp.Or(event.Expected, &event.Scheduled).At-b.Now.At)/60 <= limit
		if within {
			shown = append(shown, t.Train)
		}
		row := rows[trainKey(t.Code, t.Date)]
		if event.Omitted && (row == nil || !t.Cancelled) { // the service lists cancelled trains, too
			if !within {
				continue
			}
			row = a.addOmitted(&t, max(0, (event.Scheduled.At-b.Now.At)/60))
		}
		if row != nil {
			addNotes(row, &t, event)
		}
	}
	for i, alert := range b.Alerts {
		if codes := codesOf(shown, i); slices.Contains(b.Station, i) {
			a.addAlert(alert, nil)
		} else if len(codes) > 0 {
			a.addAlert(alert, codes)
		}
	}
	a.about = alsoAt(b.Twins)
	a.none = cmp.Or(b.Period, a.none)
	if n := b.Next; n != nil && n.Departure != nil {
		e := cmp.Or(n.Departure.Expected, &n.Departure.Scheduled)
		a.none += fmt.Sprintf(" The next train, %s to %s, departs at %s on %s.", quoted(n.Code), n.Destination, minutes(e.Clock), e.Date)
	}
}

// addNotes adds to the row of a train what a board says about it.
func addNotes(row []string, t *passenger.Row, event *passenger.Event) {
	const lateColumn, seenColumn = 8, 9
	var change string
	if event.Omitted {
		change = strings.ToLower(event.Status)
	} else if t.Planned != "" {
		change = "another platform instead of " + t.Planned
		if t.Platform != "" {
			change = "platform " + t.Platform + " instead of " + t.Planned
		}
	}
	if !event.Omitted && event.Expected == nil {
		row[lateColumn] = "?"
	}
	row[seenColumn] = joined("; ", append([]string{row[seenColumn], change}, t.Notes...)...)
}

// alsoAt names the other stops of a station, with what tells each from the others.
func alsoAt(twins []passenger.Twin) string {
	var texts []string
	for _, t := range twins {
		platform := ""
		if t.Platform != "" {
			platform = "platform " + t.Platform
		}
		text := quoted(t.Code)
		if apart := joined(", ", append([]string{platform}, t.Directions...)...); apart != "" {
			text += " (" + apart + ")"
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return ""
	}
	return "Also at this station: " + strings.Join(texts, "; ")
}

// trainKey identifies a train by its code and the date of its start, as 2026-11-21. A train that runs overnight may have the code
// of one that starts on the day after it.
func trainKey(code, date string) string { return code + " " + date }

// rowsByTrain returns the row of each train.
func (a *answer) rowsByTrain() map[string][]string {
	rows := make(map[string][]string, len(a.trains))
	for i, train := range a.trains {
		rows[train] = a.table.rows[i]
	}
	return rows
}

// addOmitted adds a row for a train that does not stop, in the place of one that is due in some minutes.
func (a *answer) addOmitted(t *passenger.Row, due int64) []string {
	row := []string{"", t.Code, t.Origin, t.Destination, scheduled(t.Arrival), "", scheduled(t.Departure), "", "", ""}
	at := slices.IndexFunc(a.table.rows, func(other []string) bool {
		n, err := strconv.ParseInt(other[0], 10, 64)
		return err == nil && n > due
	})
	if at < 0 {
		at = len(a.table.rows)
	}
	a.table.rows = slices.Insert(a.table.rows, at, row)
	return row
}

// codesOf returns the codes of the trains that an alert is about.
func codesOf(trains []passenger.Train, alert int) (codes []string) {
	for _, t := range trains {
		if slices.Contains(t.Alerts, alert) {
			codes = append(codes, t.Code)
		}
	}
	return codes
}

// addAlert adds an alert, with the codes of the trains that it is about unless it is about all.
func (a *answer) addAlert(alert passenger.Alert, trains []string) {
	text := alert.Header
	if n := len(trains); alert.OfTrains && n > 0 && n <= 4 {
		text = strings.Join(trains, ", ") + ": " + text
	}
	if alert.Until != nil {
		text += fmt.Sprintf(" (until %s %s)", alert.Until.Date, minutes(alert.Until.Clock))
	}
	a.notes = append(a.notes, text)
}

func scheduled(e *passenger.Event) string {
	if e == nil {
		return ""
	}
	return minutes(e.Scheduled.Clock)
}

// minutes returns a time of day without its seconds.
func minutes(clock string) string { return clock[:min(len("15:04"), len(clock))] }

// addTrains adds all alerts to the list of current trains, and the next train if there is none.
func (a *answer) addTrains(t *passenger.Trains) {
	if t == nil {
		return
	}
	const lateColumn = 8
	var trains []passenger.Train
	rows := a.rowsByTrain()
	for _, p := range t.Trains {
		trains = append(trains, p.Train)
		if row := rows[trainKey(p.Code, p.Date)]; row == nil {
			continue
		} else if row[lateColumn] = "?"; p.Reported {
			row[lateColumn] = late(p.Delay)
		}
	}
	for i, alert := range t.Alerts {
		a.addAlert(alert, codesOf(trains, i))
	}
	a.none = cmp.Or(t.Period, a.none)
	if n := t.Next; n != nil {
		a.none += fmt.Sprintf(" The next one, %s from %s to %s, starts at %s on %s.", quoted(n.Code), n.Origin, n.Destination, minutes(n.Start.Clock), n.Start.Date)
	}
}

// addPlaces adds where the place of each train is from: its vehicle, reported times, or the timetable.
func (a *answer) addPlaces(t *passenger.Trains) {
	if t == nil {
		return
	}
	sources := make(map[string]string)
	for _, p := range t.Trains {
		sources[trainKey(p.Code, p.Date)] = p.Source
	}
	const column = 5 // after the longitude
	a.table.columns = slices.Insert(a.table.columns, column, columns("?PLACE FROM")...)
	for i, train := range a.trains {
		a.table.rows[i] = slices.Insert(a.table.rows[i], column, sources[train])
	}
}

// addRun says that a train is cancelled, and adds its alerts what is special about its calls, and the date where it changes.
func (a *answer) addRun(r *passenger.TrainRun) {
	if r == nil {
		return
	}
	switch {
	case r.Train.Cancelled:
		a.title += ": cancelled"
	case !r.Train.Reported && !r.Train.Seen:
		a.title += ": nothing is reported"
	}
	const noteColumn = 6
	date := r.Train.Date
	for i, c := range r.Calls[:min(len(r.Calls), len(a.table.rows))] {
		var day, platform, special string
		note := a.table.rows[i][noteColumn]
		if c.Note != "" && !c.Passes {
			special, note = strings.TrimPrefix(c.Note, "the train "), strings.TrimPrefix(strings.TrimPrefix(note, "passes"), ", ")
		}
		if c.Planned != "" {
			platform = "platform " + c.Platform + " instead of " + c.Planned
		}
		if e := cmp.Or(c.Arrival, c.Departure); e != nil && e.Scheduled.Date != date {
			date, day = e.Scheduled.Date, e.Scheduled.Date
		}
		a.table.rows[i][noteColumn] = joined(", ", day, platform, special, note)
	}
	for _, alert := range r.Alerts {
		a.addAlert(alert, nil)
	}
}

// joined joins the texts that are not empty.
func joined(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), separator)
}

// tables reports whether answers are tables: JSON and XML have what the operations of the contract say.
func (a *app) tables() bool { return !a.json && !a.xml }
