//go:build race

package support

const raceDetector = true
