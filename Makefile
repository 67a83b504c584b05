# Quartet. 'make help' lists the targets.
.PHONY: help run demo generate test check golden fuzz bench

GO ?= go
ADDR ?= 127.0.0.1:8080
FUZZTIME ?= 30s

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: generate ## regenerate the bindings and serve the rail service
	$(GO) run ./internal/cmd/raild --addr $(ADDR)

demo: ## call all operations over all bindings and print a table
	$(GO) run ./internal/cmd/demo

generate: ## regenerate gen/ from the contract
	$(GO) generate ./...

# The race detector needs a C compiler; without one the tests run all the same.
RACE := $(shell command -v "$$($(GO) env CC)" >/dev/null 2>&1 && echo -race)

test: ## vet and test everything, with the race detector where there is a C compiler
	$(GO) vet ./...
	$(GO) test $(RACE) ./...

check: ## tell whether gen/ is what the contract generates
	$(GO) run ./generator/cmd/quartet check wsdl/realtime.wsdl --out gen/realtime

golden: ## rewrite the expected output of the generator's test cases
	$(GO) test ./generator -run TestGolden -update

fuzz: ## run every fuzz target for FUZZTIME
	@for pkg in $$($(GO) list ./...); do \
		for name in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "== $$pkg $$name"; \
			$(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done

bench: ## compare the codecs with encoding/xml
	$(GO) test -run '^$$' -bench . -benchmem ./internal/bench
