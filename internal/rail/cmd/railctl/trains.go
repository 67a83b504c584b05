package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/passenger"
)

func (a *app) trains() *cobra.Command {
	var kind string
	var messages bool
	cmd := &cobra.Command{
		Use:   "trains",
		Short: "List the trains that are running",
		Long: `Trains lists the trains that are running, from ten minutes before they start. With --messages or --type it prints the place and
the public message of each.`,
		Args:              command.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.asks(func(ctx context.Context, c *client, _ []string) (list answer, err error) {
			var positions []realtime.ObjTrainPositions
			var vendors []realtime.ObjVendorPositions
			add := (*answer).addPlaces
			switch {
			case kind != "":
				positions, err = c.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: &kind})
				list = positionList(positions)
			case messages:
				positions, err = c.GetCurrentTrainsXML(ctx)
				list = positionList(positions)
			default:
				vendors, err = c.GetVendorTrainsXML(ctx)
				list, add = trainList(vendors), (*answer).addTrains
			}
			if err == nil && a.tables() {
				add(&list, passengers[passenger.Trains](ctx, c, "trains", nil))
			}
			return list, err
		}),
	}
	typeFlag(cmd, &kind)
	cmd.Flags().BoolVar(&messages, "messages", false, "print the place and the public message of each train")
	return cmd
}

func positionList(trains []realtime.ObjTrainPositions) answer {
	a := answer{records: trains, none: "No trains are running."}
	a.table.columns = columns("#TRAIN", "STATUS", "DIRECTION", "?LATITUDE", "?LONGITUDE", "MESSAGE")
	for _, r := range trains {
		_, message, _ := strings.Cut(text(r.PublicMessage), `\n`) // the first line is the code
		a.addTrain(r.TrainCode, r.TrainDate, text(r.TrainCode), status(text(r.TrainStatus)), text(r.Direction), text(r.TrainLatitude), text(r.TrainLongitude),
			strings.ReplaceAll(message, `\n`, "; "))
	}
	return a
}

func trainList(trains []realtime.ObjVendorPositions) answer {
	a := answer{records: trains, none: "No trains are running."}
	a.table.columns = columns("#TRAIN", "STATUS", "FROM", "?DEP", "TO", "?ARR", "LAST", "?NEXT", "+LATE")
	for _, r := range trains {
		delay := text(r.Difference)
		if seconds, err := strconv.Atoi(delay); err == nil {
			delay = late(seconds / 60)
		}
		a.addTrain(r.TrainCode, r.TrainDate, text(r.TrainCode), status(text(r.TrainStatus)), text(r.TrainOrigin), timeOfDay(text(r.TrainOriginTime)),
			text(r.TrainDestination), timeOfDay(text(r.TrainDestinationTime)), text(r.LastLocation), text(r.NextLocation), delay)
	}
	return a
}

// addTrain adds the row of a train.
func (a *answer) addTrain(code, date *string, row ...string) {
	a.trains = append(a.trains, trainKey(text(code), isoDate(text(date))))
	a.table.rows = append(a.table.rows, row)
}

// status returns the meaning of TrainStatus.
func status(letter string) string {
	return cmp.Or(map[string]string{"N": "waiting", "R": "running", "T": "arrived"}[letter], letter)
}

// reformatted returns a date or a time in another layout, and any other text as it is.
func reformatted(text, from, to string) string {
	t, err := time.Parse(from, text)
	if err != nil {
		return text
	}
	return t.Format(to)
}

// timeOfDay returns hours and minutes of a date with a time, and any other text as it is.
func timeOfDay(text string) string { return reformatted(text, "02/01/2006 15:04:05", "15:04") }

// dateLayout is the layout of dates in messages. dateLayouts are the layouts that the user may type.
const dateLayout = "02 Jan 2006"

var dateLayouts = []string{"2 Jan 2006", "2-Jan-2006", "2 January 2006", "2006-01-02", "2/1/2006"}

func parseDate(text string) (string, error) {
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(dateLayout), nil
		}
	}
	return "", command.Usagef("DATE %q is not a date such as 2026-11-21 or 21 Nov 2026; quote an ID with spaces", text)
}

// isoDate returns a date of the service as 2026-11-21, or any other text as it is.
func isoDate(text string) string { return reformatted(text, dateLayout, time.DateOnly) }

