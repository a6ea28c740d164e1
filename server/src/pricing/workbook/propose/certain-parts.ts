import {
  calledName,
  functionSignatures,
  isFunctionName,
  takingOf,
} from '@bindery/spreadsheet/formulas'
import type { CellGraph, CellId, CellNode } from '@bindery/spreadsheet/references'
import type { CallExpression } from '@borgar/fx'
import { type Argument, areaOf, cellOf, type Site } from './site.ts'

/** What a formula cannot do without: where one of these is an error, so is the formula. */
interface CertainParts {
  readonly cells: ReadonlySet<CellId>
  readonly calls: readonly CallExpression[]
}

/**
 * The calls of functions whose error is an error of one of the given cells, whatever the answers
 * are. Where that is not plain, as with what stands in branches or is caught, they are left out.
 */
export function* certainCalls(
  roots: Iterable<CellId>,
  { nodes }: CellGraph,
  site: Site,
): Generator<{ readonly call: CallExpression; readonly node: CellNode }> {
  const visited = new Set<CellId>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodes.get(id)
    if (node === undefined || visited.has(id)) continue
    visited.add(id)
    const { cells, calls } = partsOf(node.expression, node, site)
    for (const call of calls) yield { call, node }
    waiting.push(...cells)
  }
}

function partsOf(part: Argument, node: CellNode, site: Site): CertainParts {
  if (part == null) return nothing
  switch (part.type) {
    case 'ReferenceIdentifier': {
      const cell = cellOf(part, node, site)
      return cell === null ? nothing : { cells: new Set([cell]), calls: [] }
    }
    case 'UnaryExpression':
      return union(part.arguments.map((one) => partsOf(one, node, site)))
    case 'BinaryExpression':
      // Ranges that are made up of others are no values yet.
      return [':', ',', ' '].includes(part.operator)
        ? nothing
        : union(part.arguments.map((one) => partsOf(one, node, site)))
    case 'CallExpression': {
      const carried = partsOfCall(part, node, site)
      return { ...carried, calls: [part, ...carried.calls] }
    }
    default:
      return nothing
  }
}

const nothing: CertainParts = { cells: new Set(), calls: [] }

function union(parts: readonly CertainParts[]): CertainParts {
  return {
    cells: new Set(parts.flatMap(({ cells }) => [...cells])),
    calls: parts.flatMap(({ calls }) => calls),
  }
}

function partsOfCall(call: CallExpression, node: CellNode, site: Site): CertainParts {
  const name = calledName(call.callee)
  const args: readonly Argument[] = call.arguments
  if (name === 'IF' && args.length === 3) {
    const [condition, one, other] = args.map((part) => partsOf(part, node, site))
    if (condition === undefined || one === undefined || other === undefined) return nothing
    const both = { cells: one.cells.intersection(other.cells), calls: [] }
    return union([condition, both])
  }
  const positions = positionsThatCarry(name, args)
  return union(
    positions.map((at) =>
      takesRange(name, at) ? partsOfRange(args[at], node, site) : partsOf(args[at], node, site),
    ),
  )
}

/** Where the arguments stand whose error a function hands on. */
function positionsThatCarry(name: string, args: readonly Argument[]): readonly number[] {
  if (carrying.has(name)) return args.map((_, at) => at)
  // With something to say where nothing is found, it need not come to an error.
  if (name === 'XLOOKUP' && args[3] != null) return []
  return carriesAt.get(name) ?? []
}

/** Functions that hand on the error of any argument. Those not listed may go on without it. */
const carrying: ReadonlySet<string> = new Set(
  (
    'AND OR XOR NOT N ISEVEN ISODD SUM PRODUCT SUMPRODUCT AVERAGE MIN MAX MEDIAN ROUND ROUNDUP ' +
    'ROUNDDOWN MROUND CEILING FLOOR INT TRUNC EVEN ODD MOD QUOTIENT ABS SIGN SQRT POWER EXP LN ' +
    'LOG LOG10 DATE DATEVALUE YEAR MONTH DAY EDATE EOMONTH DATEDIF DAYS YEARFRAC WEEKDAY LEFT ' +
    'RIGHT MID LEN UPPER LOWER TRIM CONCAT CONCATENATE TEXT TEXTJOIN VALUE SUBSTITUTE REPT EXACT'
  ).split(' '),
)

/** Functions that hand on the errors of some arguments: what they choose by, not among what. */
const carriesAt: ReadonlyMap<string, readonly number[]> = new Map([
  ['IF', [0]],
  ['IFS', [0]],
  ['CHOOSE', [0]],
  ['SWITCH', [0]],
  ['VLOOKUP', [0, 2]],
  ['HLOOKUP', [0, 2]],
  ['LOOKUP', [0]],
  ['MATCH', [0]],
  ['XMATCH', [0]],
  ['XLOOKUP', [0]],
  ['INDEX', [1, 2]],
])

function takesRange(name: string, at: number): boolean {
  return isFunctionName(name) && takingOf(functionSignatures[name], at) !== 'v'
}

/** Every formula in a range, such as the parts of a premium that are added up. */
function partsOfRange(part: Argument, node: CellNode, site: Site): CertainParts {
  const area = areaOf(part, node, site)
  return area === null
    ? partsOf(part, node, site)
    : { cells: new Set(area.grid.liveIn(area)), calls: [] }
}

/** Every cell that the given ones depend on, by whatever way. */
export function cellsBehind(roots: Iterable<CellId>, { nodes }: CellGraph): ReadonlySet<CellId> {
  const found = new Set<CellId>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const node = nodes.get(id)
    if (node !== undefined) waiting.push(...node.reads, ...node.uses)
  }
  return found
}
