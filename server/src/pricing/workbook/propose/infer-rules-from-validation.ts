import {
  addressOf,
  type CellRange,
  type Validation,
  type WorkbookProblem,
} from '@bindery/spreadsheet'
import { parseFormula } from '@bindery/spreadsheet/formulas'
import { type FormulaPlace, takeApart, writeOut } from '@bindery/spreadsheet/references'
import { splitEntries } from '@bindery/spreadsheet/xlsx'
import type {
  Comparison,
  Constraint,
  FieldType,
  Inferred,
  Operand,
  PlainValue,
} from './constraint.ts'
import { areaOf, operandOf, type Site, valuesIn } from './site.ts'

export interface ValidatedCell extends FormulaPlace {
  readonly place: string
  /** The saved value: it distinguishes a number from a text that looks like one. */
  readonly saved: unknown
  /** Whether the number format of the cell turns every entry into a text. */
  readonly isText: boolean
}

/** The constraints of a cell's data validation on the answer. */
export function inferRulesFromValidation(
  validation: Validation,
  cell: ValidatedCell,
  site: Site,
): Inferred {
  const { constraints, notices } = inferConstraints(validation, cell, site)
  if (constraints.length === 0) return { findings: [], notices }
  const manner = validation.isStrict ? '' : ', which the spreadsheet program only warns of'
  const reason = `data validation of ${cell.place}${manner}`
  return { findings: [{ constraints, reason }], notices }
}

interface Outcome {
  readonly constraints: readonly Constraint[]
  readonly notices: readonly WorkbookProblem[]
}

function inferConstraints(validation: Validation, cell: ValidatedCell, site: Site): Outcome {
  switch (validation.kind) {
    case 'none':
      return { constraints: [], notices: [] }
    case 'list':
      return inferList(validation, cell, site)
    case 'whole':
      return inferNumbers(validation, 'integer', cell, site)
    case 'decimal':
      return inferNumbers(validation, 'numeric', cell, site)
    case 'date':
      return inferNumbers(validation, 'iso_date', cell, site)
    case 'textLength':
      return inferLength(validation, cell, site)
    case 'time':
      return untaken(cell, 'asks for a time of day, which no rule has', 'Ask for a text or a day.')
    case 'custom':
      return untaken(
        cell,
        `is the formula =${shortened(validation.formula1)}, which no rule says`,
        'Write a rule in quote.json, or the formula into the valid column: the workbook then checks it itself.',
      )
  }
}

function untaken(cell: ValidatedCell, what: string, fix: string): Outcome {
  const message = `The data validation ${what}; it is not taken.`
  return { constraints: [], notices: [{ place: cell.place, message, fix }] }
}

function inferList(validation: Validation, cell: ValidatedCell, site: Site): Outcome {
  if (validation.entries !== null) return choices(validation.entries.map(typed(cell)))
  const formula = asWrittenIn(cell, validation.formula1, validation.ranges)
  const parsed = parseFormula(formula, 'cells')
  if (!parsed.ok)
    return untaken(cell, `has a list that cannot be read: =${shortened(formula)}`, lists)
  const { expression } = parsed
  if (expression.type === 'Literal') {
    const entries = splitEntries(String(expression.value))
    return entries.length === 0
      ? untaken(cell, 'has an empty list', lists)
      : choices(entries.map(typed(cell)))
  }
  const area = areaOf(expression, cell, site)
  if (area === null) {
    const what = `takes its list from =${shortened(formula)}, which are no plain cells of this workbook`
    return untaken(cell, what, lists)
  }
  const listed = valuesIn(area)
  if (listed.ok) return choices(listed.values)
  return untaken(
    cell,
    `takes its list from =${shortened(formula)}, which ${listed.why}`,
    listed.fix,
  )
}

const lists =
  'Name the cells of the list directly, such as Lists!$A$2:$A$9, or write its entries with commas between them.'

function choices(values: readonly PlainValue[]): Outcome {
  return { constraints: [{ kind: 'choices', values: [...new Set(values)] }], notices: [] }
}

/**
 * Entries that are typed become what a cell makes of them: numbers, 10% and TRUE are no texts there,
 * unless what stands there or its format says that they are.
 */
function typed({ saved, isText }: ValidatedCell): (entry: string) => PlainValue {
  const isOfText = typeof saved === 'string' && (isText || entered(saved) !== saved)
  const staysText = isOfText || (isText && saved === null)
  return staysText ? (entry) => entry : entered
}

/** The value that a cell gets from a typed entry. */
function entered(text: string): PlainValue {
  if (/^(TRUE|FALSE)$/i.test(text)) return text.toUpperCase() === 'TRUE'
  const [, digits = '', power = '', percent] = numeral.exec(text) ?? []
  if (digits === '' || (percent !== undefined && power !== '')) return text
  const number = Number(`${digits}${percent === undefined ? power : 'e-2'}`)
  return Number.isFinite(number) ? number : text
}

/** `-2.5`, `2e3` and `10 %`. */
const numeral = /^([+-]?(?:\d+\.?\d*|\.\d+))(e[+-]?\d+)?(\s*%)?$/i

