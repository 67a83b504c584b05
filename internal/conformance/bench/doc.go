// Package bench compares the speed of generated code with what a user could
// take instead, in one run on one machine: what counts is the ratio. It has
// nothing but tests and benchmarks.
//
//	make bench          codecs, handler and client
//	make bench-peers    the same with gSOAP, where it is installed
//
// # What is measured
//
// Documents are SOAP 1.1 responses of n objStationData records with all of
// their 21 fields: 'compact' as servers write them, 'indented', 'prefixed'
// (r:objStationData) and 'shuffled', where no field comes when the schema's
// sequence says. Servers write one form only.
//
//   - Decode: from memory to records. Encode: from records to memory. There is
//     no network, but what a call and a handler do besides is a part of it: the
//     request is written, or read.
//   - Serve: requests over loopback on several connections that are kept alive.
//     The server and the requests share the processors.
//   - Call: calls over loopback to a server that has its response ready.
//
// Each is compared with these, as far as they can do it:
//
//   - encoding-xml: encoding/xml with types as one writes them by hand, and
//     net/http. It is the base of all ratios.
//   - gowsdl: its generated types and its client. They are written down in a
//     file here; a test generates them anew and compares.
//   - gsoap: a program in C that measures itself.
//   - static: net/http with a response that is ready. It is the most that a
//     handler can reach.
//   - bare: http.Client with a request that is ready, and io.ReadAll. drain: the
//     same, but the response is not even kept.
//
// Tests make sure that all read and write the same values.
//
// # How it is measured
//
// On a machine that does other things, too, two measurements one after the
// other are not comparable if something else starts between them. So each is
// short, and all are made in turn, in several rounds. The ratio of two is that
// within a round, and the tables show the median of the rounds, with the range
// in which the middle half of them lie. What is measured has been done once
// before the clock starts. ROUNDS, BENCHTIME and BENCH (a regular expression)
// are variables of make:
//
//	make bench BENCH='Decode/form=compact/n=100/' ROUNDS=20
//
// All measurements are kept in .cache/bench.txt, in the form that benchstat
// reads:
//
//	make bench BENCH_OUTPUT=.cache/old.txt
//	make bench BENCH_OUTPUT=.cache/new.txt
//	benchstat -filter '.unit:sec/op impl:quartet' .cache/old.txt .cache/new.txt
//	benchstat -col /impl -row .name,/form,/n .cache/new.txt
//
// Speed is never a test. What a machine's load does not change is: allocations,
// memory held, and that both grow with the document and no faster.
//
// # Profiles
//
// Where the time goes, by function and by line:
//
//	go test -run '^$' -bench 'Decode/form=compact/n=100$/impl=quartet' -benchtime 3s \
//		-o .cache/bench.test -cpuprofile .cache/cpu.out ./internal/conformance/bench
//	go tool pprof -top .cache/bench.test .cache/cpu.out
//	go tool pprof -list 'decoder..Next' .cache/bench.test .cache/cpu.out
//	go tool pprof -http localhost: .cache/bench.test .cache/cpu.out
//
// What is allocated, and where:
//
//	go test -run '^$' -bench 'Decode/form=compact/n=100$/impl=quartet' -benchtime 3s \
//		-o .cache/bench.test -memprofile .cache/mem.out -memprofilerate 1 ./internal/conformance/bench
//	go tool pprof -sample_index alloc_space -top .cache/bench.test .cache/mem.out
//
// What the compiler makes of the run-time support: what it inlines, what
// escapes to the heap, and which bounds checks it keeps:
//
//	go build -gcflags '-m' ./gen/realtime 2>&1 | grep support_xml
//	go build -gcflags '-d=ssa/check_bce' ./gen/realtime
//	go tool objdump -s 'realtime.*decoder.*Next$' .cache/bench.test
//
// How long the compiler takes for the generated package alone, by phase. A
// number in the file's name that was not used before makes it compile anew:
//
//	go build -gcflags "-bench=$PWD/.cache/compile1.txt" ./gen/realtime
package bench
