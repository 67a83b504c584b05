package serve

import (
	"context"
	"math/rand/v2"
	"sync"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// faults makes calls fail, depending on the seed and the order of the calls.
type faults struct {
	info   *contract.Contract
	config Config

	mu     sync.Mutex
	random *rand.Rand
}

// intercept implements soap.Interceptor.
func (f *faults) intercept(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
	if !f.fails(call.Operation) {
		return next(ctx)
	}
	for _, op := range f.info.Operations {
		if op.Name == call.Operation {
			return f.fault(op)
		}
	}
	return f.fault(&contract.Operation{})
}

// fails reports whether a call of an operation fails, by the last entry for the operation,
// else the last entry for all operations.
func (f *faults) fails(operation string) bool {
	rate, exact := 0.0, false
	for _, entry := range f.config.Faults {
		if entry.Operation == operation || entry.Operation == "" && !exact {
			rate, exact = entry.Rate, entry.Operation != ""
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return rate > 0 && f.random.Float64() < rate
}

// fault returns one of the faults that an operation declares, with a sample of its
// detail; if it declares none, fault returns one without a detail.
func (f *faults) fault(op *contract.Operation) error {
	plain := soap.Fault{Code: soap.FaultServer, Reason: "a fault of the mock server"}
	if len(op.Faults) == 0 {
		return &plain
	}
	f.mu.Lock()
	declared := op.Faults[f.random.IntN(len(op.Faults))]
	f.mu.Unlock()
	detail, err := f.config.Seed.Detail(f.info, op, declared)
	if err != nil {
		return &plain
	}
	return &soap.DescribedFault{Fault: plain, Of: declared, Detail: detail}
}
