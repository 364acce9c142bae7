#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
#
# Writes hinge.mesh (Medit's format): an upright bar (label 1) and a lying one (label 2), 2 cm thick
# and 10 cm long, that have one edge in common, along z through the origin, and nothing else: the
# geometric hinge of Modi et al. 2020, figure 2.  python3 scenes/hinge/hinge.py [CELLS]

import itertools
import os
import sys

CELLS = int(sys.argv[1]) if len(sys.argv) > 1 else 2  # across a bar
SIDE, LENGTH = 0.02, 0.10
BARS = [((-SIDE, 0, -SIDE / 2), (SIDE, LENGTH, SIDE)), ((0, -SIDE, -SIDE / 2), (LENGTH, SIDE, SIDE))]

vertices, tets = {}, []


def vertex(x):
    return vertices.setdefault(tuple(round(c, 9) + 0.0 for c in x), len(vertices) + 1)


# six tets a cell, along the paths from its lowest to its highest corner (Kuhn 1960)
for label, (low, size) in enumerate(BARS, 1):
    cells = [max(1, round(s / SIDE * CELLS)) for s in size]
    for cell in itertools.product(*(range(n) for n in cells)):
        for path in itertools.permutations(range(3)):
            corner, tet = list(cell), []
            for axis in (*path, None):
                tet.append(vertex(low[i] + size[i] * corner[i] / cells[i] for i in range(3)))
                if axis is not None:
                    corner[axis] += 1
            odd = sum(path[i] > path[j] for i in range(3) for j in range(i + 1, 3)) % 2
            if odd:
                tet[2], tet[3] = tet[3], tet[2]
            tets.append((*tet, label))

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "hinge.mesh"), "w") as out:
    out.write("MeshVersionFormatted 2\nDimension 3\nVertices\n%d\n" % len(vertices))
    out.writelines("%g %g %g 0\n" % v for v in vertices)
    out.write("Tetrahedra\n%d\n" % len(tets))
    out.writelines("%d %d %d %d %d\n" % t for t in tets)
    out.write("End\n")
print("%d vertices, %d tets" % (len(vertices), len(tets)))
