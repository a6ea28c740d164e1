import { type CellValue, columnLetters, type WorkbookProblem } from '@bindery/spreadsheet'
import { calledName } from '@bindery/spreadsheet/formulas'
import {
  type Area,
  type CellGraph,
  type CellId,
  type CellNode,
  isWholeColumn,
} from '@bindery/spreadsheet/references'
import type { AstExpression } from '@borgar/fx'
import { cellsBehind, certainCalls } from './certain-parts.ts'
import {
  type Constraint,
  type Inferred,
  type PlainValue,
  type Finding,
  show,
} from './constraint.ts'
import { type Argument, areaOf, cellOf, operandOf, type Site, valuesIn } from './site.ts'

/** Where a price looks an answer up. */
export interface Lookup {
  readonly place: string
  /** In words: `Rates!A2:A9`. */
  readonly among: string
  readonly keys: readonly PlainValue[]
  /** False where the next lower key counts. */
  readonly isExact: boolean
}

/** Outputs by their cells: those that decline a risk, in their order, and all others. */
export interface OutputCells {
  readonly knockouts: readonly CellId[]
  readonly others: readonly CellId[]
}

/**
 * The lookups that fail every price for an answer that is not among their keys, by the answer's
 * cell. What other cells catch or skip does not count, and neither does a lookup of an answer for
 * which the risk may have been declined before.
 */
export function findLookups(
  { knockouts, others }: OutputCells,
  graph: CellGraph,
  site: Site,
): Map<CellId, Lookup[]> {
  const found = new Map<CellId, Lookup[]>()
  const aliases = aliasesIn(graph, site)
  const declining = new Set<CellId>()
  const collect = (roots: readonly CellId[]) => {
    for (const { call, node } of certainCalls(roots, graph, site)) {
      const cell = cellOf(call.arguments[0], node, site)
      const input = cell === null ? null : aliases(cell)
      if (input === null || !site.inputs.has(input) || declining.has(input)) continue
      const lookup = readLookup(calledName(call.callee), call.arguments, node, site)
      if (lookup !== null) found.set(input, [...(found.get(input) ?? []), lookup])
    }
  }
  for (const knockout of knockouts) {
    collect([knockout])
    for (const id of cellsBehind([knockout], graph)) declining.add(id)
  }
  collect(others)
  return found
}

/** An answer that is looked up. */
export interface LookedUp {
  readonly place: string
  /** The saved value of the cell. */
  readonly saved: CellValue
  /** Whether the saved value gave a price in the spreadsheet program. */
  readonly isPriced: boolean
}

/** The constraints of lookups on the answer: it is one of the keys, or not below the first key. */
export function inferLookups(lookups: readonly Lookup[], answer: LookedUp): Inferred {
  const speaking = lookups.filter((lookup) => findingOf(lookup) !== null)
  // The spreadsheet program knows better than we do whether a price needs a lookup.
  const needed = speaking.filter((lookup) => !answer.isPriced || finds(lookup, answer.saved))
  const [other] = speaking.filter((lookup) => !needed.includes(lookup))
  return {
    findings: needed.flatMap((lookup) => findingOf(lookup) ?? []),
    notices: other === undefined ? [] : [notNeeded(other, answer)],
  }
}

function findingOf({ place, among, keys, isExact }: Lookup): Finding | null {
  if (isExact) {
    const constraint: Constraint = { kind: 'choices', values: keys }
    return { constraints: [constraint], reason: `${place} looks it up in ${among}` }
  }
  const least = leastOf(keys)
  if (least === null) return null
  return {
    constraints: [{ kind: 'bound', comparison: '>=', to: { kind: 'value', value: least } }],
    reason: `${place} looks it up in ${among}, which begins there`,
  }
}

/** The first of numbers that do not descend. */
function leastOf(keys: readonly PlainValue[]): number | null {
  const numbers = keys.filter((key) => typeof key === 'number')
  const [least] = numbers
  if (least === undefined || numbers.length < keys.length) return null
  return numbers.some((key, at) => at > 0 && key < (numbers[at - 1] ?? key)) ? null : least
}

function finds({ keys, isExact }: Lookup, saved: CellValue): boolean {
  if (isExact) return keys.some((key) => key === saved)
  return typeof saved === 'number' && saved >= (leastOf(keys) ?? Infinity)
}

function notNeeded({ place, among }: Lookup, { place: own, saved }: LookedUp): WorkbookProblem {
  const isBlank = saved === null || saved === '' || typeof saved === 'object'
  const what = isBlank ? 'The blank cell' : `The saved value ${show(saved)}`
  return {
    place: own,
    message: `${what} is not a key that ${place} finds in ${among}, but the workbook has a price all the same. No rule is made of that lookup.`,
    fix: 'Give the cell data validation with all allowed answers, or write one of the keys there.',
  }
}

