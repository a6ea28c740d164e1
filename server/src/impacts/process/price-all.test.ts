import { expect, it } from 'vitest'
import type { PortfolioPricer } from '../price-portfolio.ts'
import { priceAll } from './price-all.ts'

/** A portfolio whose pages end at these places, with nothing on them. */
function emptyPages(places: readonly string[]): PortfolioPricer {
  return {
    portfolio: {
      count: async () => ({ count: 0, last: null }),
      read: async ({ after }) => ({ entries: [], place: places[nextTo(after)] ?? null }),
    },
    price: async () => null,
  }
  function nextTo(place: string | null): number {
    return place === null ? 0 : places.indexOf(place) + 1
  }
}

it('sends its first page at once, and the next ones as one part', async () => {
  const sent: string[] = []
  await priceAll(
    emptyPages(['a', 'b', 'c']),
    { groupings: [], tally: null, done: 0, place: null, partRows: 10_000 },
    { mustYield: () => false, untilKept: async () => undefined },
    async (message) => {
      if (message.kind === 'part') sent.push(message.place)
    },
  )
  expect(sent).toEqual(['a', 'c'])
})
