// SPDX-License-Identifier: Apache-2.0

#include "render/color_map.h"

#include "core/core.h"

#include <math.h>
#include <string.h>

// Maps are lists of colours, 0xRRGGBB, at even distances. The perceptual ones are the published
// maps at every 1/32, which gives them back to 2 of 255 (cividis, which has a corner: 6).
//
// S. van der Walt, N. Smith. viridis and magma. 2015
// J. R. Nunez, C. R. Anderton, R. S. Renslow. Optimizing colormaps with consideration for color
// vision deficiency to enable accurate interpretation of scientific data (cividis). 2018
// A. Mikhailov. Turbo, an improved rainbow colormap for visualization. 2019
// K. Moreland. Diverging color maps for scientific visualization (coolwarm). 2009

static const uint32_t viridis[] = {
    0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453681, 0x424086, 0x3f4989, 0x3b528b,
    0x375a8d, 0x33638d, 0x2f6a8e, 0x2c728e, 0x297a8e, 0x26818e, 0x23898e, 0x21908c, 0x1f988b,
    0x1f9f88, 0x21a685, 0x28ae80, 0x31b57b, 0x3ebc74, 0x4cc26c, 0x5dc963, 0x6ece58, 0x82d34c,
    0x96d83f, 0xabdc32, 0xc0df24, 0xd5e21a, 0xeae51a, 0xfde725,
};
static const uint32_t cividis[] = {
    0x00224e, 0x00285b, 0x002e6a, 0x043371, 0x1a386f, 0x273e6e, 0x32436d, 0x3b496c, 0x434e6c,
    0x4b546c, 0x52596d, 0x5a5f6e, 0x61656f, 0x686a71, 0x6f7073, 0x757676, 0x7c7b78, 0x848179,
    0x8b8778, 0x938d78, 0x9b9376, 0xa39a75, 0xaba072, 0xb3a670, 0xbbad6c, 0xc3b469, 0xccba64,
    0xd4c15f, 0xddc958, 0xe6d051, 0xefd748, 0xf8df3c, 0xfee838,
};
static const uint32_t magma[] = {
    0x000004, 0x030311, 0x0a0822, 0x130d33, 0x1d1146, 0x28115a, 0x36106a, 0x430f76, 0x50127c,
    0x5d177f, 0x691c81, 0x762181, 0x822681, 0x8f2a81, 0x9c2e7f, 0xa9327d, 0xb63779, 0xc33b75,
    0xcf4170, 0xdb486a, 0xe65163, 0xee5c5e, 0xf5695c, 0xf9785d, 0xfb8761, 0xfd9668, 0xfea571,
    0xfeb47b, 0xfec387, 0xfed194, 0xfde0a2, 0xfceeb0, 0xfcfdbf,
};
static const uint32_t turbo[] = {
    0x30123b, 0x392a73, 0x4040a1, 0x4456c7, 0x466be3, 0x467ff6, 0x4293ff, 0x37a7fa, 0x29bbec,
    0x1dcdd8, 0x18dcc3, 0x1ee8b0, 0x31f299, 0x4cf97e, 0x6bfd64, 0x8aff4d, 0xa3fd3c, 0xb8f735,
    0xcced34, 0xdee037, 0xedd03a, 0xf8c03a, 0xfdae35, 0xfe982c, 0xfb8022, 0xf56817, 0xec520f,
    0xe04009, 0xd23105, 0xc02302, 0xac1701, 0x950d01, 0x7a0403,
};
static const uint32_t coolwarm[] = {
    0x3b4cc0, 0x445acc, 0x4d68d7, 0x5775e1, 0x6282ea, 0x6c8ef1, 0x779af7, 0x82a5fb, 0x8db0fe,
    0x98b9ff, 0xa3c2fe, 0xaec9fc, 0xb8d0f9, 0xc2d5f4, 0xccd9ee, 0xd5dbe6, 0xdddddd, 0xe5d8d1,
    0xecd3c5, 0xf1ccb9, 0xf4c4ad, 0xf7bba0, 0xf7b194, 0xf7a687, 0xf49a7b, 0xf18d6f, 0xec7f63,
    0xe57058, 0xde604d, 0xd55042, 0xcb3e38, 0xc0282f, 0xb40426,
};

// from flesh at rest to flesh at work
static const uint32_t red[] = {0xe8cfc4, 0xdfa08f, 0xd26f5f, 0xc1382f, 0x9e0f16, 0x6b0008};
static const uint32_t grey[] = {0x1a1a1a, 0xf2f2f2};

// told apart by hue, in an order in which neighbours differ
static const uint32_t part[] = {
    0x4e79a7, 0xf28e2b, 0x59a14f, 0xe15759, 0x76b7b2, 0xb07aa1, 0xedc948,
    0x9c755f, 0xff9da7, 0x3b6e5d, 0xa0cbe8, 0xb6992d, 0x5b3f8c, 0xd37295,
    0x8cd17d, 0x79706e, 0xd4a6c8, 0x2f4b7c, 0xffbe7d, 0x6a9f2a,
};

typedef struct ColorMap {
  const char* name;
  int count;
  const uint32_t* color;
  bool stepped; // colours do not run into each other
} ColorMap;

#define MAP(name) #name, (int)(sizeof name / sizeof name[0]), name

static const ColorMap maps[] = {
    {MAP(viridis), false},  {MAP(cividis), false}, {MAP(magma), false}, {MAP(turbo), false},
    {MAP(coolwarm), false}, {MAP(red), false},     {MAP(grey), false},  {MAP(part), true},
};

enum { MAP_COUNT = sizeof maps / sizeof maps[0] };

static double channel(uint32_t color, int i) { return (color >> (16 - 8 * i) & 0xff) / 255.0; }

// what is not a number is at the beginning
static void evaluate(const ColorMap* map, double at, double out[3]) {
  at = at > 0 ? fmin(at, 1) : 0;
  double x = at * (map->stepped ? map->count : map->count - 1);
  int low = (int)x;
  if (low > map->count - 1) low = map->count - 1;
  int high = map->stepped || low == map->count - 1 ? low : low + 1;
  for (int i = 0; i < 3; i++) {
    double a = channel(map->color[low], i), b = channel(map->color[high], i);
    out[i] = a + (b - a) * (x - low);
  }
}

bool brn_color_map(const char* name, double at, double out[3]) {
  BRN_ASSERT(name && out);
  for (int i = 0; i < MAP_COUNT; i++) {
    if (strcmp(maps[i].name, name) != 0) continue;
    evaluate(&maps[i], at, out);
    return true;
  }
  return false;
}

const char* brn_color_map_name(int index) {
  return index >= 0 && index < MAP_COUNT ? maps[index].name : NULL;
}

const char* brn__color_map_for(const BrnReplayValue* about) {
  if (strcmp(about->name, "part") == 0) return "part";
  if (strcmp(about->name, "activation") == 0) return "red";
  return isnan(about->middle) ? "viridis" : "coolwarm";
}
