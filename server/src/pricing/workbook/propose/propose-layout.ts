import { getFormatInfo } from 'numfmt'
import type { CellId } from '../compile/grid.ts'
import { positionOf } from '../compile/grid.ts'
import { References } from '../compile/resolve-reference.ts'
import type { CellPlace } from '../layout.ts'
import type { Workbook } from '../workbook.ts'
import { parseAddress, placeOf } from '../xlsx/cell-address.ts'
import { type CellUses, findUses } from './cell-uses.ts'
import { labelOf, nameFrom } from './find-label.ts'
import type { LooksOf } from './looks-of.ts'
import { isOfTariff, isToday, meaningOf } from './output-words.ts'
import type { PlainValue } from './said.ts'

/** A cell that looks like an input or an output. */
export interface ProposedCell {
  readonly name: string
  readonly cell: CellPlace
  /** The same in words: `Quote!B3`. */
  readonly place: string
  readonly label: string | null
  readonly value: PlainValue | null
  readonly reason: string
  /** False for one that might be meant all the same. */
  readonly isProposed: boolean
}

export interface ProposedLayout {
  readonly inputs: readonly ProposedCell[]
  readonly outputs: readonly ProposedCell[]
  /** Whether amounts seem to be in euros and francs, or in cents. */
  readonly amounts: 'major' | 'minor'
  /** How many more cells look like inputs than anybody is asked about. */
  readonly unlisted: number
}

const candidatesMax = 200
const otherOutputsMax = 20

/** Guesses where a workbook without a layout takes answers and gives prices; null where it has none. */
export function proposeLayout(workbook: Workbook, looks: LooksOf): ProposedLayout | null {
  const references = new References(workbook)
  const uses = findUses(references)
  if (uses === null || uses.formulas.size === 0) return null
  return new LayoutProposer(workbook, references, uses, looks).propose()
}

interface Candidate {
  readonly id: CellId
  readonly place: CellPlace
  readonly label: string | null
  readonly value: PlainValue | null
}

class LayoutProposer {
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

  propose(): ProposedLayout | null {
    const outputs = this.#outputs()
    const [first] = outputs
    if (first === undefined) return null
    const inputs = this.#inputs(outputs.filter(({ isProposed }) => isProposed))
    if (inputs.length === 0) return null
    return {
      inputs: distinctly(inputs).slice(0, candidatesMax),
      outputs: distinctly(outputs).slice(0, candidatesMax),
      amounts: this.#amounts(first),
      unlisted: Math.max(0, inputs.length - candidatesMax),
    }
  }

