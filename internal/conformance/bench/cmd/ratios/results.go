package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// results holds the measurements, in the order in which they first appear.
type results struct {
	cpu        string
	benchmarks []*benchmark
}

// benchmark is a benchmark function with its measurements.
type benchmark struct {
	name string
	keys []string // keys of the benchmark except impl
	rows []*row
}

// row holds the implementations that are compared with each other.
type row struct {
	values []string // values of the benchmark's keys
	impls  []*impl
}

// impl is an implementation with its values for each unit, one for each round.
type impl struct {
	name   string
	values map[string][]float64
}

// read adds the output of "go test -bench". The name of the input is used in errors.
func (r *results) read(name string, in io.Reader) error {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		if err := r.line(lines.Text()); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// line adds a line of the output.
func (r *results) line(line string) error {
	if cpu, ok := strings.CutPrefix(line, "cpu: "); ok {
		r.cpu = cpu
		return nil
	}
	if strings.HasPrefix(line, "FAIL") || strings.HasPrefix(line, "--- FAIL") || strings.HasPrefix(line, "panic:") {
		return fmt.Errorf("a benchmark failed: %s", line)
	}
	fields := strings.Fields(line)
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return nil // only the name; the result follows on a line after the benchmark's log
	}
	if _, err := strconv.Atoi(fields[1]); err != nil {
		return nil
	}
	if len(fields)%2 != 0 {
		return fmt.Errorf("missing unit of a value")
	}
	to := r.impl(fields[0])
	for i := 2; i < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if err != nil || value < 0 || math.IsInf(value, 0) || math.IsNaN(value) {
			return fmt.Errorf("%q is not a measurement", fields[i])
		}
		unit := fields[i+1]
		to.values[unit] = append(to.values[unit], value)
	}
	return nil
}

// impl returns the implementation with the full name of a benchmark, adding it if
// necessary.
func (r *results) impl(full string) *impl {
	if i := strings.LastIndexByte(full, '-'); i >= 0 && isNumber(full[i+1:]) {
		full = full[:i] // GOMAXPROCS
	}
	parts := strings.Split(strings.TrimPrefix(full, "Benchmark"), "/")
	var keys, values []string
	name := ""
	for _, part := range parts[1:] {
		key, value, _ := strings.Cut(part, "=")
		if key == "impl" {
			name = value
			continue
		}
		keys, values = append(keys, key), append(values, value)
	}
	return r.benchmark(parts[0], keys).row(values).impl(name)
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 32)
	return err == nil
}

func (r *results) benchmark(name string, keys []string) *benchmark {
	for _, b := range r.benchmarks {
		if b.name == name && slices.Equal(b.keys, keys) {
			return b
		}
	}
	b := &benchmark{name: name, keys: keys}
	r.benchmarks = append(r.benchmarks, b)
	return b
}

func (b *benchmark) row(values []string) *row {
	for _, r := range b.rows {
		if slices.Equal(r.values, values) {
			return r
		}
	}
	r := &row{values: values}
	b.rows = append(b.rows, r)
	return r
}

func (r *row) impl(name string) *impl {
	if i := r.find(name); i != nil {
		return i
	}
	i := &impl{name: name, values: make(map[string][]float64)}
	r.impls = append(r.impls, i)
	return i
}

// find returns nil if the implementation was not measured.
func (r *row) find(name string) *impl {
	for _, i := range r.impls {
		if i.name == name {
			return i
		}
	}
	return nil
}

// value returns the value of a key in the benchmark's name, or "" if it has none.
func (b *benchmark) value(r *row, key string) string {
	if i := slices.Index(b.keys, key); i >= 0 {
		return r.values[i]
	}
	return ""
}
