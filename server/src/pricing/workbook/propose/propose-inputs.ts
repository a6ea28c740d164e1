import {
  type CellPlace,
  parseAddress,
  type Workbook,
  type WorkbookProblem,
} from '@bindery/spreadsheet'
import type { Area, CellId, References } from '@bindery/spreadsheet/references'
import { type Candidate, type ProposedCell, candidateAt, proposed } from './candidates.ts'
import type { CellUses } from './cell-uses.ts'
import { nameFrom } from './find-label.ts'
import { type LooksOf, inputStyle } from './looks-of.ts'
import { isOfTariff, isToday } from './output-words.ts'
import { saysOfSale } from './sale-words.ts'

export interface ProposedInputs {
  readonly inputs: readonly ProposedCell[]
  /** What looks as if somebody were to be asked, and is not. */
  readonly doubts: readonly WorkbookProblem[]
}

const doubtsMax = 20
const unneededMax = 100
/** A sheet with more is a table rather than a form. */
const cellsLookedAtMax = 2_000

/** Guesses which cells without a formula are answers, among those that the outputs depend on. */
export function proposeInputs(
  workbook: Workbook,
  references: References,
  uses: CellUses,
  looks: LooksOf,
  /** What prices are: the inputs are looked for among what they depend on. */
  outputs: readonly Pick<ProposedCell, 'cell'>[],
): ProposedInputs {
  return new InputFinder(workbook, references, uses, looks).find(outputs)
}

class InputFinder {
  readonly #references: References
  readonly #uses: CellUses
  readonly #looks: LooksOf
  readonly #names: ReadonlyMap<CellId, string>

  constructor(workbook: Workbook, references: References, uses: CellUses, looks: LooksOf) {
    this.#references = references
    this.#uses = uses
    this.#looks = looks
    this.#names = namesOfCells(workbook, references)
  }

