package gtfs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/rail/timetable"
)

// DefaultTypes is what holds where a mapping says nothing, as [ParseTypes] reads it: rail with its long-distance and
// regional services, suburban railways, and metros with trams. Other modes are left out.
const DefaultTypes = "2=M,100-108=M,109=S,300=S,0=D,1=D,400-405=D,900-906=D"

// leftOut is the Kind of routes that are not wanted.
const leftOut timetable.Kind = 0

// Types says which routes are of which kind of train. The zero Types is DefaultTypes.
type Types struct {
	byType  map[int]timetable.Kind
	byRoute map[string]timetable.Kind
}

var defaultTypes = func() Types {
	t, err := parseTypes(DefaultTypes)
	if err != nil {
		panic(err)
	}
	return t
}()

// Kind returns the kind of a route: what the mapping says for its route_id, else for its route_type, else what
// DefaultTypes says. It returns false for a route that is to be left out.
func (t Types) Kind(routeType int, routeID string) (timetable.Kind, bool) {
	kind, ok := t.byRoute[routeID]
	if !ok {
		kind, ok = t.byType[routeType]
	}
	if !ok {
		kind = defaultTypes.byType[routeType]
	}
	return kind, kind != leftOut
}

// String returns the mapping as ParseTypes reads it, without what is default.
func (t Types) String() string {
	var entries []string
	for id, kind := range t.byRoute {
		entries = append(entries, "route:"+id+"="+letter(kind))
	}
	for number, kind := range t.byType {
		entries = append(entries, strconv.Itoa(number)+"="+letter(kind))
	}
	slices.Sort(entries)
	return strings.Join(entries, ",")
}

func letter(kind timetable.Kind) string {
	if kind == leftOut {
		return "-"
	}
	return string(rune(kind))
}

// ParseTypes reads a mapping of routes to kinds of train, such as "2=M,100-108=M,RED=D,route:17=S,900=-". Before the
// equals sign stands a route_type, a range of them, or a route_id; one that looks like a number needs "route:" before
// it. Behind it stands M, S or D, or a hyphen for routes to leave out. What the text does not mention is as in
// DefaultTypes.
//
// The error lists all that is wrong.
func ParseTypes(s string) (Types, error) { return parseTypes(s) }

func parseTypes(s string) (Types, error) {
	t := Types{byType: map[int]timetable.Kind{}, byRoute: map[string]timetable.Kind{}}
	var errs []error
	for _, entry := range strings.Split(s, ",") {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		if err := t.add(entry); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", quote(entry), err))
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
		return errors.New("there is no equals sign; write a route_type or route_id, an equals sign and a letter, as in 2=M")
	}
	key, value := strings.TrimSpace(entry[:i]), strings.ToUpper(strings.TrimSpace(entry[i+1:]))
	if key == "" {
		return errors.New("there is no route_type or route_id before the equals sign")
	}
	kind, ok := map[string]timetable.Kind{
		"M": timetable.Mainline, "S": timetable.Suburban, "D": timetable.Metro, "-": leftOut,
	}[value]
	if !ok {
		return errors.New("behind the equals sign stands M (mainline), S (suburban), D (metro) or a hyphen (left out)")
	}
	if id, ok := strings.CutPrefix(key, "route:"); ok {
		return set(t.byRoute, id, kind)
	}
	first, last, ok := numbers(key)
	if !ok {
		return set(t.byRoute, key, kind)
	}
	if first > last || last > maxRouteType {
		return fmt.Errorf("a range goes from a lower to a higher route_type, and at most to %d", maxRouteType)
	}
	for n := first; n <= last; n++ {
		if err := set(t.byType, n, kind); err != nil {
			return err
		}
	}
	return nil
}

const maxRouteType = 9999

// numbers reads a number, or a range of two with a hyphen.
func numbers(key string) (first, last int, ok bool) {
	from, to, isRange := strings.Cut(key, "-")
	if !isRange {
		to = from
	}
	a, err1 := strconv.ParseUint(from, 10, 31)
	b, err2 := strconv.ParseUint(to, 10, 31)
	return int(a), int(b), err1 == nil && err2 == nil
}

func set[K comparable](kinds map[K]timetable.Kind, key K, kind timetable.Kind) error {
	if before, ok := kinds[key]; ok && before != kind {
		return fmt.Errorf("%v is already %s", quote(fmt.Sprint(key)), letter(before))
	}
	kinds[key] = kind
	return nil
}
