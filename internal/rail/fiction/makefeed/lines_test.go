package makefeed

import "time"

const (
	second = time.Second
	minute = time.Minute
	hour   = time.Hour
)

// A track is a sequence of stations and the geographic path between them, which all lines on the track share.
type track []leg

// A leg leads from the previous station of a track to the station with the code. Its bend is how far the rails
// deviate to the right of the straight line, as a share of the distance; negative means to the left.
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

// A line is a route of the feed, with its tracks from one end to the other, its running times and its departures.
type line struct {
	route, name string
	description string
	routeType   int
	color       string

	tracks []track
	// Running times between stations at full speed, and the time lost by starting from or braking to a stop.
	runTimes []runTime
	starting time.Duration
	stopping time.Duration

	patterns []pattern
}

// A runTime is the time from the previous listed station to the station with the code, if trains pass both at full
// speed. Stations of the tracks that are not listed are not in the timetable of the line.
type runTime struct {
	code string
	time time.Duration
}

// A pattern is a group of similar trips on a line: where they stop, for how long, and when they depart.
type pattern struct {
	name  string // description for readers of the table
	from  string // the first station; "" means the first station of the line
	to    string // the last station; "" means the last station of the line
	waits map[string]time.Duration
	wait  time.Duration // wait at stations that are not in waits; negative means that trains pass them
	slow  float64       // factor on running times; 0 means 1

	first     int // number of the first outward train; the first inward train has the next number
	outward   []period
	inward    []period
	frequency bool // listed in frequencies.txt: all trains in one direction have the same number
}

// A period has departures of a service at an interval, from the first departure up to but not including the end.
type period struct {
	service     string
	from, until time.Duration
	every       time.Duration
}

// once is the interval of a period with a single train.
const once = 48 * hour

// at returns the time since the start of the service date.
func at(hours, minutes int) time.Duration {
	return time.Duration(hours)*hour + time.Duration(minutes)*minute
}

