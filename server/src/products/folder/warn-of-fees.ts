import type { Problem } from '../../kernel/index.ts'
import type { ProductDefinition } from '../product-definition.ts'

/** Fees of letters that ask for more than a letter costs: courts allow no more. */
export function warnOfFees({ dunning, currency }: ProductDefinition): Problem[] {
  if (dunning === null || dunning.postage === null) return []
  const { reminders, notice, postage } = dunning
  const fees = [
    ...reminders.map(({ fee }, n) => ({ fee, place: `dunning.reminders[${n}].fee` })),
    { fee: notice.fee, place: 'dunning.notice.fee' },
  ]
  return fees
    .filter(({ fee }) => fee > postage)
    .map(({ fee, place }) => ({
      file: 'product.yaml',
      place,
      message: `A fee of ${fee} is more than a letter costs: ${postage}, in minor units of ${currency.toUpperCase()}.`,
      fix: `Ask for ${postage} or less, or write what a letter costs as dunning.postage.`,
    }))
}