  #candidate(id: CellId): Candidate {
    const { sheet, row, column } = positionOf(id)
    const grid = this.#references.grids[sheet]
    if (grid === undefined) throw new Error('a cell stands on a sheet')
    const value = grid.cellAt(row, column)?.value ?? null
    return {
      id,
      place: { sheet: grid.name, row, column },
      label: labelOf(grid, row, column),
      value: typeof value === 'object' ? null : value,
    }
  }

  /** The premium comes first, then its tax, then what else nothing else needs. */
  #outputs(): ProposedCell[] {
    const formulas = [...this.#uses.formulas.keys()].map((id) => this.#candidate(id))
    const meant = (meaning: string) =>
      this.#preferred(
        formulas.filter(
          ({ label, value }) =>
            label !== null && typeof value !== 'string' && meaningOf(label) === meaning,
        ),
      )
    const isRate = ({ value }: Candidate) => typeof value === 'number' && value > 0 && value < 1
    const net = meant('net')
    const named = meant('gross') ?? meant('premium')
    const gross = named ?? (net === null ? this.#dearestSink(formulas) : null)
    const tax = meant('tax')
    const rate = tax !== null && isRate(tax) ? tax : this.#constantRate()
    const chosen: ProposedCell[] = []
    const choose = (one: Candidate | null, name: string, reason: string) => {
      if (one === null) return
      const taken = chosen.some(({ cell }) => placeOf(cell) === placeOf(one.place))
      if (!taken) chosen.push(this.#proposed(one, name, reason, true))
    }
    const says = (one: Candidate | null) =>
      one?.label == null ? 'no other formula needs it' : `its label is "${one.label}"`
    choose(gross, 'gross_premium', says(gross))
    if (tax !== null && tax !== rate) choose(tax, 'premium_tax', says(tax))
    else if (rate !== null) choose(rate, 'tax_rate', says(rate))
    // Two of the three are enough; three might differ by a cent after rounding.
    if (chosen.length < 2) choose(net, 'net_premium', says(net))
    return [...chosen, ...this.#others(formulas, chosen)]
  }

  /** Of several with one meaning the one that no other formula needs, else the last. */
  #preferred(candidates: readonly Candidate[]): Candidate | null {
    return candidates.findLast(({ id }) => this.#uses.sinks.has(id)) ?? candidates.at(-1) ?? null
  }

  /** The number that most depends on; it is what a workbook is for. */
  #dearestSink(formulas: readonly Candidate[]): Candidate | null {
    let best: Candidate | null = null
    let most = 0
    for (const one of formulas) {
      if (!this.#uses.sinks.has(one.id) || typeof one.value === 'string') continue
      if (typeof one.value === 'boolean') continue
      const { size } = this.#uses.behind(one.id)
      if (size <= most) continue
      most = size
      best = one
    }
    return best
  }

  /** A rate of the tax that is written down, such as 19 %. */
  #constantRate(): Candidate | null {
    for (const singles of this.#uses.named.values()) {
      for (const id of singles) {
        if (this.#uses.formulas.has(id)) continue
        const one = this.#candidate(id)
        const isRate = typeof one.value === 'number' && one.value >= 0 && one.value < 1
        if (isRate && one.label !== null && meaningOf(one.label) === 'tax') return one
      }
    }
    return null
  }

  #others(formulas: readonly Candidate[], chosen: readonly ProposedCell[]): ProposedCell[] {
    const sheet = chosen[0]?.cell.sheet
    const taken = new Set(chosen.map(({ cell }) => placeOf(cell)))
    const others = formulas.filter(
      ({ id, place, label }) =>
        label !== null && this.#uses.sinks.has(id) && !taken.has(placeOf(place)),
    )
    return others.slice(0, candidatesMax).map((one, at) => {
      const declines = typeof one.value === 'boolean' && meaningOf(one.label ?? '') === 'knockout'
      const own = nameFrom(one.label ?? '') ?? 'output'
      const name = declines ? `knockout_${own}` : own
      const reason = `no other formula needs it, and its label is "${one.label}"`
      const isProposed = declines || (one.place.sheet === sheet && at < otherOutputsMax)
      return this.#proposed(one, name, reason, isProposed)
    })
  }

  #inputs(outputs: readonly ProposedCell[]): ProposedCell[] {
    const behind = new Set<CellId>()
    const given = new Set<CellId>()
    for (const { cell } of outputs) {
      const id = this.#references.grid(cell.sheet)?.id(cell.row, cell.column) ?? -1
      given.add(id)
      for (const one of this.#uses.behind(id)) behind.add(one)
    }
    const isInside = (id: CellId) => behind.has(id) || given.has(id)
    const plain = new Set<CellId>()
    for (const [id, singles] of this.#uses.named) {
      if (!isInside(id)) continue
      for (const one of singles) {
        if (!this.#uses.formulas.has(one) && !given.has(one)) plain.add(one)
      }
    }
    const candidates = [...plain].toSorted((a, b) => a - b).map((id) => this.#candidate(id))
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
    return candidates.map((one, at) => {
      const mark = marks[at] ?? null
      const label = one.label ?? this.#names.get(one.id) ?? null
      const fill = this.#looks.styleOf(one.place)?.fill ?? null
      const name =
        label !== null && isToday(label)
          ? 'today'
          : (nameFrom(this.#names.get(one.id) ?? label ?? '') ?? `input_${one.place.row}`)
      if (mark !== null) return this.#proposed(one, name, mark, true)
      if (fill !== null && own.has(fill) && (hasMarks || !isOfTariff(label ?? ''))) {
        const how = hasMarks ? 'as other inputs are' : 'as no formula is'
        return this.#proposed(one, name, `it is coloured ${how}`, true)
      }
      const isLikely =
        !hasMarks &&
        own.size === 0 &&
        label !== null &&
        one.place.sheet === sheet &&
        !isOfTariff(label)
      const reason =
        label === null ? 'prices depend on it' : `prices depend on it, and its label is "${label}"`
      return this.#proposed(one, name, reason, isLikely)
    })
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

  /** What tells an input from a number of the tariff. */
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
    outputs: readonly ProposedCell[],
  ): string | undefined {
    const asking = candidates.filter(({ label }) => label !== null && !isOfTariff(label))
    const beside = asking.find(({ place }) => place.sheet === outputs[0]?.cell.sheet)
    return (beside ?? asking[0])?.place.sheet
  }

  #amounts({ cell, label, value }: ProposedCell): 'major' | 'minor' {
    if (label !== null && /\b(cents?|rappen|centimes?|pence)\b/i.test(label)) return 'minor'
    const style = this.#looks.styleOf(cell)
    const format = style === null ? null : getFormatInfo(style.format)
    if (format !== null && format.maxDecimals === 0 && format.type === 'number') {
      return typeof value === 'number' && Number.isInteger(value) ? 'minor' : 'major'
    }
    return 'major'
  }

  #proposed(
    { place, label, value }: Candidate,
    name: string,
    reason: string,
    isProposed: boolean,
  ): ProposedCell {
    return { name, cell: place, place: placeOf(place), label, value, reason, isProposed }
  }
}

/** The number of Excel's own style for inputs. */
const inputStyle = 20

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

/** The same name twice gets a number. */
function distinctly(cells: readonly ProposedCell[]): ProposedCell[] {
  const taken = new Set<string>()
  return cells.map((one) => {
    let { name } = one
    for (let number = 2; taken.has(name); number++) name = `${one.name}_${number}`
    taken.add(name)
    return { ...one, name }
  })
}
