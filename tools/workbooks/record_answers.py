"""Records anew what LibreOffice answers to the cases of a workbook: record_answers.py motor"""

import gzip
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True  # No traces in the checkout.

from office import Office, cell_at, read_cell, replace_formulas, set_cell

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FIXTURES = os.path.join(ROOT, "server", "test", "workbooks", "fixtures")
ROWS_MAX = 200


def main(name):
    path = os.path.join(FIXTURES, f"{name}.xlsx")
    if name == "cyber":
        path = os.path.join(ROOT, "examples", "cyber", "pricing.xlsx")
    answers = os.path.join(FIXTURES, f"{name}.answers.json.gz")
    with gzip.open(answers) as file:
        recorded = json.load(file)
    places = [*recorded["fixed"], *recorded["cells"]]
    rows = ask(path, recorded["stand_ins"], places, recorded["cases"])
    body = arrange(recorded, places, rows)
    changed = sum(before != after for before, after in zip(recorded["cases"], body["cases"]))
    print(f"{name}: {len(rows)} cases, {len(places)} cells, {changed} cases changed")
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    with open(answers, "wb") as file:
        file.write(gzip.compress(text.encode(), 9, mtime=0))


def ask(path, stand_ins, places, cases):
    with tempfile.TemporaryDirectory() as folder, Office() as office:
        copy = os.path.join(folder, "workbook.xlsx")
        replace_formulas(path, copy, stand_ins)
        doc = office.open(copy)
        inputs = input_cells(doc)
        cells = [cell_at(doc, place) for place in places]
        rows = []
        for case in cases:
            given = {**flat(case["data"]), **case["variables"], "today": case["today"]}
            for name, cell in inputs.items():
                set_cell(cell, given.get(name))
            doc.calculateAll()
            rows.append([read_cell(cell) for cell in cells])
        doc.close(True)
        return rows


def input_cells(doc):
    """The cells of inputs and pricing variables by name, in whichever layout the workbook has."""
    found = {}
    for sheet, columns, first in (("Calculator", (1, 6), 6), ("Inputs", (0,), 1), ("Variables", (0,), 1)):
        if not doc.Sheets.hasByName(sheet):
            continue
        cells = doc.Sheets.getByName(sheet)
        for row in range(first, ROWS_MAX):
            for column in columns:
                name = cells.getCellByPosition(column, row).String
                if name:
                    found[name] = cells.getCellByPosition(column + 1, row)
    for name in doc.NamedRanges.ElementNames:
        prefix, _, field = name.partition("_")
        if prefix in ("in", "var"):
            found[field] = doc.NamedRanges.getByName(name).ReferredCells.getCellByPosition(0, 0)
    return found


def flat(data, prefix=""):
    """Dotted names for what lies inside dataset items."""
    names = {}
    for name, value in data.items():
        inside = flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
        names.update(inside)
    return names


def arrange(recorded, places, rows):
    """Cells that are the same in all cases are kept once."""
    texts = [[json.dumps(value) for value in row] for row in rows]
    moving = [at for at in range(len(places)) if any(row[at] != texts[0][at] for row in texts)]
    fixed = {place: rows[0][at] for at, place in enumerate(places) if at not in set(moving)}
    cases = [
        {**case, "answers": [row[at] for at in moving]}
        for case, row in zip(recorded["cases"], rows)
    ]
    cells = [places[at] for at in moving]
    return {"stand_ins": recorded["stand_ins"], "cells": cells, "fixed": fixed, "cases": cases}


if __name__ == "__main__":
    main(sys.argv[1])
