import {
  atOnce,
  type CellPlace,
  orUnreadable,
  parseWorkbook,
  placeOf,
  readLooks,
  referenceTo,
  type SheetLooks,
  type WorkbookProblem,
} from '@bindery/spreadsheet'
import { calendar1900, calendar1904, parseFormula } from '@bindery/spreadsheet/formulas'
import {
  buildGraph,
  type CellId,
  References,
  rememberingFormulas,
} from '@bindery/spreadsheet/references'
import { getFormatInfo } from 'numfmt'
import type { Problem } from '../../../kernel/index.ts'
import type { InputCell, NamedCell, WorkbookLayout } from '../layout.ts'
import { LayoutReader } from '../layout-reader.ts'
import { type SaleCells, noSaleCells } from '../write-layout.ts'
import { inferCondition } from './infer-condition.ts'
import { findLookups, inferLookups, type Lookup } from './infer-lookups.ts'
import { inferRulesFromValidation } from './infer-rules-from-validation.ts'
import { LooksOf } from './looks-of.ts'
import { type ProposedField, proposeField } from './propose-field.ts'
import { type ProposedVariable, proposeVariable } from './propose-variable.ts'
import { declines, readSaved, type SavedAnswers } from './read-saved.ts'
import { nothingInferred, type Inferred } from './constraint.ts'
import { type LayoutWish, ensureLayout } from './ensure-layout.ts'
import type { ProposedLayout } from './propose-layout.ts'
import type { Site } from './site.ts'

/** The inputs that a workbook seems to have, and the answers and prices saved in it. */
export interface WorkbookProposal extends SavedAnswers {
  readonly fields: readonly ProposedField[]
  readonly variables: readonly ProposedVariable[]
  /** Names of the outputs, knockouts among them. */
  readonly outputs: readonly string[]
  /** The parts of the workbook that are not used, each with its fix. */
  readonly notices: readonly Problem[]
  /** The workbook to price with: as it was given, or with the layout that options gave it. */
  readonly workbook: Uint8Array
  /** The cells that look like inputs and outputs; null if the workbook names them itself. */
  readonly layout: ProposedLayout | null
}

export type ProposeResult =
  | {
      readonly ok: true
      readonly proposal: WorkbookProposal
      /** The same proposal with a workbook that also has the outputs that a sale needs beside the price. */
      readonly withSale: (sale: SaleCells) => WorkbookProposal
    }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      readonly layout: ProposedLayout | null
    }

