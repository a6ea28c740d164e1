import { aDate, anything, calledName, kindsOf } from '@bindery/spreadsheet/formulas'
import type { AstExpression } from '@borgar/fx'

/** A formula of a trace, and where it stands. */
export interface PlacedFormula {
  readonly place: string
  readonly expression: AstExpression
}

/** The uses of a formula may say something of another one that was examined before. */
const passes = 3

/**
 * Cells that hold days as far as the formulas that use them tell: what YEAR or EDATE takes, what is
 * compared with a day, and what is behind an output that is a day.
 */
export function dayCells(
  formulas: readonly PlacedFormula[],
  /** Known from the start, in lower case. */
  known: readonly string[],
  placeOfReference: (reference: string, from: string) => string | null,
): ReadonlySet<string> {
  const days = new Set(known)
  for (let pass = 0; pass < passes; pass++) {
    const before = days.size
    for (const { place, expression } of formulas.toReversed()) {
      const at = (reference: string) => placeOfReference(reference, place)
      visit(expression, days.has(place.toLowerCase()), { days, at })
    }
    if (days.size === before) break
  }
  return days
}

interface Site {
  readonly days: Set<string>
  readonly at: (reference: string) => string | null
}

function visit(node: AstExpression | null | undefined, isDay: boolean, site: Site): void {
  if (node === null || node === undefined) return
  if (node.type === 'ReferenceIdentifier') {
    const place = isDay ? site.at(node.value) : null
    if (place !== null) site.days.add(place)
  } else if (node.type === 'BinaryExpression') {
    const [left, right] = node.arguments
    const areDays = comparisons.has(node.operator)
      ? isDayIn(left, site) || isDayIn(right, site)
      : isDay && right?.type === 'Literal'
    visit(left, areDays, site)
    visit(right, areDays && comparisons.has(node.operator), site)
  } else if (node.type === 'CallExpression') {
    const name = calledName(node.callee)
    const taken = daysTaken.get(name) ?? 0
    const passedOn = choices.get(name)
    for (const [index, argument] of node.arguments.entries()) {
      visit(argument, index < taken || (isDay && passedOn !== undefined && index >= passedOn), site)
    }
  }
}

function isDayIn(node: AstExpression | null | undefined, { days, at }: Site): boolean {
  const kinds = kindsOf(node ?? null, ({ value }) => (days.has(at(value) ?? '') ? aDate : anything))
  return kinds === aDate
}

const comparisons = new Set(['=', '<>', '<', '<=', '>', '>='])

/** How many of its first arguments are days. */
const daysTaken = new Map([
  ['YEAR', 1],
  ['MONTH', 1],
  ['DAY', 1],
  ['WEEKDAY', 1],
  ['EDATE', 1],
  ['EOMONTH', 1],
  ['WORKDAY', 1],
  ['DATEDIF', 2],
  ['DAYS', 2],
  ['DAYS360', 2],
  ['NETWORKDAYS', 2],
  ['YEARFRAC', 2],
])

/** Functions that give one of their arguments, from this one on. */
const choices = new Map([
  ['IF', 1],
  ['CHOOSE', 1],
  ['IFERROR', 0],
  ['IFNA', 0],
  ['MAX', 0],
  ['MIN', 0],
])
