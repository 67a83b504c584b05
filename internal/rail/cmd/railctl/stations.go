package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/cmd/command"
)

func (a *app) stations() *cobra.Command {
	var kind string
	cmd := &cobra.Command{
		Use:               "stations",
		Short:             "List all stations, or those of one type",
		Args:              command.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.asks(func(ctx context.Context, c *client, _ []string) (answer, error) {
			if kind == "" {
				stations, err := c.GetAllStationsXML(ctx)
				return stationList(stations), err
			}
			stations, err := c.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: &kind})
			return stationList(stations), err
		}),
	}
	typeFlag(cmd, &kind)
	return cmd
}

// typeFlag adds the flag for one type of stations or trains. The service lists all for a type that it does not know.
func typeFlag(cmd *cobra.Command, kind *string) {
	cmd.Flags().StringVar(kind, "type", "", "only this `type`: M (mainline), S (suburban) or D (metro)")
	cmd.RegisterFlagCompletionFunc("type", cobra.FixedCompletions([]string{"M", "S", "D"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if *kind = strings.ToUpper(*kind); *kind != "" && !slices.Contains([]string{"M", "S", "D"}, *kind) {
			return command.Usagef("--type %q is not M, S or D", *kind)
		}
		return nil
	}
}

func stationList(stations []realtime.ObjStation) answer {
	t := table{columns: columns("#CODE", "NAME", "ALIAS", "?+LATITUDE", "?+LONGITUDE")}
	for _, s := range stations {
		t.rows = append(t.rows, []string{
			text(s.StationCode), text(s.StationDesc), text(s.StationAlias), text(s.StationLatitude), text(s.StationLongitude),
		})
	}
	return answer{records: stations, table: t, none: "There are no stations."}
}

func (a *app) find() *cobra.Command {
	return &cobra.Command{
		Use:               "find TEXT",
		Short:             "List the stations whose name or alias has a word that begins with TEXT",
		Args:              words("TEXT"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.asks(func(ctx context.Context, c *client, args []string) (answer, error) {
			wanted := strings.Join(args, " ")
			stations, err := c.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: &wanted})
			t := table{columns: columns("#CODE", "NAME", "MATCH")}
			for _, s := range stations {
				t.rows = append(t.rows, []string{text(s.StationCode), text(s.StationDesc), text(s.StationDescSp)})
			}
			return answer{records: stations, table: t, none: fmt.Sprintf("No station matches %q.", wanted)}, err
		}),
	}
}

// words returns a check that there are arguments and that they are not blank.
func words(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if strings.TrimSpace(strings.Join(args, "")) == "" {
			return fmt.Errorf("%s is missing", name)
		}
		return nil
	}
}

// A station is a station of the service.
type station struct{ code, name string }

func (s station) String() string {
	if s.code == "" {
		return printable(s.name)
	}
	return printable(fmt.Sprintf("%s (%s)", s.name, quoted(s.code)))
}

// station returns the station with the code, the name or the alias or, if there is none, the one whose name matches the
// text. If there are several, the error lists them; if there is none, it suggests one.
func (c *client) station(ctx context.Context, wanted string) (station, error) {
	wanted = strings.TrimSpace(wanted)
	all, err := c.GetAllStationsXML(ctx)
	if err != nil {
		return station{}, err
	}
	var named, spaced []station // spaced: by the code but for the number of spaces, as a shell makes one of several
	for _, s := range all {
		found := station{text(s.StationCode), text(s.StationDesc)}
		if strings.EqualFold(found.code, wanted) {
			return found, nil
		}
		if sameButSpaces(found.code, wanted) {
			spaced = append(spaced, found)
		}
		if strings.EqualFold(found.name, wanted) || strings.EqualFold(text(s.StationAlias), wanted) {
			named = append(named, found)
		}
	}
	if len(spaced) > 0 {
		named = spaced
	}
	if len(named) == 0 {
		matching, err := c.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: &wanted})
		if err != nil {
			return station{}, err
		}
		for _, s := range matching {
			named = append(named, station{text(s.StationCode), text(s.StationDesc)})
		}
	}
	switch len(named) {
	case 0:
		return station{}, unknownStation(wanted, all)
	case 1:
		return named[0], nil
	}
	t := table{columns: columns("#CODE", "NAME")}
	for _, s := range named {
		t.rows = append(t.rows, []string{s.code, s.name})
	}
	var out bytes.Buffer
	t.write(&out, 0)
	return station{}, fmt.Errorf("%q matches several stations; use a code:\n%s", wanted, strings.TrimSuffix(out.String(), "\n"))
}

// sameButSpaces reports whether two codes are the same with one space wherever they have several.
func sameButSpaces(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

func unknownStation(wanted string, all []realtime.ObjStation) error {
	nameOf := make(map[string]station)
	var names []string
	for _, s := range all {
		for _, name := range []string{text(s.StationCode), text(s.StationDesc), text(s.StationAlias)} {
			nameOf[name] = station{text(s.StationCode), text(s.StationDesc)}
			names = append(names, name)
		}
	}
	err := fmt.Errorf("no station has the code or name %q", wanted)
	if near := command.Nearest(wanted, names); near != "" {
		return fmt.Errorf("%w; did you mean %s?", err, nameOf[near])
	}
	return fmt.Errorf("%w; 'railctl stations' lists all stations", err)
}
