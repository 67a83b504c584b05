package corpus

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Contract is a row of INDEX.tsv.
type Contract struct {
	Name    string // name of the folder
	Main    string // path of the main document
	Catalog string // path of the catalog with the documents that contracts share
	Status  string // "ok", "ok-with-catalog", or what is wrong

	Bytes                int // size of all documents
	Ops, Types, Elements int // how many there are
}

// Valid reports whether the contract is valid, alone or with the documents of the catalog.
func (c Contract) Valid() bool { return c.Status == "ok" || c.Status == "ok-with-catalog" }

// Catalogs returns the catalog if the contract is valid only with its documents.
func (c Contract) Catalogs() []string {
	if c.Status == "ok-with-catalog" {
		return []string{c.Catalog}
	}
	return nil
}

// Folder returns the folder that QUARTET_CORPUS names. It skips the test if the variable is not set.
func Folder(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("QUARTET_CORPUS")
	if dir == "" {
		t.Skip("QUARTET_CORPUS is not set; set it to the folder with the real contracts")
	}
	return dir
}

// All returns the contracts in the [Folder]. There must be some.
func All(t testing.TB) []Contract {
	t.Helper()
	dir := Folder(t)
	f, err := os.Open(filepath.Join(dir, "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s has %d rows (%v)", f.Name(), len(rows), err)
	}
	column := make(map[string]int)
	for i, name := range rows[0] {
		column[name] = i
	}
	var contracts []Contract
	for _, row := range rows[1:] {
		number := func(name string) int {
			n, _ := strconv.Atoi(row[column[name]])
			return n
		}
		name := row[column["case"]]
		contracts = append(contracts, Contract{
			Name: name, Main: filepath.Join(dir, name, filepath.FromSlash(row[column["main_wsdl"]])), Catalog: filepath.Join(dir, "_catalog", "catalog.xml"),
			Status: row[column["status"]], Bytes: number("total_bytes"), Ops: number("ops"), Types: number("types"), Elements: number("elements"),
		})
	}
	return contracts
}
