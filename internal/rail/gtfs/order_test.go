package gtfs_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/rail/gtfs"
)

// TestOrderOfRowsAndColumns shuffles the rows and columns of each feed and wants the same timetable. It skips feeds with
// rows that contradict each other, because the first of such rows is used.
func TestOrderOfRowsAndColumns(t *testing.T) {
	names, err := filepath.Glob("testdata/feeds/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range names {
		name = strings.TrimSuffix(filepath.Base(name), ".txtar")
		if name == "invalid" || name == "layout" {
			continue
		}
		var want string
		for round := range 20 {
			files := feed(t, name, nil)
			for file, text := range files {
				if round > 0 {
					files[file] = shuffled(r, text)
				}
			}
			plan, report, err := load(t, files, gtfs.Options{})
			if err != nil {
				t.Fatal(err)
			}
			report.Warnings = nil // they contain line numbers
			if got := describe(plan, report, nil); round == 0 {
				want = got
			} else if got != want {
				t.Fatalf("%s in another order:\n%s\nwant:\n%s", name, got, want)
			}
		}
	}
}

func shuffled(r *rand.Rand, text string) string {
	var rows [][]string
	for line := range strings.Lines(text) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), ","))
	}
	r.Shuffle(len(rows)-1, func(i, j int) { rows[i+1], rows[j+1] = rows[j+1], rows[i+1] })
	order := r.Perm(len(rows[0]))
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
