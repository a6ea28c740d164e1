import { type Load, type Measured, type Stopwatch, runLoad } from './load.ts'
import { median } from './median.ts'
import type { Seller } from './seller.ts'

const warmUpSeconds = 3
const pricingTurns = 5
const pricingSeconds = 2

/** Compiles the hot paths and fills the caches before anything counts. */
export async function warmUp(seller: Seller, connections: number): Promise<void> {
  const load = { seconds: warmUpSeconds, workers: connections }
  await runLoad({ name: 'warm-up', ...load, work: (stopwatch) => sell(seller, stopwatch) })
}

/** Quotes by workbook to those by its formula twin: their rates, turn about, at the median. */
export async function workbookToFormula(
  workbook: Seller,
  formula: Seller,
  connections: number,
): Promise<number> {
  const load = { seconds: pricingSeconds, workers: connections }
  await runLoad({ name: 'warm-up', ...load, work: () => formula.quote() })
  const ratios: number[] = []
  while (ratios.length < pricingTurns) {
    const [one] = await runLoad({ name: 'workbook', ...load, work: () => workbook.quote() })
    const [other] = await runLoad({ name: 'formula', ...load, work: () => formula.quote() })
    ratios.push(one.perSecond / other.perSecond)
  }
  return median(ratios)
}

/** What a busy day looks like: many quotes, some of them refused, some sales, and a look at those. */
export async function runMixedLoad(
  seller: Seller,
  size: Pick<Load, 'seconds' | 'workers'>,
): Promise<Measured> {
  const [mixed] = await runLoad({
    name: 'mixed load',
    ...size,
    work: async (stopwatch) => {
      const chance = Math.random()
      if (chance < 0.6) return seller.quote()
      if (chance < 0.7) return seller.knockout()
      return seller.look(await sell(seller, stopwatch))
    },
  })
  return mixed
}

/** A complete sale; returns the policy's id. */
export async function sell(seller: Seller, stopwatch: Stopwatch): Promise<string> {
  const { token } = await stopwatch('quote', () => seller.quote())
  const offer = await stopwatch('offer', () => seller.offer(token))
  await stopwatch('payment', () => seller.pay(offer))
  return offer.id
}
