// The data of the pages.

const timeout = 15_000;

// Failure is a call without an answer. Its status is 0 if there was no response.
export class Failure extends Error {
  constructor(message, status = 0, retryAfter = 0) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter; // seconds
  }
}

// get fetches an address. Moving data are asked for anew, with their entity tag.
async function get(address, fixed) {
  let response, text;
  try {
    response = await fetch(address, { cache: fixed ? "default" : "no-cache", signal: AbortSignal.timeout(timeout) });
    text = await response.text();
  } catch (error) {
    throw new Failure(error.name === "TimeoutError" ? "no answer in time" : "no connection");
  }
  if (!response.ok) {
    throw new Failure(text.trim().slice(0, 300) || `status ${response.status}`, response.status, Number(response.headers.get("Retry-After")) || 0);
  }
  return text;
}

// data asks for what pages show and the contract does not have: board, trains, run, overview, network or land. The latter two are fixed.
export async function data(what, parameters = {}, { fixed = false } = {}) {
  const query = new URLSearchParams(parameters).toString();
  return JSON.parse(await get(`/data/${what}${query && "?" + query}`, fixed));
}

// pageState reads what the server writes into its pages: the clock, its speed and the timetable.
export async function pageState() {
  const text = await get("/map", false);
  return new DOMParser().parseFromString(text, "text/html").body.dataset;
}

let known = null;

// knownNetwork returns the stations and the lines: {stations, lines}, as /data/network has them. They are asked for once.
export function knownNetwork() {
  known ??= data("network", {}, { fixed: true }).catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

// allStations returns all stations, by name, each with the names of its lines.
export async function allStations() {
  const { stations, lines } = await knownNetwork();
  const at = stations.map(() => new Set());
  for (const { line, stretches } of lines) if (line) for (const station of stretches.flat()) at[station].add(line.name);
  return stations.map(({ code, shown = code, name, alias = "" }, i) => ({ StationCode: code, shown, StationDesc: name, StationAlias: alias, lines: [...at[i]] }));
}

// boardPath and trainPath return the addresses of pages. Browsers remove path segments that are dots, also escaped.
export function boardPath(code) {
  return /^\.{0,2}$/.test(code) ? "/board/?code=" + encodeURIComponent(code) : "/board/" + encodeURIComponent(code);
}
export function trainPath(code, date) {
  return /^\.{0,2}$/.test(code) ? `/train/?code=${encodeURIComponent(code)}&date=${date}` : `/train/${encodeURIComponent(code)}/${date}`;
}

// subject returns the code and the date in the address of a board or a run.
export function subject(location) {
  const [, , code = "", date = ""] = location.pathname.split("/").map(decode);
  const query = new URLSearchParams(location.search);
  return { code: code || query.get("code") || "", date: date || query.get("date") || "" };
}

function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
