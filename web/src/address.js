// SPDX-License-Identifier: Apache-2.0
//
// What was chosen is in the address, so that a link brings it back.

import { DEFAULTS, read_hash, write_hash } from "./hash.js";
import { toast } from "./ui/dialogs.js";

export class Address {
  constructor(app) {
    this.app = app;
  }

  write(now) {
    clearTimeout(this.timer);
    const write = () => {
      const text = write_hash(this.app.state);
      this.text = text ? `#${text}` : "";
      try {
        history.replaceState(null, "", this.text || location.pathname + location.search);
      } catch {
        // some browsers refuse for files; links are then not kept
      }
    };
    if (now) write();
    else this.timer = setTimeout(write, 250);
  }

  /// Somebody has changed the address by hand.
  read() {
    const { app } = this;
    if (location.hash === (this.text ?? "")) return;
    const { pose } = app.stage;
    const next = { ...DEFAULTS, plots: app.state.plots, theme: app.state.theme, ...read_hash(location.hash) };
    app.set(next);
    Object.assign(pose, { azimuth: next.azimuth, elevation: next.elevation, zoom: next.zoom, pan: next.pan });
    app.clock.at = next.frame === null ? 0 : app.master.index_of_number(next.frame);
    app.showing.refresh();
  }

  async copy_link() {
    this.write(true);
    try {
      await navigator.clipboard.writeText(location.href);
      toast("Link copied");
    } catch {
      toast("The address bar has the link: the browser does not let the page copy it");
    }
  }
}
