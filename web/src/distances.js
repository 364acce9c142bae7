// SPDX-License-Identifier: Apache-2.0

/// How far the points of two bodies are apart, on average and at most.
export function distances(a, b) {
  let most = 0, sum = 0;
  for (let v = 0; v < a.length; v += 3) {
    const d = Math.hypot(a[v] - b[v], a[v + 1] - b[v + 1], a[v + 2] - b[v + 2]);
    sum += d;
    if (d > most) most = d;
  }
  return { mean: (3 * sum) / a.length, most };
}
