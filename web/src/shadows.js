// SPDX-License-Identifier: Apache-2.0
//
// How much of the key light and of the sky reaches what is seen: two depth pictures, from the eye and from
// the light, one pass that looks around in them, and one that smooths. The shaders of LIGHT read it.

import {
  BufferAttribute, BufferGeometry, Camera, DepthTexture, DoubleSide, LinearFilter, Matrix4, Mesh, OrthographicCamera,
  Scene, ShaderMaterial, UnsignedIntType, Vector2, Vector3, WebGLRenderTarget,
} from "three";
import { sphere } from "./camera.js";
import { BLUR_FRAGMENT, DEPTH_FRAGMENT, DEPTH_VERTEX, FULL_VERTEX, KEY, SHADE_FRAGMENT } from "./shaders.js";

export const LAYER = { seen: 1, casts: 2 };
const LIGHT_SIZE = 1024;

export class Shadows {
  constructor(renderer) {
    this.renderer = renderer;
    this.light = new OrthographicCamera(-1, 1, 1, -1, 0.01, 10);
    this.light.layers.set(LAYER.casts);
    this.from_light = depth_target(LIGHT_SIZE, LIGHT_SIZE);
    this.depth = depth_target(1, 1);
    this.rough = new WebGLRenderTarget(1, 1, { depthBuffer: false });
    this.smooth = new Map(); // a target a pane
    this.shader = make_pass(SHADE_FRAGMENT, {
      depth: null, from_key: null, unproject: new Matrix4(), to_key: new Matrix4(), size: new Vector2(), reach: 1, pixels: 1, key_reach: 1,
    });
    this.blur = make_pass(BLUR_FRAGMENT, { from: null, depth: null, size: new Vector2(), near: 1, far: 2 });
    this.material = new Map();
  }

  /// @return texture for a pane; the renderer's target is the canvas again
  make(run_scene, camera, bounds, width, height, pane) {
    const { renderer } = this, { scene, shared } = run_scene;
    const target = this.fit(width, height, pane);
    scene.overrideMaterial = this.depth_material(shared);
    this.aim(camera, bounds);
    this.pass(scene, this.light, this.from_light);
    camera.layers.set(LAYER.seen);
    this.pass(scene, camera, this.depth);
    camera.layers.set(0);
    scene.overrideMaterial = null;
    this.set(camera, bounds, width, height);
    this.pass(this.shader.scene, this.shader.camera, this.rough);
    this.pass(this.blur.scene, this.blur.camera, target);
    renderer.setRenderTarget(null);
    return target.texture;
  }

  pass(scene, camera, target) {
    this.renderer.setRenderTarget(target);
    this.renderer.clear();
    this.renderer.render(scene, camera);
  }

  depth_material(shared) {
    if (!this.material.has(shared)) {
      this.material.set(shared, new ShaderMaterial({ vertexShader: DEPTH_VERTEX, fragmentShader: DEPTH_FRAGMENT, side: DoubleSide, uniforms: { cut: shared.cut } }));
    }
    return this.material.get(shared);
  }

  fit(width, height, pane) {
    if (this.depth.width !== width || this.depth.height !== height) {
      this.depth.setSize(width, height);
      this.rough.setSize(width, height);
    }
    if (!this.smooth.has(pane)) this.smooth.set(pane, new WebGLRenderTarget(1, 1, { depthBuffer: false, magFilter: LinearFilter, minFilter: LinearFilter }));
    const target = this.smooth.get(pane);
    if (target.width !== width || target.height !== height) target.setSize(width, height);
    return target;
  }

  /// The key light goes with the viewer.
  aim(camera, bounds) {
    const { centre, radius } = sphere(bounds), { light } = this;
    const wide = 1.5 * radius;
    const toward = new Vector3(...KEY).transformDirection(camera.matrixWorld);
    const middle = new Vector3(...centre);
    light.position.copy(middle).addScaledVector(toward, 2 * wide);
    light.up.set(0, 1, 0).transformDirection(camera.matrixWorld);
    light.lookAt(middle);
    Object.assign(light, { left: -wide, right: wide, top: wide, bottom: -wide, near: wide / 2, far: 3.5 * wide });
    light.updateProjectionMatrix();
    light.updateMatrixWorld();
    this.wide = wide;
  }

  set(camera, bounds, width, height) {
    const { uniforms: u } = this.shader.material, { uniforms: b } = this.blur.material;
    const { radius } = sphere(bounds);
    u.depth.value = b.depth.value = this.depth.depthTexture;
    u.from_key.value = this.from_light.depthTexture;
    u.unproject.value.copy(camera.projectionMatrixInverse);
    u.to_key.value.multiplyMatrices(this.light.projectionMatrix, this.light.matrixWorldInverse).multiply(camera.matrixWorld);
    u.size.value.set(width, height);
    u.reach.value = 0.14 * radius;
    u.key_reach.value = this.wide;
    u.pixels.value = 0.5 * height * camera.projectionMatrix.elements[5];
    b.from.value = this.rough.texture;
    b.size.value.set(width, height);
    b.near.value = camera.near;
    b.far.value = camera.far;
  }
}

function depth_target(width, height) {
  const target = new WebGLRenderTarget(width, height);
  target.depthTexture = new DepthTexture(width, height, UnsignedIntType);
  return target;
}

function make_pass(fragmentShader, values) {
  const uniforms = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  const material = new ShaderMaterial({ vertexShader: FULL_VERTEX, fragmentShader, uniforms, depthTest: false, depthWrite: false });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  const scene = new Scene();
  scene.add(mesh);
  return { scene, material, camera: new Camera() };
}
