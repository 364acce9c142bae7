// SPDX-License-Identifier: Apache-2.0

#include "studio/stream.h"

#include <string.h>

// The inner structures of muscles that are surfaces: branches, roots, and of the links as many as
// one can tell apart. Inner points are not many, and links are as many as vertices.

// the links of a part follow each other
static int count_of_part(const BrnReplayLines* lines, int first) {
  int end = first;
  while (end < lines->line_count && lines->part[end] == lines->part[first]) end++;
  return end - first;
}

// every so many, so that at most BRN_STREAM_LINKS of a part stay; all are lines of two points
static void thin_links(BrnReplayLines* links) {
  int kept = 0;
  for (int first = 0, count; first < links->line_count; first += count) {
    count = count_of_part(links, first);
    int step = (count + BRN_STREAM_LINKS - 1) / BRN_STREAM_LINKS;
    for (int l = first; l < first + count; l += step, kept++) {
      links->part[kept] = links->part[l];
      memmove(links->rider.vertex + 8 * (size_t)kept, links->rider.vertex + 8 * (size_t)l,
              8 * sizeof(int));
      memmove(links->rider.weight + 8 * (size_t)kept, links->rider.weight + 8 * (size_t)l,
              8 * sizeof(double));
    }
  }
  links->line_count = kept;
  links->rider.point_count = 2 * kept;
  for (int l = 0; l <= kept; l++) links->start[l] = 2 * l;
}

static BrnStatus append(BrnStream* stream, const BrnReplayLines* more, BrnInnerLines kind) {
  BrnContext* ctx = stream->replay->ctx;
  BrnReplayLines* all = &stream->inner;
  size_t lines = (size_t)all->line_count, added = (size_t)more->line_count;
  size_t points = (size_t)all->rider.point_count, more_points = (size_t)more->rider.point_count;
  if (added == 0) return BRN_OK;
  BRN_TRY(brn__grow_block(ctx, &all->start, lines + added + 1, sizeof(int)));
  BRN_TRY(brn__grow_block(ctx, &all->part, lines + added, sizeof(int)));
  BRN_TRY(brn__grow_block(ctx, &stream->inner_kind, lines + added, 1));
  BRN_TRY(brn__grow_block(ctx, &all->rider.vertex, 4 * (points + more_points), sizeof(int)));
  BRN_TRY(brn__grow_block(ctx, &all->rider.weight, 4 * (points + more_points), sizeof(double)));
  all->start[0] = 0;
  for (size_t i = 0; i < added; i++) {
    all->start[lines + i + 1] = (int)points + more->start[i + 1];
    all->part[lines + i] = more->part[i];
    stream->inner_kind[lines + i] = (uint8_t)kind;
  }
  if (more_points > 0) {
    memcpy(all->rider.vertex + 4 * points, more->rider.vertex, 4 * sizeof(int) * more_points);
    memcpy(all->rider.weight + 4 * points, more->rider.weight, 4 * sizeof(double) * more_points);
  }
  all->line_count += more->line_count;
  all->rider.point_count += more->rider.point_count;
  return BRN_OK;
}

BrnStatus brn__stream_inner(BrnStream* stream) {
  static const BrnInnerLines kind[] = {BRN_INNER_LINKS, BRN_INNER_BRANCHES, BRN_INNER_ROOTS};
  for (int i = 0; i < 3; i++) {
    BrnReplayLines lines;
    BRN_TRY(brn_replay_inner(stream->replay, kind[i], &lines));
    if (kind[i] == BRN_INNER_LINKS) thin_links(&lines);
    BrnStatus status = append(stream, &lines, kind[i]);
    brn_replay_lines_free(stream->replay->ctx, &lines);
    BRN_TRY(status);
  }
  return BRN_OK;
}
