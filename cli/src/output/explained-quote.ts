import type { ExplainedQuote } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { describePrice, describeSteps } from './price.ts'
import { facts } from './table.ts'

/** A stored price: its steps, its result, and whether that is the price that was sold. */
export function describeExplained(
  explained: ExplainedQuote,
  currency: string,
  paint: Paint,
): string[] {
  const { recomputed } = explained
  const origin: [string, string][] = [
    ['quote', explained.quote_id],
    ['quoted on', explained.quoted_on],
    ['priced by', `${explained.kind} ${explained.pricing_logic_revision_id}`],
  ]
  const sold = { outcome: 'priced', result: explained.quoted } as const
  if (recomputed === null) {
    return [
      ...facts(origin, paint),
      '',
      ...describePrice(sold, currency, paint),
      '',
      'This price came from an external rater, which is not called again.',
    ]
  }
  return [
    ...facts(origin, paint),
    '',
    ...describeSteps(recomputed.steps, paint),
    ...describePrice(recomputed, currency, paint),
    '',
    explained.is_same === true
      ? `${paint.green('✓')} The recalculated price is the price that was sold.`
      : `${paint.red('✗')} The recalculated price differs from the price that was sold.`,
  ]
}
