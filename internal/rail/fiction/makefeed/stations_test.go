package makefeed

// A station is a place where trains stop or which they pass. Its number is its stop_id, its code its stop_code.
type station struct {
	number    int
	code      string
	name      string
	latitude  float64
	longitude float64
	alias     string // another name, or empty
	language  string // language of the alias, a BCP 47 tag
}

// The languages of aliases: the island's second language, and names that only the islanders use.
const (
	portuguese = "pt"
	local      = "en-x-local"
)

// Numbers never change; a new station gets a new number.
var stations = []station{
	// The capital and its metro.
	{number: 1, code: "PILOT", name: "Pilot Quay", latitude: 46.1985, longitude: -18.5512, alias: "Ferry Terminal", language: local},
	{number: 2, code: "STERG", name: "Sterling Gate", latitude: 46.2104, longitude: -18.5207, alias: "City Terminus", language: local},
	{number: 3, code: "MUSEM", name: "Museum", latitude: 46.2151, longitude: -18.5016},
	{number: 4, code: "FNDRY", name: "Foundry Road", latitude: 46.2139, longitude: -18.4722, alias: "Stadium", language: local},
	{number: 5, code: "LARKF", name: "Larkfield", latitude: 46.2247, longitude: -18.4390},
	{number: 13, code: "CUSTM", name: "Customs House", latitude: 46.2025, longitude: -18.5372},
	{number: 14, code: "CASTL", name: "Castle Steps", latitude: 46.2121, longitude: -18.5108},
	{number: 15, code: "CORNX", name: "Corn Exchange", latitude: 46.2166, longitude: -18.4870},
	{number: 16, code: "TANNE", name: "Tannery", latitude: 46.2172, longitude: -18.4555},
	{number: 17, code: "ORCHD", name: "Orchard Hill", latitude: 46.2330, longitude: -18.4258},
	{number: 18, code: "MEADR", name: "Meadow Rise", latitude: 46.2402, longitude: -18.4105},
	{number: 19, code: "BEACN", name: "Beacon Park", latitude: 46.2440, longitude: -18.3921},
	{number: 20, code: "PAPER", name: "Paper Mill", latitude: 46.2391, longitude: -18.3745},
	{number: 21, code: "SMOLE", name: "South Mole", latitude: 46.1930, longitude: -18.4950, alias: "Molhe Sul", language: portuguese},
	{number: 22, code: "FISHM", name: "Fishmarket", latitude: 46.2035, longitude: -18.4975},
	{number: 23, code: "ASSEM", name: "Assembly", latitude: 46.2243, longitude: -18.5040, alias: "Parliament", language: local},
	{number: 24, code: "SPRNG", name: "Spring Gardens", latitude: 46.2408, longitude: -18.5240},
	{number: 25, code: "OBSER", name: "Observatory", latitude: 46.2466, longitude: -18.5372},
	{number: 26, code: "INFIR", name: "Infirmary", latitude: 46.2520, longitude: -18.5500, alias: "General Hospital", language: local},
	{number: 27, code: "CHAPL", name: "Chapel Green", latitude: 46.2588, longitude: -18.5611},
	{number: 28, code: "NORTG", name: "Northgate", latitude: 46.2655, longitude: -18.5718},
	{number: 29, code: "RACEC", name: "Racecourse", latitude: 46.2706, longitude: -18.5838},
	{number: 30, code: "AIRFR", name: "Airfield Road", latitude: 46.2752, longitude: -18.5965},
	{number: 31, code: "AIRPT", name: "Airport", latitude: 46.2858, longitude: -18.6120, alias: "Aeroporto", language: portuguese},

	// The northern suburbs.
	{number: 6, code: "LNTRN", name: "Lantern Row", latitude: 46.2338, longitude: -18.5122},
	{number: 32, code: "GLASS", name: "Glasshouses", latitude: 46.2497, longitude: -18.4985},
	{number: 33, code: "COBBL", name: "Cobbler's End", latitude: 46.2643, longitude: -18.4938},
	{number: 7, code: "KILNS", name: "Kilnside", latitude: 46.2796, longitude: -18.4883},
	{number: 34, code: "BRICK", name: "Brickfield", latitude: 46.2978, longitude: -18.4716},
	{number: 8, code: "OSIER", name: "Osier Park", latitude: 46.3187, longitude: -18.4605, alias: "University & Gardens", language: local},
	{number: 35, code: "FULLR", name: "Fuller's Mill", latitude: 46.3371, longitude: -18.4402},
	{number: 9, code: "WEAVC", name: "Weaver's Cross", latitude: 46.3562, longitude: -18.4311},

	// From there to the cape in the north.
	{number: 36, code: "PELLC", name: "Pell Common", latitude: 46.4391, longitude: -18.3668},
	{number: 37, code: "SEDGE", name: "Sedge Bank", latitude: 46.5440, longitude: -18.2795},
	{number: 10, code: "HARFN", name: "Harrow Fen", latitude: 46.6508, longitude: -18.2103},
	{number: 38, code: "COLDW", name: "Coldwell", latitude: 46.7421, longitude: -18.2240},
	{number: 39, code: "LARCH", name: "Larch Cutting", latitude: 46.8263, longitude: -18.1575},
	{number: 40, code: "MILLR", name: "Millrace", latitude: 46.8930, longitude: -18.0821},
	{number: 11, code: "TARNB", name: "Tarn Bridge", latitude: 46.9514, longitude: -18.0654, alias: "Ponte d'Água", language: portuguese},
	{number: 41, code: "THIST", name: "Thistle Down", latitude: 47.0305, longitude: -18.0132},
	{number: 42, code: "PUFFN", name: "Puffin Sound", latitude: 47.1102, longitude: -17.9190},
	{number: 43, code: "SKERR", name: "Skerry Road", latitude: 47.1893, longitude: -17.8872},
	{number: 12, code: "ORRIN", name: "Cape Orrin", latitude: 47.2603, longitude: -17.8297, alias: "Cabo Orrín", language: portuguese},

	// Along the bay to the west, and on to the port.
	{number: 44, code: "ROPEW", name: "Rope Walk", latitude: 46.2178, longitude: -18.5561},
	{number: 45, code: "HEATH", name: "Heathery Row", latitude: 46.2263, longitude: -18.6005},
	{number: 46, code: "SALTP", name: "Saltpan Lane", latitude: 46.2215, longitude: -18.6452},
	{number: 47, code: "BELLH", name: "Bellhaven", latitude: 46.2340, longitude: -18.7011},
	{number: 48, code: "GORSE", name: "Gorse Hill", latitude: 46.2817, longitude: -18.7926},
	{number: 49, code: "QUARV", name: "Quarry Vale", latitude: 46.3402, longitude: -18.8703},
	{number: 50, code: "ABBOT", name: "Abbot's Weir", latitude: 46.3841, longitude: -18.9644},
	{number: 51, code: "LOWMR", name: "Lowmoor", latitude: 46.4468, longitude: -19.0315},
	{number: 52, code: "DUNLN", name: "Dunlin Halt", latitude: 46.5150, longitude: -19.0812},
	{number: 53, code: "MARRM", name: "Marram Sands", latitude: 46.5623, longitude: -19.1720},
	{number: 54, code: "CARRO", name: "Port Carrow", latitude: 46.6209, longitude: -19.2476, alias: "Porto do Carro", language: portuguese},

	// Along the bay to the east.
	{number: 55, code: "EASTM", name: "Eastmoor", latitude: 46.1968, longitude: -18.4762},
	{number: 56, code: "GANNT", name: "Gannet Cove", latitude: 46.1855, longitude: -18.4290},
	{number: 57, code: "SHING", name: "Shingle Bay", latitude: 46.1930, longitude: -18.3820},
	{number: 58, code: "SAMPH", name: "Samphire", latitude: 46.2148, longitude: -18.3391},
	{number: 59, code: "OLDLT", name: "Old Light", latitude: 46.2102, longitude: -18.2896},
	{number: 60, code: "THORN", name: "Thornwick", latitude: 46.2376, longitude: -18.2478},
}

// byCode returns the stations by code.
func byCode() map[string]*station {
	m := make(map[string]*station, len(stations))
	for i := range stations {
		m[stations[i].code] = &stations[i]
	}
	return m
}
