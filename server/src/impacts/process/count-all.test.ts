import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Portfolio } from '../read-portfolio.ts'
import { countAll } from './count-all.ts'

/** As the database counts: no more at a time than it is asked for, and nothing after the last. */
function portfolioOf(size: number, limits: number[] = []): Pick<Portfolio, 'count'> {
  const ids = Array.from({ length: size }, (_, at) => String(at).padStart(6, '0'))
  return {
    async count({ after, limit }) {
      limits.push(limit)
      const from = after === null ? 0 : ids.indexOf(after) + 1
      const chunk = ids.slice(from, from + limit)
      return { count: chunk.length, last: chunk.at(-1) ?? null }
    },
  }
}

it('counts every policy once, whenever somebody comes', async () => {
  const calls = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.nat(3_000), calls, async (size, busy) => {
      let asked = 0
      const mustYield = () => busy[asked++ % busy.length] ?? false
      expect(await countAll(portfolioOf(size), mustYield)).toBe(size)
    }),
    { numRuns: 20 },
  )
})

it('asks the database for little at a time while somebody is served', async () => {
  const limits: number[] = []
  expect(await countAll(portfolioOf(1_200, limits), () => true)).toBe(1_200)
  expect(limits).toEqual([500, 500, 500, 500])
})
