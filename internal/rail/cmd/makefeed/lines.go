package main

import "time"

const (
	second = time.Second
	minute = time.Minute
	hour   = time.Hour
)

// A track is a run of stations with the way the rails take between them. Lines that run on the same track share it on
// the map.
type track []leg

// A leg is a station, and how far the rails swing out to the right on the way to it from the station before, as a share
// of the distance; to the left where that is negative.
type leg struct {
	code string
	bend float64
}

var (
	northTrack = track{
		{"STERG", 0}, {"LNTRN", 0.10}, {"GLASS", -0.06}, {"COBBL", 0.08}, {"KILNS", -0.05},
		{"BRICK", 0.09}, {"OSIER", -0.07}, {"FULLR", 0.10}, {"WEAVC", -0.06},
	}
	capeTrack = track{
		{"WEAVC", 0}, {"PELLC", 0.11}, {"SEDGE", -0.09}, {"HARFN", 0.07}, {"COLDW", -0.12}, {"LARCH", 0.06},
		{"MILLR", -0.10}, {"TARNB", 0.13}, {"THIST", -0.08}, {"PUFFN", 0.10}, {"SKERR", -0.11}, {"ORRIN", 0.08},
	}
	bayWestTrack = track{
		{"STERG", 0}, {"ROPEW", -0.07}, {"HEATH", 0.06}, {"SALTP", -0.08}, {"BELLH", 0.09},
	}
	portTrack = track{
		{"BELLH", 0}, {"GORSE", -0.10}, {"QUARV", 0.08}, {"ABBOT", -0.12}, {"LOWMR", 0.07},
		{"DUNLN", -0.06}, {"MARRM", 0.11}, {"CARRO", -0.09},
	}
	bayEastTrack = track{
		{"STERG", 0}, {"EASTM", 0.09}, {"GANNT", -0.06}, {"SHING", 0.10}, {"SAMPH", -0.08}, {"OLDLT", 0.09}, {"THORN", -0.10},
	}
	harbourTrack = track{
		{"PILOT", 0}, {"CUSTM", 0.06}, {"STERG", -0.05}, {"CASTL", 0.04}, {"MUSEM", -0.04}, {"CORNX", 0.06}, {"FNDRY", 0.05},
		{"TANNE", -0.06}, {"LARKF", 0.07}, {"ORCHD", -0.05}, {"MEADR", 0.06}, {"BEACN", -0.06}, {"PAPER", -0.05},
	}
	hillTrack = track{
		{"SMOLE", 0}, {"FISHM", 0.05}, {"MUSEM", -0.04}, {"ASSEM", 0.06}, {"LNTRN", -0.06}, {"SPRNG", 0.05}, {"OBSER", -0.05},
		{"INFIR", 0.06}, {"CHAPL", -0.06}, {"NORTG", 0.05}, {"RACEC", 0.04}, {"AIRFR", -0.06},
	}
	airportTrack = track{{"AIRFR", 0}, {"AIRPT", 0.08}}
)

// reversed returns the track in the other direction.
func (t track) reversed() track {
	back := make(track, len(t))
	for i := range t {
		back[i].code = t[len(t)-1-i].code
		if i > 0 {
			back[i].bend = -t[len(t)-i].bend
		}
	}
	return back
}

// A line is a route of the feed: the tracks that its trains run on, from one of its ends to the other, how long they
// take, and when they go.
type line struct {
	route, name string
	about       string
	routeType   int
	color       string

	tracks []track
	// How long trains run from one station to the next without slowing down, and what they lose wherever they start
	// from or brake to a stop.
	runs     []run
	starting time.Duration
	stopping time.Duration

	patterns []pattern
}

// A run is a station and how long trains take to it from the one before, both passed at speed. Stations of the tracks
// that are not among the runs are passed without being mentioned in the timetable.
type run struct {
	code string
	time time.Duration
}

// A pattern is a way to run trains on a line: where they stop and for how long, and how often they go.
type pattern struct {
	name  string // for those who read this
	from  string // the first station; empty for that of the line
	to    string // the last; empty for that of the line
	waits map[string]time.Duration
	wait  time.Duration // at stations that are not in waits; negative where trains pass those
	slow  float64       // how many times as long they run; 0 means as long

	first     int // number of the first outward train; the first inward has the number after it
	outward   []band
	inward    []band
	frequency bool // in frequencies.txt: all trains in one direction have the same number
}

