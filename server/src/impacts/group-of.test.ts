import { describe, expect, it } from 'vitest'
import type { Json } from '../kernel/index.ts'
import { groupOf } from './group-of.ts'

const names = { item: 'city-bike', plan: 'once', integration: 'shop' }
const of = (field: string, answers: Record<string, Json>, bands: number[] | null = null) =>
  groupOf({ field, bands }, answers, names)

describe('the group of a policy', () => {
  it.each([
    [-1, 'below 0'],
    [0, '0 to below 10'],
    [9.99, '0 to below 10'],
    [10, '10 and more'],
    ['10', '(none)'],
    [null, '(none)'],
  ])('by bands that begin with 0 and 10: %s', (sum, group) => {
    expect(of('sum', { sum }, [0, 10])).toBe(group)
  })

  it('is what was answered, or what it was sold on', () => {
    expect(of('company.city', { company: { city: 'Bern' } })).toBe('Bern')
    expect(of('company.city', { company: 'Bern' })).toBe('(none)')
    expect(of('alarm', { alarm: false })).toBe('false')
    expect(of('plan', {})).toBe('once')
    expect(of('note', { note: 'x'.repeat(100) })).toHaveLength(60)
  })

  it('stays apart from others that begin alike, and whole where it is cut', () => {
    const long = 'y'.repeat(70)
    expect(of('note', { note: `${long} one` })).not.toBe(of('note', { note: `${long} two` }))
    expect(of('note', { note: `${long} one` })).toBe(of('note', { note: `${long} one` }))
    for (let before = 45; before < 65; before++) {
      const group = of('note', { note: `${'x'.repeat(before)}${'😀'.repeat(20)}` })
      expect(group.isWellFormed()).toBe(true)
    }
  })
})
