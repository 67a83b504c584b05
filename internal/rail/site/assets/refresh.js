// Refreshing: asking again and again, with longer waits after failures.

// waitAfter returns how many milliseconds to wait after a number of failures in a row, before the random part.
export function waitAfter(failures, max = 30_000) {
  return Math.min(max, 1000 * 2 ** Math.min(failures - 1, 10));
}

// interval returns how many milliseconds of real time pass between two refreshes with a clock of a speed.
export function interval(speed) {
  return speed > 1 ? Math.max(2000, 15_000 / speed) : 15_000;
}

// Refresher calls load until it is stopped. It tells changes of its state: {failures, error, since, retryIn}, where since
// is the real time of the last success, or null.
export class Refresher {
  constructor({ load, onState, every }) {
    Object.assign(this, { load, onState, every });
    this.state = { failures: 0, error: null, since: null };
    this.timer = 0;
    this.running = false;
  }

  start() {
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    return this.now();
  }

  // now refreshes at once, unless that is in progress.
  async now() {
    if (this.running) return;
    clearTimeout(this.timer);
    this.running = true;
    const again = this.state.failures > 0;
    const began = Date.now();
    let wait;
    try {
      await this.load(again);
      this.state = { failures: 0, error: null, since: Date.now() };
      wait = Math.max(this.every(), 10 * (Date.now() - began)); // an answer of many megabytes is work for the browser
    } catch (error) {
      const failures = this.state.failures + 1;
      this.state = { failures, error, since: this.state.since };
      wait = error.retryAfter ? Math.min(error.retryAfter, 60) * 1000 : waitAfter(failures) * (1 + Math.random() / 4);
      if (!("status" in error)) console.error(error); // a mistake in the page rather than a call without an answer
    } finally {
      this.running = false;
    }
    this.onState(this.state);
    this.timer = setTimeout(() => (document.hidden && this.state.failures === 0 ? undefined : this.now()), wait);
  }
}
