import type { Moment } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { type Policy, readBilled } from '../policies/index.ts'
import { type DecidedTaxChange, decideTaxChange } from '../policy-transactions/index.ts'
import { type LoadedVersion, paymentsPerYear } from '../products/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import { planOn } from '../timelines/index.ts'
import type { ChangedPrice, MassEndorsement } from './mass-endorsement.ts'

export type TaxLaw = Extract<MassEndorsement, { readonly kind: 'tax_rate' }>

/** What a change of tax by law would do to a policy, with its price; the code of why it does nothing, else. */
export async function decideTax(
  db: Reader,
  { effectiveDay: day, change }: TaxLaw,
  policy: Policy,
  product: LoadedVersion,
  moment: Moment,
): Promise<
  { readonly skip: string } | { readonly price: ChangedPrice; readonly decided: DecidedTaxChange }
> {
  const { timeline, charged } = await readBilled(db, policy)
  const ids = [...new Set(timeline.segments.map(({ quoteId }) => quoteId))]
  const quotes = new Map((await selectQuotes(db, ids)).map((quote) => [quote.id, quote]))
  const taxed = { policy, timeline, charged: charged.periods, product, quotes }
  const decided = decideTaxChange(taxed, { ...change, day }, moment)
  if (typeof decided === 'string') return { skip: decided }
  const { frequency } = planOn(timeline, decided.firstDay)
  const price: ChangedPrice = {
    firstDay: decided.firstDay.toString(),
    currency: policy.currency,
    paymentBefore: decided.before.payment,
    paymentAfter: decided.after.payment,
    taxBefore: decided.before.tax,
    taxAfter: decided.after.tax,
    payments: frequency === null ? 1 : paymentsPerYear[frequency],
  }
  return { price, decided }
}
