package gtfs_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/rail/gtfs"
)

// TestOrderHasNoMeaning shuffles the rows and the columns of the feeds. It leaves out those in which two rows contradict
// each other, of which the first one holds.
func TestOrderHasNoMeaning(t *testing.T) {
	names, err := filepath.Glob("testdata/feeds/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(1, 2))
	for _, name := range names {
		name = strings.TrimSuffix(filepath.Base(name), ".txtar")
		if name == "wrong" || name == "layout" {
			continue
		}
		var want string
		for round := range 20 {
			files := feed(t, name, nil)
			for file, text := range files {
				if round > 0 {
					files[file] = shuffled(dice, text)
				}
			}
			plan, report, err := load(t, files, gtfs.Options{})
			if err != nil {
				t.Fatal(err)
			}
			report.Complaints = nil // they have the numbers of lines
			if got := describe(plan, report, nil); round == 0 {
				want = got
			} else if got != want {
				t.Fatalf("%s in another order:\n%s\nwant:\n%s", name, got, want)
			}
		}
	}
}

func shuffled(dice *rand.Rand, text string) string {
	var rows [][]string
	for line := range strings.Lines(text) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), ","))
	}
	dice.Shuffle(len(rows)-1, func(i, j int) { rows[i+1], rows[j+1] = rows[j+1], rows[i+1] })
	order := dice.Perm(len(rows[0]))
	var lines []string
	for _, row := range rows {
		var fields []string
		for _, column := range order {
			if column < len(row) {
				fields = append(fields, row[column])
			} else {
				fields = append(fields, "")
			}
		}
		lines = append(lines, strings.Join(fields, ","))
	}
	return strings.Join(lines, "\n")
}
