import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Reading, readLinuxCounts, watchMachine } from './watch-machine.ts'

describe('what others use of the machine', () => {
  const watching = (reading: Omit<Reading, 'atMs'>) => {
    const now = { ...reading }
    const look = watchMachine(0, (atMs) => ({ ...now, atMs }))
    return { now, look }
  }

  it('is all of it until it was seen for a while', () => {
    const { look } = watching({ processors: 4, usedMs: 1_000, ownMs: 0 })
    expect(look(100)).toEqual({ processors: 4, othersUse: 4 })
    expect(look(300)).toEqual({ processors: 4, othersUse: 0 })
  })

  it('is what was used since the last look, but for our own', () => {
    const { now, look } = watching({ processors: 2, usedMs: 9_000, ownMs: 500 })
    Object.assign(now, { usedMs: 9_300, ownMs: 550 })
    expect(look(250).othersUse).toBe(1)
    Object.assign(now, { usedMs: 9_400, ownMs: 650 })
    expect(look(500).othersUse).toBe(0)
  })

  it('is never below nothing nor beyond what was counted, however the counts fall', () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 1, max: 1_000 }),
      used: fc.nat(2_000),
      own: fc.nat(2_000),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { now, look } = watching({ processors: 2, usedMs: 0, ownMs: 0 })
        let atMs = 0
        for (const { afterMs, used, own } of steps) {
          Object.assign(now, { usedMs: now.usedMs + used, ownMs: now.ownMs + own })
          const { othersUse } = look((atMs += afterMs))
          expect(othersUse).toBeGreaterThanOrEqual(0)
          expect(othersUse).toBeLessThanOrEqual(Math.max(2, now.usedMs / 200))
        }
      }),
    )
  })

  it('is seen on this machine', () => {
    const look = watchMachine(0)
    expect(look(300).processors).toBeGreaterThan(0)
  })
})

describe('the counts of Linux', () => {
  it('are of all processors, and without those who come last', () => {
    const text = [
      'cpu  100 9000 20 5000 70 3 2 5 0 0',
      'cpu0 60 4500 10 2500 35 2 1 3 0 0',
      'cpu1 40 4500 10 2500 35 1 1 2 0 0',
      'intr 41874380 0 0',
      'ctxt 125360373',
    ].join('\n')
    expect(readLinuxCounts(text)).toEqual({ processors: 2, usedMs: 1_300 })
  })

  it('that are missing are none', () => {
    expect(readLinuxCounts('')).toEqual({ processors: 0, usedMs: 0 })
  })
})
