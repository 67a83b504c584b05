// Package bench compares the speed of generated code with alternatives. All are
// measured in the same run on the same machine, so that the ratios are meaningful. The
// package contains only tests and benchmarks.
//
//	make bench          codecs, handler and client
//	make bench-peers    the same, and gSOAP where it is installed
//
// # What is measured
//
// The documents are SOAP 1.1 responses with n objStationData records, each with all of
// its 21 fields. They are written in four forms: 'compact', as servers write them;
// 'indented'; 'prefixed' (r:objStationData); and 'shuffled', with the fields in random
// order. Servers write only the compact form.
//
//   - Decode reads records from a document in memory, Encode writes them to memory.
//     Both do what a call and a handler do except for the network, so they also write
//     or read the request.
//   - Serve handles requests over several keep-alive connections on loopback. The
//     clients and the server share the processors.
//   - Call calls a server on loopback that sends a prepared response.
//
// Each is compared with the following alternatives that support it:
//
//   - encoding-xml: encoding/xml with hand-written types, and net/http.
//   - gsoap: a C program that measures itself.
//   - static: net/http with a prepared response, an upper bound for handlers.
//   - bare: http.Client with a prepared request, and io.ReadAll, an upper bound for
//     clients.
//
// Tests check that all implementations read and write the same values.
//
// # How it is measured
//
// If other programs run on the machine, two measurements made one after the other may
// meet different loads and are not comparable. So measurements are short, and all
// implementations are measured in turn, in several rounds. The tables, which benchstat
// prints, show the median of the rounds for each implementation, and how much more or less
// time the others take than quartet: +900 % is ten times as long. ~ is no significant
// difference, as with fewer than four rounds. Every operation runs once before it is timed.
// ROUNDS, BENCHTIME and BENCH (a regular expression) are variables of make:
//
//	make bench BENCH='Decode/form=compact/n=100/' ROUNDS=20
//
// The first implementation that a benchmark runs is the one that the others are compared
// with. All measurements are kept in .cache/bench.txt. Other columns and units of them, and
// two versions:
//
//	make bench BENCH_OUTPUT=.cache/old.txt
//	make bench BENCH_OUTPUT=.cache/new.txt
//	.cache/benchstat -filter '.unit:sec/op /impl:quartet' -ignore pkg .cache/old.txt .cache/new.txt
//	.cache/benchstat -filter '.unit:allocs/op' -col /impl -row .name,/form,/n -ignore pkg .cache/new.txt
//
// Speed is never asserted by a test. Tests assert what does not depend on the load of
// the machine: allocations and retained memory.
//
// # Profiles
//
// CPU time by function and by line:
//
//	go test -run '^$' -bench 'Decode/form=compact/n=100$/impl=quartet' -benchtime 3s \
//		-o .cache/bench.test -cpuprofile .cache/cpu.out ./internal/conformance/bench
//	go tool pprof -top .cache/bench.test .cache/cpu.out
//	go tool pprof -list 'Decoder..Next' .cache/bench.test .cache/cpu.out
//	go tool pprof -http localhost: .cache/bench.test .cache/cpu.out
//
// Allocations by function:
//
//	go test -run '^$' -bench 'Decode/form=compact/n=100$/impl=quartet' -benchtime 3s \
//		-o .cache/bench.test -memprofile .cache/mem.out -memprofilerate 1 ./internal/conformance/bench
//	go tool pprof -sample_index alloc_space -top .cache/bench.test .cache/mem.out
//
// The compiler's decisions about the decoder and encoder: inlining, escapes to the heap,
// and the remaining bounds checks:
//
//	go build -gcflags '-m' ./templates/soap/internal/codec
//	go build -gcflags '-d=ssa/check_bce' ./templates/soap/internal/codec
//	go tool objdump -s 'codec.*Decoder.*Next$' .cache/bench.test
//
// The compile time of the generated package by phase. Use a new number in the file name
// each time, so that the package is not taken from the build cache:
//
//	go build -gcflags "-bench=$PWD/.cache/compile1.txt" ./gen/realtime
package bench
