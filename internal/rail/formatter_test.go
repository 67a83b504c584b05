package rail

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"
)

// Times are formatted as package time formats them, in many zones and around clock changes.
func TestFormatTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for _, name := range []string{"UTC", "Europe/Lisbon", "Atlantic/Madeira", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Africa/Casablanca"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		format := newFormatter(zone, 0)
		at := time.Date(1969, 12, 30, 0, 0, 0, 0, zone)
		for range 20000 {
			at = at.Add(time.Duration(r.Int64N(int64(70 * time.Hour)))).Truncate(time.Second)
			offset := time.Duration(r.IntN(200000)-100000) * time.Second
			format.start = at.Add(-offset).Unix()
			for what, pair := range map[string][2]string{
				"minute": {*format.minute(offset), at.Format("15:04")},
				"second": {*format.second(offset), at.Format("15:04:05")},
				"stamp":  {ownDateTime(format, offset), at.Format("02/01/2006 15:04:05")},
				"date":   {*format.date(offset), at.Format("02 Jan 2006")},
			} {
				if pair[0] != pair[1] {
					t.Fatalf("%s of %v: %q, want %q", what, at, pair[0], pair[1])
				}
			}
		}
	}
}

func ownDateTime(format *formatter, at time.Duration) string {
	texts := make([]string, 1)
	format.own.start()
	format.ownDateTime(at)
	format.own.cut(texts)
	return texts[0]
}

func TestFormatDegrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	format := newFormatter(time.UTC, 0)
	check := func(d float64, want string) {
		t.Helper()
		if got := *format.degrees(d); got != want {
			t.Errorf("degrees(%v) = %q, want %q", d, got, want)
		}
	}
	for range 20000 {
		d := math.Round((r.Float64()-0.5)*math.Pow(10, float64(r.IntN(8)-5))*1e5) / 1e5
		if d != 0 && math.Abs(d) <= 360 {
			check(d, strconv.FormatFloat(d, 'f', -1, 64))
		}
	}
	for d, want := range map[float64]string{
		0: "0", -0.000001: "0", 0.00001: "0.00001", -0.00001: "-0.00001", 180: "180", -17.829705: "-17.82971", 46.999999: "47",
		math.Inf(1): "0", 1e300: "0",
	} {
		check(d, want)
	}
	check(math.NaN(), "0")
}

// Formatted values do not change when more are formatted.
func TestFormattedTextsDoNotChange(t *testing.T) {
	format := newFormatter(time.UTC, 3)
	var got []*string
	for i := range 50000 {
		got = append(got, format.number(i))
	}
	for i, text := range got {
		if *text != strconv.Itoa(i) {
			t.Fatalf("value %d is %q", i, *text)
		}
	}
}
