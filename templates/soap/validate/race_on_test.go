//go:build race

package validate

const raceDetector = true
