import type { Json } from '../../kernel/index.ts'
import type { CompiledProduct } from '../folder/index.ts'
import { priceProductTests } from '../folder/index.ts'
import type { ParsedProduct } from '../product-definition.ts'
import { type Difference, compareNamed } from './difference.ts'

/** A version with everything that pricing its cases takes. */
export interface PricedVersion {
  readonly product: ParsedProduct
  readonly compiled: CompiledProduct
}

/** The prices of the newer version's test cases on both versions, where they differ. */
export async function comparePrices(
  before: PricedVersion | null,
  after: PricedVersion,
  today: Temporal.PlainDate,
): Promise<Difference[]> {
  const now = await outcomes(after, after, today)
  if (before === null) return compareNamed('prices', new Map(), now)
  return compareNamed('prices', await outcomes(before, after, today), now)
}

async function outcomes(
  version: PricedVersion,
  cases: PricedVersion,
  today: Temporal.PlainDate,
): Promise<ReadonlyMap<string, Json>> {
  const product = { ...version.product, tests: cases.product.tests }
  return priceProductTests(product, version.compiled, today)
}