/** Cells that only show an answer, such as `=Calculator!C8`. */
function aliasesIn({ nodes }: CellGraph, site: Site): (id: CellId) => CellId {
  const targets = new Map<CellId, CellId>()
  for (const node of nodes.values()) {
    const target = node.expression === null ? null : cellOf(node.expression, node, site)
    if (target !== null) targets.set(node.id, target)
  }
  return (id) => {
    let at = id
    for (let steps = 0; steps < aliasStepsMax; steps++) at = targets.get(at) ?? at
    return at
  }
}

const aliasStepsMax = 5

function readLookup(
  name: string,
  args: readonly AstExpression[],
  node: CellNode,
  site: Site,
): Lookup | null {
  const flag = (at: number) => {
    const argument: Argument = args[at]
    if (argument == null) return null
    const operand = operandOf(argument, node, site)
    return operand?.kind === 'value' ? operand.value : undefined
  }
  const isOff = (value: unknown) => value === 0 || value === false
  const ranged = (at: number, line: 'column' | 'row' | 'either', isExact: boolean) =>
    keysIn(args[at], line, isExact, node, site)
  switch (name) {
    case 'VLOOKUP':
      return flag(3) === undefined ? null : ranged(1, 'column', isOff(flag(3)))
    case 'HLOOKUP':
      return flag(3) === undefined ? null : ranged(1, 'row', isOff(flag(3)))
    case 'MATCH':
      if (isOff(flag(2))) return ranged(1, 'either', true)
      return flag(2) === null || flag(2) === 1 ? ranged(1, 'either', false) : null
    case 'LOOKUP':
      return args.length === 3 ? ranged(1, 'either', false) : null
    case 'XMATCH':
      return flag(2) === null || flag(2) === 0 ? ranged(1, 'either', true) : null
    case 'XLOOKUP': {
      // With something to say where nothing is found, every answer has a price.
      const isFound = flag(3) === null || flag(3) === ''
      return isFound && (flag(4) === null || flag(4) === 0) ? ranged(1, 'either', true) : null
    }
    case 'SWITCH':
      return switchKeys(args, node, site)
    default:
      return null
  }
}

/** SWITCH(C8,"a",1,"b",2) without anything for other answers. */
function switchKeys(args: readonly AstExpression[], node: CellNode, site: Site): Lookup | null {
  if (args.length % 2 === 0) return null
  const keys: PlainValue[] = []
  for (let at = 1; at < args.length; at += 2) {
    const operand = operandOf(args[at], node, site)
    if (operand?.kind !== 'value') return null
    keys.push(operand.value)
  }
  return { place: node.place, among: 'the values of SWITCH', keys, isExact: true }
}

function keysIn(
  expression: Argument,
  line: 'column' | 'row' | 'either',
  isExact: boolean,
  node: CellNode,
  site: Site,
): Lookup | null {
  if (expression?.type === 'ArrayExpression') {
    const rows = expression.elements.map((row) =>
      row.flatMap((one) => (one.type === 'Literal' ? [one.value] : [])),
    )
    const keys = line === 'column' ? rows.flatMap((row) => row.slice(0, 1)) : rows.flat()
    return { place: node.place, among: 'a list in the formula', keys, isExact }
  }
  const area = areaOf(expression, node, site)
  if (area === null) return null
  // The title of a whole column would be among its keys.
  const below = isWholeColumn(area) ? belowTitles(area) : area
  if (below === null) return null
  const keys = lineOf(below, line)
  const listed = valuesIn(keys)
  if (!listed.ok) return null
  return { place: node.place, among: rangeText(keys), keys: listed.values, isExact }
}

/** Whole columns without their titles, where it is plain that the first row has nothing else. */
function belowTitles(area: Area): Area | null {
  const { grid, left } = area
  const right = Math.min(area.right, grid.lastColumn)
  let first = area.top
  while (first <= grid.lastRow && grid.cellAt(first, left) === undefined) first++
  const valuesOf = (row: number) =>
    Array.from({ length: right - left + 1 }, (_, at) => grid.cellAt(row, left + at)?.value)
  const areTitles = valuesOf(first).every((value) => typeof value === 'string')
  const hasNumbers = valuesOf(first + 1).some((value) => typeof value === 'number')
  return areTitles && hasNumbers ? { ...area, top: first + 1, bottom: grid.lastRow } : null
}

function lineOf(area: Area, line: 'column' | 'row' | 'either'): Area {
  if (line === 'column') return { ...area, right: area.left }
  return line === 'row' ? { ...area, bottom: area.top } : area
}

function rangeText({ grid, top, left, bottom, right }: Area): string {
  const first = `${columnLetters(left)}${top}`
  const last = `${columnLetters(right)}${Math.min(bottom, grid.lastRow)}`
  return `${grid.name}!${first === last ? first : `${first}:${last}`}`
}
