import { type CellPlace, type Move, placeOf, type WorkbookDifference } from '@bindery/spreadsheet'
import type { NamedCell, WorkbookLayout } from './layout.ts'

/** Inputs, predefined values and outputs that are new, gone, or stand for another cell now. */
export function compareLayouts(
  before: WorkbookLayout,
  after: WorkbookLayout,
  move: Move,
): WorkbookDifference[] {
  return [
    ...compareNamed('input', before.inputs, after.inputs, move),
    ...compareNamed('predefined value', before.predefined, after.predefined, move),
    ...compareNamed('output', before.outputs, after.outputs, move),
    ...compareKnockouts(before, after),
  ]
}

function compareNamed(
  noun: string,
  before: readonly NamedCell[],
  after: readonly NamedCell[],
  move: Move,
): WorkbookDifference[] {
  const place = (name: string) => `${noun} ${name}`
  const present = after.flatMap(({ name, cell }): WorkbookDifference[] => {
    const old = before.find((one) => one.name === name)
    const at = placeOf(cell)
    if (old === undefined) {
      return [{ change: 'added', place: place(name), before: null, after: at, about: 'its cell' }]
    }
    if (isSameCell(old.cell, cell, move)) return []
    const was = placeOf(old.cell)
    return [{ change: 'changed', place: place(name), before: was, after: at, about: 'its cell' }]
  })
  const gone = before
    .filter(({ name }) => after.every((one) => one.name !== name))
    .map(({ name, cell }): WorkbookDifference => ({
      change: 'removed',
      place: place(name),
      before: placeOf(cell),
      after: null,
      about: 'its cell',
    }))
  return [...present, ...gone]
}

function isSameCell(old: CellPlace, now: CellPlace, move: Move): boolean {
  return (
    move.sheet(old.sheet) === now.sheet.toLowerCase() &&
    (old.column === now.column || move.column(old.sheet, old.column) === now.column) &&
    (old.row === now.row || move.row(old.sheet, old.row) === now.row)
  )
}

function compareKnockouts(before: WorkbookLayout, after: WorkbookLayout): WorkbookDifference[] {
  return after.inputs.flatMap(({ name, knocksOut }): WorkbookDifference[] => {
    const old = before.inputs.find((one) => one.name === name)
    if (old === undefined || old.knocksOut === knocksOut) return []
    const [was, is] = [old.knocksOut, knocksOut].map((declines) =>
      declines ? 'declines the risk' : 'is a mistake',
    )
    return [
      {
        change: 'changed',
        place: `input ${name}`,
        before: was ?? null,
        after: is ?? null,
        about: 'what an answer that is not valid does',
      },
    ]
  })
}
