import { didYouMean } from '@bindery/rules/words'
import type { AstExpression, RangeA1, ReferenceIdentifier } from '@borgar/fx'
import { parseA1Ref } from '@borgar/fx/xlsx'
import { walkReferences } from '../engine/index.ts'
import { type ParsedFormula, parseFormula } from '../grammar/parse-formula.ts'
import { type TakenElsewhere, takenElsewhere, unreadableLink } from './other-files.ts'
import type { DefinedName, Workbook } from '../workbook.ts'
import { columnsMax, parseAddress, rowsMax } from '../xlsx/cell-address.ts'
import type { Area } from './area.ts'
import { Grid } from './grid.ts'
import { tableArea } from './table-area.ts'

/** Names that stand for names, one inside the other. */
export const nameDepthMax = 20

const plainCell = /^\$?[A-Z]{1,3}\$?[1-9]\d{0,6}$/

/** What a reference comes to. A name may stand for a formula of its own. */
export type Resolved =
  | { readonly kind: 'area'; readonly area: Area }
  | { readonly kind: 'formula'; readonly name: string; readonly expression: AstExpression }
  | { readonly kind: 'elsewhere'; readonly taken: TakenElsewhere }
  | { readonly kind: 'mistake'; readonly message: string; readonly fix: string }

/** The cell that a formula stands in. */
export interface FormulaPlace {
  readonly grid: Grid
  readonly row: number
  readonly column: number
}

export type ReadFormula = (formula: string) => ParsedFormula

/** Reads each formula once: for who goes through a workbook more than once. */
export function rememberingFormulas(): ReadFormula {
  const known = new Map<string, ParsedFormula>()
  return (formula) => {
    const parsed = known.get(formula) ?? readCellFormula(formula)
    known.set(formula, parsed)
    return parsed
  }
}

const readCellFormula: ReadFormula = (formula) => parseFormula(formula, 'cells')

/** Knows sheets, defined names and tables by name, whatever the case. */
export class References {
  readonly grids: readonly Grid[]
  readonly readFormula: ReadFormula
  readonly #workbook: Workbook
  readonly #sheets: ReadonlyMap<string, Grid>
  readonly #names = new Map<string, Resolved>()

  constructor(workbook: Workbook, readFormula = readCellFormula) {
    this.#workbook = workbook
    this.readFormula = readFormula
    this.grids = workbook.sheets.map((sheet, position) => new Grid(sheet, position))
    this.#sheets = new Map(this.grids.map((grid) => [grid.name.toLowerCase(), grid]))
  }

  grid(name: string): Grid | undefined {
    return this.#sheets.get(name.toLowerCase())
  }

