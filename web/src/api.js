// SPDX-License-Identifier: Apache-2.0
//
// window.brawn: what tests and curious people may call. It stays as it is from version to version.

export function make_api(ready) {
  let app = null;
  const api = {
    version: 1,
    /// Resolves once the first frame is on the screen; rejects with what went wrong.
    ready: ready.then((a) => {
      app = a;
      return api;
    }),
    /// What is chosen and where in time we are.
    get state() {
      return { ...app.state, index: app.index, frame: app.master.status.frames[app.index] ?? null, time: app.time, frames: app.master.count,
        playing: app.clock.playing, theme: app.theme, range: app.coloring.value() ? app.coloring.range() : null, loaded: app.master.frames.loaded(app.showing.values_of(app.master)).length };
    },
    /// Goes to the frame of that number, and waits until it is drawn.
    async setFrame(number) {
      app.player.pause();
      app.clock.at = app.master.index_of_number(number);
      await app.showing.show_now();
      app.stage.draw();
    },
    /// {azimuth, elevation, zoom, pan}; draws at once.
    setCamera(pose) {
      app.set_camera(pose);
      app.stage.draw();
    },
    /// As the address has them: set({color: "stretch", hide: "humerus"}).
    async set(changes) {
      app.set(changes);
      await app.showing.show_now();
      app.stage.draw();
    },
    /// Everything, for the curious: not stable.
    get app() {
      return app;
    },
    partsVisible: () => app.part_names().filter((p) => app.look(p.name).shown).map((p) => p.name),
    /// What is at a pixel of the canvas, CSS pixels: {name, kind, value} or null.
    pick(x, y) {
      const hit = app.cursor.hit({ x, y });
      return hit && { name: hit.name, kind: hit.kind, value: hit.value, point: hit.point };
    },
    /// The picture without what lies over it: {width, height, data: RGBA from the top left}.
    pixels: () => app.stage.pixels(),
    /// Seconds that drawing took last time.
    get drawSeconds() {
      return app.stage.draw_time / 1000;
    },
  };
  return api;
}
