import type { Portfolio } from '../read-portfolio.ts'
import { restFrom } from './take-rests.ts'

const chunkMax = 20_000
/** While somebody is served, the database counts for a few milliseconds at a time. */
const yieldingChunkMax = 500

/** How many there are in a portfolio, counted bit by bit: the database is others' as well. */
export async function countAll(
  portfolio: Pick<Portfolio, 'count'>,
  mustYield: () => boolean,
): Promise<number> {
  let total = 0
  let after: string | null = null
  do {
    const begunMs = performance.now()
    const { count, last } = await portfolio.count({
      after,
      limit: mustYield() ? yieldingChunkMax : chunkMax,
    })
    total += count
    after = last
    if (after !== null) await restFrom(begunMs, mustYield)
  } while (after !== null)
  return total
}
