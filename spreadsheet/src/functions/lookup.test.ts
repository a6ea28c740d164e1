import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, Decimal, ofInteger } from '../decimal/index.ts'
import { formulaValue } from '../testing/formula-value.ts'
import { findRow } from './find-row.ts'
import { Matrix } from './matrix.ts'
import { decimalLibrary } from './library.ts'
import type { Scalar as AnyScalar } from './value.ts'

type Scalar = AnyScalar<Decimal>
const { kit } = decimalLibrary

const tables = {
  rates: 'industry,small,large\nRetail,0.010,0.008\nIT,0.020,0.015\nBuilding,0.030,0.025\n',
  bands: 'from,rate\n0,1\n1000,2\n5000,3\n',
  grid: 'industry,0,1000,5000\nretail,1,2,3\nit,4,5,6\n',
  long: 'industry,class,rate\nretail,a,1\nretail,b,2\nit,a,3\n',
}

function holds(cases: readonly (readonly [string, string])[]): void {
  for (const [formula, value] of cases) expect(formulaValue(formula, tables), formula).toBe(value)
}

describe('lookups in tables', () => {
  test('an exact lookup finds its row whatever the case, or nothing', () => {
    holds([
      ['VLOOKUP("retail",rates,"large")', '0.008'],
      ['VLOOKUP("IT",rates,2,FALSE)', '0.02'],
      ['VLOOKUP("farming",rates,"large")', '#N/A'],
      ['VLOOKUP("i*",rates,"large")', '#N/A'],
      ['XLOOKUP("it",rates[industry],rates[small])', '0.02'],
      ['XLOOKUP("farming",rates[industry],rates[small],9)', '9'],
      ['SUM(XLOOKUP("it",rates[industry],rates[[small]:[large]]))', '0.035'],
      ['INDEX(rates[small],MATCH("building",rates[industry],0))', '0.03'],
      ['INDEX(rates,2,"large")', '0.015'],
      ['INDEX(rates,4,2)', '#REF!'],
      ['INDEX({1,2,3},2)', '2'],
      ['SUM(INDEX(rates,0,2))', '0.06'],
      ['XMATCH("it",rates[industry])', '2'],
      ['LOOKUP(1500,bands[from],bands[rate])', '2'],
    ])
  })

  test('bands are found by the next smaller start', () => {
    holds([
      ['VLOOKUP(999,bands,2,TRUE)', '1'],
      ['VLOOKUP(1000,bands,2)', '2'],
      ['VLOOKUP(99999,bands,"rate",TRUE)', '3'],
      ['VLOOKUP(-1,bands,2,TRUE)', '#N/A'],
      ['MATCH(4999,bands[from])', '2'],
      ['MATCH(4,{9,5,3},-1)', '2'],
      ['XLOOKUP(1200,bands[from],bands[rate],0,-1)', '2'],
      ['XLOOKUP(1200,bands[from],bands[rate],0,1)', '3'],
    ])
  })

  test('a table is read in two dimensions', () => {
    holds([
      ['INDEX(grid,MATCH("it",grid[industry],0),1+MATCH(1500,grid[[#Headers],[0]:[5000]]))', '5'],
      ['VLOOKUP("retail",grid,1+MATCH(5000,{0,1000,5000}),FALSE)', '3'],
      ['HLOOKUP(5000,grid[#All],3,FALSE)', '6'],
      ['XLOOKUP("retail|b",long[industry]&"|"&long[class],long[rate])', '2'],
      ['SUMIFS(long[rate],long[industry],"it",long[class],"a")', '3'],
    ])
  })
})

const keys: fc.Arbitrary<Scalar> = fc.oneof(
  fc.integer({ min: -5, max: 20 }).map(ofInteger),
  fc.integer({ min: -50, max: 200 }).map((tenths) => new Decimal(tenths, 1, null)),
  fc.constantFrom('a', 'A', 'b', 'Ba', 'z', ''),
  fc.boolean(),
)

describe('indexed lookups', () => {
  test('agree with a scan of the column, row by row', () => {
    const cells = fc.array(fc.oneof(keys, fc.constant(null)), { maxLength: 30 })
    const nearness = fc.constantFrom('exact' as const, 'smaller' as const, 'larger' as const)
    const tie = fc.constantFrom('first' as const, 'last' as const)
    fc.assert(
      fc.property(cells, keys, nearness, tie, (column, key, near, which) => {
        const scanned = new Matrix(column.length, 1, column)
        const indexed = new Matrix(column.length, 1, column)
        indexed.isStatic = true
        const row = findRow(kit, indexed, key, near, which)
        expect(row).toBe(findRow(kit, scanned, key, near, which))
        expect(row).toBe(naiveRow(column, key, near, which))
      }),
      { numRuns: 1000 },
    )
  })
})

/** The definition, with nothing clever: filter, sort by closeness, take the first or last tie. */
function naiveRow(
  column: readonly Scalar[],
  key: Scalar,
  near: 'exact' | 'smaller' | 'larger',
  which: 'first' | 'last',
): number {
  const order = (a: Scalar, b: Scalar): number | null => {
    if (a instanceof Decimal && b instanceof Decimal) return Math.sign(compare(a, b))
    if (typeof a === 'string' && typeof b === 'string') {
      return a.toLowerCase() < b.toLowerCase() ? -1 : Number(a.toLowerCase() > b.toLowerCase())
    }
    return typeof a === 'boolean' && a === b ? 0 : null
  }
  const rows = [...column.keys()].filter((row) => {
    const found = order(column[row] ?? null, key)
    return found === 0 || (found === -1 && near === 'smaller') || (found === 1 && near === 'larger')
  })
  rows.sort((a, b) => {
    const nearer = (order(column[a] ?? null, column[b] ?? null) ?? 0) * (near === 'larger' ? 1 : -1)
    return nearer === 0 ? (which === 'first' ? a - b : b - a) : nearer
  })
  return rows[0] ?? -1
}
