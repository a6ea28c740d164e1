import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledPricing, PricingInput, FormulaTimes } from './pricing-types.ts'

/** A price is computed while a customer waits, and those of all others wait behind it. */
export const priceMsMax = 50
/** The first time is the slowest, because what is run is still being optimised. */
export const triesMax = 4
/** Slow prices that are asked for again; where these are all quick then, the others were cold too. */
const suspectsMax = 10

/** Of this thread, and not the clock's: it is the same on a busy machine. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export interface WatchedPricing {
  /** The same logic, whose prices are timed. */
  readonly pricing: CompiledPricing
  /** Times an input for which nobody has asked. */
  timeFormulas: (input: PricingInput) => void
  /** What takes too long, however often it is asked for; null where nothing does. */
  findSlow: () => Promise<FormulaTimes | null>
}

/** Times the prices of a logic while others try it out. Raters are asked outside, and are not timed. */
export function watchPace(pricing: CompiledPricing): WatchedPricing {
  const suspects: PricingInput[] = []
  const time = (input: PricingInput): FormulaTimes => {
    if (pricing.timeFormulas !== undefined) return pricing.timeFormulas(input)
    const before = processorMs()
    void pricing.evaluate(input)
    return { ms: processorMs() - before, slowest: '' }
  }
  const note = (input: PricingInput, ms: number) => {
    if (pricing.kind === 'http' || suspects.length === suspectsMax) return
    if (ms > priceMsMax) suspects.push(input)
  }
  return {
    pricing: {
      ...pricing,
      evaluate(input, options) {
        const before = processorMs()
        const calculation = pricing.evaluate(input, options)
        note(input, processorMs() - before)
        return calculation
      },
    },
    timeFormulas: (input) => note(input, time(input).ms),
    findSlow: async () => {
      for (const input of suspects) {
        for (let tries = 2; ; tries++) {
          const timed = time(input)
          if (timed.ms <= priceMsMax) break
          if (tries === triesMax) return timed
          await nextTurn()
        }
      }
      return null
    },
  }
}
