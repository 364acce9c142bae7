// SPDX-License-Identifier: Apache-2.0
//
// Light: a soft key from the upper left of the viewer, a fill from the right, a rim from behind, and
// a sky that is brighter than the ground. Colours are worked on in linear light and handed out in
// sRGB; three.js is told to leave them alone.

export const LIGHT = /* glsl */ `
vec3 to_linear(vec3 c) {
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
vec3 to_srgb(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
const vec3 KEY = vec3(-0.424, 0.636, 0.645);
const vec3 FILL = vec3(0.841, 0.105, 0.531);
const vec3 RIM = vec3(0.303, 0.505, -0.808);
float wrapped(float x, float w) { return max(0.0, (x + w) / (1.0 + w)); }
vec3 lit(vec3 base, vec3 n, vec3 eye, vec3 sky_up, float gloss) {
  float sky = 0.5 + 0.5 * dot(n, sky_up);
  vec3 light = mix(vec3(0.17, 0.155, 0.15), vec3(0.33, 0.345, 0.37), sky);
  light += vec3(0.66, 0.645, 0.62) * wrapped(dot(n, KEY), 0.2);
  light += vec3(0.12, 0.13, 0.15) * wrapped(dot(n, FILL), 0.3);
  light += vec3(0.16) * max(0.0, dot(n, RIM));
  float sheen = pow(max(0.0, dot(n, normalize(KEY + eye))), 36.0);
  float edge = pow(1.0 - max(0.0, dot(n, eye)), 4.0);
  return base * light * (1.0 - 0.25 * edge) + gloss * (0.16 * sheen + 0.05 * edge);
}
`;

const CLIP = /* glsl */ `
uniform vec4 cut; // normal, distance: what is beyond is taken away; 0: nothing
`;

export const SKIN_VERTEX = /* glsl */ `
attribute vec4 tissue; // activation, tendon
attribute float value;
varying vec3 v_normal, v_eye, v_point;
varying vec2 v_tissue;
varying float v_value;
void main() {
  vec4 at = modelViewMatrix * vec4(position, 1.0);
  v_normal = normalMatrix * normalize(normal + vec3(1e-30));
  v_eye = -at.xyz;
  v_point = position;
  v_tissue = tissue.xy;
  v_value = value;
  gl_Position = projectionMatrix * at;
}
`;

export const SKIN_FRAGMENT = /* glsl */ `
${LIGHT}
${CLIP}
uniform vec3 base, tendon_color, active_color, accent, sky_up;
uniform float opacity, gloss, highlight, colored, is_muscle;
uniform vec2 range;
uniform sampler2D map;
varying vec3 v_normal, v_eye, v_point;
varying vec2 v_tissue;
varying float v_value;
void main() {
  if (dot(cut.xyz, v_point) > cut.w && cut.xyz != vec3(0.0)) discard;
  vec3 n = normalize(v_normal), eye = normalize(v_eye);
  if (!gl_FrontFacing) n = -n;
  vec3 c = base;
  c = mix(c, active_color, is_muscle * 0.85 * v_tissue.x);
  c = mix(c, tendon_color, is_muscle * v_tissue.y);
  if (colored > 0.5) {
    float at = clamp((v_value - range.x) / max(range.y - range.x, 1e-30), 0.0, 1.0);
    c = texture2D(map, vec2((0.5 + at * 255.0) / 256.0, 0.5)).rgb;
  }
  float wet = colored > 0.5 ? 0.35 * gloss : gloss;
  vec3 light = lit(to_linear(c), n, eye, sky_up, wet);
  float edge = 1.0 - abs(dot(n, eye));
  light = mix(light, to_linear(accent), highlight * (0.16 + 0.6 * edge * edge));
  float alpha = opacity < 1.0 ? mix(opacity, min(1.0, 1.8 * opacity), edge * edge) : 1.0;
  gl_FragColor = vec4(to_srgb(light), alpha);
}
`;

export const WIRE_VERTEX = /* glsl */ `
varying vec3 v_point;
void main() {
  v_point = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_Position.z -= 0.00006 * gl_Position.w;
}
`;

export const WIRE_FRAGMENT = /* glsl */ `
${CLIP}
uniform vec3 color;
uniform float opacity;
varying vec3 v_point;
void main() {
  if (dot(cut.xyz, v_point) > cut.w && cut.xyz != vec3(0.0)) discard;
  gl_FragColor = vec4(color, opacity);
}
`;

