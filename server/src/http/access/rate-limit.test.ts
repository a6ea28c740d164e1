import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keyTooOften } from '../reasons.ts'
import { RateLimited, createRateLimiter } from './rate-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const limiterOf = (perMinuteMax: number) => createRateLimiter({ perMinuteMax, refuse: keyTooOften })

it('a flood of made-up names neither resets nor uses up the share of anybody', () => {
  const limiter = limiterOf(20)
  for (let asked = 0; asked < 20; asked += 1) limiter.count('exhausted')
  for (let asked = 0; asked < 5; asked += 1) limiter.count('modest')
  for (let name = 0; name < 200_000; name += 1) limiter.count(`made-up ${name}`)
  expect(() => limiter.count('exhausted')).toThrow(RateLimited)
  // Strangers may share a counter by chance; four of them rarely.
  expect(limiter.count('modest').remaining).toBeGreaterThanOrEqual(7)
})

it('a new minute starts afresh', () => {
  const limiter = limiterOf(1)
  limiter.count('one')
  expect(() => limiter.count('one')).toThrow('more than 1 requests within a minute.')
  vi.advanceTimersByTime(60_000)
  expect(limiter.count('one')).toEqual({ limit: 1, remaining: 0, resetSeconds: 60 })
})