  find(outputs: readonly Pick<ProposedCell, 'cell'>[]): ProposedInputs {
    const { needed, unneeded } = this.#cells(outputs)
    const candidates = needed.map((id) => candidateAt(id, this.#references, this.#uses))
    const marks = candidates.map((one) => this.#markOf(one))
    const fills = new Set(
      candidates.flatMap(({ place }, at) =>
        marks[at] === null ? [] : [this.#looks.styleOf(place)?.fill ?? null],
      ),
    )
    const hasMarks = marks.some((mark) => mark !== null)
    const own = hasMarks ? fills : this.#fillsOfNoFormula(candidates)
    own.delete(null)
    const sheet = this.#inputSheet(candidates, outputs)
    const inputs = candidates.map((one, at) => {
      const mark = marks[at] ?? null
      const label = this.#labelOf(one)
      const fill = this.#looks.styleOf(one.place)?.fill ?? null
      const name = this.#nameOf(one)
      const taken = (reason: string) =>
        proposed(one, { name, reason, isProposed: true, isUnlikely: false })
      if (mark !== null) return taken(mark)
      if (fill !== null && own.has(fill) && (hasMarks || !isOfTariff(label ?? ''))) {
        return taken(`it is coloured ${hasMarks ? 'as other inputs are' : 'as no formula is'}`)
      }
      const isLikely =
        !hasMarks &&
        own.size === 0 &&
        label !== null &&
        one.place.sheet === sheet &&
        !isOfTariff(label)
      const reason =
        label === null ? 'prices depend on it' : `prices depend on it, and its label is "${label}"`
      const isUnlikely = !isLikely && (label === null || isOfTariff(label))
      return proposed(one, { name, reason, isProposed: isLikely, isUnlikely })
    })
    const unused = unneeded
      .map((id) => candidateAt(id, this.#references, this.#uses))
      .filter((one) => this.#labelOf(one) !== null)
      .slice(0, unneededMax)
    const known = new Set([...needed, ...unneeded])
    const ofSale = [...unused, ...this.#labelled(inputs, known)].filter((one) =>
      this.#isOfSale(one),
    )
    const sold = ofSale.map((one) =>
      proposed(one, {
        name: this.#nameOf(one),
        reason: `its label is "${this.#labelOf(one)}", which a sale needs to know`,
        isProposed: true,
        isUnlikely: false,
      }),
    )
    const idle = unused
      .filter((one) => !this.#isOfSale(one))
      .map((one) =>
        proposed(one, {
          name: this.#nameOf(one),
          reason: markedInVain,
          isProposed: false,
          isUnlikely: true,
        }),
      )
    const doubts = [...frozenIn(inputs).map(frozen), ...idle.map(inVain)]
    return {
      inputs: [
        ...[...inputs, ...sold].toSorted(
          (one, other) => this.#idOf(one.cell) - this.#idOf(other.cell),
        ),
        ...idle,
      ],
      doubts: doubts.slice(0, doubtsMax),
    }
  }

  /** Days, numbers and choices whose labels say when cover begins, how long it lasts or how it is paid. */
  #isOfSale(one: Candidate): boolean {
    return (
      one.value !== null && typeof one.value !== 'boolean' && saysOfSale(this.#labelOf(one) ?? '')
    )
  }

  /** Cells with values that no price needs and nothing marks, on the sheets that ask something. */
  #labelled(inputs: readonly ProposedCell[], known: ReadonlySet<CellId>): Candidate[] {
    const sheets = new Set(inputs.filter((one) => one.isProposed).map(({ cell }) => cell.sheet))
    return this.#references.grids.flatMap((grid) => {
      if (!sheets.has(grid.name)) return []
      return [...grid.cells()]
        .slice(0, cellsLookedAtMax)
        .filter(({ formula, value }) => formula === null && typeof value === 'number')
        .map(({ row, column }) => grid.id(row, column))
        .filter((id) => !known.has(id))
        .map((id) => candidateAt(id, this.#references, this.#uses))
        .filter(({ label }) => label !== null && saysOfSale(label))
    })
  }

  /** Cells without a formula that outputs depend on, and those that look so and nothing needs. */
  #cells(outputs: readonly Pick<ProposedCell, 'cell'>[]): { needed: CellId[]; unneeded: CellId[] } {
    const given = new Set<CellId>()
    const inside = new Set<CellId>()
    for (const { cell } of outputs) {
      const id = this.#idOf(cell)
      given.add(id)
      inside.add(id)
      for (const one of this.#uses.behind(id)) inside.add(one)
    }
    const isPlain = (id: CellId) => !this.#uses.formulas.has(id) && !given.has(id)
    const needed = new Set<CellId>()
    const aggregated = new Map<string, Area>()
    const searched = new Map<string, Area>()
    for (const id of inside) {
      for (const one of this.#uses.named.get(id) ?? []) if (isPlain(one)) needed.add(one)
      const areas = this.#uses.searching.has(id) ? searched : aggregated
      for (const area of this.#uses.ranges.get(id) ?? []) areas.set(wordsOf(area), area)
    }
    // Of a range only what is marked: mostly it is a table, and nobody is asked for a rate.
    const unneeded = new Set<CellId>()
    for (const cell of this.#looks.marked()) {
      const id = this.#idOf(cell)
      if (!isPlain(id) || needed.has(id)) continue
      if (aggregated.values().some((area) => holds(area, cell))) needed.add(id)
      else if (!searched.values().some((area) => holds(area, cell))) unneeded.add(id)
    }
    const sorted = (ids: Set<CellId>) => [...ids].toSorted((a, b) => a - b)
    return { needed: sorted(needed), unneeded: sorted(unneeded) }
  }

  #idOf({ sheet, row, column }: CellPlace): CellId {
    return this.#references.grid(sheet)?.id(row, column) ?? -1
  }

  #labelOf(one: Candidate): string | null {
    return one.label ?? this.#names.get(one.id) ?? null
  }

  #nameOf(one: Candidate): string {
    const label = this.#labelOf(one)
    if (label !== null && isToday(label)) return 'today'
    return nameFrom(this.#names.get(one.id) ?? label ?? '') ?? `input_${one.place.row}`
  }

  /** Where nothing else marks inputs: colours of cells without a formula that no formula has. */
  #fillsOfNoFormula(candidates: readonly Candidate[]): Set<string | null> {
    const fillOf = (place: CellPlace) => this.#looks.styleOf(place)?.fill ?? null
    const fills = new Set(candidates.map(({ place }) => fillOf(place)))
    for (const { grid, cell } of this.#uses.formulas.values()) {
      fills.delete(fillOf({ sheet: grid.name, row: cell.row, column: cell.column }))
    }
    return fills
  }

  /** What distinguishes an input from a number of the tariff. */
  #markOf({ place }: Candidate): string | null {
    const validation = this.#looks.validationOf(place)
    if (validation !== null && validation.kind !== 'none') return 'it has data validation'
    const style = this.#looks.styleOf(place)
    if (style?.builtIn === inputStyle) return 'its style is Input'
    return style?.isUnlocked === true ? 'it is not protected' : null
  }

  /** Where the price stands, if anything is asked there; else the first sheet that asks something. */
  #inputSheet(
    candidates: readonly Candidate[],
    outputs: readonly Pick<ProposedCell, 'cell'>[],
  ): string | undefined {
    const asking = candidates.filter(({ label }) => label !== null && !isOfTariff(label))
    const beside = asking.find(({ place }) => place.sheet === outputs[0]?.cell.sheet)
    return (beside ?? asking[0])?.place.sheet
  }
}

const markedInVain = 'it is marked as an input, but no price depends on it'

function inVain({ name, place, label }: ProposedCell): WorkbookProblem {
  return {
    place,
    message: `${label} is marked as an input, but no price depends on it. It is not asked.`,
    fix: `Where customers are to answer it, add it: --input ${name}=${place} (inputs in the API).`,
  }
}

/** Those that are computed with as they were saved, though they look like answers beside others. */
function frozenIn(inputs: readonly ProposedCell[]): ProposedCell[] {
  const asking = new Set(inputs.filter((one) => one.isProposed).map(({ cell }) => cell.sheet))
  return inputs.filter(
    ({ isProposed, label, cell }) =>
      !isProposed && label !== null && asking.has(cell.sheet) && !isOfTariff(label),
  )
}

function frozen({ name, place, label, value }: ProposedCell): WorkbookProblem {
  return {
    place,
    message: `${label} is not asked: other inputs are marked, and it is not. Every price is computed with ${value === null ? 'it blank' : JSON.stringify(value)}.`,
    fix: `Where customers are to answer it, give it data validation, or add it: --input ${name}=${place} (inputs in the API).`,
  }
}

function wordsOf({ grid, top, left, bottom, right }: Area): string {
  return [grid.name, top, left, bottom, right].join(' ')
}

function holds(
  { grid, top, left, bottom, right }: Area,
  { sheet, row, column }: CellPlace,
): boolean {
  const isOnSheet = grid.name.toLowerCase() === sheet.toLowerCase()
  return isOnSheet && row >= top && row <= bottom && column >= left && column <= right
}

/** Names that stand for one cell each. */
function namesOfCells(workbook: Workbook, references: References): Map<CellId, string> {
  const names = new Map<CellId, string>()
  for (const { name, formula } of workbook.names) {
    const [, quoted, plain, written = ''] =
      /^(?:'((?:[^']|'')+)'|([^'!]+))!(\$?[A-Z]{1,3}\$?\d+)$/i.exec(formula) ?? []
    const grid = references.grid(quoted?.replaceAll("''", "'") ?? plain ?? '')
    const address = parseAddress(written.replaceAll('$', ''))
    if (grid !== undefined && address !== null) {
      names.set(grid.id(address.row, address.column), name)
    }
  }
  return names
}
