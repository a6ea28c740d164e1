import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../kernel/index.ts'
import { conflictsOf } from './conflicts-of.ts'
import type { Content, ReplayStep } from './replay-transactions.ts'

const made: Content = {
  input: {},
  data: {},
  productVersionId: 'prv_1',
  planId: 'pp_1',
  quoteId: null,
  contentId: null,
}
const day = (text: string) => Temporal.PlainDate.from(text)
const sale: ReplayStep = { kind: 'sale', firstDay: day('2027-01-01'), made }
const change = (from: string, input: JsonObject, data: JsonObject = {}): ReplayStep => ({
  kind: 'endorsement',
  day: day(from),
  patch: { input, data },
  isPriced: true,
  made,
})
const found = (...steps: ReplayStep[]) =>
  conflictsOf([sale, ...steps]).map((one) => `${one.path.join('.')} from ${one.day}`)

describe('a step', () => {
  it('holds for good where no later transaction changes its places', () => {
    const later = change('2027-06-01', { deductible: 1 })
    expect(found(change('2027-03-01', { deductible: 2 }))).toEqual([])
    expect(found(later, change('2027-06-01', { deductible: 2 }))).toEqual([])
    expect(found(later, change('2027-07-01', { deductible: 2 }))).toEqual([])
    expect(found(later, change('2027-03-01', { rooms: 2 }))).toEqual([])
  })

  it('decides a place only up to the first later day for which another one decides it', () => {
    const steps = [
      change('2027-09-01', { deductible: 3 }),
      change('2027-06-01', { deductible: 1, rooms: 4 }),
    ]
    expect(found(...steps, change('2027-03-01', { deductible: 2 }))).toEqual([
      'deductible from 2027-06-01',
    ])
  })

  it('meets what lies in its place, and what its place lies in, but not its neighbour', () => {
    const later = change('2027-06-01', {}, { data: { owner: { name: 'Brandt' } } })
    const deep = change('2027-03-01', {}, { data: { owner: { name: 'Lang', age: 4 } } })
    const whole = change('2027-03-01', {}, { data: { owner: [] } })
    const beside = change('2027-03-01', {}, { data: { owner: { age: 4 }, ownership: 'full' } })
    expect(found(later, deep)).toEqual(['data.owner.name from 2027-06-01'])
    expect(found(later, whole)).toEqual(['data.owner.name from 2027-06-01'])
    expect(found(later, beside)).toEqual([])
  })

  it('that ends or reinstates a policy decides no place', () => {
    const day = Temporal.PlainDate.from('2027-03-01')
    const ending = { kind: 'reinstatement', day, gapUntil: null, resumesCover: true } as const
    expect(found(change('2027-06-01', { deductible: 1 }), ending)).toEqual([])
  })
})
