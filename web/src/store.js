// SPDX-License-Identifier: Apache-2.0
//
// What the user has chosen, in one place. Whoever shows a piece of it listens for its name.

export class Store {
  constructor(state) {
    this.state = state;
    this.listeners = new Map();
  }

  /// Calls back when one of the names has changed.
  on(names, callback) {
    for (const name of [names].flat()) {
      if (!this.listeners.has(name)) this.listeners.set(name, new Set());
      this.listeners.get(name).add(callback);
    }
  }

  set(changes) {
    const called = new Set();
    const changed = Object.keys(changes).filter((name) => this.state[name] !== changes[name]);
    Object.assign(this.state, changes);
    for (const name of changed) {
      for (const callback of [...(this.listeners.get(name) ?? []), ...(this.listeners.get("*") ?? [])]) {
        if (called.has(callback)) continue;
        called.add(callback);
        callback(this.state);
      }
    }
  }
}
