import assert from "node:assert/strict";
import test from "node:test";
import { Refresher } from "../assets/refresh.js";

// settle lets promises that are ready run.
const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

// page makes what a page has of a browser, and a refresher with answers in order; an Error is a failure.
function page(t, answers) {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  t.mock.method(Math, "random", () => 0);
  const listeners = {};
  globalThis.document = { hidden: false, addEventListener: (name, f) => (listeners[name] = f) };
  globalThis.addEventListener = (name, f) => (listeners[name] = f);
  const states = [];
  const loads = [];
  const refresher = new Refresher({
    load: async (again) => {
      loads.push(again);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
    },
    onState: (state) => states.push(state),
    every: () => 15_000,
  });
  const pass = async (ms) => {
    t.mock.timers.tick(ms);
    await settle();
  };
  return { refresher, states, loads, listeners, pass };
}

const failure = (status, retryAfter = 0) => Object.assign(new Error("no answer"), { status, retryAfter });

test("it waits longer after each failure, and goes on", async (t) => {
  const { refresher, states, loads, pass } = page(t, [1, failure(0), failure(0), failure(0), 1, 1]);
  await refresher.start();
  assert.equal(states.at(-1).failures, 0);
  await pass(15_000);
  const since = states[0].since;
  assert.deepEqual([states.at(-1).failures, states.at(-1).since], [1, since], "the data have not changed since the start");
  await pass(999);
  assert.equal(loads.length, 2);
  await pass(1);
  await pass(2000);
  assert.equal(states.at(-1).failures, 3);
  await pass(4000);
  assert.equal(states.at(-1).failures, 0);
  assert.deepEqual(loads, [false, false, true, true, true], "after a failure it takes the clock again");
});

test("it waits as long as the server asks", async (t) => {
  const { refresher, states, loads, pass } = page(t, [failure(503, 5), 1]);
  await refresher.start();
  assert.equal(states.at(-1).since, null);
  await pass(4999);
  assert.equal(loads.length, 1);
  await pass(1);
  assert.equal(states.at(-1).failures, 0);
});

test("it tries at once when the network is back, and when somebody looks", async (t) => {
  const { refresher, loads, listeners, pass } = page(t, [failure(0), failure(0), 1, 1, 1]);
  await refresher.start();
  listeners.online();
  await settle();
  assert.equal(loads.length, 2);
  listeners.visibilitychange();
  await settle();
  assert.equal(loads.length, 3);
  document.hidden = true;
  await pass(60_000);
  assert.equal(loads.length, 3, "nobody looks");
  document.hidden = false;
  listeners.visibilitychange();
  await settle();
  assert.equal(loads.length, 4);
});

test("a slow answer is asked for less often", async (t) => {
  const { refresher, loads, pass } = page(t, [1, 1]);
  refresher.load = async () => {
    loads.push(0);
    t.mock.timers.setTime(Date.now() + 4000);
  };
  await refresher.start();
  await pass(39_999);
  assert.equal(loads.length, 1);
  await pass(1);
  assert.equal(loads.length, 2);
});