function inferNumbers(
  validation: Validation,
  type: FieldType,
  cell: ValidatedCell,
  site: Site,
): Outcome {
  const { operator } = validation
  if (operator === 'notBetween') {
    return untaken(
      cell,
      'refuses what lies between two bounds, which no rule says',
      `Check it in the valid column: =OR(${addressOf(cell.row, cell.column)}<${shortened(validation.formula1)},${addressOf(cell.row, cell.column)}>${shortened(validation.formula2)}).`,
    )
  }
  const written =
    operator === 'between' ? [validation.formula1, validation.formula2] : [validation.formula1]
  const bounds = written.map((formula) =>
    boundOf(asWrittenIn(cell, formula, validation.ranges), type, cell, site),
  )
  // Both bounds may be the same, above all if the cells that they referred to are gone.
  const notices = bounds.flatMap((bound, at) =>
    at > 0 && written[at] === written[0] ? [] : bound.notices,
  )
  const ofType: Constraint = { kind: 'type', type }
  const [first, second] = bounds.map(({ to }) => to)
  if (operator === 'equal' || operator === 'notEqual') {
    if (first == null) return { constraints: [ofType], notices }
    if (first.kind !== 'value') {
      return untaken(cell, 'compares with another answer', 'Check it in the valid column.')
    }
    const kind = operator === 'equal' ? 'choices' : 'excluded'
    return { constraints: [ofType, { kind, values: [first.value] }], notices }
  }
  if (first != null && second != null && isAbove(first, second)) {
    return untaken(
      cell,
      'has a lower bound above its upper one, so that no answer passes',
      'Exchange the two.',
    )
  }
  const sides: readonly Comparison[] =
    operator === 'between' ? ['>=', '<='] : [comparisons[operator]]
  const taken = sides.flatMap((comparison, at): Constraint[] => {
    const to = bounds[at]?.to ?? null
    return to === null ? [] : [{ kind: 'bound', comparison, to }]
  })
  return { constraints: [ofType, ...taken], notices }
}

const comparisons = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
} as const

function isAbove(first: Operand, second: Operand): boolean {
  if (first.kind === 'day' && second.kind === 'day') return first.days > second.days
  return first.kind === 'value' && second.kind === 'value' && first.value > second.value
}

/** The value of a bound; null, with a notice, where no rule can express it. */
function boundOf(
  formula: string,
  type: FieldType,
  cell: ValidatedCell,
  site: Site,
): { readonly to: Operand | null; readonly notices: readonly WorkbookProblem[] } {
  const parsed = parseFormula(formula, 'cells')
  const to = parsed.ok ? operandOf(parsed.expression, cell, site) : null
  const isUsable =
    to !== null &&
    (to.kind !== 'value' || typeof to.value === 'number') &&
    (to.kind !== 'day' || type === 'iso_date')
  if (isUsable) return { to, notices: [] }
  const isDay = type === 'iso_date'
  const message = `The data validation has the bound =${shortened(formula)}, which is not a plain number${isDay ? ' or day' : ''}; that bound is not taken.`
  const fix = isDay && /\b(TODAY|NOW)\(/i.test(formula) ? countFromToday : plainNumber
  return { to: null, notices: [{ place: cell.place, message, fix }] }
}

const plainNumber = 'Write the number there, or put it into a cell without a formula.'
const countFromToday =
  'Write a rule that counts from today into quote.json, such as before_or_equal:+12 months, or check it in the valid column against an input today.'

function inferLength(validation: Validation, cell: ValidatedCell, site: Site): Outcome {
  if (typeof cell.saved === 'number' || typeof cell.saved === 'boolean') {
    return untaken(
      cell,
      'counts characters, but the saved value is not a text',
      'Format the cell as text and write the value again, or give bounds for the number.',
    )
  }
  const inferred = inferNumbers(validation, 'integer', cell, site)
  const constraints: Constraint[] = [{ kind: 'type', type: 'string' }]
  for (const one of inferred.constraints) {
    if (one.kind === 'excluded') {
      return untaken(
        cell,
        'refuses one length, which no rule says',
        'Check it in the valid column.',
      )
    }
    if (one.kind === 'choices') {
      constraints.push({ kind: 'length', comparison: '=', characters: Number(one.values[0]) })
    }
    if (one.kind !== 'bound') continue
    if (one.to.kind !== 'value') {
      return untaken(cell, 'takes a length from an answer', 'Check it in the valid column.')
    }
    constraints.push(lengthOf(one.comparison, Number(one.to.value)))
  }
  return { constraints, notices: inferred.notices }
}

/** Lengths are whole numbers: more than 4 is at least 5. */
function lengthOf(comparison: Comparison, bound: number): Constraint {
  if (comparison === '>' || comparison === '>=') {
    const least = comparison === '>' ? Math.floor(bound) + 1 : Math.ceil(bound)
    return { kind: 'length', comparison: '>=', characters: Math.max(0, least) }
  }
  const most = comparison === '<' ? Math.ceil(bound) - 1 : Math.floor(bound)
  return { kind: 'length', comparison: '<=', characters: Math.max(0, most) }
}

/** References without a `$` are written as they look from the first cell of the ranges. */
function asWrittenIn(cell: FormulaPlace, formula: string, ranges: readonly CellRange[]): string {
  const [first] = ranges
  if (first === undefined) return formula
  return writeOut(takeApart(formula, first.top, first.left), cell)
}

function shortened(formula: string): string {
  return formula.length <= 80 ? formula : `${formula.slice(0, 77)}...`
}
