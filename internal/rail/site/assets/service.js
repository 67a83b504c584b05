// Calls of the service over HTTP GET, and the data of its pages.

const timeout = 15_000;

// Failure is a call without an answer. Its status is 0 if there was no response.
export class Failure extends Error {
  constructor(message, status = 0, retryAfter = 0) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter; // seconds
  }
}

export const servicePath = () => document.body.dataset.service;

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

// call calls an operation. It returns its records: objects with the fields as strings.
export async function call(operation, parameters = {}, { fixed = false } = {}) {
  const query = new URLSearchParams(parameters).toString();
  const text = await get(`${servicePath()}/${operation}${query && "?" + query}`, fixed);
  const root = new DOMParser().parseFromString(text, "text/xml").documentElement;
  if (!root.localName.startsWith("ArrayOf")) throw new Failure("the answer is not a list of records", 502);
  return Array.from(root.children, (record) => {
    const fields = {};
    for (const field of record.children) fields[field.localName] = field.textContent;
    return fields;
  });
}

// data asks for what pages show and the contract does not have: board, trains, run or network.
export async function data(what, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  return JSON.parse(await get(`/data/${what}${query && "?" + query}`, false));
}

// pageState reads what the server writes into its pages: the clock, its speed and the timetable.
export async function pageState() {
  const text = await get("/map", false);
  return new DOMParser().parseFromString(text, "text/html").body.dataset;
}

let stations = null;

// allStations returns all stations. They are asked for once.
export function allStations() {
  stations ??= call("getAllStationsXML", {}, { fixed: true }).catch((error) => {
    stations = null;
    throw error;
  });
  return stations;
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
