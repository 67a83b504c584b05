package cli_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/conformance/interop"
)

// A growing contract has n components of one kind. In a version of it, one of them in the middle has another name, or all
// of them do.
type growing struct {
	schemas    string // of the namespace urn:t
	more       string // other schemas
	messages   string
	operations string // of the portType
	bound      string // operations of the binding
	services   string // instead of one service with a port
}

// A version tells which components have other names than in the first version.
type version int

const (
	first version = iota
	oneDiffers
	allDiffer
)

// repeated formats a text for each i below n, with the arguments i, i+1, and a suffix of names that differ in a version.
func (v version) repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		suffix := ""
		if v == allDiffer || v == oneDiffers && i == n/2 {
			suffix = "x"
		}
		fmt.Fprintf(&b, format+"%[4]s", i, i+1, suffix, "")
	}
	return b.String()
}

const (
	typeOfElements = `<xs:element name="in" type="t:T"/>`
	simpleElement  = `<xs:element name="in" type="xs:int"/>`
)

// growingShapes are contracts that grow in one respect.
var growingShapes = map[string]func(n int, v version) growing{
	"overloads": func(n int, v version) growing {
		return growing{
			schemas:    v.repeated(n, `<xs:element name="e%[1]d" type="xs:int"/>`),
			messages:   v.repeated(n, `<message name="m%[1]d"><part name="p" element="t:e%[1]d"/></message>`),
			operations: v.repeated(n, `<operation name="op"><input name="in%[1]d%[3]s" message="t:m%[1]d"/><output name="out%[1]d" message="t:m%[1]d"/></operation>`),
			bound: v.repeated(n, `<operation name="op"><s:operation soapAction="a%[1]d"/><input name="in%[1]d%[3]s"><s:body use="literal"/></input>`+
				`<output name="out%[1]d"><s:body use="literal"/></output></operation>`),
		}
	},
	"unions": func(n int, v version) growing {
		return growing{schemas: `<xs:simpleType name="u0"><xs:union memberTypes="xs:int xs:date"/></xs:simpleType>` +
			v.repeated(n, `<xs:simpleType name="u%[2]d"><xs:union memberTypes="t:u%[1]d xs:int"/></xs:simpleType>`) +
			fmt.Sprintf(`<xs:element name="in" type="t:u%d"/>`, n)}
	},
	"ring": func(n int, v version) growing {
		ring := strings.ReplaceAll(v.repeated(n, `<xs:schema targetNamespace="urn:r%[1]d" xmlns:o="urn:r%[2]d"><xs:import namespace="urn:r%[2]d"/>`+
			`<xs:complexType name="T"><xs:sequence><xs:element name="e%[1]d%[3]s" type="o:T" minOccurs="0"/></xs:sequence></xs:complexType></xs:schema>`), fmt.Sprintf(`"urn:r%d"`, n), `"urn:r0"`)
		return growing{schemas: `<xs:import namespace="urn:r0"/><xs:element name="in" type="r:T" xmlns:r="urn:r0"/>`, more: ring}
	},
	"elements": func(n int, v version) growing {
		return growing{schemas: typeOfElements + `<xs:complexType name="T"><xs:sequence>` +
			v.repeated(n, `<xs:element name="e%[1]d%[3]s" type="xs:int" minOccurs="0"/>`) + `</xs:sequence></xs:complexType>`}
	},
	"keys": func(n int, v version) growing {
		return growing{schemas: `<xs:element name="in" type="t:T">` + v.repeated(n, `<xs:key name="k%[1]d%[3]s"><xs:selector xpath="t:e"/><xs:field xpath="@a"/></xs:key>`) +
			`</xs:element><xs:complexType name="T"><xs:sequence><xs:element name="e" maxOccurs="unbounded"><xs:complexType><xs:attribute name="a" type="xs:int"/></xs:complexType></xs:element></xs:sequence></xs:complexType>`}
	},
	"wildcards": func(n int, v version) growing {
		return growing{schemas: typeOfElements + `<xs:complexType name="T"><xs:sequence>` +
			v.repeated(n, `<xs:any namespace="urn:w%[1]d%[3]s" processContents="lax" minOccurs="0"/>`) + `</xs:sequence></xs:complexType>`}
	},
	"extension": func(n int, v version) growing {
		return growing{schemas: `<xs:element name="in" type="t:T"/><xs:complexType name="B"><xs:sequence>` + v.repeated(n/2, `<xs:element name="e%[1]d" type="xs:int" minOccurs="0"/>`) +
			`</xs:sequence></xs:complexType><xs:complexType name="T"><xs:complexContent><xs:extension base="t:B"><xs:sequence>` +
			v.repeated(n-n/2, `<xs:element name="f%[1]d%[3]s" type="xs:int" minOccurs="0"/>`) + `</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`}
	},
	"derived": func(n int, v version) growing {
		return growing{schemas: `<xs:element name="in" type="t:B"/><xs:complexType name="B"><xs:sequence><xs:element name="e" type="xs:int"/></xs:sequence></xs:complexType>` +
			v.repeated(n, `<xs:complexType name="T%[1]d%[3]s"><xs:complexContent><xs:extension base="t:B"><xs:sequence><xs:element name="f%[1]d" type="t:B"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`)}
	},
	"operations": func(n int, v version) growing {
		return growing{
			schemas:    v.repeated(n, `<xs:element name="e%[1]d%[3]s"><xs:complexType><xs:sequence><xs:element name="c%[1]d" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`),
			messages:   v.repeated(n, `<message name="m%[1]d"><part name="p" element="t:e%[1]d%[3]s"/></message>`),
			operations: v.repeated(n, `<operation name="op%[1]d"><input message="t:m%[1]d"/><output message="t:m%[1]d"/></operation>`),
			bound: v.repeated(n, `<operation name="op%[1]d"><s:operation soapAction="a%[1]d"/><input><s:body use="literal"/></input>`+
				`<output><s:body use="literal"/></output></operation>`),
		}
	},
	"ports": func(n int, v version) growing {
		return growing{schemas: simpleElement, services: `<service name="S">` +
			v.repeated(n, `<port name="P%[1]d%[3]s" binding="t:Soap"><s:address location="http://localhost/%[1]d"/></port>`) + `</service>`}
	},
	"services": func(n int, v version) growing {
		return growing{schemas: simpleElement,
			services: v.repeated(n, `<service name="S%[1]d%[3]s"><port name="P%[1]d" binding="t:Soap"><s:address location="http://localhost/%[1]d"/></port></service>`)}
	},
	"choices": func(n int, v version) growing {
		return growing{schemas: typeOfElements + `<xs:complexType name="T"><xs:sequence>` +
			v.repeated(n, `<xs:choice><xs:element name="a%[1]d%[3]s" type="xs:int"/><xs:element name="b%[1]d" type="xs:int"/></xs:choice>`) + `</xs:sequence></xs:complexType>`}
	},
	"headers": func(n int, v version) growing {
		return growing{
			schemas: simpleElement + v.repeated(n, `<xs:element name="h%[1]d%[3]s" type="xs:int"/>`),
			messages: `<message name="m"><part name="p" element="t:in"/></message>` +
				v.repeated(n, `<message name="m%[1]d"><part name="p" element="t:h%[1]d%[3]s"/></message>`),
			operations: `<operation name="op"><input message="t:m"/></operation>`,
			bound: `<operation name="op"><s:operation soapAction=""/><input><s:body use="literal"/>` +
				v.repeated(n, `<s:header message="t:m%[1]d" part="p" use="literal"/>`) + `</input></operation>`,
		}
	},
	"parts": func(n int, v version) growing {
		return growing{
			schemas:    simpleElement,
			messages:   `<message name="m">` + v.repeated(n, `<part name="p%[1]d%[3]s" type="xs:int"/>`) + `</message>`,
			operations: `<operation name="op"><input message="t:m"/></operation>`,
			bound:      `<operation name="op"><s:operation soapAction="" style="rpc"/><input><s:body use="literal" namespace="urn:p"/></input></operation>`,
		}
	},
	"groups": func(n int, v version) growing {
		return growing{schemas: typeOfElements + `<xs:group name="g0"><xs:sequence><xs:element name="e" type="xs:int" minOccurs="0"/></xs:sequence></xs:group>` +
			v.repeated(n, `<xs:group name="g%[2]d"><xs:sequence><xs:element name="e%[2]d%[3]s" type="xs:int"/><xs:group ref="t:g%[1]d"/><xs:element name="f%[2]d" type="xs:int"/><xs:group ref="t:g%[1]d"/></xs:sequence></xs:group>`) +
			fmt.Sprintf(`<xs:complexType name="T"><xs:group ref="t:g%d"/></xs:complexType>`, n)}
	},
}

