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
	cmd := &cobra.Command{
		Use:   "board CODE|NAME",
		Short: "Print the arrivals and departures of a station",
		Long: `Board prints the trains of a station in the order in which they are due. DUE and LATE are minutes; ARR and DEP are the
scheduled times, each followed by the expected one if it differs. LATE is ? if nothing is reported about the call.

NAME is the name or the alias of a station, or what a word in the name of only one station begins with.`,
		Args:              words("CODE or NAME"),
		ValidArgsFunction: a.completeStation,
		RunE: func(cmd *cobra.Command, args []string) error {
			var minutes *string // the service has the bounds
			if cmd.Flags().Changed("mins") {
				if n, err := strconv.Atoi(mins); err != nil || n < 0 {
					return command.Usagef("--mins %q is not a whole number of minutes", mins)
				}
				minutes = &mins
			}
			limit := int64(math.MaxInt64)
			if minutes != nil {
				limit, _ = strconv.ParseInt(mins, 10, 64)
			}
			return a.ask(cmd.Context(), func(ctx context.Context, c *client) (question, error) {
				if byName {
					s := station{name: strings.Join(args, " ")}
					return func(ctx context.Context) (answer, error) {
						records, err := c.boardByName(ctx, s.name, minutes)
						return board(s, records), err
					}, nil
				}
				s, err := c.station(ctx, strings.Join(args, " "))
				return func(ctx context.Context) (answer, error) {
					records, err := c.boardOf(ctx, s, minutes)
					b := board(s, records)
					if err == nil && a.tables() {
						b.addPassengers(passengers[passenger.Board](ctx, c, "board", url.Values{"code": {s.code}}), limit)
					}
					return b, err
				}, err
			})
		},
	}
	cmd.Flags().StringVar(&mins, "mins", "", "`minutes` to look ahead; the service has a default")
	cmd.Flags().BoolVar(&byName, "by-name", false, "ask for the stations with exactly this name or alias; their boards are combined")
	cmd.RegisterFlagCompletionFunc("mins", cobra.NoFileCompletions)
	return cmd
}

func (c *client) boardOf(ctx context.Context, s station, minutes *string) ([]realtime.ObjStationData, error) {
	if minutes == nil {
		return c.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: &s.code})
	}
	return c.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: &s.code, NumMins: minutes})
}

func (c *client) boardByName(ctx context.Context, name string, minutes *string) ([]realtime.ObjStationData, error) {
	if minutes == nil {
		return c.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: &name})
	}
	return c.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: &name, NumMins: minutes})
}

// board returns the trains in the order in which they are due.
func board(s station, records []realtime.ObjStationData) answer {
	b := answer{records: list(records), title: s.String(), none: "No trains are due."}
	if len(records) > 0 {
		b.title += " at " + text(records[0].Querytime)
	}
	due := slices.Clone(records)
	slices.SortStableFunc(due, func(a, b realtime.ObjStationData) int { return cmp.Compare(a.Duein, b.Duein) })
	b.table.columns = columns("+DUE", "#TRAIN", "FROM", "TO", "?ARR", "?EXP", "?DEP", "?EXP", "+LATE", "?LAST SEEN")
	for _, r := range due {
		b.trains = append(b.trains, trainKey(text(r.Traincode), isoDate(text(r.Traindate))))
		arrives, arriving := text(r.Scharrival), text(r.Exparrival)
		departs, departing := text(r.Schdepart), text(r.Expdepart)
		switch text(r.Locationtype) { // the service has 00:00 for none
		case "O":
			arrives, arriving = "", ""
		case "D":
			departs, departing = "", ""
		}
		b.table.rows = append(b.table.rows, []string{
			fmt.Sprint(r.Duein), text(r.Traincode), text(r.Origin), text(r.Destination),
			arrives, unless(arriving, arrives), departs, unless(departing, departs), late(int(r.Late)), text(r.Lastlocation),
		})
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
