package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/passenger"
)

func (a *app) board() *cobra.Command {
	var mins string
	var byName bool
	var s station // found by the first question of --watch
	cmd := &cobra.Command{
		Use:   "board CODE|NAME",
		Short: "Print the arrivals and departures of a station",
		Long: `Board prints the trains of a station in the order in which they are due. DUE and LATE are minutes; ARR and DEP are the
scheduled times, each followed by the expected one if it differs. LATE is ? if nothing is reported about the call.

NAME is the name or the alias of a station, or what a word in the name of only one station begins with.`,
		Args:              words("CODE or NAME"),
		ValidArgsFunction: a.completes(stationCodes),
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if n, err := strconv.Atoi(mins); cmd.Flags().Changed("mins") && (err != nil || n < 0) {
				return command.Usagef("--mins %q is not a whole number of minutes", mins)
			}
			return nil
		},
		RunE: a.asks(func(ctx context.Context, c *client, args []string) (answer, error) {
			limit := int64(math.MaxInt64)
			if mins != "" { // the service has the bounds
				limit, _ = strconv.ParseInt(mins, 10, 64)
			}
			if byName {
				s.name = strings.Join(args, " ")
			} else if s.code == "" {
				var err error
				if s, err = c.station(ctx, strings.Join(args, " ")); err != nil {
					return answer{}, err
				}
			}
			records, err := c.boardOf(ctx, s, mins)
			b := board(s, records)
			if err == nil && !byName && a.tables() {
				b.addPassengers(passengers[passenger.Board](ctx, c, "board", url.Values{"code": {s.code}}), limit)
			}
			return b, err
		}),
	}
	cmd.Flags().StringVar(&mins, "mins", "", "`minutes` to look ahead; the service has a default")
	cmd.Flags().BoolVar(&byName, "by-name", false, "ask for the stations with exactly this name or alias; their boards are combined")
	cmd.RegisterFlagCompletionFunc("mins", cobra.NoFileCompletions)
	return cmd
}

// boardOf returns the board of a station or, if it has no code, of those with its name.
func (c *client) boardOf(ctx context.Context, s station, mins string) ([]realtime.ObjStationData, error) {
	switch {
	case s.code == "" && mins == "":
		return c.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: &s.name})
	case s.code == "":
		return c.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: &s.name, NumMins: &mins})
	case mins == "":
		return c.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: &s.code})
	}
	return c.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: &s.code, NumMins: &mins})
}

// board returns the trains in the order in which they are due.
func board(s station, records []realtime.ObjStationData) answer {
	b := answer{records: records, title: s.String(), none: "No trains are due."}
	if len(records) > 0 {
		b.title += " at " + text(records[0].Querytime)
	}
	due := slices.Clone(records)
	slices.SortStableFunc(due, func(a, b realtime.ObjStationData) int { return cmp.Compare(a.Duein, b.Duein) })
	b.table.columns = columns("+DUE", "#TRAIN", "FROM", "TO", "?ARR", "?EXP", "?DEP", "?EXP", "+LATE", "?LAST SEEN")
	for _, r := range due {
		arrives, arriving := text(r.Scharrival), text(r.Exparrival)
		departs, departing := text(r.Schdepart), text(r.Expdepart)
		switch text(r.Locationtype) { // the service has 00:00 for none
		case "O":
			arrives, arriving = "", ""
		case "D":
			departs, departing = "", ""
		}
		b.addTrain(r.Traincode, r.Traindate,
			fmt.Sprint(r.Duein), text(r.Traincode), text(r.Origin), text(r.Destination),
			arrives, unless(arriving, arrives), departs, unless(departing, departs), late(int(r.Late)), text(r.Lastlocation))
	}
	return b
}

// unless returns a text, or "" if it is the same as another one: an expected time that is the scheduled one is not repeated.
func unless(text, same string) string {
	if text == same {
		return ""
	}
	return text
}

// late returns a number of minutes with its sign, "" for 0.
func late(minutes int) string {
	if minutes == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", minutes)
}
