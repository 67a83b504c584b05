// Names of stations: searching while somebody types, and names like one that is not known.

const letters = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

// unseparated matches a text that begins with a letter of a script that does not separate words.
const unseparated = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

// fold removes case, accents and punctuation from a text.
export function fold(text) {
  return text.toLowerCase().replaceAll("ς", "σ").normalize("NFD").replace(/\p{M}/gu, "").replace(/[ßæœøłđðþı]/g, (c) => letters[c])
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

// shownCode returns the code of a station or train that passengers know.
export const shownCode = ({ shown, code }) => shown ?? code;

// isolated returns a name so that it can be part of a sentence: letters that change the direction of writing end with it.
export function isolated(name) {
  return /[\u202a-\u202e\u2066-\u2069]/.test(name) ? `\u2068${name}\u2069` : name;
}

// search returns the stations that match a text, the best first: by code, at the start of the name, at the start of a word.
export function search(stations, text, max = 10) {
  const wanted = fold(text);
  const code = text.trim().toLowerCase();
  if (!wanted && !code) return [];
  const found = [];
  for (const station of stations) {
    const rank = rankOf(station, wanted, code);
    if (rank < 5) found.push({ station, rank });
  }
  found.sort((a, b) => a.rank - b.rank); // stable: by name within a rank
  return found.slice(0, max).map((f) => f.station);
}

function rankOf(station, wanted, code) {
  const own = (station.shown ?? station.StationCode).toLowerCase();
  if (own === code || station.StationCode.toLowerCase() === code) return 0;
  let rank = own.startsWith(code) && code.length > 1 ? 3 : 5;
  for (const name of [station.StationDesc, station.StationAlias]) {
    const folded = fold(name ?? "");
    if (!wanted || !folded) continue;
    if (folded === wanted) rank = Math.min(rank, 1);
    else if (folded.startsWith(wanted)) rank = Math.min(rank, 2);
    else if (folded.includes(" " + wanted) || (unseparated.test(wanted) && folded.includes(wanted))) rank = Math.min(rank, 4);
  }
  return rank;
}

// similar returns the stations whose name or code is most like a text.
export function similar(stations, text, max = 6) {
  const wanted = fold(text);
  return stations
    .map((station) => ({ station, far: Math.min(distance(wanted, fold(station.StationCode)), ...nameDistances(wanted, station)) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, max)
    .map((f) => f.station);
}

// nameDistances compares with the whole name and, a little less near, with each word of it.
function nameDistances(wanted, station) {
  const name = fold(station.StationDesc);
  return [distance(wanted, name), ...name.split(" ").map((word) => distance(wanted, word) + 0.1)];
}

// distance returns the number of letters to insert, remove, replace or swap to get from a to b, as a share of the longer one.
export function distance(a, b) {
  a = a.slice(0, 40);
  b = b.slice(0, 40);
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length] / Math.max(1, a.length, b.length);
}
