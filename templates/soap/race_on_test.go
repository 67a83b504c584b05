//go:build race

package soap

const raceDetector = true