// generatedShapes are contracts that grow in one respect, which matters to generate only.
var generatedShapes = map[string]func(n int, v version) growing{
	"members of a substitution group": func(n int, v version) growing {
		return growing{schemas: simpleElement + `<xs:complexType name="T"><xs:sequence><xs:element ref="t:in"/></xs:sequence></xs:complexType>` +
			v.repeated(n, `<xs:element name="m%[1]d" type="xs:int" substitutionGroup="t:in"/>`)}
	},
	"references to a substitution group": func(n int, v version) growing {
		return growing{schemas: simpleElement + v.repeated(n, `<xs:element name="m%[1]d" type="xs:int" substitutionGroup="t:in"/>`+
			`<xs:complexType name="t%[1]d"><xs:sequence><xs:element ref="t:in"/></xs:sequence></xs:complexType>`)}
	},
	"a chain of substitution groups": func(n int, v version) growing {
		return growing{schemas: simpleElement + `<xs:complexType name="T"><xs:sequence><xs:element ref="t:in"/></xs:sequence></xs:complexType>` +
			`<xs:element name="m0" type="xs:int" substitutionGroup="t:in"/>` + v.repeated(n, `<xs:element name="m%[2]d" type="xs:int" substitutionGroup="t:m%[1]d"/>`)}
	},
	"alternatives of a pattern": func(n int, v version) growing {
		return growing{schemas: `<xs:element name="in"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="` + v.repeated(n, `v%[1]d|`) +
			`x"/></xs:restriction></xs:simpleType></xs:element>`}
	},
	"values of an enumeration": func(n int, v version) growing {
		return growing{schemas: `<xs:element name="in"><xs:simpleType><xs:restriction base="xs:string">` + v.repeated(n, `<xs:enumeration value="v%[1]d"/>`) +
			`</xs:restriction></xs:simpleType></xs:element>`}
	},
	"members of a choice": func(n int, v version) growing {
		return growing{schemas: typeOfElements + `<xs:complexType name="T"><xs:choice maxOccurs="unbounded">` + v.repeated(n, `<xs:element name="e%[1]d" type="xs:int"/>`) +
			`</xs:choice></xs:complexType>`}
	},
	"restrictions": func(n int, v version) growing {
		return growing{schemas: `<xs:simpleType name="s0"><xs:restriction base="xs:int"/></xs:simpleType>` +
			v.repeated(n, `<xs:simpleType name="s%[2]d"><xs:restriction base="t:s%[1]d"><xs:minInclusive value="%[1]d"/></xs:restriction></xs:simpleType>`) +
			fmt.Sprintf(`<xs:element name="in" type="t:s%d"/>`, n)}
	},
	"types of one name": func(n int, v version) growing {
		return growing{schemas: simpleElement + v.repeated(n, `<xs:complexType name="t%[1]d"><xs:sequence><xs:element name="e"><xs:complexType><xs:sequence>`+
			`<xs:element name="inner" type="xs:int"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType>`)}
	},
	"inherited attributes": func(n int, v version) growing {
		return growing{schemas: simpleElement + `<xs:complexType name="t0"/>` + v.repeated(n, `<xs:complexType name="t%[2]d"><xs:complexContent><xs:extension base="t:t%[1]d">`+
			`<xs:attribute name="a%[1]d"/></xs:extension></xs:complexContent></xs:complexType>`)}
	},
	"a chain of attribute groups": func(n int, v version) growing {
		return growing{schemas: simpleElement + `<xs:attributeGroup name="g0"/>` +
			v.repeated(n, `<xs:attributeGroup name="g%[2]d"><xs:attribute name="a%[2]d" type="xs:int"/><xs:attributeGroup ref="t:g%[1]d"/></xs:attributeGroup>`)}
	},
	"extensions that add nothing": func(n int, v version) growing {
		return growing{schemas: simpleElement + `<xs:complexType name="t0"><xs:sequence/></xs:complexType>` +
			v.repeated(n, `<xs:complexType name="t%[2]d"><xs:complexContent><xs:extension base="t:t%[1]d"/></xs:complexContent></xs:complexType>`)}
	},
	"parts in operations": func(n int, v version) growing {
		return growing{schemas: simpleElement, messages: `<message name="m">` + v.repeated(n, `<part name="p%[1]d" type="xs:int"/>`) + `</message>`,
			operations: v.repeated(n, `<operation name="op%[1]d"><input message="t:m"/></operation>`)}
	},
	"one operation of portTypes": func(n int, v version) growing {
		return growing{schemas: simpleElement, more: `</types>` + v.repeated(n, `<portType name="P%[1]d"><operation name="op"><input message="t:m"/></operation></portType>`) + `<types>`}
	},
	"a chain of extensions": func(n int, v version) growing {
		return growing{schemas: simpleElement + `<xs:complexType name="t0"><xs:sequence/></xs:complexType>` +
			v.repeated(n, `<xs:complexType name="t%[2]d"><xs:complexContent><xs:extension base="t:t%[1]d"><xs:sequence><xs:element name="f%[1]d" type="xs:int"/></xs:sequence></xs:extension>`+
				`</xs:complexContent></xs:complexType>`)}
	},
}

