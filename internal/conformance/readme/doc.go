// Package readme holds the README against the program: its tests run the
// commands that it shows and build the code that it shows.
package readme
