import type { BenchOptions } from './options.ts'
import { type Load, type Measured, type Stopwatch, runLoad } from './load.ts'
import type { Seller } from './seller.ts'

export interface Round {
  readonly echo: Measured
  readonly quotes: Measured
  /** Quotes by workbook and by its formula twin, turn about. */
  readonly turns: readonly Turn[]
  readonly sales: Measured
  /** Quote, offer and payment, as they went within the sales. */
  readonly steps: readonly Measured[]
}

export interface Turn {
  readonly workbook: Measured
  readonly formula: Measured
}

const warmUpSeconds = 3
const turnsPerRound = 5

/** Compiles the hot paths and fills the caches before anything counts. */
export async function warmUp(seller: Seller, options: BenchOptions): Promise<void> {
  const load = { seconds: warmUpSeconds, workers: options.connections }
  await runLoad({ name: 'warm-up', ...load, work: () => seller.echo() })
  await runLoad({ name: 'warm-up', ...load, work: (stopwatch) => sell(seller, stopwatch) })
}

export async function runRound(
  seller: Seller,
  twin: Seller,
  options: BenchOptions,
): Promise<Round> {
  const load = { seconds: options.seconds, workers: options.connections }
  const [echo] = await runLoad({ name: 'echo', ...load, work: () => seller.echo() })
  const [quotes] = await runLoad({ name: 'quotes', ...load, work: () => seller.quote() })
  const turns = await takeTurns(seller, twin, options)
  const [sales, ...steps] = await runLoad({
    name: 'sales',
    ...load,
    work: (stopwatch) => sell(seller, stopwatch),
  })
  return { echo, quotes, turns, sales, steps }
}

/** Short turns, so that whatever else the machine does meets both. */
async function takeTurns(seller: Seller, twin: Seller, options: BenchOptions): Promise<Turn[]> {
  const load = {
    seconds: Math.max(1, options.seconds / turnsPerRound),
    workers: options.connections,
  }
  await runLoad({ name: 'warm-up', ...load, work: () => twin.quote() })
  const turns: Turn[] = []
  while (turns.length < turnsPerRound) {
    const [workbook] = await runLoad({ name: 'workbook', ...load, work: () => seller.quote() })
    const [formula] = await runLoad({ name: 'formula', ...load, work: () => twin.quote() })
    turns.push({ workbook, formula })
  }
  return turns
}

/** What a busy day looks like: many quotes, some of them refused, some sales, and a look at those. */
export async function runMixedLoad(seller: Seller, options: BenchOptions): Promise<Measured> {
  const load: Load = {
    name: 'mixed load',
    seconds: options.memorySeconds,
    workers: options.connections,
    work: async (stopwatch) => {
      const chance = Math.random()
      if (chance < 0.6) return seller.quote()
      if (chance < 0.7) return seller.knockout()
      return seller.look(await sell(seller, stopwatch))
    },
  }
  const [mixed] = await runLoad(load)
  return mixed
}

/** A complete sale; returns the policy's id. */
async function sell(seller: Seller, stopwatch: Stopwatch): Promise<string> {
  const { token } = await stopwatch('quote', () => seller.quote())
  const offer = await stopwatch('offer', () => seller.offer(token))
  await stopwatch('payment', () => seller.pay(offer))
  return offer.id
}
