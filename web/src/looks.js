// SPDX-License-Identifier: Apache-2.0
//
// Which parts are shown, and how opaque they are. Parts of the same name in two runs go together. In
// the state (and in the address) they are text: hide=humerus,ulna and opacity=biceps:0.4. What is
// hidden unless it is asked for, as the envelope is, is shown by hide=+envelope.

import { join } from "./camera.js";

// names may hold commas and colons
const escape = (name) => name.replace(/[%,:]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const unescape_name = (text) => text.replace(/%(25|2C|3A)/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

export const parse_hidden = (text) => new Set(text.split(",").filter(Boolean).map(unescape_name));

export function parse_opacity(text) {
  const out = new Map();
  for (const item of text.split(",").filter(Boolean)) {
    const [name, number] = item.split(":");
    const opacity = Number(number);
    if (number && Number.isFinite(opacity)) out.set(unescape_name(name), Math.min(1, Math.max(0, opacity)));
  }
  return out;
}

export const hidden_text = (set) => [...set].map(escape).join(",");
export const opacity_text = (map) => [...map].filter(([, o]) => o < 1).map(([n, o]) => `${escape(n)}:${Number(o.toFixed(2))}`).join(",");

export class Looks {
  constructor(scenes) {
    this.scenes = scenes;
    const all = new Map();
    for (const { run } of scenes) for (const part of run.about.parts) if (!all.has(part.name)) all.set(part.name, part);
    this.parts = [...all.values()];
  }

  /// Names, or kinds in the plural, as `brawn render` takes them.
  get(name, state) {
    if (this.text !== state.hide + "\n" + state.opacity) {
      this.text = state.hide + "\n" + state.opacity;
      this.hidden = parse_hidden(state.hide);
      this.opacity = parse_opacity(state.opacity);
    }
    const plural = `${this.kind(name)}s`;
    const shown = this.starts_hidden(name) ? this.hidden.has(`+${name}`) : !this.hidden.has(name) && !this.hidden.has(plural);
    return {
      shown,
      opacity: this.opacity.get(name) ?? this.opacity.get(plural) ?? 1,
    };
  }

  kind(name) {
    this.kinds ??= new Map(this.parts.map((p) => [p.name, p.kind]));
    return this.kinds.get(name);
  }

  /// Names of all parts that are hidden now: groups written out.
  hidden_now = (state) => new Set(this.parts.filter((p) => !this.get(p.name, state).shown).map((p) => p.name));

  with_shown(state, names, shown) {
    const hidden = this.hidden_now(state);
    for (const name of names) {
      if (shown) hidden.delete(name);
      else hidden.add(name);
    }
    return { hide: this.text_of(hidden) };
  }

  only(names) {
    return { hide: this.text_of(new Set(this.parts.map((p) => p.name).filter((n) => !names.includes(n)))) };
  }

  starts_hidden = (name) => Boolean(this.parts.find((p) => p.name === name)?.hidden);

  /// What differs from how parts are shown at first.
  text_of(hidden) {
    const changed = this.parts.filter((p) => hidden.has(p.name) !== Boolean(p.hidden));
    return hidden_text(changed.map((p) => (hidden.has(p.name) ? p.name : `+${p.name}`)));
  }

  with_opacity(state, names, opacity) {
    const now = new Map(this.parts.map((p) => [p.name, this.get(p.name, state).opacity]));
    for (const name of names) now.set(name, opacity);
    return { opacity: opacity_text(now) };
  }

  /// Flesh gives way a little when something inside is to be seen, unless the user has said how much.
  apply(state) {
    for (const { body, run } of this.scenes) {
      run.about.parts.forEach((part, p) => {
        const look = this.get(part.name, state);
        const soft = part.kind === "muscle" || part.kind === "tendon";
        const opacity = this.see_through && soft && look.opacity === 1 ? 0.35 : look.opacity;
        body.set_look(p, { shown: look.shown, opacity });
      });
      body.set_wire(Boolean(state.wire && !state.tets));
    }
  }

  highlight(hovered, selected) {
    for (const { body, run } of this.scenes) {
      run.about.parts.forEach((part, p) => body.set_highlight(p, part.name === hovered ? 1 : part.name === selected ? 0.75 : 0));
    }
  }

  shown_flags = (scene) => scene.run.about.parts.map((_, p) => (scene.body.look[p].shown ? 1 : 0));

  /// The part that a motor unit or a column belongs to: biceps.long is of biceps.
  part_of(owner) {
    const names = new Set(this.parts.map((p) => p.name));
    for (let name = owner; name; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) if (names.has(name)) return name;
    return null;
  }

  box(name, shown) {
    const boxes = shown.flatMap((s) => {
      const { body, run } = this.scenes[s], p = run.about.parts.findIndex((part) => part.name === name);
      return p < 0 ? [] : [body.box(p)];
    });
    return boxes.length ? boxes.reduce(join) : null;
  }
}
