//go:build unix

package bench

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/corpus"
)

var (
	quartet = flag.String("quartet", "", "measure the largest contracts of QUARTET_CORPUS with the program quartet at `path`")
	gowsdl  = flag.String("gowsdl", "", "also measure gowsdl with the program at `path`")
	largest = flag.Int("contracts", 8, "measure the `n` largest contracts")
)

// TestLargestContracts runs quartet and gowsdl, whose paths are absolute, on the largest contracts and compiles the generated code. It
// prints a Markdown table of the time and memory that generating and compiling take, and the numbers of generated lines and of
// compiled functions. The time of compiling is CPU time, too, which other programs on the machine change less. 'make bench-contracts'
// runs it.
func TestLargestContracts(t *testing.T) {
	if *quartet == "" {
		t.Skip("no program is given by -quartet")
	}
	contracts := slices.DeleteFunc(corpus.All(t), func(c corpus.Contract) bool { return c.Status != "ok" })
	slices.SortStableFunc(contracts, func(a, b corpus.Contract) int { return b.Bytes - a.Bytes })
	// Packages that generated code imports are not measured.
	runCommand(t, ".", "go", "build", "net/http", "log/slog", "iter", "github.com/hooklift/gowsdl/soap")
	work := t.TempDir()
	fmt.Println("| contract | KB | operations | types | generator | generate | memory | lines | lines per type | compile | CPU | memory | functions |")
	fmt.Println("|---|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|")
	for _, c := range contracts[:min(*largest, len(contracts))] {
		out := filepath.Join(work, c.Name, "quartet", "contract")
		fmt.Println(row(c, "quartet", measureContract(t, out, *quartet, "generate", c.Main, "--out", out, "--package", "contract")))
		if *gowsdl != "" {
			out := filepath.Join(work, c.Name, "gowsdl", "contract")
			fmt.Println(row(c, "gowsdl", measureContract(t, out, *gowsdl, "-d", filepath.Dir(out), "-p", "contract", "-o", "contract.go", c.Main)))
		}
	}
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