/** Proposes rules for the inputs of a workbook. Synchronous, so never on the thread that answers requests. */
export function proposeFromWorkbook(
  bytes: Uint8Array,
  file: string,
  wish: LayoutWish = nothingWished,
): ProposeResult {
  const inFile = (problem: WorkbookProblem): Problem => ({ file, ...problem })
  const refused = (problems: readonly WorkbookProblem[], proposed: ProposedLayout | null = null) =>
    ({ ok: false, problems: problems.map(inFile), layout: proposed }) as const
  const parsed = parseWorkbook(bytes)
  if (!parsed.ok) return refused(parsed.problems)
  const looks = looksIn(bytes)
  const readFormula = rememberingFormulas()
  const ensured = orUnreadable(() => {
    const copy = ensureLayout(bytes, parsed.workbook, new LooksOf(looks.looks), wish, readFormula)
    // A copy is written of more parts than prices are read from: a damaged one shows here.
    if (copy.ok && copy.layout === null) copy.withSale(noSaleCells)
    return copy
  })
  if ('problem' in ensured) return refused([ensured.problem])
  if (!ensured.ok) return refused(ensured.problems, ensured.layout)
  const { workbook, read } = ensured
  const { layout, problems } = read
  if (layout === null || problems.length > 0) return refused(problems, ensured.layout)
  const proposer = new Proposer(
    new References(workbook, readFormula),
    workbook.countsFrom1904 ? calendar1904 : calendar1900,
    layout,
    new LooksOf(looks.looks),
    ensured.layout,
  )
  const answers = readSaved(workbook, layout, (cell) => proposer.cellAt(cell))
  const fields = layout.inputs
    .filter(({ name }) => name !== todayName)
    .map((input) => proposer.field(input, answers.saved !== null))
  const proposal: WorkbookProposal = {
    fields: fields.map(({ field }) => field),
    variables: layout.predefined
      .filter(({ name }) => name !== todayName)
      .map(({ name, cell }) => proposeVariable(name, placeOf(cell), proposer.cellAt(cell))),
    outputs: layout.outputs.map(({ name }) => name),
    notices: [
      ...looks.notices,
      ...ensured.notices,
      ...fields.flatMap(({ notices }) => notices),
    ].map(inFile),
    ...answers,
    workbook: ensured.bytes,
    layout: ensured.layout,
  }
  const withSale = (sale: SaleCells): WorkbookProposal => {
    const copy = ensured.withSale(sale)
    if (copy.read.layout === null) throw new Error('a workbook with a layout keeps it')
    const reader = new LayoutReader(copy.workbook)
    const cellAt = ({ sheet, row, column }: CellPlace) =>
      reader.cell(sheet, row, column) ?? undefined
    return {
      ...proposal,
      ...readSaved(copy.workbook, copy.read.layout, cellAt),
      outputs: copy.read.layout.outputs.map(({ name }) => name),
      workbook: copy.bytes,
    }
  }
  return { ok: true, proposal, withSale }
}

const nothingWished: LayoutWish = {
  inputs: null,
  without: [],
  outputs: null,
  taxRate: null,
  amounts: null,
  minorUnits: 100,
}

const todayName = 'today'

/** A file whose prices can be read has its say, also where its looks cannot. */
function looksIn(bytes: Uint8Array): { looks: SheetLooks[]; notices: WorkbookProblem[] } {
  const looks = orUnreadable(() => readLooks(bytes))
  return 'problem' in looks ? { looks: [], notices: [looks.problem] } : { looks, notices: [] }
}

class Proposer {
  readonly #site: Site
  readonly #looks: LooksOf
  readonly #lookups: ReadonlyMap<CellId, readonly Lookup[]>
  /** The labels of cells, if inputs had to be searched for. */
  readonly #labels: ReadonlyMap<string, string | null>

  constructor(
    references: References,
    calendar: Site['calendar'],
    layout: WorkbookLayout,
    looks: LooksOf,
    proposed: ProposedLayout | null,
  ) {
    const inputs = new Map(
      [...layout.inputs, ...layout.predefined.filter(({ name }) => name === todayName)].flatMap(
        ({ name, cell }) => {
          const grid = references.grid(cell.sheet)
          return grid === undefined ? [] : [[grid.id(cell.row, cell.column), name] as const]
        },
      ),
    )
    this.#site = { references, calendar, inputs }
    this.#looks = looks
    this.#labels = new Map(proposed?.inputs.map(({ cell, label }) => [placeOf(cell), label]) ?? [])
    // So that formulas are known to read them, also within ranges.
    for (const { cell } of layout.inputs) {
      references.grid(cell.sheet)?.markLive(cell.row, cell.column)
    }
    this.#lookups = lookupsIn(layout, this.#site)
  }

