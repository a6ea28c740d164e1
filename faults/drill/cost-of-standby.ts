import { setTimeout as sleep } from 'node:timers/promises'
import { type Counter, textOf } from '../load/counter.ts'
import { type Distributor, offerSlip, paymentSlip, quoteSlip } from '../load/slips.ts'

/** Sales a second, the median of turns that alternate, so that both meet the same machine. */
export interface CostOfStandby {
  readonly alone: number
  readonly synchronous: number
}

const turnMs = 5_000
const sellersAtOnce = 4
/** Until every session has read its settings anew. */
const settingMs = 500

export async function measureCost(options: {
  readonly turns: number
  readonly counter: Counter
  readonly distributor: Distributor
  /** Whether commits wait for the standby from now on. */
  readonly waitForStandby: (isOn: boolean) => Promise<void>
}): Promise<CostOfStandby> {
  const alone: number[] = []
  const synchronous: number[] = []
  await sellForTurn(options) // Whatever is compiled and cached first.
  for (let turn = 0; turn < options.turns; turn++) {
    for (const isOn of turn % 2 === 0 ? [false, true] : [true, false]) {
      await options.waitForStandby(isOn)
      await sleep(settingMs)
      const rates = isOn ? synchronous : alone
      rates.push(await sellForTurn(options))
    }
  }
  await options.waitForStandby(true)
  return { alone: median(alone), synchronous: median(synchronous) }
}

async function sellForTurn({
  counter,
  distributor,
}: {
  readonly counter: Counter
  readonly distributor: Distributor
}): Promise<number> {
  const began = performance.now()
  let sales = 0
  const sell = async () => {
    while (performance.now() - began < turnMs) {
      const quote = await counter.handIn(quoteSlip(distributor))
      const made = await counter.handIn(offerSlip(distributor, textOf(quote, 'token')))
      const offer = { id: textOf(made, 'id'), paymentToken: textOf(made, 'payment_token') }
      await counter.handIn(paymentSlip(distributor, offer, 'invoice'))
      sales++
    }
  }
  await Promise.all(Array.from({ length: sellersAtOnce }, sell))
  return (sales * 1_000) / (performance.now() - began)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
