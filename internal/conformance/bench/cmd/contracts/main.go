// Command contracts measures generators on large contracts: how long generating
// and compiling take, how much memory, and how much code comes out. It prints a
// table in Markdown, quartet beside gowsdl where that is given.
//
//	contracts [-quartet PROGRAM] [-gowsdl PROGRAM] [-most N] FOLDER
//
// FOLDER holds a contract in each folder below it and INDEX.tsv, a table with
// the columns case, main_wsdl, total_bytes, ops, types, elements and status.
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	quartet := flag.String("quartet", "quartet", "the program to measure")
	gowsdl := flag.String("gowsdl", "", "the program to compare with; empty: none")
	most := flag.Int("most", 8, "how many contracts, the largest first")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(context.Background(), *quartet, *gowsdl, flag.Arg(0), *most); err != nil {
		fmt.Fprintln(os.Stderr, "contracts:", err)
		os.Exit(1)
	}
}

// contract is a line of the index.
type contract struct {
	name, main           string
	bytes                int
	ops, types, elements int
}

func run(ctx context.Context, quartet, gowsdl, folder string, most int) error {
	for _, path := range []*string{&quartet, &gowsdl, &folder} { // programs run elsewhere
		if err := absolute(path); err != nil {
			return err
		}
	}
	contracts, err := readIndex(folder)
	if err != nil {
		return err
	}
	slices.SortStableFunc(contracts, func(a, b contract) int { return b.bytes - a.bytes })
	dir, err := os.MkdirTemp("", "contracts")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := warm(); err != nil {
		return err
	}
	fmt.Println("| contract | KB | operations | types | generator | generate | memory | lines | lines per type | compile | memory |")
	fmt.Println("|---|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|")
	for _, c := range contracts[:min(most, len(contracts))] {
		main := filepath.Join(folder, c.name, c.main)
		fmt.Println(c.row("quartet", measure(ctx, filepath.Join(dir, c.name, "quartet"), func(out string) []string {
			return []string{quartet, "generate", main, "--out", out, "--package", "contract"}
		})))
		if gowsdl != "" {
			fmt.Println(c.row("gowsdl", measure(ctx, filepath.Join(dir, c.name, "gowsdl"), func(out string) []string {
				return []string{gowsdl, "-d", filepath.Dir(out), "-p", filepath.Base(out), "-o", "contract.go", main}
			})))
		}
	}
	return nil
}

// absolute makes a path absolute; a name alone, which PATH finds, stays.
func absolute(path *string) error {
	if !strings.ContainsRune(*path, filepath.Separator) {
		return nil
	}
	abs, err := filepath.Abs(*path)
	if err != nil {
		return fmt.Errorf("finding %s: %w", *path, err)
	}
	*path = abs
	return nil
}

// readIndex returns the valid contracts that need nothing else.
func readIndex(folder string) ([]contract, error) {
	f, err := os.Open(filepath.Join(folder, "INDEX.tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	lines, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("reading the index: %w", err)
	}
	column := make(map[string]int)
	for i, name := range lines[0] {
		column[name] = i
	}
	var contracts []contract
	for _, line := range lines[1:] {
		if line[column["status"]] != "ok" {
			continue
		}
		number := func(name string) int {
			n, _ := strconv.Atoi(line[column[name]])
			return n
		}
		contracts = append(contracts, contract{
			name: line[column["case"]], main: line[column["main_wsdl"]],
			bytes: number("total_bytes"), ops: number("ops"), types: number("types"), elements: number("elements"),
		})
	}
	return contracts, nil
}

// row returns a line of the table.
func (c *contract) row(generator string, m measurement) string {
	cells := []string{c.name, strconv.Itoa(c.bytes >> 10), strconv.Itoa(c.ops), strconv.Itoa(c.types + c.elements), generator}
	if m.generated.failed != "" {
		return "| " + strings.Join(append(cells, "fails: "+m.generated.failed, "", "", "", "", ""), " | ") + " |"
	}
	perType := fmt.Sprintf("%.1f", float64(m.lines)/float64(max(c.types+c.elements, 1)))
	cells = append(cells, m.generated.seconds(), m.generated.memory(), strconv.Itoa(m.lines), perType)
	if m.compiled.failed != "" {
		return "| " + strings.Join(append(cells, "fails: "+m.compiled.failed, ""), " | ") + " |"
	}
	return "| " + strings.Join(append(cells, m.compiled.seconds(), m.compiled.memory()), " | ") + " |"
}
