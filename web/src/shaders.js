// SPDX-License-Identifier: Apache-2.0
//
// Light as src/render/shade.c has it: a key from the upper left of the viewer, a fill from the right, a
// rim from behind, and a sky that is bluer above and warmer below. Colours are worked on in linear light
// and handed out in sRGB; three.js is told to leave them alone.

export const KEY = [-0.5284, 0.6648, 0.5284]; // right, up, toward the eye

export const LIGHT = /* glsl */ `
vec3 to_linear(vec3 c) {
  return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}
vec3 to_srgb(vec3 c) {
  c = clamp(c, 0.0, 1.0);
  return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
uniform sampler2D shade; // how much of the key light and of the sky is seen
uniform vec4 shade_box;  // from pixels to its coordinates; 0: there is none
const vec3 KEY = vec3(-0.5284, 0.6648, 0.5284);
const vec3 FILL = vec3(0.8386, 0.0493, 0.5426);
const vec3 RIM = vec3(0.4402, 0.4402, -0.7826);

vec2 seen() {
  if (shade_box.z == 0.0) return vec2(1.0);
  return texture2D(shade, gl_FragCoord.xy * shade_box.zw + shade_box.xy).rg;
}
vec3 bounce(float open, vec3 c) {
  vec3 a = 2.0404 * c - 0.3324, b = -4.7951 * c + 0.6417, d = 2.7552 * c + 0.6903;
  vec3 lit = ((open * a + b) * open + d) * open;
  return max((lit + open) / 2.0, vec3(open)); // half of it, as bone would have no dark places
}
float glint(vec3 n, vec3 eye, vec3 light, float shine) {
  float cosine = dot(normalize(light + eye), n), facing = dot(light, n);
  if (cosine <= 0.0 || facing <= 0.0) return 0.0;
  return pow(cosine, shine) * (shine + 8.0) / 40.0 * clamp(4.0 * facing, 0.0, 1.0);
}
vec3 shoulder(vec3 x) {
  return mix(x, 0.72 + 0.28 * (1.0 - exp(-(x - 0.72) / 0.28)), step(0.72, x));
}
// gloss: strength of highlights, and how small they are; soft: light creeps around edges, as in flesh
vec3 lit(vec3 color, vec3 n, vec3 eye, vec3 sky_up, vec2 gloss, float soft, float valued, vec2 open) {
  float edge = 1.0 - clamp(dot(n, eye), 0.0, 1.0), up = 0.5 + 0.5 * dot(n, sky_up);
  vec3 reach = soft * vec3(0.22, 0.07, 0.06);
  vec3 key = open.x * max((dot(n, KEY) + reach) / (1.0 + reach), 0.0);
  float fill = max(0.3 + 0.7 * dot(n, FILL), 0.0) * open.y;
  float rim = max(dot(n, RIM) + 0.35, 0.0) * edge * edge * edge * open.y;
  if (valued > 0.5) {
    float light = 0.42 + 0.42 * key.y + 0.22 * open.y * (0.7 + 0.3 * up) + 0.08 * fill;
    return min(color * light + 0.05 * rim, 1.0);
  }
  float shine = gloss.x * (open.x * glint(n, eye, KEY, gloss.y) + 0.25 * open.y * glint(n, eye, FILL, gloss.y) +
    0.25 * open.y * edge * edge * edge * edge);
  vec3 sky = mix(vec3(0.66, 0.58, 0.54), vec3(0.98, 1.02, 1.10), up);
  vec3 diffuse = 0.93 * key + 0.11 * fill + 0.50 * sky * bounce(open.y, color);
  return shoulder(color * diffuse + 0.30 * rim * (0.3 + 0.7 * color) + shine);
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
uniform vec3 base, accent, sky_up;
uniform vec2 gloss;
uniform float opacity, highlight, colored, is_muscle, takes_values;
uniform vec2 range;
uniform sampler2D map;
varying vec3 v_normal, v_eye, v_point;
varying vec2 v_tissue;
varying float v_value;
const vec3 ACTIVE = vec3(0.48, 0.010, 0.008), PALE = vec3(0.82, 0.74, 0.60); // linear
void main() {
  if (dot(cut.xyz, v_point) > cut.w && cut.xyz != vec3(0.0)) discard;
  vec3 n = normalize(v_normal), eye = normalize(v_eye);
  if (!gl_FrontFacing) n = -n;
  n = normalize(n + max(0.0, 0.02 - dot(n, eye)) * eye);
  float valued = colored * takes_values, tendon = is_muscle * v_tissue.y;
  vec3 c = mix(to_linear(base), ACTIVE, is_muscle * 0.8 * v_tissue.x);
  c = mix(c, PALE, tendon);
  if (valued > 0.5) {
    float at = clamp((v_value - range.x) / max(range.y - range.x, 1e-30), 0.0, 1.0);
    c = to_linear(texture2D(map, vec2((0.5 + at * 255.0) / 256.0, 0.5)).rgb);
  }
  vec2 open = opacity < 1.0 ? vec2(1.0) : seen();
  vec3 light = lit(c, n, eye, sky_up, mix(gloss, vec2(0.42, 70.0), tendon), is_muscle - tendon, valued, open);
  float edge = 1.0 - abs(dot(n, eye));
  light = mix(light, to_linear(accent), highlight * (0.14 + 0.6 * edge * edge));
  float alpha = opacity < 1.0 ? mix(opacity, min(1.0, 1.6 * opacity), edge * edge) : 1.0;
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
attribute float valued;
varying vec3 v_at, v_bary, v_tint;
varying float v_value, v_valued;
void main() {
  vec4 at = modelViewMatrix * vec4(position, 1.0);
  int corner = gl_VertexID % 3;
  v_bary = vec3(corner == 0, corner == 1, corner == 2);
  v_at = at.xyz;
  v_tint = tint;
  v_value = value;
  v_valued = valued;
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
varying float v_value, v_valued;
void main() {
  vec3 n = normalize(cross(dFdx(v_at), dFdy(v_at))), eye = normalize(-v_at);
  if (dot(n, eye) < 0.0) n = -n;
  vec3 c = v_tint;
  if (colored * v_valued > 0.5) {
    float at = clamp((v_value - range.x) / max(range.y - range.x, 1e-30), 0.0, 1.0);
    c = texture2D(map, vec2((0.5 + at * 255.0) / 256.0, 0.5)).rgb;
  }
  vec3 light = lit(to_linear(c), n, eye, sky_up, vec2(0.07, 9.0), 0.0, colored * v_valued, seen());
  vec3 near = v_bary / max(fwidth(v_bary), vec3(1e-6));
  float line = 1.0 - smoothstep(0.3, 1.2, min(near.x, min(near.y, near.z)));
  vec3 change = fwidth(v_bary);
  float dense = smoothstep(0.7, 0.2, max(change.x, max(change.y, change.z)));
  light = mix(light, to_linear(line_color), outline * line * mix(0.3, 0.75, dense));
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
${LIGHT}
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
  vec2 open = seen();
  float near = 1.0 - smoothstep(0.3 * reach, 0.8 * reach, distance(v_point.xz, centre.xz));
  float dark = near * clamp(0.55 * (1.0 - open.x) + 0.75 * (1.0 - open.y), 0.0, 0.85);
  float grid = max(fine, coarse) * fade;
  gl_FragColor = vec4(color * grid, grid + dark * (1.0 - grid)); // multiplied in
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
  vec3 c = mix(bottom, top, v_up);
  gl_FragColor = vec4(c + (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0); // no bands
}
`;

