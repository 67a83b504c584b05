//go:build !unix

package cost

import "time"

// CPU returns 0: tests bound no times on this system.
func CPU() time.Duration { return 0 }
