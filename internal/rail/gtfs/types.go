package gtfs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/rail/timetable"
)

// DefaultTypes is the mapping for routes that a [Types] does not mention, in the form of [ParseTypes]. It maps rail
// including long-distance and regional services, suburban railways, and metros including trams. Other modes are excluded.
const DefaultTypes = "2=M,100-108=M,109=S,300=S,0=D,1=D,400-405=D,900-906=D"

// excluded is the Kind of routes that are skipped.
const excluded timetable.Kind = 0

// Types maps routes to kinds of train. The zero Types is DefaultTypes.
type Types struct {
	kinds map[string]timetable.Kind // by route_type, or by route_id after routePrefix
}

const routePrefix = "route:"

var defaultTypes = func() Types {
	t, err := ParseTypes(DefaultTypes)
	if err != nil {
		panic(err)
	}
	return t
}()

// Kind returns the kind of a route: the kind that the mapping gives its route_id, else its route_type, else the kind of its
// route_type in DefaultTypes. It returns false if the route is excluded.
func (t Types) Kind(routeType int, routeID string) (timetable.Kind, bool) {
	kind, ok := t.kinds[routePrefix+routeID]
	if !ok {
		kind, ok = t.kinds[strconv.Itoa(routeType)]
	}
	if !ok {
		kind = defaultTypes.kinds[strconv.Itoa(routeType)]
	}
	return kind, kind != excluded
}

// String returns the mapping in the form of ParseTypes, without the defaults.
func (t Types) String() string {
	var entries []string
	for key, kind := range t.kinds {
		entries = append(entries, key+"="+letter(kind))
	}
	slices.Sort(entries)
	return strings.Join(entries, ",")
}

func letter(kind timetable.Kind) string {
	if kind == excluded {
		return "-"
	}
	return string(rune(kind))
}

// ParseTypes parses a mapping of routes to kinds of train, such as "2=M,100-108=M,RED=D,route:17=S,900=-". It is a
// comma-separated list of entries TYPE=LETTER. TYPE is a route_type, a range of route_types, or a route_id; a route_id
// that looks like a number needs the prefix "route:". LETTER is M (mainline), S (suburban), D (metro), or a hyphen to
// exclude the routes. Routes that the mapping does not mention are mapped by DefaultTypes.
//
// The error joins one error for each invalid entry.
func ParseTypes(s string) (Types, error) {
	t := Types{kinds: map[string]timetable.Kind{}}
	var errs []error
	for _, entry := range strings.Split(s, ",") {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		if err := t.add(entry); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", Quote(entry), err))
		}
	}
	if len(errs) > 0 {
		return Types{}, errors.Join(errs...)
	}
	return t, nil
}

func (t Types) add(entry string) error {
	i := strings.LastIndexByte(entry, '=')
	if i < 0 {
		return errors.New("want TYPE=LETTER, as in 2=M")
	}
	key, value := strings.TrimSpace(entry[:i]), strings.ToUpper(strings.TrimSpace(entry[i+1:]))
	if key == "" {
		return errors.New("want TYPE=LETTER, with TYPE a route_type, a range of them or a route_id")
	}
	kind, ok := map[string]timetable.Kind{
		"M": timetable.Mainline, "S": timetable.Suburban, "D": timetable.Metro, "-": excluded,
	}[value]
	if !ok {
		return errors.New("want TYPE=LETTER, with LETTER one of M, S, D or -")
	}
	first, last, ok := numbers(key)
	if !ok {
		return t.set(routePrefix+strings.TrimPrefix(key, routePrefix), kind)
	}
	if first > last || last > maxRouteType {
		return fmt.Errorf("want a range from a lower to a higher route_type, at most %d", maxRouteType)
	}
	for n := first; n <= last; n++ {
		if err := t.set(strconv.Itoa(n), kind); err != nil {
			return err
		}
	}
	return nil
}

const maxRouteType = 9999

// numbers parses a number or a range such as "100-108".
func numbers(key string) (first, last int, ok bool) {
	from, to, isRange := strings.Cut(key, "-")
	if !isRange {
		to = from
	}
	a, err1 := strconv.ParseUint(from, 10, 31)
	b, err2 := strconv.ParseUint(to, 10, 31)
	return int(a), int(b), err1 == nil && err2 == nil
}

func (t Types) set(key string, kind timetable.Kind) error {
	if before, ok := t.kinds[key]; ok && before != kind {
		return fmt.Errorf("%s is already mapped to %s", Quote(key), letter(before))
	}
	t.kinds[key] = kind
	return nil
}
