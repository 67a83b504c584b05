package rail_test

import "strings"

var (
	onsets = []string{"B", "Br", "C", "D", "F", "G", "Gl", "H", "K", "L", "M", "N", "P", "R", "S", "St", "T", "Tr", "V", "W"}
	vowels = []string{"a", "e", "i", "o", "u", "ai", "ea", "ou"}
	codas  = []string{"l", "m", "n", "r", "s", "th", "nd", "rk", "ld", ""}
	tails  = []string{"by", "dale", "ford", "holm", "mere", "ness", "ton", "wick", "stead", "combe"}
	places = []string{"", "", "", "", " Road", " Junction", " Central", " Park", " Bridge", " Halt"}
)

// nameStations gives each station a unique name and a unique code.
func (n *Network) nameStations() {
	pick := func(from []string) string { return from[n.rand.IntN(len(from))] }
	taken := map[string]bool{}
	unique := func(make func() string) string {
		for {
			if s := make(); !taken[s] {
				taken[s] = true
				return s
			}
		}
	}
	for i := range n.stations {
		s := &n.stations[i]
		s.name = unique(func() string {
			word := pick(onsets) + pick(vowels) + pick(codas)
			if n.rand.IntN(2) == 0 {
				word += strings.ToLower(pick(onsets)) + pick(vowels)
			}
			return word + pick(tails) + pick(places)
		})
		letters := strings.ToUpper(strings.ReplaceAll(s.name, " ", ""))
		s.code = unique(func() string {
			code := []byte(letters[:3])
			for range 3 {
				code = append(code, byte('A'+n.rand.IntN(26)))
			}
			return string(code)
		})
	}
}
