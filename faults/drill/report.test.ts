import { expect, it } from 'vitest'
import { longestSilence } from './fail-over.ts'
import { percentile } from './print-drill.ts'

it('counts nobody as served between the last answer before a loss and the first one after it', () => {
  const servedAt = [0, 90, 100, 900, 950, 3_000]
  expect(longestSilence(servedAt, 120, 1_000)).toBe(2_050)
  expect(longestSilence(servedAt, 120, 920)).toBe(800)
  expect(longestSilence([0, 90], 120, 1_000)).toBe(0)
})

it('gives the figure that so many failovers stay at or below', () => {
  const values = [5, 1, 4, 2, 3]
  expect([0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([3, 5, 5])
  expect(percentile([], 0.5)).toBe(0)
})
