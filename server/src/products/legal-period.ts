import { workingDayFrom } from '../kernel/index.ts'
import type { ProductDefinition } from './product-definition.ts'

/**
 * The last day of a period that the law of a product gives: one that would end on a weekend or a public
 * holiday ends on the next working day. Without a law it ends on its day.
 */
export function legalPeriodEnd(
  { law, withdrawal }: Pick<ProductDefinition, 'law' | 'withdrawal'>,
  day: Temporal.PlainDate,
): Temporal.PlainDate {
  return law === null ? day : workingDayFrom(day, law, withdrawal?.holidays ?? [])
}