// A band is a service with an interval in the time from its first departure up to, not including, its end.
type band struct {
	service     string
	from, until time.Duration
	every       time.Duration
}

// once is the interval of a band with a single train.
const once = 48 * hour

// at returns the time since the start of the service date.
func at(hours, minutes int) time.Duration {
	return time.Duration(hours)*hour + time.Duration(minutes)*minute
}

// The lines, mainline first. What a board shows to be so is meant to be so: trains of the mainline wait at Sterling
// Gate for those of the other.
var lines = []line{
	{
		route: "M1", name: "Cape Line", routeType: rail, color: "1F4E79",
		about:  "Sterling Gate to Cape Orrin by Harrow Fen and Tarn Bridge",
		tracks: []track{northTrack, capeTrack},
		runs: []run{
			{"STERG", 0}, {"KILNS", 7*minute + 30*second}, {"OSIER", 4 * minute}, {"WEAVC", 3*minute + 30*second},
			{"PELLC", 8 * minute}, {"SEDGE", 10 * minute}, {"HARFN", 9*minute + 30*second},
			{"COLDW", 7*minute + 30*second}, {"LARCH", 8 * minute}, {"MILLR", 7 * minute}, {"TARNB", 5 * minute},
			{"THIST", 7*minute + 30*second}, {"PUFFN", 8*minute + 30*second}, {"SKERR", 7 * minute}, {"ORRIN", 7 * minute},
		},
		starting: 30 * second, stopping: 30 * second,
		patterns: []pattern{
			{
				name: "express", wait: -1, first: 101,
				waits: map[string]time.Duration{"WEAVC": minute, "HARFN": minute, "TARNB": 2 * minute},
				outward: []band{
					{weekdays, at(5, 0), at(22, 1), hour},
					{weekends, at(5, 0), at(22, 1), hour},
				},
				inward: []band{
					{weekdays, at(5, 0), at(22, 1), hour},
					{weekends, at(5, 0), at(22, 1), hour},
				},
			},
			{
				name: "stopping", wait: minute, first: 201,
				waits:   map[string]time.Duration{"KILNS": -1, "OSIER": -1, "TARNB": 3 * minute},
				outward: []band{{weekdays, at(6, 30), at(20, 31), 2 * hour}, {weekends, at(8, 30), at(16, 31), 4 * hour}},
				inward:  []band{{weekdays, at(5, 30), at(19, 31), 2 * hour}, {weekends, at(9, 30), at(17, 31), 4 * hour}},
			},
			{
				name: "night", wait: 3 * minute, first: 901, slow: 1.25,
				waits: map[string]time.Duration{
					"KILNS": -1, "OSIER": -1, "WEAVC": 5 * minute, "HARFN": 12 * minute, "TARNB": 15 * minute,
				},
				outward: []band{{daily, at(23, 20), at(23, 21), once}},
				inward:  []band{{daily, at(25, 40), at(25, 41), once}},
			},
			{
				name: "hour twice", wait: minute, first: 911, // in the night when the clocks go back
				waits:   map[string]time.Duration{"KILNS": -1, "OSIER": -1},
				outward: []band{{longNights, at(28, 35), at(28, 36), once}},
			},
		},
	},
	{
		route: "M2", name: "Port Line", routeType: rail, color: "7A3E9D",
		about:  "Sterling Gate to Port Carrow by Bellhaven",
		tracks: []track{bayWestTrack, portTrack},
		runs: []run{
			{"STERG", 0}, {"HEATH", 5*minute + 30*second}, {"BELLH", 6*minute + 30*second}, {"GORSE", 7 * minute},
			{"QUARV", 7 * minute}, {"ABBOT", 7 * minute}, {"LOWMR", 7 * minute}, {"DUNLN", 7 * minute},
			{"MARRM", 7 * minute}, {"CARRO", 7 * minute},
		},
		starting: 30 * second, stopping: 30 * second,
		patterns: []pattern{
			{
				name: "stopping", wait: minute, first: 301,
				waits: map[string]time.Duration{"HEATH": -1, "BELLH": 90 * second},
				outward: []band{
					{weekdays, at(6, 0), at(22, 1), hour},
					{weekends, at(7, 0), at(21, 1), 2 * hour},
				},
				inward: []band{
					{weekdays, at(5, 35), at(21, 36), hour},
					{weekends, at(6, 35), at(20, 36), 2 * hour},
				},
			},
		},
	},
	{
		route: "S1", name: "North Suburban", routeType: rail, color: "2E7D32",
		about:  "Sterling Gate to Weaver's Cross, all stations",
		tracks: []track{northTrack},
		runs: []run{
			{"STERG", 0}, {"LNTRN", 2*minute + 50*second}, {"GLASS", 2 * minute}, {"COBBL", 1*minute + 40*second},
			{"KILNS", 1*minute + 50*second}, {"BRICK", 2*minute + 20*second}, {"OSIER", 2*minute + 30*second},
			{"FULLR", 2*minute + 40*second}, {"WEAVC", 2*minute + 20*second},
		},
		starting: 20 * second, stopping: 20 * second,
		patterns: []pattern{
			{
				name: "all stations", wait: 30 * second, first: 101,
				outward: []band{
					{weekdays, at(5, 5), at(7, 5), 20 * minute},
					{weekdays, at(7, 5), at(9, 35), 15 * minute},
					{weekdays, at(9, 35), at(16, 5), 20 * minute},
					{weekdays, at(16, 5), at(19, 5), 15 * minute},
					{weekdays, at(19, 5), at(24, 0), 30 * minute},
					{weekends, at(5, 35), at(24, 0), 30 * minute},
				},
				inward: []band{
					{weekdays, at(5, 15), at(7, 15), 20 * minute},
					{weekdays, at(7, 15), at(9, 45), 15 * minute},
					{weekdays, at(9, 45), at(16, 15), 20 * minute},
					{weekdays, at(16, 15), at(19, 15), 15 * minute},
					{weekdays, at(19, 15), at(24, 0), 30 * minute},
					{weekends, at(5, 50), at(24, 0), 30 * minute},
				},
			},
		},
	},
	{
		route: "S2", name: "Bay Line", routeType: rail, color: "00838F",
		about:  "Bellhaven to Thornwick by Sterling Gate, all stations",
		tracks: []track{bayWestTrack.reversed(), bayEastTrack},
		runs: []run{
			{"BELLH", 0}, {"SALTP", 4*minute + 20*second}, {"HEATH", 3*minute + 30*second}, {"ROPEW", 3*minute + 30*second},
			{"STERG", 2*minute + 50*second}, {"EASTM", 3*minute + 50*second}, {"GANNT", 3*minute + 50*second},
			{"SHING", 3*minute + 50*second}, {"SAMPH", 4*minute + 10*second}, {"OLDLT", 3*minute + 50*second},
			{"THORN", 4*minute + 20*second},
		},
		starting: 20 * second, stopping: 20 * second,
		patterns: []pattern{
			{
				name: "all stations", wait: 30 * second, first: 501,
				waits: map[string]time.Duration{"STERG": 2 * minute},
				outward: []band{
					{weekdays, at(5, 10), at(23, 11), 30 * minute},
					{weekends, at(6, 10), at(22, 11), hour},
				},
				inward: []band{
					{weekdays, at(5, 25), at(23, 26), 30 * minute},
					{weekends, at(6, 25), at(22, 26), hour},
				},
			},
		},
	},
	{
		route: "D1", name: "Harbour Metro", routeType: subway, color: "C62828",
		about:  "Pilot Quay to Paper Mill by Sterling Gate, all night",
		tracks: []track{harbourTrack},
		runs: []run{
			{"PILOT", 0}, {"CUSTM", 1*minute + 40*second}, {"STERG", 1*minute + 50*second}, {"CASTL", 1 * minute},
			{"MUSEM", 1 * minute}, {"CORNX", 1*minute + 20*second}, {"FNDRY", 1*minute + 20*second}, {"TANNE", 1*minute + 30*second},
			{"LARKF", 1*minute + 40*second}, {"ORCHD", 1*minute + 30*second}, {"MEADR", 1*minute + 30*second},
			{"BEACN", 1*minute + 40*second}, {"PAPER", 1*minute + 40*second},
		},
		starting: 10 * second, stopping: 10 * second,
		patterns: []pattern{
			{
				name: "day", wait: 20 * second, first: 101,
				waits: map[string]time.Duration{"STERG": 40 * second, "MUSEM": 30 * second},
				outward: []band{
					{weekdays, at(5, 2), at(7, 2), 20 * minute},
					{weekdays, at(7, 2), at(9, 32), 10 * minute},
					{weekdays, at(9, 32), at(16, 2), 15 * minute},
					{weekdays, at(16, 2), at(19, 2), 10 * minute},
					{weekdays, at(19, 2), at(24, 0), 20 * minute},
					{weekends, at(5, 2), at(24, 0), 20 * minute},
				},
				inward: []band{
					{weekdays, at(5, 7), at(7, 7), 20 * minute},
					{weekdays, at(7, 7), at(9, 37), 10 * minute},
					{weekdays, at(9, 37), at(16, 7), 15 * minute},
					{weekdays, at(16, 7), at(19, 7), 10 * minute},
					{weekdays, at(19, 7), at(24, 0), 20 * minute},
					{weekends, at(5, 7), at(24, 0), 20 * minute},
				},
			},
			{
				name: "night", wait: 30 * second, first: 901,
				waits:   map[string]time.Duration{"STERG": minute},
				outward: []band{{daily, at(24, 2), at(28, 33), 30 * minute}},
				inward:  []band{{daily, at(24, 0), at(28, 31), 30 * minute}},
			},
			{
				name: "hour twice", wait: 30 * second, first: 951,
				waits:   map[string]time.Duration{"STERG": minute},
				outward: []band{{longNights, at(29, 2), at(29, 33), 30 * minute}},
				inward:  []band{{longNights, at(29, 0), at(29, 31), 30 * minute}},
			},
		},
	},
	{
		route: "D2", name: "Hill Metro", routeType: subway, color: "EF6C00",
		about:  "South Mole to Airfield Road, and the shuttle from there to the airport",
		tracks: []track{hillTrack, airportTrack},
		runs: []run{
			{"SMOLE", 0}, {"FISHM", 1*minute + 20*second}, {"MUSEM", 1*minute + 30*second}, {"ASSEM", 1*minute + 10*second},
			{"LNTRN", 1*minute + 20*second}, {"SPRNG", 1*minute + 20*second}, {"OBSER", 1*minute + 20*second},
			{"INFIR", 1*minute + 20*second}, {"CHAPL", 1*minute + 20*second}, {"NORTG", 1*minute + 20*second},
			{"RACEC", 1*minute + 10*second}, {"AIRFR", 1*minute + 20*second}, {"AIRPT", 2*minute + 40*second},
		},
		starting: 10 * second, stopping: 10 * second,
		patterns: []pattern{
			{
				name: "all stations", wait: 20 * second, first: 501, to: "AIRFR",
				waits: map[string]time.Duration{"MUSEM": 30 * second, "LNTRN": 30 * second},
				outward: []band{
					{weekdays, at(5, 30), at(24, 0), 20 * minute},
					{weekends, at(6, 30), at(24, 0), 30 * minute},
				},
				inward: []band{
					{weekdays, at(5, 40), at(24, 0), 20 * minute},
					{weekends, at(6, 40), at(24, 0), 30 * minute},
				},
			},
			{
				name: "shuttle", wait: 20 * second, from: "AIRFR", first: 7, frequency: true,
				outward: []band{
					{weekdays, at(5, 55), at(24, 0), 30 * minute},
					{weekends, at(6, 55), at(23, 0), hour},
				},
				inward: []band{
					{weekdays, at(6, 10), at(24, 0), 30 * minute},
					{weekends, at(7, 10), at(23, 0), hour},
				},
			},
		},
	},
}

// The route types of the Schedule Reference that the lines are of.
const (
	subway = 1
	rail   = 2
)

// A through train is a train of one line that goes on as one of another: the passengers stay in their seats, and the
// train keeps its code.
type throughTrain struct {
	code          string
	service       string
	first, second string // codes that the trains have on their lines, given up for the common one
}

// They make a journey from one end of the island to the other, with ten minutes or so at Sterling Gate.
var throughTrains = []throughTrain{
	{"M701", weekdays, "M306", "M109"}, // Port Carrow 07:35, Sterling Gate 09:00, Cape Orrin 10:48
	{"M702", weekdays, "M130", "M331"}, // Cape Orrin 19:00, Sterling Gate 21:00, Port Carrow 22:16
	{"M701", weekends, "M306", "M115"}, // three hours later
	{"M702", weekends, "M130", "M315"},
}
