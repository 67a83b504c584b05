package main

import (
	"context"
	"io"
	"net/http"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/templates/soap"
)

// Codes come from the server, and do not fall back to names of files.
func TestCompletion(t *testing.T) {
	t.Parallel()
	server := serve(t)
	const noFiles = ":4\n"
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"board", "st"}, "STERG\tSterling Gate\n" + noFiles},
		{[]string{"board", "STERG", "--binding", "get", ""}, noFiles},
		{[]string{"train", "M10"}, "M105\tSterling Gate to Cape Orrin\nM106\tCape Orrin to Sterling Gate\nM107\tSterling Gate to Cape Orrin\nM108\tCape Orrin to Sterling Gate\n" + noFiles},
		{[]string{"train", "M105", ""}, noFiles},
		{[]string{"stations", "--binding", ""}, "soap11\nsoap12\nget\npost\n" + noFiles},
		{[]string{"board", "--binding", "none", "st"}, noFiles},
		{[]string{"board", "--server", server + "/wrong", "st"}, noFiles},
		{[]string{"st"}, "stations\tList all stations, or those of one type\n" + noFiles},
	} {
		if got := railctlAt(t, server, 0, append([]string{"__complete"}, test.args...)...); got.stdout != test.want || got.status != command.OK {
			t.Errorf("%q: %+v, want %q", test.args, got, test.want)
		}
	}
}

// A shell waits for a second at most.
func TestCompletionEnds(t *testing.T) {
	t.Parallel()
	server := serveWith(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // then the server sees that the client has gone
		<-r.Context().Done()
	}))
	if got := railctlAt(t, server, 0, "__complete", "board", ""); got.stdout != ":4\n" {
		t.Errorf("%+v", got)
	}
}

type hostileCodes struct{ realtime.UnimplementedRealtime }

func (hostileCodes) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	var stations []realtime.ObjStation
	for _, code := range []string{"", "A B", "$(reboot)", "`reboot`", "-rf", ":4", "A\nB", "A-1.b_2:3"} {
		stations = append(stations, realtime.ObjStation{StationCode: soap.Ptr(code), StationDesc: soap.Ptr("a\u009b\nb\tc")})
	}
	return stations, nil
}

// Shells get codes that mean nothing to them.
func TestCompletionOfHostileCodes(t *testing.T) {
	t.Parallel()
	server := serveWith(t, realtime.NewHandler(hostileCodes{}))
	if got := railctlAt(t, server, 0, "__complete", "board", ""); got.stdout != "A-1.b_2:3\ta\\u009b\\nb\\tc\n:4\n" {
		t.Errorf("%q", got.stdout)
	}
}
