import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Budget, printBudgets, readBudgets } from './budget.ts'
import { exceeded, scatterOf } from './check.ts'
import type { Course, Turn } from '../turns.ts'
import { describe, expect, it } from 'vitest'

const page = fileURLToPath(new URL('../../docs/benchmarks/budget.md', import.meta.url))

it('the page of the budget shows what the benchmark compares with', async () => {
  expect(await readFile(page, 'utf8')).toBe(printBudgets(await readBudgets()))
})

const step = { mainMicroseconds: 900, statements: 1, rows: 7, indexEntries: 27, walBytes: 7600 }
const budget: Budget = {
  steps: { quote: step, offer: step, payment: step },
  ratios: { 'sales, 8 connections': 0.5 },
}

const use = {
  statements: 1,
  roundTrips: 1,
  serverMs: 1,
  mainMs: 1,
  databaseMs: 1,
  documentsMs: 0,
}

function courses(perSecond: readonly number[]): Course[] {
  const turnsAt = (rates: readonly number[]): Turn[] =>
    rates.map((rate) => ({
      name: 'sales',
      done: rate,
      perSecond: rate,
      p50Ms: 1,
      p99Ms: 2,
      errors: 0,
      firstError: null,
      steps: [],
      use,
    }))
  const course = { kind: 'sales', connections: 8 } as const
  const ratio = perSecond.toSorted((a, b) => a - b)[Math.floor(perSecond.length / 2)] ?? NaN
  return [
    { ...course, name: 'bare', turns: turnsAt(perSecond.map(() => 100)), ratio: 1 },
    { ...course, name: 'bindery', turns: turnsAt(perSecond), ratio: ratio / 100 },
  ]
}

describe('the check of the benchmark', () => {
  const steady = courses([50, 50, 51, 49, 50])

  it('lets pass what costs as much as before', () => {
    expect(exceeded(budget, { steps: budget.steps, courses: steady })).toEqual([])
  })

  it.each([
    [{ statements: 2 }, 'offer: 2 statements, and the budget allows 1'],
    [{ rows: 8 }, 'offer: 8 rows, and the budget allows 7'],
    [{ indexEntries: 28 }, 'offer: 28 index entries, and the budget allows 27'],
    [{ walBytes: 7800 }, 'offer: 7800 bytes of log, and the budget allows 7600'],
  ])('names the step that writes %o', (more, sentence) => {
    const dearer = { ...budget.steps, offer: { ...step, ...more } }
    expect(exceeded(budget, { steps: dearer, courses: steady })).toEqual([sentence])
  })

  it('says what became slower than its turns scatter', () => {
    const slow = exceeded(budget, { steps: budget.steps, courses: courses([40, 41, 40, 39, 40]) })
    expect(slow).toEqual([expect.stringMatching(/^sales, 8 connections: 0\.400 .* it was 0\.500$/)])
  })

  it('takes a restless machine for what it is', () => {
    const restless = courses([30, 60, 40, 48, 70])
    expect(scatterOf([0.3, 0.6, 0.4, 0.48, 0.7])).toBeCloseTo(0.22)
    expect(exceeded(budget, { steps: budget.steps, courses: restless })).toEqual([])
  })
})
