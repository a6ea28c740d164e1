import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { Duty } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Policy, selectPolicy } from '../policies/index.ts'
import { renewPolicy } from '../policy-transactions/index.ts'
import type { Catalogue } from '../products/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import type { TermDays } from '../timelines/index.ts'
import { type HeldPrice, heldPrice } from './held-price.ts'
import { applyPending, voidPending } from './endorsements/end-next-term.ts'
import type { Renewal } from './renewal.ts'
import { selectRenewal, upsertRenewal } from './renewal-store.ts'

/**
 * The first moment of the next term: the policy gets it, at the price that was offered, if it was
 * accepted or nobody had to; a dearer one that the law does not let rise stays as it was. Where the price is still being found, whoever finds it sets another
 * deadline; anything else lets the policy end.
 */
export function carryOutRenewal({ catalogue }: { readonly catalogue: Catalogue }): Duty {
  return async (tx, { policyId, key }, moment) => {
    const [day = ''] = key.split(' ')
    const renewal = await selectRenewal(tx, policyId, Temporal.PlainDate.from(day))
    const policy = await selectPolicy(tx, policyId)
    if (policy?.status !== 'paid' || renewal === undefined || !isDue(renewal)) return
    const { firstDay, lastDay, quoteId, contentId, decidedBy } = renewal
    if (renewal.basedOn !== policy.versionId || quoteId === null || lastDay === null) return
    const [[quote], product] = await Promise.all([
      selectQuotes(tx, [quoteId]),
      catalogue.version(renewal.productVersionId),
    ])
    if (quote === undefined || product === undefined) {
      throw new Error(`what policy ${policyId} is to be renewed with is gone`)
    }
    const days = { firstDay, lastDay }
    const held = await heldPrice({ catalogue }, tx, policy, renewal)
    if (held !== null) return renewAsBefore(tx, policy, renewal, { days, held }, moment)
    await renewPolicy(
      tx,
      policy,
      {
        days,
        quote,
        product,
        details: {
          ...renewal.says,
          content_id: contentId,
          quote_id: quote.id,
        },
        requestedBy: decidedBy,
      },
      moment,
    )
    await upsertRenewal(tx, { ...renewal, state: 'done' }, policy)
    await applyPending(tx, policy, firstDay, moment)
  }
}

function isDue({ state, kind }: Renewal): boolean {
  return state === 'accepted' || (state === 'offered' && kind === 'automatic')
}

/** Another term on the version of the one before, and at its price but for what is endorsed. */
async function renewAsBefore(
  tx: Transaction,
  policy: Policy,
  renewal: Renewal,
  { days, held }: { readonly days: TermDays; readonly held: HeldPrice },
  moment: Moment,
): Promise<void> {
  const { quote, product, because, endorsed } = held
  // What is endorsed for the next term counts nevertheless, where the version before has a price for it.
  const contentId = endorsed === null ? null : renewal.contentId
  const says = { answers: endorsed ?? [], places: contentId === null ? [] : renewal.says.places }
  const details = { ...says, content_id: contentId, quote_id: quote.id }
  await renewPolicy(tx, policy, { days, quote, product, details, requestedBy: null }, moment)
  const paymentAfter = quote.premium.grossPaymentAmount
  const done: Renewal = {
    ...renewal,
    state: 'done',
    quoteId: quote.id,
    contentId,
    productVersionId: product.id,
    paymentAfter,
    says,
  }
  await upsertRenewal(tx, done, policy)
  const data = {
    first_day: days.firstDay.toString(),
    gross_payment_amount: paymentAfter,
    gross_payment_amount_offered: renewal.paymentAfter ?? paymentAfter,
    reason: because,
  }
  await recordEvents(tx, [{ type: 'renewal.price_held', about: policy, data }], moment)
  if (endorsed === null) await voidPending(tx, policy, days.firstDay, 'price_held', moment)
  else await applyPending(tx, policy, days.firstDay, moment)
}
