package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"

	"example.com/quartet/internal/rail/feed"
	"example.com/quartet/internal/rail/gtfs"
)

// readFeeds reads the settings about feeds.
func (s *settings) readFeeds() {
	c := &s.config
	for _, where := range c.gtfs {
		s.checkLocation("gtfs", where)
	}
	for _, text := range s.realtimeFeeds {
		where, of := s.numbered(text)
		s.checkLocation("gtfs-rt", where)
		c.realtime, c.of = append(c.realtime, where), append(c.of, of)
	}
	c.headers = map[string]http.Header{}
	for _, text := range s.headersOfTimetables {
		s.addHeader("gtfs", text, c.gtfs)
	}
	for _, text := range s.headersOfRealtime {
		s.addHeader("gtfs-rt", text, c.realtime)
	}
	var err error
	if c.limits.Types, err = gtfs.ParseTypes(s.types); err != nil {
		for problem := range strings.SplitSeq(err.Error(), "\n") {
			s.wrong("types", problem)
		}
	}
}

// checkLocation checks the location of a feed: an http or https URL, or an existing file. Mistakes do not quote URLs, which may
// contain keys.
func (s *settings) checkLocation(name, text string) {
	u, err := feed.ParseLocation(text)
	if err != nil {
		s.wrong(name, "cannot be used: "+err.Error())
	}
	if err != nil || u != nil {
		return
	}
	switch info, err := os.Stat(text); {
	case err != nil:
		if reason, ok := errors.AsType[*os.PathError](err); ok {
			err = reason.Err
		}
		s.wrong(name, fmt.Sprintf("%q cannot be read: %v; give an existing file, or a URL that starts with https://", text, err))
	case info.IsDir() && name == "gtfs-rt":
		s.wrong(name, fmt.Sprintf("%q is a folder, not a file with a GTFS-Realtime message", text))
	}
}

// numbered parses N=URL or a URL alone, and returns the URL and the index of the timetable that it belongs to.
func (s *settings) numbered(text string) (where string, of int) {
	number, where, found := strings.Cut(text, "=")
	n, err := strconv.Atoi(number)
	switch {
	case !found || err != nil:
		if len(s.gtfs) > 1 {
			s.wrong("gtfs-rt", "needs the number of its timetable if there are several, as in 2=https://example.com/trips.pb")
		}
		return text, 0
	case n < 1 || n > max(1, len(s.gtfs)):
		s.wrong("gtfs-rt", fmt.Sprintf("begins with %d=, but there is no such --gtfs", n))
		return where, 0
	}
	return where, n - 1
}

// addHeader adds an HTTP header for the feeds of a setting. A header without a URL is for all feeds, which must have one host then,
// as a key must not go to another host. Mistakes do not quote headers, as they usually contain keys.
func (s *settings) addHeader(of, text string, feeds []string) {
	line, to := text, feeds
	for _, where := range feeds {
		if rest, ok := strings.CutPrefix(text, where+"="); ok && where != "" && len(rest) < len(line) {
			line, to = rest, []string{where}
		}
	}
	name := of + "-header"
	field, value, err := feed.ParseHeader(line)
	switch {
	case line == text && (strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")):
		s.wrong(name, "begins with a URL that is none of --"+of+"; the form is 'URL=Name: value'")
	case err != nil:
		s.wrong(name, fmt.Sprintf("cannot be used: %v; the form is 'Name: value' or 'URL=Name: value'", err))
	case severalHosts(to):
		s.wrong(name, "would go to several hosts: say for which of --"+of+" it is, as in 'URL="+field+": value'")
	default:
		for _, where := range to {
			if s.headers[where] == nil {
				s.headers[where] = http.Header{}
			}
			s.headers[where].Add(field, value)
		}
	}
}

// severalHosts reports whether the URLs among the locations of feeds have different hosts.
func severalHosts(feeds []string) bool {
	hosts := map[string]bool{}
	for _, where := range feeds {
		if u, err := feed.ParseLocation(where); err == nil && u != nil {
			hosts[u.Host] = true
		}
	}
	return len(hosts) > 1
}