  field(
    input: InputCell,
    isPriced: boolean,
  ): {
    readonly field: ProposedField
    readonly notices: readonly WorkbookProblem[]
  } {
    const { name, cell } = input
    const place = placeOf(cell)
    const grid = this.#site.references.grid(cell.sheet)
    if (grid === undefined) throw new Error('a layout names cells of sheets that are there')
    const value = this.cellAt(cell)?.value ?? null
    const { row, column } = cell
    const style = this.#looks.styleOf(cell)
    const isText = style !== null && getFormatInfo(style.format).isText
    const validatedCell = { grid, row, column, place, saved: value, isText }
    const validation = this.#looks.validationOf(cell)
    const validated =
      validation === null
        ? nothingInferred
        : inferRulesFromValidation(validation, validatedCell, this.#site)
    const valid = this.#valid(input)
    const lookups = this.#lookupsOf(input, grid.id(row, column))
    const inferred = [validated, valid, inferLookups(lookups, { place, saved: value, isPriced })]
    const { field, notices } = proposeField(
      {
        name,
        place,
        reference: referenceTo(cell),
        value,
        style,
        findings: inferred.flatMap((one) => one.findings),
        required: this.#required(input),
        label: validation?.promptTitle || (this.#labels.get(place) ?? null),
        help: validation?.prompt || null,
      },
      this.#site.calendar,
    )
    return { field, notices: [...inferred.flatMap((one) => one.notices), ...notices] }
  }

  /** Where an answer that is not valid declines the risk, a rule would make a mistake of that. */
  #lookupsOf({ knocksOut }: InputCell, id: CellId): readonly Lookup[] {
    return knocksOut ? [] : (this.#lookups.get(id) ?? [])
  }

  cellAt({ sheet, row, column }: CellPlace) {
    return this.#site.references.grid(sheet)?.cellAt(row, column)
  }

  #required({ cell, required }: InputCell): { is: boolean; reason: string } {
    const condition = required === null ? undefined : this.cellAt(required)
    if (required !== null && condition !== undefined) {
      if (condition.formula !== null) {
        const reason = `${placeOf(required)} computes whether it is, and the workbook asks for it itself`
        return { is: false, reason }
      }
      return { is: condition.value === true, reason: `${placeOf(required)} says so` }
    }
    const value = this.cellAt(cell)?.value ?? null
    return value === null || value === ''
      ? { is: false, reason: `${placeOf(cell)} was saved blank` }
      : { is: true, reason: 'nothing says that it may be left out' }
  }

  /** What the valid column says. Where it declines a risk, a rule would make a mistake of that. */
  #valid({ cell, isValid, knocksOut }: InputCell): Inferred {
    const condition = isValid === null ? undefined : this.cellAt(isValid)
    const grid = isValid === null ? undefined : this.#site.references.grid(isValid.sheet)
    if (isValid === null || condition?.formula == null || grid === undefined) return nothingInferred
    if (knocksOut) return nothingInferred
    const parsed = parseFormula(condition.formula, 'cells')
    if (!parsed.ok) return nothingInferred
    const { row, column } = isValid
    const own = this.#site.references.grid(cell.sheet)?.id(cell.row, cell.column) ?? -1
    const { constraints, isWhole } = inferCondition(
      parsed.expression,
      own,
      { grid, row, column },
      this.#site,
    )
    if (constraints.length === 0) return nothingInferred
    const reason = `${placeOf(isValid)}${isWhole ? '' : ', which says more and is checked by the workbook'}`
    return { findings: [{ constraints, reason }], notices: [] }
  }
}

/** Lookups behind outputs. Formulas in input cells do not count: answers take their place. */
function lookupsIn(
  { outputs }: WorkbookLayout,
  site: Site,
): ReadonlyMap<CellId, readonly Lookup[]> {
  const idsOf = (cells: readonly NamedCell[]) =>
    cells.flatMap(({ cell }) => {
      const grid = site.references.grid(cell.sheet)
      return grid === undefined ? [] : [grid.id(cell.row, cell.column)]
    })
  const { knockouts = [], others = [] } = Object.groupBy(outputs, (output) =>
    declines(output) ? 'knockouts' : 'others',
  )
  const roots = { knockouts: idsOf(knockouts), others: idsOf(others) }
  const all = [...roots.knockouts, ...roots.others]
  const graph = atOnce(buildGraph(all, site.references, new Set(site.inputs.keys()), '', []))
  return findLookups(roots, graph, site)
}
