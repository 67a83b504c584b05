package soap

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/schema"
)

type colour string

func readColour(d *schema.Decoder) colour { return colour(d.String()) }

func writeColour(e *schema.Encoder, open string, c colour, close string) {
	e.String(open, string(c), close)
}

// readForm visits the parameters of a form as a handler does.
func readForm(form string, visit func(*schema.Parameters)) error {
	list, err := parseForm([]byte(form), nil)
	if err != nil {
		return clientFault(err.Error())
	}
	p := schema.ReadParameters(list)
	visit(p)
	if err := p.Finish(); err != nil {
		return clientFault(err.Error())
	}
	return nil
}

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
	visit := func(p *schema.Parameters, r *request) {
		p.String("name", &r.name)
		p.OptString("text", &r.text)
		schema.ParameterOf(p, "late", &r.late, (*schema.Decoder).Int32, (*schema.Encoder).Int32)
		schema.OptParameterOf(p, "mins", &r.mins, (*schema.Decoder).Int64, (*schema.Encoder).Int64)
		schema.ParameterOf(p, "tint", &r.tint, readColour, writeColour)
		schema.OptParameterOf(p, "on", &r.on, (*schema.Decoder).Bool, (*schema.Encoder).Bool)
		schema.OptParameterOf(p, "unset", &r.unset, readColour, writeColour)
	}
	sent := request{name: "a&b", text: Ptr(""), late: -1, mins: Ptr(int64(1 << 40)), tint: "<&lt;>\r\n\"", on: Ptr(true)}
	w := schema.WriteParameters()
	visit(w, &sent)
	const want = "name=a%26b&text=&late=-1&mins=1099511627776&tint=%3C%26lt%3B%3E%0D%0A%22&on=true"
	if w.Err() != nil || writeForm(w.Written()) != want {
		t.Fatalf("%s, %v", writeForm(w.Written()), w.Err())
	}
	var got request
	err := readForm(want, func(p *schema.Parameters) { visit(p, &got) })
	if err != nil || got.name != "a&b" || *got.text != "" || got.late != -1 || *got.mins != 1<<40 || got.tint != sent.tint || !*got.on || got.unset != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestParametersThatDifferInCase(t *testing.T) {
	var lower, upper *string
	err := readForm("ID=1&id=2", func(p *schema.Parameters) {
		p.OptString("id", &lower)
		p.OptString("ID", &upper)
	})
	if err != nil || *lower != "2" || *upper != "1" {
		t.Errorf("two parameters of the contract: %v", err)
	}
}

func TestTooManyParameters(t *testing.T) {
	_, err := parseForm([]byte(strings.Repeat("a&", mostParameters+1)), nil)
	if err == nil || !strings.Contains(err.Error(), "10000") {
		t.Error(err)
	}
	if list, err := parseForm([]byte(strings.Repeat("&", 10*mostParameters)), nil); err != nil || len(list) != 0 {
		t.Error(err)
	}
}

// What net/url reads, we read alike, but for what XML cannot carry.
func FuzzParameters(f *testing.F) {
	f.Add("a=b&c=d+e%20", "a")
	f.Add("%61=1&a=2", "A")
	f.Add("=&==&%", "")
	f.Fuzz(func(t *testing.T, query, name string) {
		var got *string
		if err := readForm(query, func(p *schema.Parameters) { p.OptString(name, &got) }); err != nil {
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
		w := schema.WriteParameters()
		if w.OptString(name, &got); w.Err() != nil {
			t.Fatal(w.Err())
		}
		if back, err := url.ParseQuery(writeForm(w.Written())); err != nil || got != nil && back.Get(name) != *got {
			t.Errorf("%q written as %q", *got, writeForm(w.Written()))
		}
	})
}
