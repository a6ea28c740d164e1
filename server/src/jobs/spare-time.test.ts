import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Signs, openSpareTime } from './spare-time.ts'

const idle: Signs = { processors: 2, othersUse: 0, calmMs: Infinity }
const busy: Signs = { processors: 2, othersUse: 1, calmMs: Infinity }

const slots = (signs: Signs, nowMs = 0) => openSpareTime(() => signs, 0).slots(nowMs)

describe('jobs that nobody waits for', () => {
  it('have all the time of a machine that has nothing else to do', () => {
    for (const processors of [1, 2, 4, 64]) expect(slots({ ...idle, processors })).toBe(2)
  })

  it('go beside others where a processor stays free for requests', () => {
    expect(slots({ ...idle, processors: 4, othersUse: 2 })).toBe(2)
    expect(slots({ ...idle, processors: 4, othersUse: 3 })).toBe(0)
    expect(slots({ ...idle, processors: 2, othersUse: 0.6 })).toBe(0)
    expect(slots({ ...idle, processors: 1, othersUse: 0.6 })).toBe(0)
  })

  it('do not begin in the gaps between requests', () => {
    expect(slots({ ...idle, calmMs: 0 })).toBe(0)
    expect(slots({ ...idle, calmMs: 50 })).toBe(0)
    expect(slots({ ...idle, calmMs: 200 })).toBe(2)
  })

  it('go by requests alone where the system does not report its load', () => {
    expect(slots({ processors: 0, othersUse: 0, calmMs: Infinity })).toBe(2)
    expect(slots({ processors: 0, othersUse: 0, calmMs: 0 })).toBe(0)
  })

  it('are begun one at a time, with long rests, on a machine that is always busy', () => {
    const time = openSpareTime(() => busy, 0)
    expect(time.slots(4_000)).toBe(0)
    expect(time.slots(6_000)).toBe(1)
    const job = time.begin(6_000)
    expect(time.slots(60_000)).toBe(0)
    job.end(60_000)
    expect(time.slots(70_000)).toBe(0)
    expect(time.slots(100_000)).toBe(1)
  })

  it('leave no more of their rests than they must once there is time', () => {
    let signs = busy
    const time = openSpareTime(() => signs, 0)
    time.begin(6_000).end(7_000)
    expect(time.slots(7_100)).toBe(0)
    signs = idle
    expect(time.slots(7_200)).toBe(2)
  })

  it('are never too many, never starve, and take a hundredth of a busy machine at most', () => {
    const moment = fc.record({
      afterMs: fc.integer({ min: 1, max: 2_000 }),
      takesMs: fc.integer({ min: 1, max: 200 }),
      isBusy: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(moment, { minLength: 50, maxLength: 200 }),
        fc.boolean(),
        (moments, isAlwaysBusy) => {
          let signs = busy
          const time = openSpareTime(() => signs, 0)
          let nowMs = 0
          let workedMs = 0
          let lastBegunMs = 0
          for (const { afterMs, takesMs, isBusy } of moments) {
            nowMs += afterMs
            signs = isAlwaysBusy || isBusy ? busy : idle
            const free = time.slots(nowMs)
            expect(free).toBeLessThanOrEqual(signs === busy ? 1 : 2)
            // What waits at every look is begun at some look of every half a minute.
            if (free === 0) expect(nowMs - lastBegunMs).toBeLessThan(30_000 + 2_000)
            if (free === 0) continue
            lastBegunMs = nowMs
            time.begin(nowMs).end((nowMs += takesMs))
            workedMs += takesMs
          }
          if (isAlwaysBusy) expect(workedMs).toBeLessThanOrEqual(nowMs / 100 + 200)
        },
      ),
    )
  })
})
