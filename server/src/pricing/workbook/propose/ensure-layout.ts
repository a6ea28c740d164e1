import { parseAddress, placeOf, type Workbook, type WorkbookProblem } from '@bindery/spreadsheet'
import type { ReadFormula } from '@bindery/spreadsheet/references'
import { canDerivePremium } from '../../premium/output-names.ts'
import type { NamedCell } from '../layout.ts'
import { type FoundLayout, readLayout } from '../read-layout.ts'
import { type LayoutSpec, type SaleCells, noSaleCells, writeLayout } from '../write-layout.ts'
import type { LooksOf } from './looks-of.ts'
import type { ProposedCell } from './candidates.ts'
import { type ProposedLayout, proposeLayout } from './propose-layout.ts'

/** The layout options beside a workbook that does not name its cells; null for an option that is left open. */
export interface LayoutWish {
  /** Cells such as `Quote!B3` by the names of inputs, beside those that are proposed. */
  readonly inputs: Readonly<Record<string, string>> | null
  /** Names or cells of proposed inputs that customers are not asked. */
  readonly without: readonly string[]
  /** Cells by the names of the outputs, in place of those that are proposed. */
  readonly outputs: Readonly<Record<string, string>> | null
  readonly taxRate: number | null
  readonly amounts: 'major' | 'minor' | null
  /** Minor units in a major one: 100 cents in a euro. */
  readonly minorUnits: number
}

export type WorkbookWithLayout =
  | {
      readonly ok: true
      readonly bytes: Uint8Array
      readonly workbook: Workbook
      /** The layout that the workbook names itself, and its problems. */
      readonly read: FoundLayout
      /** The proposed layout, if the workbook names none. */
      readonly layout: ProposedLayout | null
      /** Doubts about proposed cells that no option confirms. */
      readonly notices: readonly WorkbookProblem[]
      /** The same workbook with the cells that a sale needs beside the price. */
      readonly withSale: (
        sale: SaleCells,
      ) => Pick<WorkbookWithLayout & { ok: true }, 'bytes' | 'workbook' | 'read'>
    }
  | {
      readonly ok: false
      readonly problems: readonly WorkbookProblem[]
      readonly layout: ProposedLayout | null
    }

/** A workbook that names its inputs and outputs: the workbook itself, or a copy with a layout. */
export function ensureLayout(
  bytes: Uint8Array,
  workbook: Workbook,
  looks: LooksOf,
  wish: LayoutWish,
  readFormula: ReadFormula,
): WorkbookWithLayout {
  const read = readLayout(workbook)
  if (read.layout !== null) {
    const hasWishes =
      wish.inputs !== null ||
      wish.outputs !== null ||
      wish.taxRate !== null ||
      wish.without.length > 0
    return hasWishes
      ? { ok: false, problems: [alreadyNamed], layout: null }
      : { ok: true, bytes, workbook, read, layout: null, notices: [], withSale: besides }
  }
  const problems: WorkbookProblem[] = []
  const wished = wish.outputs === null ? null : cellsNamed(wish.outputs, workbook, problems)
  const layout = proposeLayout(workbook, looks, readFormula, wished)
  const inputs = inputsOf(wish, layout, workbook, problems)
  const outputs = wished ?? takenOf(layout?.outputs)
  problems.push(...outputs.filter(({ cell }) => isBlank(workbook, cell)).map(blankOutput))
  // A product without questions needs an explicit option; it is never guessed.
  const asksNothing = wish.inputs === null && inputs.length === 0 && (layout?.unlisted ?? 0) === 0
  if (problems.length === 0 && (asksNothing || inputs.length + outputs.length === 0)) {
    return { ok: false, problems: [nothingFound, ...read.problems], layout }
  }
  if (layout !== null && layout.unlisted > 0 && wish.inputs === null) {
    problems.push(tooMany(layout))
  }
  const taxRate = outputs.some(({ name }) => name === 'tax_rate') ? null : wish.taxRate
  const names = new Set([
    ...outputs.map(({ name }) => name),
    ...(taxRate === null ? [] : [rateName]),
  ])
  if (problems.length === 0 && !canDerivePremium(names)) problems.push(incomplete(names))
  if (problems.length > 0) return { ok: false, problems, layout }
  const isMinor = (wish.amounts ?? layout?.amounts) === 'minor'
  const amountsTimes = isMinor ? 1 : wish.minorUnits
  const notices = doubtsIn(layout, wish, inputs)
  const withSale = (sale: SaleCells) => written({ inputs, outputs, taxRate, amountsTimes, sale })
  return { ok: true, ...withSale(noSaleCells), layout, notices, withSale }

  /** A workbook that names everything but the cells of the sale. */
  function besides(sale: SaleCells) {
    return written({ inputs: [], outputs: [], taxRate: null, amountsTimes: 1, sale })
  }

  function written(spec: LayoutSpec) {
    const copy = writeLayout(bytes, workbook, spec)
    return { ...copy, read: readLayout(copy.workbook) }
  }
}

function doubtsIn(
  layout: ProposedLayout | null,
  wish: LayoutWish,
  asked: readonly NamedCell[],
): WorkbookProblem[] {
  if (layout === null) return []
  const { inputs, outputs, amounts } = layout.doubts
  const settled = new Set([...asked.map(({ cell }) => placeOf(cell)), ...wish.without])
  return [
    ...inputs.filter(({ place }) => !settled.has(place)),
    ...(wish.outputs === null ? outputs : []),
    ...(wish.amounts === null ? amounts : []),
  ]
}

