// Package collect makes lists, maps and sets from lists, where the standard library has no function for it.
package collect

import (
	"slices"
	"strings"
)

// Each returns what a function returns for each item of a list; nil for an empty list.
func Each[T, U any](list []T, of func(T) U) (results []U) {
	for _, item := range list {
		results = append(results, of(item))
	}
	return results
}

// Joined returns the texts of the items of a list with a separator between them.
func Joined[T any](list []T, separator string, text func(T) string) string {
	return strings.Join(Each(list, text), separator)
}

// Where returns the items of a list for which a function reports true; nil without any.
func Where[T any](list []T, is func(T) bool) (some []T) {
	for _, item := range list {
		if is(item) {
			some = append(some, item)
		}
	}
	return some
}

// ByKey returns the items of a list by their keys: of several items with one key, the last.
func ByKey[T any, K comparable](list []T, key func(T) K) map[K]T {
	all := make(map[K]T, len(list))
	for _, item := range list {
		all[key(item)] = item
	}
	return all
}

// Set returns the set of the keys of the items of a list.
func Set[T any, K comparable](list []T, key func(T) K) map[K]bool {
	set := make(map[K]bool, len(list))
	for _, item := range list {
		set[key(item)] = true
	}
	return set
}

// Union returns a list with those items of more that it does not have yet.
func Union[T comparable](list []T, more ...T) []T {
	for _, item := range more {
		if !slices.Contains(list, item) {
			list = append(list, item)
		}
	}
	return list
}
