import { compilePricing } from './compile-pricing.ts'
import type { PricingRoom } from './thread/open-pricing-room.ts'

/**
 * Compiles and prices on the very thread that asks, at once: for a process that does nothing else, and
 * that can be ended.
 */
export function priceHere(): PricingRoom {
  return {
    openFolder: (loadFiles, raters) => ({
      compile: async (prefix) =>
        compilePricing(await loadFiles(), { prefix, raters, isAccepted: true }),
    }),
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}
