// SPDX-License-Identifier: Apache-2.0
//
// What the tests in the browser share: servers, pages that are watched, checks that are told as
// "ok WHAT" or "FAILED WHAT: why", as the test scripts of the command do.

import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const PATIENCE = 90000; // ms; the machine may be busy
export const DESK = { width: 1200, height: 640 };

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/// Asks again and again until the answer is yes.
export async function until(what, ask, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await sleep(40);
  }
}

export class Bench {
  constructor({ brawn, runs }) {
    this.brawn = brawn;
    this.runs = runs; // folders and files, by name
    this.failed = 0;
    this.children = new Set();
    this.trouble = []; // what pages complained about
    this.expected = []; // patterns of complaints that a test provokes
    process.on("exit", () => this.children.forEach((child) => child.kill("SIGKILL")));
  }

  async start() {
    this.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGS });
  }

  async stop() {
    await this.browser.close();
    for (const child of [...this.children]) await end_child(child, "SIGINT");
  }

  // ----------------------------------------------------------------------------- checks

  async check(what, test) {
    try {
      await test();
      console.log(`ok ${this.suite}: ${what}`);
    } catch (error) {
      this.failed++;
      const lines = String(error.stack ?? error).split("\n");
      console.log(`FAILED ${this.suite}: ${what}: ${lines[0]}`);
      console.log(lines.slice(1, 12).map((line) => `    ${line}`).join("\n"));
    }
  }

  /// Runs a file of checks, then looks whether the pages were content.
  async run(name, test) {
    this.suite = name;
    this.trouble = [];
    this.expected = [];
    try {
      await test(this);
    } catch (error) {
      await this.check("runs to its end", () => { throw error; });
    }
    await this.check("no errors, no requests to other hosts", () => {
      const bad = this.complaints();
      if (bad.length) throw new Error(bad.slice(0, 8).join("\n"));
    });
    for (const context of this.browser.contexts()) await context.close();
  }

  complaints() {
    return this.trouble.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
  }

  // -------------------------------------------------------------------------- processes

  /// @return {child, code: promise of the exit code, text(): what it has written}
  spawn(...words) {
    const child = spawn(this.brawn, words, { stdio: ["ignore", "pipe", "pipe"] });
    this.children.add(child);
    let text = "";
    child.stdout.on("data", (bytes) => (text += bytes));
    child.stderr.on("data", (bytes) => (text += bytes));
    const code = new Promise((done) => child.on("close", (number) => {
      this.children.delete(child);
      done(number);
    }));
    child.code = code;
    return { child, code, text: () => text };
  }

  /// A server of its own for these runs.
  async view(...runs) {
    const server = this.spawn("view", ...runs, "--no-open", "--json", "--port", "0");
    server.address = await until("an address", () => server.text().match(/"address": "(.*?)"/)?.[1]);
    server.end = () => end_child(server.child, "SIGINT");
    return server;
  }

  /// The server that most tests share: two runs, one, or one with a joint.
  async shared(...names) {
    const key = names.join();
    this.servers ??= new Map();
    if (!this.servers.has(key)) this.servers.set(key, await this.view(...names.map((name) => this.runs[name])));
    return this.servers.get(key).address;
  }

  // ------------------------------------------------------------------------------ pages

  async context(options = {}) {
    const context = await this.browser.newContext({ viewport: DESK, reducedMotion: "reduce", colorScheme: "light", acceptDownloads: true, ...options });
    context.setDefaultTimeout(PATIENCE);
    context.requests = [];
    context.on("request", (request) => this.watch_request(context, request));
    context.on("requestfailed", (request) => this.watch_failure(request));
    context.on("console", (message) => this.watch_console(message));
    context.on("weberror", (error) => this.trouble.push(`page error: ${error.error().stack}`));
    await context.addInitScript(() => addEventListener("securitypolicyviolation", (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`)));
    return context;
  }

  watch_request(context, request) {
    const url = new URL(request.url());
    context.requests.push(url);
    if (["blob:", "data:", "file:", "about:"].includes(url.protocol)) return;
    if (url.protocol !== "http:" || url.hostname !== "127.0.0.1") this.trouble.push(`request to ${url}`);
  }

  // Frames that nobody wants any more are given up: that is not a failure.
  watch_failure(request) {
    const why = request.failure()?.errorText;
    if (why !== "net::ERR_ABORTED" || !/\/(mesh)?frames\//.test(request.url())) this.trouble.push(`failed request: ${request.url()} ${why}`);
  }

  watch_console(message) {
    const text = message.text();
    if (message.type() === "error" || (message.type() === "warning" && /THREE|WebGL|shader/i.test(text) && !/GPU stall|software WebGL|swiftshader/i.test(text))) {
      this.trouble.push(`console: ${text} ${message.location().url}`);
    }
  }

  /// Opens an address in a context of its own and waits for the first picture.
  async open(address, hash = "", options = {}) {
    const context = options.context ?? (await this.context(options));
    const page = await context.newPage();
    await page.goto(address + hash);
    await page.evaluate(() => window.brawn.ready.then(() => true));
    return page;
  }
}

async function end_child(child, signal) {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  return child.code;
}

// -------------------------------------------------------------------------------- words for pages

export const state = (page) => page.evaluate(() => window.brawn.state);
export const set = (page, changes) => page.evaluate((c) => window.brawn.set(c), changes);
export const set_frame = (page, number) => page.evaluate((n) => window.brawn.setFrame(n), number);
export const visible = (page) => page.evaluate(() => window.brawn.partsVisible());
export const by_id = (page, id) => page.getByTestId(id);

/// Waits until something of the state is so.
export const until_state = (page, what, is) => until(what, async () => is(await state(page)));

/// The picture: {width, height, data}
export async function pixels(page) {
  const { width, height, text } = await page.evaluate(() => {
    const { width, height, data } = window.brawn.pixels();
    let text = "";
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    return { width, height, text: btoa(text) };
  });
  return { width, height, data: Buffer.from(text, "base64") };
}

/// Share of pixels that differ visibly.
export function difference(a, b, limit = 10) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    if (Math.max(...[0, 1, 2].map((k) => Math.abs(a.data[i + k] - b.data[i + k]))) > limit) count++;
  }
  return count / (a.data.length / 4);
}

/// A place of the canvas where a part is seen, CSS pixels of the window.
export async function place_of(page, name) {
  const at = await page.evaluate((wanted) => {
    const box = document.querySelector("[data-testid=canvas]").getBoundingClientRect();
    const hits = [];
    for (let y = 6; y < box.height; y += 6) {
      for (let x = 6; x < box.width; x += 6) if (window.brawn.pick(x, y)?.name === wanted) hits.push([box.left + x, box.top + y]);
    }
    return hits[Math.floor(hits.length / 2)] ?? null;
  }, name);
  if (!at) throw new Error(`${name} is nowhere to be seen`);
  return { x: at[0], y: at[1] };
}

/// What the bar at the top says about the run.
export const status = (page) => by_id(page, "status").locator(".status-text").textContent();
