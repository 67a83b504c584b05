# Quartet. 'make help' lists the targets.
.PHONY: help run demo generate test check golden readme fuzz bench bench-peers bench-rail bench-contracts

GO ?= go
ADDR ?= 127.0.0.1:8080
FUZZTIME ?= 30s

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# More is set by the environment: RAILD_GTFS=feed.zip make run. 'go run ./internal/rail/cmd/raild --help' tells all of it.
run: generate ## regenerate the bindings and serve the rail service
	$(GO) run ./internal/rail/cmd/raild --addr $(ADDR)

demo: ## call all operations over all bindings and print a table
	$(GO) run ./internal/rail/cmd/demo

generate: ## regenerate gen/ from the contract
	$(GO) generate ./...

# The race detector needs a C compiler; without one the tests run all the same.
RACE := $(shell command -v "$$($(GO) env CC)" >/dev/null 2>&1 && echo -race)

# What is allocated can be counted only without the race detector, and real contracts would take hours with it.
test: ## vet and test everything, with the race detector where there is a C compiler
	$(GO) vet ./...
	$(GO) test $(RACE) -timeout 40m ./...
	$(GO) test -timeout 40m ./internal/conformance/bench ./internal/conformance/sample ./internal/conformance/corpus

check: ## tell whether gen/ is what the contract generates
	$(GO) run ./generator/cmd/quartet check wsdl/realtime.wsdl --out gen/realtime

golden: ## rewrite the expected output and diagnostics of the test cases
	$(GO) test ./generator -run 'TestGolden|TestCapabilities' -update
	$(GO) test ./internal/compiler/check -update

readme: ## put into the README what its commands print
	$(GO) test ./internal/conformance/readme -run TestCommands -update

fuzz: ## run every fuzz target for FUZZTIME
	@for pkg in $$($(GO) list ./...); do \
		for name in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "== $$pkg $$name"; \
			$(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5s $$pkg || exit 1; \
		done; \
	done

# Each round measures all implementations one after the other, so that those that are compared meet a machine that is
# about as busy; the table shows the median of the rounds' ratios. The output of all rounds is kept for benchstat.
BENCH ?= .
BENCHTIME ?= 100ms
ROUNDS ?= 9
BENCH_OUTPUT ?= .cache/bench.txt

bench: ## compare codecs, handler and client with encoding/xml, gowsdl and net/http
	@mkdir -p .cache $(dir $(BENCH_OUTPUT))
	@$(GO) test -c -o .cache/bench.test ./internal/conformance/bench
	@$(GO) build -o .cache/ratios ./internal/conformance/bench/cmd/ratios
	@: >$(BENCH_OUTPUT); for round in $$(seq $(ROUNDS)); do \
		echo "round $$round of $(ROUNDS)" >&2; \
		(cd internal/conformance/bench && ../../../.cache/bench.test -test.run '^$$' -test.bench '$(BENCH)' -test.benchtime $(BENCHTIME) \
			$(BENCH_FLAGS)) >>$(BENCH_OUTPUT) || { tail $(BENCH_OUTPUT); exit 1; }; \
	done
	@.cache/ratios $(BENCH_OUTPUT)

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
	@$(GO) test -run '^$$' -bench Load -benchtime 3x -benchmem ./internal/rail/gtfs/national
	@$(GO) test -run '^$$' -bench 'Update$$|Board|Current' -benchtime 1s -benchmem ./internal/rail/gtfs/national
	@$(GO) test -run '^$$' -bench . -benchtime 1s -benchmem ./internal/rail/response

bench-contracts: ## generate and compile the largest contracts of QUARTET_CORPUS, beside gowsdl
	@mkdir -p .cache
	@$(GO) build -o .cache/ ./generator/cmd/quartet ./internal/conformance/bench/cmd/contracts github.com/hooklift/gowsdl/cmd/gowsdl
	@.cache/contracts -quartet .cache/quartet -gowsdl .cache/gowsdl "$(QUARTET_CORPUS)"
