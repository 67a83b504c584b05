package passenger_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/passenger"
	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/running"
)

// TestHostileQueries: what cannot be understood is status 400, and says why. What differs in what does not matter, in tags that nobody
// has sent, or a little in its part of the earth, is kept once.
func TestHostileQueries(t *testing.T) {
	railway, err := fiction.New(1)
	if err != nil {
		t.Fatal(err)
	}
	now := saturday.Start(time.UTC).Add(8 * time.Hour)
	handler := passenger.Handler(railway, func() time.Time { return now })
	handler.Cache = response.New(response.Options{Moment: func() response.Moment { return response.Moment{Second: now} }})
	ask := func(path, query string) *httptest.ResponseRecorder {
		r, w := httptest.NewRequest("GET", path, nil), httptest.NewRecorder()
		r.URL.RawQuery = query
		handler.ServeHTTP(w, r)
		return w
	}
	for _, query := range []string{
		"box=", "box=1,2,3", "box=1,2,3,4,5", "box=a,b,c,d", "box=NaN,0,1,1", "box=0,0,Inf,1", "box=-181,0,1,1", "box=0,-91,1,1", "box=0,2,1,1", "box=2,0,1,1", "box=0,0,361,1",
		"box=0,0,1,1&box=0,0,1,1", "%zz", "box=0,0,1,1;", "since=" + strings.Repeat("x", 501),
	} {
		if w := ask("/data/trains", query); w.Code != 400 || !strings.HasPrefix(w.Body.String(), `{"error":"`) {
			t.Errorf("%.60s: %d %s", query, w.Code, w.Body)
		}
	}
	for i := range 100 {
		ask("/data/trains", fmt.Sprintf("since=%016x", i))
		ask("/data/trains", fmt.Sprintf("box=-19,46,-18.%d,46.6", 200+i))
		ask("/data/network", fmt.Sprint("code=", i))
		ask("/data/board", fmt.Sprint("code=NOPE", i))
	}
	if n := handler.Cache.Stats().Entries; n > 6 {
		t.Errorf("%d answers are kept", n)
	}
}

// TestKeptTrains compares what a handler that has been asked before says about trains with what a new one says: they are byte for byte
// the same, also with other realtime data, and after the clock was set back.
func TestKeptTrains(t *testing.T) {
	railway, err := fiction.New(1)
	if err != nil {
		t.Fatal(err)
	}
	now := saturday.Start(railway.Timetable().Zone()).Add(8 * time.Hour)
	source := &source{railway.State(now)}
	kept := passenger.Handler(source, func() time.Time { return now })
	ask := func(handler *passenger.Data, path string) string {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w.Body.String()
	}
	for step := range 60 {
		if now = now.Add(7 * time.Second); step%10 == 0 {
			source.state = railway.State(now)
		}
		if step%17 == 0 {
			now = now.Add(-30 * time.Second)
		}
		if step%40 == 20 {
			source.state = &running.State{Timetable: railway.Timetable()}
		}
		for _, path := range []string{"/data/trains", "/data/trains?box=-18.5,46.25,-18.25,46.5"} {
			fresh := passenger.Handler(source, func() time.Time { return now })
			if got, want := ask(kept, path), ask(fresh, path); got != want {
				t.Fatalf("%v %s:\n%s\nwant\n%s", now, path, got, want)
			}
		}
	}
}

type source struct{ state *running.State }

func (s *source) State(time.Time) *running.State { return s.state }

// TestChanges follows the trains of a day by their changes only: with those that are the same they are all trains. A tag that is not
// known, as of another process, has all trains as its answer.
func TestChanges(t *testing.T) {
	railway, err := fiction.New(1)
	if err != nil {
		t.Fatal(err)
	}
	now := saturday.Start(railway.Timetable().Zone()).Add(6 * time.Hour)
	handler := passenger.Handler(railway, func() time.Time { return now })
	get := func(query string) (trains passenger.Trains, bytes int) {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", "/data/trains?"+query, nil))
		if err := json.Unmarshal(w.Body.Bytes(), &trains); err != nil || w.Code != 200 {
			t.Fatalf("%d %v: %s", w.Code, err, w.Body)
		}
		return trains, w.Body.Len()
	}
	for _, box := range []string{"", "box=-18.5,46.25,-18.25,46.5&"} {
		known, _ := get(box)
		changes, all, alerts := 0, 0, known.Alerts
		for range 60 {
			now = now.Add(15 * time.Second)
			update, size := get(box + "since=" + known.Tag)
			want, whole := get(box)
			changes, all = changes+size, all+whole
			if update.Since == "" {
				update.Trains, alerts = want.Trains, update.Alerts
			} else {
				update.Trains = merged(known.Trains, update)
			}
			if update.Tag != want.Tag || !reflect.DeepEqual(alerts, want.Alerts) || !slices.EqualFunc(update.Trains, want.Trains, sameTrain) {
				t.Fatalf("%v: the changes lead to\n%+v\nwant\n%+v", now, update.Trains, want.Trains)
			}
			known = update
		}
		if changes*10 > all*9 {
			t.Errorf("box %q: changes of %d bytes, and all trains of %d", box, changes, all)
		}
	}
	now = now.Add(time.Second)
	if other, _ := get("since=0123456789abcdef"); other.Since != "" || len(other.Trains) == 0 || other.Alerts == nil {
		t.Errorf("an unknown tag: %+v", other)
	}
}

// sameTrain compares trains without the places between stations, which clients compute.
func sameTrain(a, b passenger.Position) bool {
	if !a.Standing && !a.Vehicle {
		a.Place, b.Place = nil, nil
	}
	return reflect.DeepEqual(a, b)
}

// TestBox: with a box there are the trains in it, and the numbers of all of them.
func TestBox(t *testing.T) {
	railway, err := fiction.New(1)
	if err != nil {
		t.Fatal(err)
	}
	now := saturday.Start(railway.Timetable().Zone()).Add(8 * time.Hour)
	all, _ := get[passenger.Trains](t, railway, now, "/data/trains")
	some, _ := get[passenger.Trains](t, railway, now, "/data/trains?box=-18.5,46.25,-18.25,46.5")
	var want []string
	for _, p := range all.Trains {
		if p.Place != nil && p.Place[0] >= 46.25 && p.Place[0] <= 46.5 && p.Place[1] >= -18.5 && p.Place[1] <= -18.25 {
			want = append(want, p.Code)
		}
	}
	var got []string
	for _, p := range some.Trains {
		got = append(got, p.Code)
	}
	if !slices.Equal(got, want) || len(want) == 0 || len(want) == len(all.Trains) || !reflect.DeepEqual(all.Counts, some.Counts) {
		t.Errorf("%q of %d, want %q; %v and %v", got, len(all.Trains), want, some.Counts, all.Counts)
	}
}

// merged returns all trains, of which an answer has the changes since the earlier ones.
func merged(earlier []passenger.Position, changes passenger.Trains) []passenger.Position {
	kept := slices.Clone(earlier)
	for _, i := range slices.Backward(changes.Gone) {
		kept = slices.Delete(kept, i, i+1)
	}
	for i, at := range changes.At {
		kept = slices.Insert(kept, at, changes.Trains[i])
	}
	return kept
}
