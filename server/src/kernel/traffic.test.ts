import { describe, expect, it } from 'vitest'
import { countTraffic } from './traffic.ts'

describe('the requests of a process', () => {
  it('leave it calm only once the last of them has left', () => {
    const traffic = countTraffic()
    expect(traffic.calmMs(0)).toBe(Infinity)
    traffic.enter(0)
    traffic.enter(5)
    traffic.leave(10)
    expect(traffic.calmMs(100)).toBe(0)
    traffic.leave(20)
    expect(traffic.calmMs(100)).toBe(80)
  })

  it('are reported twice a second at most, however many there are', () => {
    const reports: number[] = []
    let nowMs = 0
    const traffic = countTraffic(() => reports.push(nowMs))
    for (nowMs = 0; nowMs <= 1_200; nowMs += 100) {
      traffic.enter(nowMs)
      traffic.leave(nowMs)
    }
    expect(reports).toEqual([0, 500, 1_000])
  })

  it('are reported when they come, before they are answered', () => {
    let reports = 0
    countTraffic(() => void (reports += 1)).enter(0)
    expect(reports).toBe(1)
  })
})
