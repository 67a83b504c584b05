package diff_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/internal/compiler/reviewing/diff/examples"
)

// term is an element or, with a kind, a group.
type term struct {
	name, kind string
	min, max   int
	parts      []term
}

// randomTerm returns a group of elements, each with another name.
func randomTerm(r *rand.Rand, names []string, depth int) term {
	bounds := [][2]int{{1, 1}, {1, 1}, {0, 1}, {0, 2}, {1, 2}}[r.IntN(5)]
	t := term{min: bounds[0], max: bounds[1]}
	if len(names) == 1 && (depth > 1 || r.IntN(2) == 0) {
		t.name = names[0]
		return t
	}
	t.kind = []string{"sequence", "choice"}[r.IntN(2)]
	for len(names) > 0 {
		n := 1 + r.IntN(len(names))
		if depth > 1 {
			n = 1
		}
		t.parts = append(t.parts, randomTerm(r, names[:n], depth+1))
		names = names[n:]
	}
	return t
}

// changed returns the term with a difference somewhere.
func (t term) changed(r *rand.Rand) term {
	t.parts = slices.Clone(t.parts)
	if n := len(t.parts); n > 0 && r.IntN(3) > 0 {
		i := r.IntN(n)
		t.parts[i] = t.parts[i].changed(r)
		return t
	}
	switch way := r.IntN(5); {
	case way == 0:
		t.min = 1 - t.min
	case way == 1:
		t.max = 3 - t.max
	case way == 2 && t.kind != "":
		t.kind = map[string]string{"sequence": "choice", "choice": "sequence"}[t.kind]
	case way == 3 && len(t.parts) > 1:
		i := r.IntN(len(t.parts))
		t.parts = slices.Delete(t.parts, i, i+1)
	case way == 4 && len(t.parts) > 0:
		t.parts = slices.Insert(t.parts, r.IntN(len(t.parts)+1), term{name: "x", min: r.IntN(2), max: 1})
	}
	return t
}

func (t term) String() string {
	attributes := fmt.Sprintf(`minOccurs="%d" maxOccurs="%d"`, t.min, t.max)
	if t.kind == "" {
		return typed(t.name, "xs:int", attributes)
	}
	var parts []string
	for _, p := range t.parts {
		parts = append(parts, p.String())
	}
	return group(t.kind+" "+attributes, parts...)
}

const mostWords = 400

// words returns the contents that the term allows, nil if there are many.
func (t term) words() map[string]bool {
	once := map[string]bool{t.name: true}
	if t.kind == "choice" {
		once = make(map[string]bool)
	}
	for _, p := range t.parts {
		more := p.words()
		if more == nil || len(once) > mostWords {
			return nil
		}
		if t.kind == "choice" {
			maps.Copy(once, more)
		} else {
			once = products(once, more)
		}
	}
	all, times := make(map[string]bool), map[string]bool{"": true}
	for i := 0; i <= t.max; i++ {
		if i >= t.min {
			maps.Copy(all, times)
		}
		if len(all) > mostWords || len(times)*len(once) > 10*mostWords {
			return nil
		}
		times = products(times, once)
	}
	return all
}

func products(first, second map[string]bool) map[string]bool {
	all := make(map[string]bool)
	for a := range first {
		for b := range second {
			all[a+b] = true
		}
	}
	return all
}

// lost returns a word of one term that another one does not allow.
func lost(words, allowed map[string]bool) (word string, is bool) {
	for _, w := range slices.Sorted(maps.Keys(words)) {
		if !allowed[w] {
			return w, true
		}
	}
	return "", false
}

// TestWords compares requests with random contents with all messages that they allow: if one version allows a message, and the
// other does not, then a finding says that it may break the clients of the first. Findings may blame clients whose messages are
// all allowed, but not many do.
func TestWords(t *testing.T) {
	response := strings.NewReplacer(`<xs:element name="putResponse"><xs:complexType><xs:sequence><xs:element name="book" type="t:book`, `<xs:element name="putResponse"><xs:complexType><xs:sequence><xs:element name="book" type="xs:string`)
	compared, blaming, safe := 0, 0, 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		old := randomTerm(r, []string{"a", "b", "c", "d"}[:1+r.IntN(4)], 0)
		if old.kind == "" {
			continue
		}
		new := old.changed(r)
		before, after := old.words(), new.words()
		if before == nil || after == nil || maps.Equal(before, after) {
			continue
		}
		compared++
		first, second := examples.Versions(t, examples.Example{Frame: "schema", Old: `<xs:complexType name="book">` + old.String() + `</xs:complexType>`, New: `<xs:complexType name="book">` + new.String() + `</xs:complexType>`})
		found := diff.Compare(examples.Contract(t, response.Replace(first)), examples.Contract(t, response.Replace(second)))
		var parties diff.Parties
		for _, f := range found {
			parties |= f.Breaks | f.Strict
		}
		for _, side := range []struct {
			clients        diff.Parties
			words, allowed map[string]bool
		}{{diff.OldClients, before, after}, {diff.NewClients, after, before}} {
			word, is := lost(side.words, side.allowed)
			if is && !parties.Has(side.clients) {
				t.Errorf("seed %d: %v may send %q:\n%v\n%v\n%s", seed, side.clients, word, old, new, diff.Text(found))
			}
			for _, f := range found {
				if !is && (f.Breaks | f.Strict).Has(side.clients) {
					blaming++
				}
			}
			if !is {
				safe++
			}
		}
	}
	t.Logf("%d contents, %d findings that blame one of %d sides that lose no word", compared, blaming, safe)
	if compared < 100 || blaming*3 > safe {
		t.Error("too few contents, or too many such findings")
	}
}
