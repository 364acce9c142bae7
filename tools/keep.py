#!/usr/bin/env python3
"""How far the numbers of two folders of tools/keep.sh are from each other: a row for each table that differs, and the largest
difference of a number over the largest number of its column. Frames are told by their tables, which are made of them."""
import csv
import os
import sys


def columns(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return {name: [row[i] for row in rows[1:] if len(row) > i] for i, name in enumerate(rows[0])} if rows else {}


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def compare(a, b):
    """the column that differs most, and by how much"""
    worst, where = 0.0, ""
    for name in a.keys() | b.keys():
        old, new = a.get(name), b.get(name)
        if old is None or new is None or len(old) != len(new):
            return float("inf"), name + (" has other rows" if old and new else " is new" if new else " is gone")
        pairs = [(number(x), number(y), x, y) for x, y in zip(old, new)]
        if any((p is None or q is None) and x != y for p, q, x, y in pairs):
            return float("inf"), name + " has other words"
        values = [(p, q) for p, q, _, _ in pairs if p is not None and q is not None and p == p and q == q]
        size = max((abs(p) for p, _ in values), default=0.0)
        off = max((abs(p - q) for p, q in values), default=0.0)
        if off and (share := off / size if size else float("inf")) > worst:
            worst, where = share, name
    return worst, where


def main(before, after):
    for run in sorted(os.listdir(after)):
        for table in sorted(os.listdir(os.path.join(after, run))):
            old, new = os.path.join(before, run, table), os.path.join(after, run, table)
            if not table.endswith(".csv"):
                continue
            if not os.path.exists(old):
                print(f"{run:24} {table:16} is new")
                continue
            share, name = compare(columns(old), columns(new))
            if share:
                print(f"{run:24} {table:16} {share:.2g} of {name}")


main(*sys.argv[1:3])
