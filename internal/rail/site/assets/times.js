// Times of the service. It writes them in the railway's zone without an offset, and it may not be the browser's. Here
// a moment is the number of milliseconds that such a time would be in UTC, so that no zone of the browser is involved.

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

// parseMoment reads 2026-11-21T08:15:00. Anything else is null.
export function parseMoment(text) {
  const m = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(text ?? "");
  if (!m) return null;
  const [y, mo, d, h, mi, s] = m.slice(1).map(Number);
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

// hm and hms write the time of day of a time of the service, or of a moment.
export function hm(time) {
  return hms(time).slice(0, 5);
}
export function hms(time) {
  return time.clock ?? new Date(time).toISOString().slice(11, 19);
}

// dayName writes the day of the week of a time of the service.
export function dayName(time) {
  return new Date(`${time.date}T00:00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", weekday: "long" });
}

// duration writes a number of milliseconds in words, such as 45 s or 3 min.
export function duration(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
