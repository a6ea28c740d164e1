import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRetryAfter, retryAfterMs, waitAfter } from './retry-schedule.ts'

const hours = (count: number) => count * 3_600_000

describe('a delivery that failed', () => {
  it('is tried again at the times that are promised, and then parked', () => {
    const waits = Array.from({ length: 11 }, (_, failed) => waitAfter(failed + 1, null, 0))
    expect(waits).toEqual([
      5_000,
      300_000,
      1_800_000,
      ...[2, 5, 10, 14, 20, 24].map(hours),
      null,
      null,
    ])
  })

  it('comes up to a tenth later by chance, and never earlier', () => {
    const failures = fc.integer({ min: 1, max: retryAfterMs.length })
    fc.assert(
      fc.property(failures, fc.double({ min: 0, max: 1, noNaN: true }), (failed, chance) => {
        const planned = retryAfterMs[failed - 1] ?? 0
        const wait = waitAfter(failed, null, chance) ?? 0
        expect(wait).toBeGreaterThanOrEqual(planned)
        expect(wait).toBeLessThanOrEqual(Math.round(planned * 1.1))
      }),
    )
  })

  it('waits for as long as the receiver asks, up to a day', () => {
    expect(waitAfter(1, hours(3), 0)).toBe(hours(3))
    expect(waitAfter(1, hours(1000), 0)).toBe(hours(24))
    expect(waitAfter(1, Infinity, 0)).toBe(hours(24))
    expect(waitAfter(4, 1_000, 0)).toBe(hours(2))
    expect(waitAfter(10, 1_000, 0)).toBeNull()
  })
})

describe('Retry-After', () => {
  const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Mon, 01 Mar 2027 09:10:00 GMT', 600_000],
    ['Mon, 01 Mar 2027 08:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1e3', null],
    ['', null],
    ['2027', 2_027_000],
    ['9'.repeat(400), Infinity],
    ['Monday, 01-Mar-27 09:10:00 GMT', 600_000],
    ['Mon Mar  1 09:10:00 2027', 600_000],
    ['Mon, 99 Mar 2027 09:10:00 GMT', null],
    ['Mon, 01 Mar 2027 09:10:00 CET', null],
    [undefined, null],
    [['1', '2'], null],
  ])('%j is %j', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected)
  })
})