// contract returns the document.
func (g growing) contract() string {
	operations, bound, messages := g.operations, g.bound, g.messages
	if operations == "" {
		messages = `<message name="m"><part name="p" element="t:in"/></message>`
		operations = `<operation name="op"><input message="t:m"/></operation>`
		bound = `<operation name="op"><s:operation soapAction=""/><input><s:body use="literal"/></input></operation>`
	}
	services := cmp.Or(g.services, `<service name="S"><port name="Soap" binding="t:Soap"><s:address location="http://localhost/"/></port></service>`)
	return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">` + g.schemas + `</xs:schema>` + g.more + `</types>
` + messages + `<portType name="Port">` + operations + `</portType>
<binding name="Soap" type="t:Port"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>` + bound + `</binding>
` + services + `</definitions>`
}

// growthCommands are the commands that read contracts, with their arguments after the contract, or after both versions of it.
var growthCommands = map[string][]string{
	"generate":                     {"generate", "--module", "example.com/m", "--runtime", "example.com/m/soap", "--out", "OUT", "--config="},
	"list":                         {"list", "--config="},
	"describe":                     {"describe", "--config="},
	"describe --format markdown":   {"describe", "--format", "markdown", "--config="},
	"describe --format json":       {"describe", "--format", "json", "--config="},
	"describe --format openapi":    {"describe", "--format", "openapi", "--config="},
	"describe --format jsonschema": {"describe", "--format", "jsonschema", "--config="},
	"lint":                         {"lint", "--fail-on", "error", "--config="},
	"diff, one differs":            {"diff", "--fail-on", "none", "--config="},
	"diff, all differ":             {"diff", "--fail-on", "none", "--config="},
	"flatten":                      {"flatten"},
}

// growthArguments writes a contract of a shape and its other version, and returns the arguments of a command.
func growthArguments(t *testing.T, shape, command string, n int) []string {
	t.Helper()
	dir := t.TempDir()
	files := []string{first.write(t, dir, shape, n)}
	switch command {
	case "diff, one differs":
		files = append(files, oneDiffers.write(t, dir, shape, n))
	case "diff, all differ":
		files = append(files, allDiffer.write(t, dir, shape, n))
	}
	args := slices.Clone(growthCommands[command])
	if i := slices.Index(args, "OUT"); i >= 0 {
		args[i] = filepath.Join(dir, "out")
	}
	return slices.Insert(args, 1, files...)
}

func (v version) write(t *testing.T, dir, shape string, n int) string {
	t.Helper()
	file := filepath.Join(dir, fmt.Sprintf("v%d.wsdl", v))
	build := growingShapes[shape]
	if build == nil {
		build = generatedShapes[shape]
	}
	testfile.Write(t, file, build(n, v).contract())
	return file
}

// TestGrowthOfCommands counts the bytes that commands allocate for contracts of n and 4n components. Work for each pair of
// components takes sixteen times the bytes. What takes no memory, such as a scan, is measured by TestLimitGrowth. All commands are
// measured in CI and in 'make race'.
func TestGrowthOfCommands(t *testing.T) {
	const n, most = 40, 1.4
	const some = 1 << 19                  // bytes by which measurements may differ, more than a tenth of the smallest ones
	for command := range growthCommands { // what is made at first use does not count
		cli.Main(growthArguments(t, "operations", command, 2), io.Discard, io.Discard)
	}
	check := func(shape, command string) {
		used := make(map[int]float64)
		for _, size := range []int{1, n, 4 * n} {
			args := growthArguments(t, shape, command, size)
			var stderr bytes.Buffer
			bytes, _ := cost.Of(func() {
				if code := cli.Main(args, io.Discard, &stderr); code != 0 {
					t.Errorf("%s, %s of %d: exit code %d\n%.500s", shape, command, size, code, stderr.String())
				}
			})
			used[size] = float64(bytes)
		}
		exponent := math.Log((max(used[4*n]-used[1], 0)+some)/(max(used[n]-used[1], 0)+some)) / math.Log(4)
		if exponent > most {
			t.Errorf("%s, %s: %.0f bytes for 1, %.0f for %d, %.0f for %d: exponent %.2f, want at most %v", shape, command, used[1], used[n], n, used[4*n], 4*n, exponent, most)
		}
		t.Logf("%-12s %-30s %.2f", shape, command, exponent)
	}
	similar := []string{"list", "describe", "describe --format json"} // "lint" and "describe --format markdown" take the same path
	if interop.InCI() || cost.RaceDetector {
		similar = nil
	}
	for shape := range growingShapes {
		for command := range growthCommands {
			if slices.Contains(similar, command) || shape == "groups" || command == "diff, one differs" || command == "describe --format jsonschema" {
				continue // to save time; see TestGrowthIsRefused and TestLimitGrowth
			}
			check(shape, command)
		}
	}
	for shape := range generatedShapes {
		check(shape, "generate")
	}
}

const (
	elementsTooMany   = "elements, wildcards and groups, including what base types, groups and substitution groups have: too many for a contract of this size [too-large]"
	facetsTooMany     = "facets and members, including the facets and members of base types: too many for a contract of this size [too-large]"
	membersTooMany    = "members: too many for a contract of this size [too-large]"
	attributesTooMany = "attributes, including the attributes of base types and other groups: too many for a contract of this size [too-large]"
)

// refusedShapes are sizes of contracts that are accepted, larger sizes that are refused, and the reason.
var refusedShapes = map[string]struct {
	size, refused int
	why           string
}{
	"overloads": {1000, 1010, `the portTypes up to "Port" have more than 1000 operations "op" [too-large]`},
	"unions":    {990, 1000, "is derived in more than 1000 steps [too-large]"},
	"ring":      {9999, 10009, "the contract has more than 10000 schemas [too-large]"},
	"headers":   {1000, 1010, "a message has more than 1000 header blocks [too-large]"},
	"parts":     {1000, 1010, `message "m" has more than 1000 parts [too-large]`},
	"groups":    {12, 40, elementsTooMany},

	"references to a substitution group": {200, 500, elementsTooMany},
	"a chain of substitution groups":     {200, 500, membersTooMany},
	"extensions that add nothing":        {990, 1000, "is derived in more than 1000 steps [too-large]"},
	"parts in operations":                {200, 500, "parts: too many for a contract of this size [too-large]"},
	"one operation of portTypes":         {1000, 1010, `have more than 1000 operations "op"`},
	"a chain of extensions":              {200, 500, elementsTooMany},
	"inherited attributes":               {200, 500, attributesTooMany},
	"a chain of attribute groups":        {200, 500, attributesTooMany},
	"restrictions":                       {200, 500, facetsTooMany},
}

// TestGrowthIsRefused: whatever the command, a contract with more of them than a limit is an error, and one with as many is not.
func TestGrowthIsRefused(t *testing.T) {
	for shape, limit := range refusedShapes {
		for command := range growthCommands {
			if command == "flatten" || shape != "groups" && command != "list" {
				continue // flatten expands nothing, and the others take the same path
			}
			var out bytes.Buffer
			code := cli.Main(growthArguments(t, shape, command, limit.refused), &out, &out)
			if said := out.String(); code != 1 || !strings.Contains(said, limit.why) || !strings.Contains(said, "v0.wsdl:") {
				t.Errorf("%s, %s: exit code %d\n%.500s", shape, command, code, said)
			}
		}
	}
}

// TestLimitGrowth fits exponents to the CPU time of commands for contracts of n and 8n components, without the time for one. With
// QUARTET_GROWTH=32000 the larger ones have 32,000, and the log is a table of all commands, not only of those that do the most.
func TestLimitGrowth(t *testing.T) {
	cost.Alone(t)
	const most = 1.4                   // 1.15 is promised; times below a second vary
	const some = 10 * time.Millisecond // by which measurements may differ
	large, tested := 8000, []string{"describe --format markdown", "diff, one differs", "generate"}
	if text := os.Getenv("QUARTET_GROWTH"); text != "" {
		var err error
		if large, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		tested = slices.Sorted(maps.Keys(growthCommands))
	}
	for _, shape := range slices.Sorted(maps.Keys(growingShapes)) {
		if shape == "groups" {
			continue // there are few of them at most
		}
		n, worst, slowest := large, 0.0, ""
		if limit, ok := refusedShapes[shape]; ok {
			n = min(n, limit.size)
		}
		for _, command := range tested {
			start, small, long, exponent := time.Hour, time.Hour, time.Hour, math.Inf(1)
			for attempts := 0; exponent > most && attempts < 3; attempts++ { // other programs only make a command slower
				start, small = min(start, growthTime(t, shape, command, 1)), min(small, growthTime(t, shape, command, n/8))
				long = min(long, growthTime(t, shape, command, n))
				exponent = math.Log((max(long-start, 0)+some).Seconds()/(max(small-start, 0)+some).Seconds()) / math.Log(8)
			}
			t.Logf("%-10s %-28s 1: %.3f s %5d: %6.3f s %5d: %6.3f s, exponent %.2f", shape, command, start.Seconds(), n/8, small.Seconds(), n, long.Seconds(), exponent)
			if exponent > worst {
				worst, slowest = exponent, command
			}
		}
		t.Logf("limit: growth of %d %s, with the exponent | %v | %.2f (%s)", n, shape, most, worst, slowest)
		if worst > most {
			t.Errorf("%s, %s: exponent %.2f", shape, slowest, worst)
		}
	}
}

// growthTime returns the CPU time of a command in a separate process.
func growthTime(t *testing.T, shape, command string, n int) time.Duration {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0], growthArguments(t, shape, command, n)...)
	c.Args[0] = "quartet" // what TestMain runs
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s, %s of %d: %v\n%.500s", shape, command, n, err, out)
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
}

// TestDescriptionsAreLimited describes a contract whose operations all have one element with much content.
func TestDescriptionsAreLimited(t *testing.T) {
	const n = 1010
	all := growing{
		schemas:    `<xs:element name="e"><xs:complexType><xs:sequence>` + first.repeated(n, `<xs:element name="c%[1]d" type="xs:int" minOccurs="0"/>`) + `</xs:sequence></xs:complexType></xs:element>`,
		messages:   `<message name="m"><part name="p" element="t:e"/></message>`,
		operations: first.repeated(n, `<operation name="op%[1]d"><input message="t:m"/></operation>`),
		bound:      first.repeated(n, `<operation name="op%[1]d"><s:operation soapAction="a%[1]d"/><input><s:body use="literal"/></input></operation>`),
	}
	file := filepath.Join(t.TempDir(), "all.wsdl")
	testfile.Write(t, file, all.contract())
	var stderr bytes.Buffer
	code := cli.Main([]string{"describe", file, "--config="}, io.Discard, &stderr)
	if said := stderr.String(); code != 1 || !strings.Contains(said, "all.wsdl:4:") || !strings.Contains(said, "--operations") {
		t.Errorf("exit code %d\n%.500s", code, said)
	}
	if code := cli.Main([]string{"describe", file, "--operations", "op1,op2", "--config="}, io.Discard, io.Discard); code != 0 {
		t.Errorf("two operations: exit code %d", code)
	}
}

// TestLimitOutput: a name is once in the contract, and in the Go code of each type that has it.
func TestLimitOutput(t *testing.T) {
	cost.Alone(t)
	name := strings.Repeat("n", 2000)
	all := growing{schemas: simpleElement +
		`<xs:group name="g"><xs:sequence>` + first.repeated(500, `<xs:element name="`+name+`%[1]d" type="xs:int"/>`) + `</xs:sequence></xs:group>` +
		first.repeated(100, `<xs:complexType name="T%[1]d"><xs:group ref="t:g"/></xs:complexType>`)}
	folder, out := t.TempDir(), new(bytes.Buffer)
	testfile.Write(t, filepath.Join(folder, "all.wsdl"), all.contract())
	start := cost.CPU()
	code := cli.Main([]string{"generate", filepath.Join(folder, "all.wsdl"), "--out", filepath.Join(folder, "out"), "--module", "m.example/m", "--config="}, out, out)
	t.Logf("limit: Go code that is much longer than the contract | an error | %v, %v", strings.TrimSpace(out.String()), (cost.CPU() - start).Round(time.Millisecond))
	if _, err := os.Stat(filepath.Join(folder, "out")); code == 0 || err == nil || !strings.Contains(out.String(), "larger than 64 MiB; select operations with --operations") {
		t.Errorf("exit code %d, the folder: %v\n%.500s", code, err, out)
	}
}
