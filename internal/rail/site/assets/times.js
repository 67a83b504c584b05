// Times of the service. It writes them in the railway's zone without an offset, and it may not be the browser's. Here
// a moment is the number of milliseconds that such a time would be in UTC, so that no zone of the browser is involved.

const minute = 60_000;
const day = 24 * 60 * minute;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

// parseMoment reads 2026-11-21T08:15:00 and 21/11/2026 08:15:00. The value for none, in 1900, and anything else is null.
export function parseMoment(text) {
  let m = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(text ?? "");
  let parts = m && [m[1], m[2], m[3], m[4], m[5], m[6]];
  if (!m) {
    m = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d):(\d\d)$/.exec(text ?? "");
    parts = m && [m[3], m[2], m[1], m[4], m[5], m[6]];
  }
  if (!parts || parts[0] === "1900") return null;
  const [y, mo, d, h, mi, s] = parts.map(Number);
  return Date.UTC(y, mo - 1, d, h, mi, s);
}

// parseDate reads the date of a train, such as 21 Nov 2026 or 2026-11-21. It returns the moment at its start, or null.
export function parseDate(text) {
  text = (text ?? "").trim();
  let m = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (m) return Date.UTC(+m[1], +m[2] - 1, +m[3]);
  m = /^(\d{1,2})[ -]([A-Za-z]{3})[A-Za-z]*[ -](\d{4})$/.exec(text);
  const month = m ? months.indexOf(m[2].toLowerCase()) : -1;
  return month < 0 ? null : Date.UTC(+m[3], month, +m[1]);
}

// isoDate writes the date of a moment as 2026-11-21.
export function isoDate(moment) {
  return new Date(moment).toISOString().slice(0, 10);
}

// longDate writes the date of a moment as Saturday, 21 November 2026.
export function longDate(moment) {
  return new Date(moment).toLocaleDateString("en-GB", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

// timeOfDay reads 08:15 or 08:15:00 as milliseconds since midnight; anything else is null.
export function timeOfDay(text) {
  const m = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(text ?? "");
  return m ? (+m[1] * 60 + +m[2]) * minute + +(m[3] ?? 0) * 1000 : null;
}

// nearest returns the moment with a time of day that is nearest to another moment.
export function nearest(time, moment) {
  const midnight = Math.floor(moment / day) * day;
  return [midnight - day, midnight, midnight + day].map((start) => start + time)
    .reduce((best, other) => (Math.abs(other - moment) < Math.abs(best - moment) ? other : best));
}

// hm and hms write the time of day of a moment.
export function hm(moment) {
  return new Date(moment).toISOString().slice(11, 16);
}
export function hms(moment) {
  return new Date(moment).toISOString().slice(11, 19);
}

// duration writes a number of milliseconds in words, such as 45 s or 3 min.
export function duration(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// lateness writes minutes of delay; known is false for a train without realtime times.
export function lateness(minutes, known = true) {
  if (minutes > 0) return `${minutes} min late`;
  if (minutes < 0) return `${-minutes} min early`;
  return known ? "On time" : "Scheduled";
}
