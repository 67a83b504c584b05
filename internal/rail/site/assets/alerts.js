// Alerts: what the railway tells about trains, stations and lines.

import { element } from "./frame.js";
import { shortOf } from "./label.js";
import { dayName, hm } from "./times.js";

// alertsOf adds to alerts which of the trains they are about. first are the indexes of those that are about the place itself; others
// that are about none of the trains are left out if first is given.
export function alertsOf(alerts, trains, first = null) {
  const about = alerts.map(() => []);
  for (const train of trains) for (const i of train.alerts ?? []) if (alerts[i].ofTrains) about[i].push(train.label ?? shortOf(train));
  const own = new Set(first ?? alerts.keys());
  const order = [...own, ...about.keys()].filter((i, at, all) => all.indexOf(i) === at && (own.has(i) || about[i].length > 0));
  return order.map((i) => ({ ...alerts[i], about: trainsText(about[i], trains.length) }));
}

// trainsText names a few trains, and none if all are meant.
function trainsText(codes, all) {
  if (codes.length === 0 || (codes.length === all && all > 1)) return "";
  if (codes.length > 4) return `${codes.length} trains`;
  return `${codes.length === 1 ? "Train" : "Trains"} ${[...new Set(codes)].join(", ")}`;
}

// showAlerts shows alerts in a list, which is hidden while there are none.
export function showAlerts(list, alerts, now) {
  list.hidden = alerts.length === 0;
  const text = JSON.stringify(alerts);
  if (list.dataset.shown === text) return; // so that an open description stays open
  list.dataset.shown = text;
  list.replaceChildren(...alerts.map((alert) => item(alert, now)));
}

function item(alert, now) {
  const header = alert.url ? element("a", { href: alert.url, rel: "noreferrer" }, alert.header) : alert.header;
  const period = periodText(alert, now);
  const more = [];
  if (alert.about) more.push(element("p", { class: "period" }, alert.about));
  if (alert.description) more.push(element("p", {}, alert.description));
  if (period) more.push(element("p", { class: "period" }, period));
  return element("li", { class: "alert" }, element("p", { class: "header" }, header), ...more);
}

// periodText says until when an alert is active, and since when if it says so.
export function periodText(alert, now) {
  const at = (time) => `${time.date === now?.date ? "" : `${dayName(time)} ${Number(time.date.slice(8))} `}${hm(time)}`;
  const since = alert.from ? `From ${at(alert.from)}` : "";
  if (!alert.until) return since;
  return since ? `${since} until ${at(alert.until)}` : `Until ${at(alert.until)}`;
}