// The lines, mainline first. Trains of one mainline wait at Sterling Gate for trains of the other on purpose.
var lines = []line{
	{
		route: "M1", name: "Cape Line", routeType: rail, color: "1F4E79",
		description: "Sterling Gate to Cape Orrin by Harrow Fen and Tarn Bridge",
		tracks:      []track{northTrack, capeTrack},
		runTimes: []runTime{
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
				outward: []period{
					{weekdays, at(5, 0), at(22, 1), hour},
					{weekends, at(5, 0), at(22, 1), hour},
				},
				inward: []period{
					{weekdays, at(5, 0), at(22, 1), hour},
					{weekends, at(5, 0), at(22, 1), hour},
				},
			},
			{
				name: "stopping", wait: minute, first: 201,
				waits:   map[string]time.Duration{"KILNS": -1, "OSIER": -1, "TARNB": 3 * minute},
				outward: []period{{weekdays, at(6, 30), at(20, 31), 2 * hour}, {weekends, at(8, 30), at(16, 31), 4 * hour}},
				inward:  []period{{weekdays, at(5, 30), at(19, 31), 2 * hour}, {weekends, at(9, 30), at(17, 31), 4 * hour}},
			},
			{
				name: "night", wait: 3 * minute, first: 901, slow: 1.25,
				waits: map[string]time.Duration{
					"KILNS": -1, "OSIER": -1, "WEAVC": 5 * minute, "HARFN": 12 * minute, "TARNB": 15 * minute,
				},
				outward: []period{{daily, at(23, 20), at(23, 21), once}},
				inward:  []period{{daily, at(25, 40), at(25, 41), once}},
			},
			{
				name: "hour twice", wait: minute, first: 911, // in the night when the clocks go back
				waits:   map[string]time.Duration{"KILNS": -1, "OSIER": -1},
				outward: []period{{longNights, at(28, 35), at(28, 36), once}},
			},
		},
	},
	{
		route: "M2", name: "Port Line", routeType: rail, color: "7A3E9D",
		description: "Sterling Gate to Port Carrow by Bellhaven",
		tracks:      []track{bayWestTrack, portTrack},
		runTimes: []runTime{
			{"STERG", 0}, {"HEATH", 5*minute + 30*second}, {"BELLH", 6*minute + 30*second}, {"GORSE", 7 * minute},
			{"QUARV", 7 * minute}, {"ABBOT", 7 * minute}, {"LOWMR", 7 * minute}, {"DUNLN", 7 * minute},
			{"MARRM", 7 * minute}, {"CARRO", 7 * minute},
		},
		starting: 30 * second, stopping: 30 * second,
		patterns: []pattern{
			{
				name: "stopping", wait: minute, first: 301,
				waits: map[string]time.Duration{"HEATH": -1, "BELLH": 90 * second},
				outward: []period{
					{weekdays, at(6, 0), at(22, 1), hour},
					{weekends, at(7, 0), at(21, 1), 2 * hour},
				},
				inward: []period{
					{weekdays, at(5, 35), at(21, 36), hour},
					{weekends, at(6, 35), at(20, 36), 2 * hour},
				},
			},
		},
	},
	{
		route: "S1", name: "North Suburban", routeType: rail, color: "2E7D32",
		description: "Sterling Gate to Weaver's Cross, all stations",
		tracks:      []track{northTrack},
		runTimes: []runTime{
			{"STERG", 0}, {"LNTRN", 2*minute + 50*second}, {"GLASS", 2 * minute}, {"COBBL", 1*minute + 40*second},
			{"KILNS", 1*minute + 50*second}, {"BRICK", 2*minute + 20*second}, {"OSIER", 2*minute + 30*second},
			{"FULLR", 2*minute + 40*second}, {"WEAVC", 2*minute + 20*second},
		},
		starting: 20 * second, stopping: 20 * second,
		patterns: []pattern{
			{
				name: "all stations", wait: 30 * second, first: 101,
				outward: []period{
					{weekdays, at(5, 5), at(7, 5), 20 * minute},
					{weekdays, at(7, 5), at(9, 35), 15 * minute},
					{weekdays, at(9, 35), at(16, 5), 20 * minute},
					{weekdays, at(16, 5), at(19, 5), 15 * minute},
					{weekdays, at(19, 5), at(24, 0), 30 * minute},
					{weekends, at(5, 35), at(24, 0), 30 * minute},
				},
				inward: []period{
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
		description: "Bellhaven to Thornwick by Sterling Gate, all stations",
		tracks:      []track{bayWestTrack.reversed(), bayEastTrack},
		runTimes: []runTime{
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
				outward: []period{
					{weekdays, at(5, 10), at(23, 11), 30 * minute},
					{weekends, at(6, 10), at(22, 11), hour},
				},
				inward: []period{
					{weekdays, at(5, 25), at(23, 26), 30 * minute},
					{weekends, at(6, 25), at(22, 26), hour},
				},
			},
		},
	},
	{
		route: "D1", name: "Harbour Metro", routeType: subway, color: "C62828",
		description: "Pilot Quay to Paper Mill by Sterling Gate, all night",
		tracks:      []track{harbourTrack},
		runTimes: []runTime{
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
				outward: []period{
					{weekdays, at(5, 2), at(7, 2), 20 * minute},
					{weekdays, at(7, 2), at(9, 32), 10 * minute},
					{weekdays, at(9, 32), at(16, 2), 15 * minute},
					{weekdays, at(16, 2), at(19, 2), 10 * minute},
					{weekdays, at(19, 2), at(24, 0), 20 * minute},
					{weekends, at(5, 2), at(24, 0), 20 * minute},
				},
				inward: []period{
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
				outward: []period{{daily, at(24, 2), at(28, 33), 30 * minute}},
				inward:  []period{{daily, at(24, 0), at(28, 31), 30 * minute}},
			},
			{
				name: "hour twice", wait: 30 * second, first: 951,
				waits:   map[string]time.Duration{"STERG": minute},
				outward: []period{{longNights, at(29, 2), at(29, 33), 30 * minute}},
				inward:  []period{{longNights, at(29, 0), at(29, 31), 30 * minute}},
			},
		},
	},
	{
		route: "D2", name: "Hill Metro", routeType: subway, color: "EF6C00",
		description: "South Mole to Airfield Road, and the shuttle from there to the airport",
		tracks:      []track{hillTrack, airportTrack},
		runTimes: []runTime{
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
				outward: []period{
					{weekdays, at(5, 30), at(24, 0), 20 * minute},
					{weekends, at(6, 30), at(24, 0), 30 * minute},
				},
				inward: []period{
					{weekdays, at(5, 40), at(24, 0), 20 * minute},
					{weekends, at(6, 40), at(24, 0), 30 * minute},
				},
			},
			{
				name: "shuttle", wait: 20 * second, from: "AIRFR", first: 7, frequency: true,
				outward: []period{
					{weekdays, at(5, 55), at(24, 0), 30 * minute},
					{weekends, at(6, 55), at(23, 0), hour},
				},
				inward: []period{
					{weekdays, at(6, 10), at(24, 0), 30 * minute},
					{weekends, at(7, 10), at(23, 0), hour},
				},
			},
		},
	},
}

// Values of route_type in the Schedule Reference.
const (
	subway = 1
	rail   = 2
)

// A throughTrain is a train of one line that continues as a train of another: the passengers stay in their seats, and
// the train keeps its code.
type throughTrain struct {
	code          string
	service       string
	first, second string // codes of the two trips on their lines, which the common code replaces
}

// Through trains run from one end of the island to the other, with about ten minutes at Sterling Gate.
var throughTrains = []throughTrain{
	{"M701", weekdays, "M306", "M109"}, // Port Carrow 07:35, Sterling Gate 09:00, Cape Orrin 10:48
	{"M702", weekdays, "M130", "M331"}, // Cape Orrin 19:00, Sterling Gate 21:00, Port Carrow 22:16
	{"M701", weekends, "M306", "M115"}, // three hours later
	{"M702", weekends, "M130", "M315"},
}
