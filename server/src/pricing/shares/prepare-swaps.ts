import { swapFormulas } from '../formula/swap-formulas.ts'
import { compilePricing } from '../compile-pricing.ts'
import type { Calculation, PricingFiles, PricingInput } from '../pricing-types.ts'
import { swapWorkbooks } from '../workbook/swap/swap-workbooks.ts'
import type { Grain, SwapBench } from './share.ts'

/** The pricing of an item in one version of a product. */
export interface PricedFolder {
  readonly files: PricingFiles
  /** The folder of the item with its slash, `items/ebike/`. */
  readonly prefix: string
}

/** Two pricing logics, ready to explain the differences of any number of prices between them. */
export interface PreparedSwaps extends SwapBench {
  priceBefore(input: PricingInput): Calculation
  priceAfter(input: PricingInput): Calculation
}

const nothingToSwap: Pick<SwapBench, 'swaps'> = { swaps: [] }

/**
 * Compiles both and finds what of the one can be put into the other by itself. Null where one of
 * them does not price here: an outside rater is not asked again.
 */
export async function prepareSwaps(
  before: PricedFolder,
  after: PricedFolder,
  grain: Grain,
): Promise<PreparedSwaps | null> {
  const [old, now] = [await compileHere(before), await compileHere(after)]
  if (old === null || now === null) return null
  const sides = { priceBefore: old.price, priceAfter: now.price }
  const bench = old.contentHash === now.contentHash ? null : benchOf(old, now, grain)
  return bench === null ? { ...sides, ...nothingToSwap, price: old.price } : { ...sides, ...bench }
}

interface LocalPricing {
  readonly folder: PricedFolder
  readonly contentHash: string
  readonly price: (input: PricingInput) => Calculation
}

async function compileHere({ files, prefix }: PricedFolder): Promise<LocalPricing | null> {
  const compiled = await compilePricing(files, { prefix, isAccepted: true })
  if (!compiled.ok || compiled.pricing.kind === 'http') return null
  const { pricing } = compiled
  return {
    folder: { files, prefix: hasPricing(files, prefix) ? prefix : '' },
    contentHash: pricing.contentHash,
    price: (input) => {
      const calculation = pricing.evaluate(input)
      if (calculation instanceof Promise) throw new Error('formulas and workbooks price at once')
      return calculation
    },
  }
}

function hasPricing(files: PricingFiles, prefix: string): boolean {
  return files.has(`${prefix}pricing.yaml`) || files.has(`${prefix}pricing.xlsx`)
}

/** A workbook and a formula file have nothing in common that could be swapped. */
function benchOf(
  { folder: old }: LocalPricing,
  { folder: now }: LocalPricing,
  grain: Grain,
): SwapBench | null {
  const [was, is] = [old, now].map(({ files, prefix }) => files.get(`${prefix}pricing.xlsx`))
  if (was !== undefined && is !== undefined) return swapWorkbooks(was, is, grain)
  return was === undefined && is === undefined ? swapFormulas(old, now, grain) : null
}
