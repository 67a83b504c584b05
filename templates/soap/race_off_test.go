//go:build !race

package soap

const raceDetector = false
