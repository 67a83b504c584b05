// The service's clock. It may differ from the browser's: it may stand still, run faster, or show another year. It begins
// with what the page says, runs on at its speed, and follows each time that the service tells.

import { parseMoment } from "./times.js";

// Clock extrapolates a clock from a reading of it. It knows the present both as a moment, in the railway's zone, and as an
// instant, in milliseconds since 1970: minutes until a train are a difference of instants, also in the night in which clocks change.
export class Clock {
  // elapsed returns milliseconds of real time that have passed since any fixed time.
  constructor(elapsed = () => performance.now()) {
    this.elapsed = elapsed;
    this.read = null; // the last reading, a moment
    this.at = 0; // when it was
    this.speed = 1;
    this.offset = 0; // from instants to moments
  }

  // setTime takes a time of the service as a reading.
  setTime(time) {
    this.set(`${time.date}T${time.clock}`, this.speed, time.at);
  }

  // now returns the present moment, or null while nothing is known.
  now() {
    return this.read === null ? null : this.read + this.speed * (this.elapsed() - this.at);
  }

  // instant returns the present instant, or null while nothing is known.
  instant() {
    return this.read === null ? null : this.now() - this.offset;
  }

  // set takes a reading: a moment as text and the instant in seconds. One that differs little is ignored, so that a clock with
  // whole seconds does not jump about.
  set(text, speed = this.speed, at = null) {
    const moment = parseMoment(text);
    if (moment === null) return;
    if (at !== null) this.offset = moment - at * 1000;
    const now = this.now();
    const tolerance = 1500 * Math.max(1, speed);
    if (now !== null && speed === this.speed && speed > 0 && Math.abs(now - moment) < tolerance) return;
    this.read = moment;
    this.at = this.elapsed();
    this.speed = speed;
  }
}
