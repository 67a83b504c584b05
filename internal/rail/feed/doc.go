// Package feed gets the data of a real railway and keeps them up to date
package feed
