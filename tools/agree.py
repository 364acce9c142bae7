# Two runs of a scene as tools/agree.sh has left them: prints their row of the table.
import json
import math
import struct
import sys


def frames(path):
    """Frames of a point cache (PC2): a list of points each."""
    data = open(path + ".pc2", "rb").read()
    count, samples = struct.unpack_from("<16xi8xi", data)
    values = struct.unpack_from("<%df" % (3 * count * samples), data, 32)
    points = list(zip(values[0::3], values[1::3], values[2::3]))
    return [points[f * count : (f + 1) * count] for f in range(samples)]


def rest(path):
    rows = (line.split() for line in open(path + ".obj"))
    return [tuple(map(float, row[1:4])) for row in rows if row and row[0] == "v"]


def size(points):
    return math.dist([min(c) for c in zip(*points)], [max(c) for c in zip(*points)])


def largest(a, b):
    return max(math.dist(p, q) for p, q in zip(a, b))


def main(one, other, name):
    a, b, still = frames(one), frames(other), rest(one)
    report = [json.load(open(path + ".json")) for path in (one, other)]
    tets = json.load(open(one + "/run.json"))["model"]["tets"]
    length = size(still)
    distance = max(largest(p, q) for p, q in zip(a, b))
    motion = max(largest(p, still) for p in a)
    print(
        "| %s | %s | %d | %d, %d | %.1f | %.1f | %.2f %% | %.1f %% |"
        % (
            name,
            tets,
            len(a),
            report[0]["unconverged"],
            report[1]["unconverged"],
            report[0]["seconds"],
            report[1]["seconds"],
            100 * distance / length,
            100 * distance / max(motion, 1e-12),
        )
    )


main(*sys.argv[1:4])
