package soap_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/xsd"
)

type place struct {
	Name  string
	Where *string
}

// trip has fields of all forms that generated types have.
type trip struct {
	place
	Base
	Code     *string
	Seats    int32
	Price    float64
	Stops    []place
	Via      []*place
	Late     xsd.Nillable[int32]
	Left     xsd.DateTime
	Cost     *xsd.Decimal
	Kind     xsd.QName
	Photo    []byte
	Note     xsd.RawXML
	Any      *xsd.AnyType
	Other    any
	Self     *trip
	Notes    map[string]string
	PassWord *string
	Session  *place
	Renamed  string `soap:"b:api-key,required"`
	IsToken  bool
	PIN      xsd.Nillable[int32]
	hidden   string
}

type Base struct{ ID int }

type AccessToken struct{ Text string }

func TestText(t *testing.T) {
	left, err := xsd.ParseDateTime("2026-11-21T10:30:00Z")
	if err != nil {
		t.Fatal(err)
	}
	name := "x\n\u202e"
	var none *trip
	cyclic := &trip{Seats: 1}
	cyclic.Self = cyclic
	for _, test := range []struct {
		value any
		want  string
	}{
		{nil, "nil"},
		{none, "nil"},
		{42, "42"},
		{&name, `"x\n\u202e"`},
		{[]string(nil), "[]"},
		{time.Second, "1s"},
		{[]*place{{Name: "a"}, nil, {Where: new(string)}}, `[{Name: "a"}, nil, {Name: "", Where: ""}]`},
		{trip{}, `trip{Name: "", ID: 0, Seats: 0, Price: 0, Left: 0001-01-01T00:00:00Z, Kind: , Note: markup of 0 bytes, Renamed: "", IsToken: false}`},
		{&trip{
			place: place{Name: "a"}, Base: Base{7}, Code: &name, Stops: []place{}, Via: []*place{{Name: "b"}}, Late: xsd.Nil[int32](), Left: left, Photo: []byte("ab"),
			Kind: xsd.QName{Space: "urn:a", Local: "b"}, Note: "<a/>", Any: &xsd.AnyType{Content: "abc"}, Other: &Base{1}, Notes: map[string]string{"b": "c", "a": "d", "token": "s3cret"},
			PassWord: soap.Ptr("s3cret"), Session: &place{Name: "s3cret"}, Renamed: "s3cret", IsToken: true, PIN: xsd.Present[int32](1234), hidden: "s3cret",
		}, `trip{Name: "a", ID: 7, Code: "x\n\u202e", Seats: 0, Price: 0, Stops: [], Via: [{Name: "b"}], Late: nil, Left: 2026-11-21T10:30:00Z, ` +
			`Kind: {urn:a}b, Photo: 0x6162, Note: markup of 4 bytes, Any: markup of 3 bytes, Other: Base{ID: 1}, Notes: {"a": "d", "b": "c", "token": [redacted]}, ` +
			`PassWord: [redacted], Session: [redacted], Renamed: [redacted], IsToken: true, PIN: [redacted]}`},
		{&trip{PassWord: new(string), PIN: xsd.Nil[int32](), Late: xsd.Present[int32](3)}, `trip{Name: "", ID: 0, Seats: 0, Price: 0, Late: 3, Left: 0001-01-01T00:00:00Z, Kind: , Note: markup of 0 bytes, PassWord: "", Renamed: "", IsToken: false, PIN: nil}`},
		{&AccessToken{"s3cret"}, `AccessToken{[redacted]}`},
		{[]any{AccessToken{"s3cret"}}, `[AccessToken{[redacted]}]`},
		{strings.Repeat("ä", 1000), `"` + strings.Repeat("ä", 127) + `"... (2000 bytes)`},
		{make([]byte, 1000), "0x" + strings.Repeat("00", 128) + "... (1000 bytes)"},
		{make([]int, 100), "[" + strings.Repeat("0, ", 32) + "... 68 more]"},
	} {
		if got := soap.Text(test.value); got != test.want {
			t.Errorf("%T:\n%s\nwant\n%s", test.value, got, test.want)
		}
	}
	if got := soap.Text(cyclic); !strings.Contains(got, "Self: ...") || len(got) > 4<<10 {
		t.Errorf("a cycle: %s", got)
	}
}

// TestTextIsLimited shows values that would never end, or fill the log.
func TestTextIsLimited(t *testing.T) {
	type list []list
	cycle := make(list, 100)
	for i := range cycle {
		cycle[i] = cycle
	}
	type pointer *pointer
	var self pointer
	self = &self
	type loop struct{ *loop }
	var inner loop
	inner.loop = &inner
	keys := map[int]string{}
	for i := range 1000 {
		keys[i] = strings.Repeat("x", 1000)
	}
	for _, value := range []any{cycle, self, inner, keys, slicesOf(1000), strings.Repeat("\x00", 1<<20)} {
		if got := soap.Text(value); len(got) > 10<<10 {
			t.Errorf("%T: %d bytes: %.200s", value, len(got), got)
		}
	}
}

// slicesOf returns n lists of n texts.
func slicesOf(n int) (all [][]string) {
	for range n {
		all = append(all, strings.Split(strings.Repeat("text ", n), " "))
	}
	return all
}

// TestLog: nothing is done if a record is not logged.
func TestLog(t *testing.T) {
	var out bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&out, nil))
	logger.Info("sent", "place", soap.Log(&place{Name: "Bray"}))
	if !strings.Contains(out.String(), `place="place{Name: \"Bray\"}"`) {
		t.Error(out.String())
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelError}))
	all := slicesOf(100)
	if n := testing.AllocsPerRun(100, func() { quiet.Info("sent", "all", soap.Log(&all)) }); n > 4 {
		t.Errorf("%v allocations", n)
	}
}

func ExampleText() {
	type Station struct {
		Name   string
		Alias  *string
		Code   *string
		APIKey string
	}
	code := "BRAY"
	fmt.Println(soap.Text(&Station{Name: "Bray", Code: &code, APIKey: "c2VjcmV0"}))
	// Output: Station{Name: "Bray", Code: "BRAY", APIKey: [redacted]}
}
