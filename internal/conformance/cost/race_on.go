//go:build race

package cost

// RaceDetector is set in tests with the race detector, which need more memory and time.
const RaceDetector = true
