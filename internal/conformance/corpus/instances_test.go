//go:build !race

package corpus_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/conformance/corpus"
	"example.com/quartet/internal/conformance/instance"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/internal/conformance/suite"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	runtime "example.com/quartet/templates/soap/xsd"
)

// unsupported are the cases of the corpus whose schemas libxml2 does not
// support, with the reason.
var unsupported = map[string]string{
	"onvif-devicemgmt":        nondeterministic,
	"onvif-media":             nondeterministic,
	"onvif-official-security": nondeterministic,
	"onvif-ptz":               nondeterministic,
	"ogc-wfs11":               "two attributes of type ID in one type; libxml2 rejects the schema",
	"axis-comprehensive":      "an attribute precedes a sequence; libxml2 rejects the schema",
	"metro-marshall-rpclit":   "a bound of 47 digits; libxml2 supports 24",
}

const nondeterministic = "a content model is ambiguous (part 1, section 3.8.6); libxml2 rejects the schema"

// undetected are parts of the problems that libxml2 does not find.
var undetected = []string{
	"no element has the ID", "is not unique",
	"xs:base64Binary",                         // it ignores characters that are not in the alphabet
	"xs:IDREFS", "xs:NMTOKENS", "xs:ENTITIES", // it accepts empty lists
	"the element PropertyIsEqualTo or", // it treats an abstract element without substitutes as optional
}

// TestInstances makes instances of the elements and types of a contract that has all that schemas have, and changes them. Instances
// are valid; package validate and xmllint agree about those with a change.
func TestInstances(t *testing.T) {
	lint := newLinter(t, "features", filepath.Join("testdata", "features.wsdl"), nil)
	for seed := range uint64(40) {
		for _, o := range []sample.Options{{Varied: true, Seed: 2*seed + 1}, {Varied: true, Seed: 2 * seed}, {Seed: seed}} {
			for _, e := range lint.set.Elements() {
				if !predefined(e.Name) {
					lint.add(lint.sampler.Element(e, o))
				}
			}
		}
	}
	for _, builtin := range xsd.Builtins() {
		name := runtime.QName(builtin.Component().Name)
		for seed := uint64(0); seed < 12 && !strings.HasPrefix(name.Local, "ENTIT") && name.Local != "NOTATION"; seed++ {
			o := sample.Options{Varied: seed%3 > 0, Seed: seed}
			lint.add(lint.sampler.Type(runtime.QName{Local: "any-type"}, component.Builtin(name), o))
		}
	}
	lint.check()
}

// TestSampler compares the plainest instance of an element, and looks for what the varied ones must have between them. They are
// the same for the same seed, whatever else the sampler has made, and differ for other seeds.
func TestSampler(t *testing.T) {
	lint := newLinter(t, "features", filepath.Join("testdata", "features.wsdl"), nil)
	const namespace = "urn:example:features"
	order := lint.set.Element(runtime.QName{Space: namespace, Local: "order"})
	zoo := lint.set.Element(runtime.QName{Space: namespace, Local: "zoo"})
	const want = `<n1:order xmlns:n1="urn:example:features" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="sample">` +
		`<n1:number>XX-1111</n1:number><n1:item xsi:type="n1:Book"><n1:name>sample</n1:name></n1:item></n1:order>`
	if got, err := lint.sampler.Element(order, sample.Options{}); err != nil || string(got) != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
	missing := []string{
		"<n1:cash>", "<n1:transfer>", `xsi:type="n1:Book"`, `xsi:type="n1:Set"`, "<n1:pages>", `version="1.0"`, "currency=", "<local>",
	}
	seen := make(map[string]bool)
	for seed := range uint64(20) {
		doc, err := lint.sampler.Element(order, sample.Options{Varied: true, Seed: 2 * seed})
		missing = slices.DeleteFunc(missing, func(part string) bool { return strings.Contains(string(doc), part) })
		o := sample.Options{Varied: true, Seed: 2*seed + 1}
		a, again := lint.sampler.Element(zoo, o)
		b, other := sample.New(lint.set).Element(zoo, o)
		if err = errors.Join(err, again, other); err != nil || string(a) != string(b) {
			t.Fatalf("seed %d: %v, got\n%s\nand then\n%s", seed, err, a, b)
		}
		seen[string(a)] = true
	}
	if len(missing) > 0 || len(seen) < 10 {
		t.Errorf("no instance contains %s; 20 seeds give %d different documents", missing, len(seen))
	}
}

// TestCorpusInstances is TestInstances for the valid contracts in the folder QUARTET_CORPUS.
func TestCorpusInstances(t *testing.T) {
	for _, c := range corpus.All(t) {
		if !c.Valid() {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			lint := newLinter(t, c.Name, c.Main, c.Catalogs())
			lint.addAll()
			lint.check()
		})
	}
}

// modes are the options of the instances of each element and type.
var modes = []sample.Options{
	{},
	{Varied: true, Seed: 1, NilAttributes: true},
	{Varied: true, Seed: 2},
}

// linter compares the verdicts about instances of one contract.
type linter struct {
	t       *testing.T
	program string // xmllint; "" if it does not support the schema
	driver  string
	table   *schema.Table
	set     *component.Set
	sampler *sample.Sampler
	arrays  bool // there are arrays of SOAP encoding
	all     []linted
}

