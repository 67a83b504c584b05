// What every page has: the clock, the search for stations, and what it says about the age of its data.

import { Clock } from "./clock.js";
import { pageState } from "./service.js";
import { duration, hms, isoDate } from "./times.js";
import { interval, Refresher } from "./refresh.js";
import { startSearch } from "./search.js";

export const clock = new Clock();
const data = document.body.dataset;
clock.set(data.clock, Number(data.speed), data.at ? Number(data.at) : null);

// byId returns an element of the page.
export const byId = (id) => document.getElementById(id);

// element makes an element with attributes and children, which are elements and texts. Texts stay texts.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// showRows shows a row of a table for each item, in their order. A row is kept while its key is among them, so that
// it keeps the focus. Items may share a key.
export function showRows(body, items, { key, make, fill }) {
  const old = new Map([...body.children].map((row) => [row.dataset.key, row]));
  const times = new Map();
  const rows = items.map((item) => {
    const own = key(item);
    const before = times.get(own) ?? 0;
    times.set(own, before + 1);
    const row = old.get(`${own} ${before}`) ?? make(item);
    row.dataset.key = `${own} ${before}`;
    fill(row, item);
    return row;
  });
  rows.forEach((row, i) => body.children[i] === row || body.insertBefore(row, body.children[i] ?? null));
  while (body.children.length > rows.length) body.lastChild.remove();
}

let lastSync = 0;

// synchronise takes the clock from the server's pages. A page about another timetable begins again.
export async function synchronise() {
  const state = await pageState();
  if (data.feed && state.feed && data.feed !== state.feed) location.reload();
  Object.assign(data, { feed: state.feed, speed: state.speed });
  clock.set(state.clock, Number(state.speed), state.at ? Number(state.at) : null);
  lastSync = Date.now();
}

let shown = { moment: null, state: null };

// refresh loads and shows data again and again. load returns the moment of its data, or nothing for the moment of the clock.
// onState is called after each attempt with one of ready, stale, lost and waiting. It returns the refresher.
export function refresh(load, onState) {
  const refresher = new Refresher({
    load: async (again) => {
      if (again || clock.now() === null || Date.now() - lastSync > 60_000) await synchronise();
      const moment = await load();
      shown.moment = moment ?? clock.now();
    },
    every: () => interval(clock.speed),
    onState: (state) => {
      shown.state = state;
      showNotice(state);
      tick();
      onState(stateName(state));
    },
  });
  lastSync = data.clock ? Date.now() : 0;
  refresher.start();
  return refresher;
}

function stateName(state) {
  if (state.failures === 0) return "ready";
  if (state.since !== null) return "stale";
  return state.error.status === 503 ? "waiting" : "lost";
}

function showNotice(state) {
  const notice = byId("notice");
  notice.hidden = state.failures === 0;
  if (notice.hidden) return;
  const status = state.error.status ?? -1;
  notice.dataset.state = status === 503 ? "waiting" : "lost";
  const shows = shown.moment === null ? "" : ` Shown are the data of ${hms(shown.moment)}.`;
  setText(notice, noticeText(status, state.error) + shows);
}

function noticeText(status, error) {
  if (status === 503) return "The timetable is not loaded yet. This page waits for it and goes on by itself.";
  if (status === 0) return "There is no connection to the service. This page keeps trying and goes on by itself.";
  if (status < 0) return "This page could not show the answer of the service. It keeps trying.";
  return `The service answered with an error: ${error.message}`;
}

// showLoading says in the place of the data what the page waits for, until there are data.
export function showLoading(state, loaded) {
  const loading = byId("loading");
  loading.hidden = loaded;
  if (state === "waiting") setText(loading, "Waiting for the timetable …");
  if (state === "lost") setText(loading, "Waiting for the connection …");
}

// setText changes a text only if it differs, so that screen readers do not repeat it.
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function showAge() {
  const asof = byId("asof");
  const { moment, state } = shown;
  if (moment === null || !state) return;
  const stale = state.failures > 0;
  asof.dataset.state = stale ? "stale" : "fresh";
  setText(asof, `As of ${hms(moment)}${stale ? `, ${duration(Date.now() - state.since)} ago` : ""}`);
}

function tick() {
  const now = clock.now();
  const time = byId("clock");
  if (now !== null) {
    setText(time, hms(now));
    time.dateTime = new Date(now).toISOString().slice(0, 19);
    time.title = isoDate(now);
    data.clock = time.dateTime;
  }
  showAge();
}

setInterval(tick, 500);
tick();
startSearch();