export const DEPTH_VERTEX = /* glsl */ `
varying vec3 v_point;
void main() {
  v_point = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

export const DEPTH_FRAGMENT = /* glsl */ `
${CLIP}
varying vec3 v_point;
void main() {
  if (dot(cut.xyz, v_point) > cut.w && cut.xyz != vec3(0.0)) discard;
  gl_FragColor = vec4(1.0);
}
`;

export const FULL_VERTEX = /* glsl */ `
varying vec2 v_uv;
void main() {
  v_uv = 0.5 + 0.5 * position.xy;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

// Crevices by points of the depth picture on a spiral (McGuire, Mara and Luebke 2012); the shadow of the
// key light is as soft as its distance from what casts it (Fernando 2005).
export const SHADE_FRAGMENT = /* glsl */ `
uniform sampler2D depth, from_key;
uniform mat4 unproject, to_key;
uniform vec2 size;
uniform float reach, pixels, key_reach; // m; pixels a metre at 1 m; m that the light's picture spans
varying vec2 v_uv;
vec3 point(vec2 uv, float z) {
  vec4 p = unproject * vec4(2.0 * vec3(uv, z) - 1.0, 1.0);
  return p.xyz / p.w;
}
float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }
const float GOLDEN = 2.399963;
float sky(vec3 at, vec3 n, float turn) {
  float wide = min(reach * pixels / -at.z, 0.3 * size.y), sum = 0.0;
  for (int i = 0; i < 16; i++) {
    float s = pow((float(i) + 0.5 + 0.5 * turn) / 16.5, 1.4), a = float(i) * GOLDEN + 6.2832 * turn;
    vec2 uv = v_uv + s * wide * vec2(cos(a), sin(a)) / size;
    vec3 v = point(uv, texture2D(depth, uv).r) - at;
    float d = dot(v, v), fall = max(0.0, 1.0 - d / (reach * reach));
    sum += fall * max(0.0, dot(v, n) - 0.012 * reach) * inversesqrt(d + 1e-4 * reach * reach);
  }
  return clamp(1.0 - 2.5 * sum / 16.0, 0.0, 1.0);
}
float key(vec3 at, vec3 n, vec3 light, float turn) {
  if (dot(n, light) < -0.2) return 0.0;
  vec4 p = to_key * vec4(at + n * 0.006 * key_reach, 1.0);
  vec3 c = 0.5 + 0.5 * p.xyz;
  float blocked = 0.0, far = 0.0;
  for (int i = 0; i < 8; i++) {
    float s = sqrt((float(i) + 0.5) / 8.0), a = float(i) * GOLDEN + 6.2832 * turn;
    float z = texture2D(from_key, c.xy + 0.03 * s * vec2(cos(a), sin(a))).r;
    if (z < c.z) { blocked += 1.0; far += c.z - z; }
  }
  if (blocked < 0.5) return 1.0;
  float wide = clamp(2.0 * 0.13 * far / blocked, 0.0025, 0.05), open = 0.0;
  for (int i = 0; i < 12; i++) {
    float s = sqrt((float(i) + 0.5) / 12.0), a = float(i) * GOLDEN + 6.2832 * turn;
    open += step(c.z, texture2D(from_key, c.xy + wide * s * vec2(cos(a), sin(a))).r);
  }
  return open / 12.0;
}
void main() {
  float z = texture2D(depth, v_uv).r;
  if (z >= 1.0) { gl_FragColor = vec4(1.0, 1.0, 1.0, 1.0); return; }
  vec2 e = 1.0 / size;
  vec3 at = point(v_uv, z);
  // the nearer neighbour on each side: the farther one may lie across an edge
  vec3 l = at - point(v_uv - vec2(e.x, 0.0), texture2D(depth, v_uv - vec2(e.x, 0.0)).r);
  vec3 r = point(v_uv + vec2(e.x, 0.0), texture2D(depth, v_uv + vec2(e.x, 0.0)).r) - at;
  vec3 d = at - point(v_uv - vec2(0.0, e.y), texture2D(depth, v_uv - vec2(0.0, e.y)).r);
  vec3 u = point(v_uv + vec2(0.0, e.y), texture2D(depth, v_uv + vec2(0.0, e.y)).r) - at;
  vec3 n = normalize(cross(abs(l.z) < abs(r.z) ? l : r, abs(d.z) < abs(u.z) ? d : u));
  float turn = noise(gl_FragCoord.xy);
  gl_FragColor = vec4(key(at, n, vec3(-0.5284, 0.6648, 0.5284), turn), sky(at, n, turn), 0.0, 1.0);
}
`;

// Smooths over neighbours at about the same depth.
export const BLUR_FRAGMENT = /* glsl */ `
uniform sampler2D from, depth;
uniform vec2 size;
uniform float near, far;
varying vec2 v_uv;
float away(vec2 uv) {
  float z = texture2D(depth, uv).r;
  return near * far / (far - z * (far - near));
}
void main() {
  if (texture2D(depth, v_uv).r >= 1.0) { gl_FragColor = vec4(1.0); return; }
  float mine = away(v_uv), total = 0.0;
  vec2 sum = vec2(0.0);
  for (int y = -3; y <= 3; y++) {
    for (int x = -3; x <= 3; x++) {
      vec2 uv = v_uv + vec2(x, y) / size;
      float w = exp(-0.1 * float(x * x + y * y)) * max(1e-4, 1.0 - 60.0 * abs(away(uv) - mine) / mine);
      sum += w * texture2D(from, uv).rg;
      total += w;
    }
  }
  gl_FragColor = vec4(sum / total, 0.0, 1.0);
}
`;
