package support

import (
	"errors"
	"net/url"
	"strings"
	"testing"
)

type colour string

func readColour(d *Decoder) colour { return colour(d.String()) }

func writeColour(e *Encoder, open string, c colour, close string) { e.String(open, string(c), close) }

func TestParametersBothWays(t *testing.T) {
	type request struct {
		name  string
		text  *string
		late  int32
		mins  *int64
		tint  colour
		on    *bool
		unset *colour
	}
	visit := func(p *Parameters, r *request) {
		p.String("name", &r.name)
		p.OptString("text", &r.text)
		ParameterOf(p, "late", &r.late, (*Decoder).Int32, (*Encoder).Int32)
		OptParameterOf(p, "mins", &r.mins, (*Decoder).Int64, (*Encoder).Int64)
		ParameterOf(p, "tint", &r.tint, readColour, writeColour)
		OptParameterOf(p, "on", &r.on, (*Decoder).Bool, (*Encoder).Bool)
		OptParameterOf(p, "unset", &r.unset, readColour, writeColour)
	}
	sent := request{name: "a&b", text: Ptr(""), late: -1, mins: Ptr(int64(1 << 40)), tint: "<&lt;>\r\n\"", on: Ptr(true)}
	w := writeParameters()
	visit(w, &sent)
	const want = "name=a%26b&text=&late=-1&mins=1099511627776&tint=%3C%26lt%3B%3E%0D%0A%22&on=true"
	if w.Err() != nil || w.encoded() != want {
		t.Fatalf("%s, %v", w.encoded(), w.Err())
	}
	var got request
	r := readParameters([]byte(w.encoded()), nil)
	visit(r, &got)
	r.finish()
	if r.Err() != nil || got.name != "a&b" || *got.text != "" || got.late != -1 || *got.mins != 1<<40 || got.tint != sent.tint || !*got.on || got.unset != nil {
		t.Errorf("%+v, %v", got, r.Err())
	}
}

func TestParametersThatDifferInCase(t *testing.T) {
	var lower, upper *string
	p := readParameters([]byte("ID=1&id=2"), nil)
	p.OptString("id", &lower)
	p.OptString("ID", &upper)
	p.finish()
	if p.Err() != nil || *lower != "2" || *upper != "1" {
		t.Errorf("two parameters of the contract: %v", p.Err())
	}
}

func TestTooManyParameters(t *testing.T) {
	p := readParameters([]byte(strings.Repeat("a&", mostPairs+1)), nil)
	if p.Err() == nil || !strings.Contains(p.Err().Error(), "10000") {
		t.Error(p.Err())
	}
	if p := readParameters([]byte(strings.Repeat("&", 10*mostPairs)), nil); p.Err() != nil || len(p.in) != 0 {
		t.Error(p.Err())
	}
}

// What net/url reads, we read alike, but for what XML cannot carry.
func FuzzParameters(f *testing.F) {
	f.Add("a=b&c=d+e%20", "a")
	f.Add("%61=1&a=2", "A")
	f.Add("=&==&%", "")
	f.Fuzz(func(t *testing.T, query, name string) {
		var got *string
		p := readParameters([]byte(query), nil)
		p.OptString(name, &got)
		p.finish()
		if err := p.Err(); err != nil {
			var fault *Fault
			if !errors.As(err, &fault) || fault.Code != FaultClient || strings.ContainsAny(fault.Reason, "\r\n") {
				t.Errorf("%v", err)
			}
			return
		}
		values, err := url.ParseQuery(query)
		if err != nil {
			if !strings.Contains(query, ";") {
				t.Errorf("%q is accepted: %v", query, err)
			}
			return
		}
		switch want := values[name]; {
		case len(want) > 1:
			t.Errorf("%q: %q is given %d times", query, name, len(want))
		case (len(want) == 1) != (got != nil) || got != nil && want[0] != *got:
			t.Errorf("%q: %v, want %q", query, got, want)
		}
		w := writeParameters()
		if w.OptString(name, &got); w.Err() != nil {
			t.Fatal(w.Err())
		}
		if back, err := url.ParseQuery(w.encoded()); err != nil || got != nil && back.Get(name) != *got {
			t.Errorf("%q written as %q", *got, w.encoded())
		}
	})
}
