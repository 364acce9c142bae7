// SPDX-License-Identifier: Apache-2.0
//
// Tets instead of skins, and the plane that cuts them.

export class Cutting {
  constructor(app) {
    this.app = app;
  }

  async show_tets() {
    const { app } = this;
    app.overlay.say("Reading the tets…");
    try {
      await app.showing.show_now();
      this.recut();
    } catch (error) {
      app.trouble(error);
    }
    app.overlay.say(null);
    this.hide_skins();
    app.stage.request();
  }

  /// Tets take the place of skins.
  hide_skins() {
    for (const scene of this.app.scenes) {
      const solid = this.app.state.tets && scene.solid?.position;
      scene.body.group.visible = !solid;
      if (scene.solid) scene.solid.mesh.visible = Boolean(solid);
      if (scene.solid) scene.solid.material.uniforms.outline.value = 1;
    }
  }

  recut() {
    const { app } = this;
    for (const scene of app.scenes) scene.solid?.cut(scene.plane(app.state.cut), app.looks.shown_flags(scene));
    app.stage.request();
  }

  ends(axis) {
    const k = "xyz".indexOf(axis), { low, high } = this.app.stage.bounds, pad = 0.25 * (Math.max(...high.map((x, i) => x - low[i])));
    return [low[k] - pad, high[k] + pad];
  }

  toggle(axis = "z") {
    const { app } = this, { cut } = app.state;
    if (cut?.axis === axis) return app.set({ cut: null });
    const [low, high] = this.ends(axis);
    const tets = app.state.tets || (!cut && app.runs.every((run) => run.has_mesh())); // skins are hollow
    return app.set({ tets, cut: { axis, at: (low + high) / 2, flip: cut?.flip ?? false } });
  }

  place(s) {
    const { cut } = this.app.state, [low, high] = this.ends(cut.axis);
    this.app.set({ cut: { ...cut, at: low + s * (high - low) } });
  }
}