func (a *app) train() *cobra.Command {
	var code, date string // found by the first question of --watch
	return &cobra.Command{
		Use:   "train ID [DATE]",
		Short: "Print the stops of a train",
		Long: `Train prints the stops of a train that starts on a date. Without a date, it is the train that runs now or, if none does,
the one that starts today.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := words("ID")(cmd, args); err != nil || len(args) == 1 {
				return err
			}
			_, err := parseDate(strings.Join(args[1:], " "))
			return err
		},
		ValidArgsFunction: a.completes(trainCodes),
		RunE: a.asks(func(ctx context.Context, c *client, args []string) (answer, error) {
			if code == "" {
				code = args[0]
				date, _ = parseDate(strings.Join(args[1:], " "))
				if date == "" || strings.Contains(code, " ") {
					found, day, err := c.current(ctx, code, a.now())
					if err != nil {
						return answer{}, err
					}
					code, date = found, cmp.Or(date, day)
				}
			}
			stops, err := c.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: &code, TrainDate: &date})
			if err == nil && len(stops) == 0 {
				err = fmt.Errorf("no train %q starts on %s; for another day, add the date", code, printable(date))
			}
			m := movements(stops)
			if err == nil && a.tables() {
				m.addRun(passengers[passenger.TrainRun](ctx, c, "run", url.Values{"code": {code}, "date": {isoDate(date)}}))
			}
			return m, err
		}),
	}
}

// current returns the code and the date of the current train with a code, also with other numbers of spaces. If there is none, the
// date is today's: raild says which one that is in the time zone of the railway; for other servers it is the date of this computer.
func (c *client) current(ctx context.Context, code string, now time.Time) (string, string, error) {
	if run := passengers[passenger.TrainRun](ctx, c, "run", url.Values{"code": {code}}); run != nil {
		if t, err := time.Parse(time.DateOnly, run.Train.Date); err == nil {
			return code, t.Format(dateLayout), nil
		}
	}
	trains, err := c.GetVendorTrainsXML(ctx)
	if err != nil {
		return "", "", err
	}
	for _, same := range []func(a, b string) bool{strings.EqualFold, sameButSpaces} {
		for _, train := range trains {
			if same(text(train.TrainCode), strings.TrimSpace(code)) {
				return text(train.TrainCode), text(train.TrainDate), nil
			}
		}
	}
	return code, now.Format(dateLayout), nil
}

func movements(stops []realtime.ObjTrainMovements) answer {
	m := answer{records: stops}
	if len(stops) > 0 {
		r := stops[0]
		m.title = fmt.Sprintf("%s on %s, %s to %s", text(r.TrainCode), text(r.TrainDate), text(r.TrainOrigin), text(r.TrainDestination))
	}
	m.table.columns = columns("?#CODE", "STATION", "ARR", "EXP", "DEP", "EXP", "NOTE")
	for i, r := range stops {
		first, last := i == 0 || text(r.LocationType) == "O", i == len(stops)-1 || text(r.LocationType) == "D"
		skipped := text(r.LocationType) == "T" // perhaps before the origin or after the destination
		arrives, departs := clock(r.ScheduledArrival, first), clock(r.ScheduledDeparture, last)
		m.table.rows = append(m.table.rows, []string{
			text(r.LocationCode), text(r.LocationFullName),
			arrives, unless(clock(r.ExpectedArrival, first || skipped && text(r.ExpectedArrival) == noTime), arrives),
			departs, unless(clock(r.ExpectedDeparture, last || skipped && text(r.ExpectedDeparture) == noTime), departs),
			note(r),
		})
	}
	return m
}

// noTime is the text that the service has instead of a missing time. It is also midnight.
const noTime = "00:00:00"

// clock returns hours and minutes of a time of day, "" if there is none, and any other text as it is.
func clock(field *string, none bool) string {
	if none {
		return ""
	}
	return reformatted(text(field), time.TimeOnly, "15:04")
}

// note says whether the train passes the station, and where it is: last seen if the feed has reported that, else last due.
func note(r realtime.ObjTrainMovements) string {
	passes, where := "", map[string]string{"C": "last due", "N": "next"}[text(r.StopType)]
	if text(r.LocationType) == "T" {
		passes = "passes"
	}
	if text(r.StopType) == "C" && text(r.AutoArrival)+text(r.AutoDepart) != "" {
		where = "last seen"
	}
	return joined(", ", passes, where)
}