// linted is an instance with a change, and what package validate says about it.
type linted struct {
	file, change string // change is "" for an instance as it was made
	err          error
}

func newLinter(t *testing.T, name, main string, catalogs []string) *linter {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: main, Catalogs: catalogs})
	if set == nil {
		t.Skip(diags)
	}
	model, more := resolve.Resolve(set)
	if more.HasErrors() {
		t.Skip(more)
	}
	table := suite.Describe(model)
	known, err := validate.ComponentsOf(table)
	if err != nil {
		t.Fatal(err)
	}
	lint := &linter{t: t, table: table, set: known.Set, sampler: sample.New(known.Set)}
	lint.driver = writeSchemas(t, model, t.TempDir())
	lint.arrays = slices.ContainsFunc(known.Set.Types(), func(t *component.Type) bool { return t.Definition().Items != nil })
	if unsupported[name] == "" {
		lint.program = interop.Program(t, "xmllint", "libxml2-utils")
	}
	return lint
}

// addAll adds instances of the elements and the types, of large contracts of each in one mode.
func (l *linter) addAll() {
	types, elements := l.set.Types(), l.set.Elements()
	for m, o := range modes {
		o.Budget = 60
		for i, e := range elements {
			if !predefined(e.Name) && (len(elements) < 200 || i%len(modes) == m) {
				l.add(l.sampler.Element(e, o))
			}
		}
		for i, typ := range types {
			if predefined(typ.Name) || !typ.Simple && typ.Definition().Abstract || len(types) > 200 && i%len(modes) != m {
				continue
			}
			l.add(l.sampler.Type(runtime.QName{Local: "any-type"}, typ, o))
		}
	}
}

// predefined reports whether a component is not the contract's own.
func predefined(name runtime.QName) bool {
	return name.Space == runtime.Namespace || strings.HasPrefix(name.Space, "http://") && strings.Contains(name.Space, "soap") &&
		strings.HasSuffix(strings.TrimSuffix(name.Space, "/"), "encoding") // whose IDs are not made
}

// add adds an instance, and a copy with a change. err is the error of the call that returned the instance.
func (l *linter) add(doc []byte, err error) {
	l.t.Helper()
	if err != nil {
		if !strings.Contains(err.Error(), "has no finite instance") {
			l.t.Error(err)
		}
		return
	}
	if err := instance.Compare(l.set, doc, doc); err != nil {
		l.t.Errorf("Compare finds a difference between an instance and its own bytes: %v", err)
	}
	l.judge("", doc)
	n := len(l.all)
	random := rand.New(rand.NewPCG(uint64(n), 0))
	for i := range changes {
		kind := changes[(n/2+i)%len(changes)]
		changed, name := changedDocument(doc, kind, random)
		switch {
		case changed == nil:
		case name == "sample", name == "any-type" && (kind == "nil" || kind == "attribute removed"):
			// No schema declares the element, or only the one for xmllint.
		case l.arrays && kind == "element added": // items may have any names (SOAP 1.1, section 5.4.2)
		default:
			l.judge(kind+" at "+name, changed)
			return
		}
	}
}

func (l *linter) judge(change string, doc []byte) {
	err := validate.Document(l.table, doc)
	if change == "" && err != nil && !strings.Contains(err.Error(), undetected[0]) {
		l.t.Errorf("an instance is not valid: %v\n%.2000s", err, doc)
	}
	file := filepath.Join(filepath.Dir(l.driver), fmt.Sprintf("i%d.xml", len(l.all)))
	if err := os.WriteFile(file, doc, 0o644); err != nil {
		l.t.Fatal(err)
	}
	l.all = append(l.all, linted{file, change, err})
}

// check compares the verdicts of xmllint and of package validate.
func (l *linter) check() {
	if l.program == "" {
		return
	}
	valid := l.lint()
	agreed := make(map[bool]int)
	for _, j := range l.all {
		isUndetected := func(part string) bool { return strings.Contains(fmt.Sprint(j.err), part) }
		if valid[j.file] == (j.err == nil) {
			agreed[j.err == nil]++
		}
		if valid[j.file] == (j.err == nil) || valid[j.file] && slices.ContainsFunc(undetected, isUndetected) {
			continue
		}
		text, _ := os.ReadFile(j.file)
		l.t.Errorf("%s: valid for xmllint: %v, and: %v\n%.2000s", j.change, valid[j.file], j.err, text)
	}
	l.t.Logf("%d valid, %d not", agreed[true], agreed[false])
}

// lint returns the files that are valid for xmllint.
func (l *linter) lint() map[string]bool {
	valid := make(map[string]bool)
	for some := range slices.Chunk(l.all, 2000) {
		args := []string{"--huge", "--nonet", "--noout", "--schema", l.driver}
		for _, j := range some {
			args = append(args, j.file)
		}
		text, _ := exec.Command(l.program, args...).CombinedOutput()
		if strings.Contains(string(text), "failed to compile") {
			l.t.Fatalf("the schema does not compile:\n%.3000s", text)
		}
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutSuffix(line, " validates\n"); ok {
				valid[name] = true
			}
		}
	}
	return valid
}
