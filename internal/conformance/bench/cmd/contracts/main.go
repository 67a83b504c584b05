// Command contracts runs quartet, and optionally gowsdl, on the largest contracts in a folder and compiles the generated code. It
// prints a Markdown table of the time and memory that generating and compiling take, and the numbers of generated lines and of
// compiled functions. The time of compiling is CPU time, too, which other programs on the machine change less.
//
//	contracts [--quartet PROGRAM] [--gowsdl PROGRAM] [--limit N] FOLDER
//
// The folder contains a folder for each contract, and INDEX.tsv, a table of tab-separated values with the columns case, main_wsdl,
// total_bytes, ops, types, elements and status. Only contracts with the status "ok" are measured. The command must be run in the
// module of quartet, whose dependencies the generated code is compiled with. 'make bench-contracts' runs it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/conformance/corpus"
)

// options are the values of the flags.
type options struct {
	quartet string
	gowsdl  string // empty: do not compare
	limit   int
}

func main() {
	var o options
	flag.StringVar(&o.quartet, "quartet", "quartet", "run `PROGRAM` as quartet")
	flag.StringVar(&o.gowsdl, "gowsdl", "", "compare with gowsdl, run as `PROGRAM`")
	flag.IntVar(&o.limit, "limit", 8, "measure the `N` largest contracts")
	flag.Parse()
	err := errors.New("want one FOLDER, and a positive --limit")
	if flag.NArg() == 1 && o.limit > 0 {
		err = o.run(context.Background(), flag.Arg(0), os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "contracts:", err)
		os.Exit(1)
	}
}

// run measures the contracts in dir and writes the table to stdout, row by row.
func (o options) run(ctx context.Context, dir string, stdout io.Writer) error {
	for _, path := range []*string{&o.quartet, &o.gowsdl, &dir} { // programs run in another folder
		if err := absolute(path); err != nil {
			return err
		}
	}
	contracts, err := corpus.Read(dir)
	if err != nil {
		return err
	}
	contracts = slices.DeleteFunc(contracts, func(c corpus.Contract) bool { return c.Status != "ok" })
	slices.SortStableFunc(contracts, func(a, b corpus.Contract) int { return b.Bytes - a.Bytes })
	work, err := os.MkdirTemp("", "contracts")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := warm(); err != nil {
		return err
	}
	fmt.Fprintln(stdout, "| contract | KB | operations | types | generator | generate | memory | lines | lines per type | compile | CPU | memory | functions |")
	fmt.Fprintln(stdout, "|---|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|")
	for _, c := range contracts[:min(o.limit, len(contracts))] {
		fmt.Fprintln(stdout, row(c, "quartet", measure(ctx, filepath.Join(work, c.Name, "quartet"), func(out string) []string {
			return []string{o.quartet, "generate", c.Main, "--out", out, "--package", "contract"}
		})))
		if o.gowsdl != "" {
			fmt.Fprintln(stdout, row(c, "gowsdl", measure(ctx, filepath.Join(work, c.Name, "gowsdl"), func(out string) []string {
				return []string{o.gowsdl, "-d", filepath.Dir(out), "-p", filepath.Base(out), "-o", "contract.go", c.Main}
			})))
		}
	}
	return nil
}

// absolute makes a path absolute, except for a plain name, which is looked up in PATH.
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

// row returns a row of the output.
func row(c corpus.Contract, generator string, m measurement) string {
	cells := []string{c.Name, strconv.Itoa(c.Bytes >> 10), strconv.Itoa(c.Ops), strconv.Itoa(c.Types + c.Elements), generator}
	if m.generated.failed != "" {
		return "| " + strings.Join(append(cells, "fails: "+m.generated.failed, "", "", "", "", "", "", ""), " | ") + " |"
	}
	perType := fmt.Sprintf("%.1f", float64(m.lines)/float64(max(c.Types+c.Elements, 1)))
	cells = append(cells, m.generated.seconds(), m.generated.memory(), strconv.Itoa(m.lines), perType)
	if m.compiled.failed != "" {
		return "| " + strings.Join(append(cells, "fails: "+m.compiled.failed, "", "", ""), " | ") + " |"
	}
	return "| " + strings.Join(append(cells, m.compiled.seconds(), m.compiled.cpuSeconds(), m.compiled.memory(), strconv.Itoa(m.functions)), " | ") + " |"
}