  resolve(node: ReferenceIdentifier, at: FormulaPlace): Resolved {
    // Most references are to one cell of the same sheet, and a large workbook has many.
    const cell = plainCell.test(node.value) ? parseAddress(node.value.replaceAll('$', '')) : null
    if (cell !== null) {
      const { row, column } = cell
      const area = { grid: at.grid, top: row, left: column, bottom: row, right: column }
      return { kind: 'area', area }
    }
    const taken = takenElsewhere(node.value, this.#workbook.links)
    if (taken !== null) return { kind: 'elsewhere', taken }
    if (node.kind === 'table') {
      return tableArea(node.value, this.#workbook.tables, (name) => this.grid(name), at)
    }
    const reference = parseA1Ref(node.value)
    if (reference === undefined) {
      return mistake(`${node.value} cannot be read.`, 'Refer to cells or names of this workbook.')
    }
    const { sheetName = '' } = reference
    const grid = sheetName === '' ? at.grid : this.grid(sheetName)
    if (grid === undefined) return this.#noSheet(sheetName)
    if ('range' in reference) return { kind: 'area', area: areaOf(grid, reference.range) }
    return this.#named(reference.name, grid)
  }

  /** What to say of a formula that cannot be read, where it names other files. */
  unreadableLink(formula: string): { readonly message: string; readonly fix: string } | null {
    return unreadableLink(formula, this.#workbook.links)
  }

  /** A reference and the one whose size it takes; null where either is more than plain cells. */
  sized(
    node: ReferenceIdentifier,
    model: ReferenceIdentifier | undefined,
    at: FormulaPlace,
  ): { readonly area: Area; readonly model: Area } | null {
    const modelArea = model === undefined ? null : this.#area(model, at)
    const area = modelArea === null ? null : this.#area(node, at)
    return area === null || modelArea === null ? null : { area, model: modelArea }
  }

  /** The cells of a reference, or of a name that stands for cells alone. */
  #area(node: ReferenceIdentifier, at: FormulaPlace, depth = 0): Area | null {
    const resolved = this.resolve(node, at)
    if (resolved.kind === 'area') return resolved.area
    if (resolved.kind !== 'formula' || depth >= nameDepthMax) return null
    const { expression } = resolved
    return expression.type === 'ReferenceIdentifier' ? this.#area(expression, at, depth + 1) : null
  }

  #noSheet(name: string): Resolved {
    if (name.includes(':')) {
      return mistake(`${name} spans several sheets.`, 'Name the cells of each sheet on their own.')
    }
    const known = this.grids.map((grid) => grid.name)
    return mistake(
      `There is no sheet ${name}.`,
      didYouMean(name, known) ?? `The sheets are ${known.join(', ')}.`,
    )
  }

  #named(name: string, grid: Grid): Resolved {
    const key = name.toLowerCase()
    const found = this.#workbook.names.filter((known) => known.name.toLowerCase() === key)
    const defined =
      found.find(({ sheet }) => sheet?.toLowerCase() === grid.name.toLowerCase()) ??
      found.find(({ sheet }) => sheet === null)
    if (defined !== undefined) return this.#definition(defined)
    const known = this.#workbook.names.map((other) => other.name)
    return mistake(
      `The name ${name} is not defined.`,
      didYouMean(name, known) ?? 'Define it, or refer to the cell itself.',
    )
  }

  #definition(defined: DefinedName): Resolved {
    const key = `${defined.sheet ?? ''}!${defined.name}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const parsed = parseFormula(defined.formula, 'cells')
    const resolved: Resolved = parsed.ok
      ? named(defined.name, parsed.expression)
      : this.#unreadableName(defined, parsed)
    this.#names.set(key, resolved)
    return resolved
  }

  #unreadableName(
    { name, formula }: DefinedName,
    parsed: { readonly message: string; readonly fix: string },
  ): Resolved {
    const { message, fix } = this.unreadableLink(formula) ?? parsed
    return mistake(`The name ${name} cannot be read: ${message}`, fix)
  }
}

/** A name whose cells move with the cell that uses it is more likely a mistake than intended. */
function named(name: string, expression: AstExpression): Resolved {
  let relative: string | null = null
  walkReferences(expression, 'range', {
    nameKey: (other) => other,
    visit: (node) => {
      const reference = node.kind === 'table' ? undefined : parseA1Ref(node.value)
      if (reference === undefined || !('range' in reference)) return
      const { range } = reference
      const isFixed =
        (range.top === null || range.$top === true) && (range.left === null || range.$left === true)
      if (!isFixed) relative ??= node.value
    },
  })
  if (relative === null) return { kind: 'formula', name, expression }
  return mistake(
    `The name ${name} stands for ${String(relative)}, which moves with the cell that uses it.`,
    'Write its cells with dollar signs, such as $A$1.',
  )
}

function mistake(message: string, fix: string): Resolved {
  return { kind: 'mistake', message, fix }
}

function areaOf(grid: Grid, range: RangeA1): Area {
  return {
    grid,
    top: (range.top ?? 0) + 1,
    left: (range.left ?? 0) + 1,
    bottom: (range.bottom ?? rowsMax - 1) + 1,
    right: (range.right ?? columnsMax - 1) + 1,
  }
}