// A segment is a strip of four corners that faces the viewer, shaded like a thin tube.
export const LINE_VERTEX = /* glsl */ `
attribute vec3 from, to, tint;
uniform vec2 size; // of the view, pixels
uniform float width, lift;
varying float v_across;
varying vec3 v_tint, v_along, v_point;
void main() {
  vec4 a = modelViewMatrix * vec4(from, 1.0), b = modelViewMatrix * vec4(to, 1.0);
  vec4 ca = projectionMatrix * a, cb = projectionMatrix * b;
  vec2 pixel = (cb.xy / cb.w - ca.xy / ca.w) * size;
  float far = length(pixel);
  vec2 along = far > 1e-4 ? pixel / far : vec2(1.0, 0.0);
  vec4 c = position.x < 0.5 ? ca : cb;
  vec2 step = vec2(-along.y, along.x) * position.y + along * (position.x - 0.5) * 0.6;
  c.xy += step * width / size * c.w;
  c.z -= lift * c.w;
  v_across = position.y;
  v_tint = tint;
  v_along = normalize(to - from + vec3(1e-12));
  v_point = position.x < 0.5 ? from : to;
  gl_Position = c;
}
`;

export const LINE_FRAGMENT = /* glsl */ `
${LIGHT}
${CLIP}
uniform float by_direction, opacity;
varying float v_across;
varying vec3 v_tint, v_along, v_point;
void main() {
  if (dot(cut.xyz, v_point) > cut.w && cut.xyz != vec3(0.0)) discard;
  vec3 c = mix(v_tint, abs(v_along), by_direction);
  float round = sqrt(max(0.0, 1.0 - v_across * v_across));
  gl_FragColor = vec4(to_srgb(to_linear(c) * (0.45 + 0.6 * round)), opacity);
}
`;

export const SOLID_VERTEX = /* glsl */ `
attribute vec3 tint;
attribute float value;
varying vec3 v_at, v_bary, v_tint;
varying float v_value;
void main() {
  vec4 at = modelViewMatrix * vec4(position, 1.0);
  int corner = gl_VertexID % 3;
  v_bary = vec3(corner == 0, corner == 1, corner == 2);
  v_at = at.xyz;
  v_tint = tint;
  v_value = value;
  gl_Position = projectionMatrix * at;
}
`;

export const SOLID_FRAGMENT = /* glsl */ `
${LIGHT}
uniform vec3 sky_up, line_color;
uniform float colored, outline, opacity;
uniform vec2 range;
uniform sampler2D map;
varying vec3 v_at, v_bary, v_tint;
varying float v_value;
void main() {
  vec3 n = normalize(cross(dFdx(v_at), dFdy(v_at))), eye = normalize(-v_at);
  if (dot(n, eye) < 0.0) n = -n;
  vec3 c = v_tint;
  if (colored > 0.5) {
    float at = clamp((v_value - range.x) / max(range.y - range.x, 1e-30), 0.0, 1.0);
    c = texture2D(map, vec2((0.5 + at * 255.0) / 256.0, 0.5)).rgb;
  }
  vec3 light = lit(to_linear(c), n, eye, sky_up, 0.0);
  vec3 near = v_bary / max(fwidth(v_bary), vec3(1e-6));
  float line = 1.0 - smoothstep(0.4, 1.3, min(near.x, min(near.y, near.z)));
  float dense = smoothstep(0.5, 0.15, max(fwidth(v_bary).x, max(fwidth(v_bary).y, fwidth(v_bary).z)));
  light = mix(light, to_linear(line_color), outline * line * mix(0.25, 0.6, dense));
  gl_FragColor = vec4(to_srgb(light), opacity);
}
`;

export const GROUND_VERTEX = /* glsl */ `
varying vec3 v_point;
void main() {
  v_point = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

export const GROUND_FRAGMENT = /* glsl */ `
uniform vec3 color, centre;
uniform float cell, reach;
varying vec3 v_point;
float lines(vec2 at, float wide) {
  vec2 near = abs(fract(at - 0.5) - 0.5) / max(fwidth(at), vec2(1e-6));
  return 1.0 - smoothstep(0.0, wide, min(near.x, near.y));
}
void main() {
  vec2 at = v_point.xz / cell;
  float fine = lines(at, 1.2) * 0.34, coarse = lines(at / 5.0, 1.5) * 0.62;
  float fade = 1.0 - smoothstep(0.35 * reach, reach, distance(v_point.xz, centre.xz));
  gl_FragColor = vec4(color, max(fine, coarse) * fade);
}
`;

export const SKY_VERTEX = /* glsl */ `
varying float v_up;
void main() {
  v_up = 0.5 + 0.5 * position.y;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
`;

export const SKY_FRAGMENT = /* glsl */ `
uniform vec3 top, bottom;
varying float v_up;
float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }
void main() {
  vec3 c = mix(bottom, top, smoothstep(0.0, 1.0, v_up));
  gl_FragColor = vec4(c + (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0); // no bands
}
`;