const rateName = 'tax_rate'

const alreadyNamed: WorkbookProblem = {
  place: '',
  message: 'The workbook already names its inputs and outputs, so options cannot name others.',
  fix: 'Leave these options out, or change the workbook.',
}

const nothingFound: WorkbookProblem = {
  place: '',
  message: 'No cell looks like an input that a price depends on.',
  fix: 'Say which they are: --input age=Quote!B3 --output gross_premium=Quote!B9 (inputs and outputs in the API).',
}

function tooMany({ inputs, unlisted }: ProposedLayout): WorkbookProblem {
  return {
    place: '',
    message: `Prices depend on ${inputs.length + unlisted} single cells without a formula, too many to ask a customer.`,
    fix: 'Say which of them are inputs: --input age=Quote!B3 (inputs in the API); or keep tables in ranges that formulas look up.',
  }
}

function incomplete(names: ReadonlySet<string>): WorkbookProblem {
  const known = [...names].filter((name) => /premium|payment|tax/.test(name))
  return {
    place: 'outputs',
    message: `${known.length === 0 ? 'There is no premium among the outputs' : `${known.join(' and ')} ${known.length === 1 ? 'does' : 'do'} not say how much of the premium is tax`}.`,
    fix: 'Say the rate of the tax (--tax-rate 0.19, tax_rate in the API; 0 where there is none), or which cells have it: --output gross_premium=Quote!B9 --output premium_tax=Quote!B8 (outputs in the API).',
  }
}

function isBlank(workbook: Workbook, { sheet, row, column }: NamedCell['cell']): boolean {
  const cells = workbook.sheets.find(({ name }) => name === sheet)?.cells ?? []
  return !cells.some((cell) => cell.row === row && cell.column === column)
}

function blankOutput({ name, cell }: NamedCell): WorkbookProblem {
  const message = `The output ${name} has no value.`
  return { place: placeOf(cell), message, fix: 'Name the cell that has its formula.' }
}

/** The proposed inputs without the removed ones, and the added inputs. */
function inputsOf(
  { inputs, without }: LayoutWish,
  layout: ProposedLayout | null,
  workbook: Workbook,
  problems: WorkbookProblem[],
): NamedCell[] {
  const added = inputs === null ? [] : cellsNamed(inputs, workbook, problems)
  // Among too many candidates, only the named inputs are used.
  if (added.length > 0 && (layout?.unlisted ?? 0) > 0) return added
  const known = layout?.inputs ?? []
  for (const one of without) {
    if (!known.some(({ name, place }) => one === name || one === place)) {
      problems.push(unknownInput(one, known))
    }
  }
  const places = new Set(added.map(({ cell }) => placeOf(cell)))
  const names = new Set(added.map(({ name }) => name))
  const kept = takenOf(
    known.filter(
      ({ name, place }) =>
        !without.includes(name) &&
        !without.includes(place) &&
        !places.has(place) &&
        !names.has(name),
    ),
  )
  return [...kept, ...added].toSorted(inOrderOf(workbook))
}

function unknownInput(name: string, known: readonly ProposedCell[]): WorkbookProblem {
  const names = known.filter(({ isProposed }) => isProposed).map((one) => one.name)
  return {
    place: 'without',
    message: `No proposed input is called ${name.slice(0, 100)}.`,
    fix: `Write one of these, or its cell: ${names.join(', ')} (--without, without in the API).`,
  }
}

/** As they stand in the workbook: sheet by sheet, from the top down. */
function inOrderOf({ sheets }: Workbook): (one: NamedCell, other: NamedCell) => number {
  const at = ({ cell }: NamedCell) => sheets.findIndex(({ name }) => name === cell.sheet)
  return (one, other) =>
    at(one) - at(other) || one.cell.row - other.cell.row || one.cell.column - other.cell.column
}

function takenOf(proposed: readonly ProposedCell[] = []): NamedCell[] {
  return proposed.filter(({ isProposed }) => isProposed).map(({ name, cell }) => ({ name, cell }))
}

/** The cells that the options name. */
function cellsNamed(
  wished: Readonly<Record<string, string>>,
  workbook: Workbook,
  problems: WorkbookProblem[],
): NamedCell[] {
  return Object.entries(wished).flatMap(([name, written]) => {
    const cell = cellIn(workbook, written)
    const isName = /^[a-z_][a-z0-9_]*(\.[a-z0-9_]+)*$/i.test(name) && name.length <= nameLettersMax
    if (cell !== null && isName) return [{ name, cell }]
    problems.push(
      cell === null
        ? {
            place: written,
            message: `The workbook has no cell ${written.slice(0, 100)}.`,
            fix: `Write sheet and cell, such as ${workbook.sheets[0]?.name ?? 'Quote'}!B3.`,
          }
        : {
            place: written,
            message: `"${name.slice(0, 100)}" is not a name for an input or output.`,
            fix: 'Use letters, digits and underscores, beginning with a letter.',
          },
    )
    return []
  })
}

const nameLettersMax = 100

/** `Quote!B3` or `'My sheet'!$B$3`. */
function cellIn(workbook: Workbook, written: string): NamedCell['cell'] | null {
  const bang = written.lastIndexOf('!')
  const wanted = written
    .slice(0, Math.max(0, bang))
    .replace(/^'(.*)'$/, '$1')
    .replaceAll("''", "'")
  const sheet = workbook.sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const address = parseAddress(written.slice(bang + 1).replaceAll('$', ''))
  return sheet === undefined || address === null ? null : { sheet: sheet.name, ...address }
}
