import { type MassEndorsementId, type Moment, mintId } from '../../kernel/index.ts'
import {
  type PolicySegment,
  type PolicyTimeline,
  type Policy,
  priceOf,
} from '../../policies/index.ts'
import { type TaxRateChange, isTaxedAt, taxByLaw } from '../../pricing/index.ts'
import type { LoadedVersion } from '../../products/index.ts'
import { type NewQuote, type Quote, mintQuoteToken } from '../../quotes/index.ts'
import {
  type ChargedPeriod,
  changeTax,
  segmentOn,
  taxChangesOn,
  taxDay,
} from '../../timelines/index.ts'
import type { KindDefinition } from '../kind.ts'
import type { SystemTransaction } from '../system-transaction.ts'
import { billingOfPlans } from './endorsement/plan-change.ts'
import { fromDayEvent } from './from-day-event.ts'

/** The law changes the rate of tax: periods that are due from its day have the new one. */
export const taxChange: KindDefinition<'tax_change'> = {
  replay: () => ({ kind: 'tax_change' }),
  stateAfter: (before, { id: versionId }) => ({ ...before, versionId }),
  completed: (about, version) => fromDayEvent('policy.tax_changed', about, version),
  documents: ['endorsement'],
  replacesValues: false,
  undoesEnd: false,
  keepsRenewal: false,
}

export interface TaxChangeOfLaw extends TaxRateChange {
  readonly massEndorsementId: MassEndorsementId
  /** Periods that are due from this day on have the new rate. */
  readonly day: Temporal.PlainDate
}

/** Why a change of tax does nothing to a policy. */
export type TaxChangeSkip = 'already_changed' | 'later_change' | 'other_rate' | 'nothing_due'

export interface TaxedPolicy {
  readonly policy: Policy
  readonly timeline: PolicyTimeline
  readonly charged: readonly Pick<ChargedPeriod, 'period'>[]
  readonly product: LoadedVersion
  /** Of all its segments. */
  readonly quotes: ReadonlyMap<string, Quote>
}

/** What a change of tax makes of a policy. */
export interface DecidedTaxChange {
  /** The first day that has the new rate. */
  readonly firstDay: Temporal.PlainDate
  /** What holds on that day, before and after. */
  readonly before: PolicySegment['price']
  readonly after: PolicySegment['price']
  readonly timeline: PolicyTimeline
  readonly made: readonly NewQuote[]
}

/** Decides purely, so that preview and run cannot disagree. */
export function decideTaxChange(
  { policy, timeline, charged, product, quotes }: TaxedPolicy,
  { day, from, to }: Omit<TaxChangeOfLaw, 'massEndorsementId'>,
  moment: Moment,
): DecidedTaxChange | TaxChangeSkip {
  const known = timeline.taxChanges ?? []
  const isKnown = known.some((one) => one.day.equals(day) && one.from === from && one.to === to)
  if (isKnown) return 'already_changed'
  // Changes replace rates one after the other: an earlier one would have to come before.
  if (known.some((one) => Temporal.PlainDate.compare(one.day, day) >= 0)) return 'later_change'
  const firstDay = taxDay(timeline, charged, {
    day,
    billingOf: billingOfPlans(product.plans),
    isRenewable: policy.termLastDay !== null,
  })
  if (firstDay === null) return 'nothing_due'
  const quoteOf = ({ quoteId }: PolicySegment): Quote => {
    const quote = quotes.get(quoteId)
    if (quote === undefined) throw new Error(`quote ${quoteId} is gone`)
    return quote
  }
  const held = segmentOn(timeline, firstDay)
  const isAffected = ({ firstDay: begins }: PolicySegment) =>
    Temporal.PlainDate.compare(begins, firstDay) > 0
  const affected = [held, ...timeline.segments.filter(isAffected)]
  /** With all earlier laws, also those that count from the next term on. */
  const taxesBefore = (segment: PolicySegment) =>
    taxChangesOn(timeline, laterOf(segment.firstDay, firstDay))
  const premiumBefore = (segment: PolicySegment) =>
    taxByLaw(quoteOf(segment).premium, taxesBefore(segment))
  if (!affected.some((segment) => isTaxedAt(premiumBefore(segment), from))) return 'other_rate'
  const made = new Map<string, NewQuote>()
  const taxed = (segment: PolicySegment): Quote => {
    const quote = quoteOf(segment)
    const found = made.get(quote.id)
    if (found !== undefined) return found.quote
    const changes = [...taxesBefore(segment), { from, to }]
    const { id: policyId, versionId } = policy
    const again: Quote = {
      ...quote,
      id: mintId('qu', moment),
      premium: taxByLaw(quote.premium, changes),
      createdAt: moment.now,
      expiresAt: moment.now,
      endorsement: { policyId, versionId, effectiveDay: laterOf(segment.firstDay, firstDay) },
    }
    // Nobody is given its token.
    made.set(quote.id, { quote: again, secretHash: mintQuoteToken(again.id).secretHash })
    return again
  }
  const after = changeTax(timeline, { day, firstDay, from, to }, (segment) => {
    const quote = taxed(segment)
    return { ...segment, quoteId: quote.id, price: priceOf(quote) }
  })
  // A term that is not sold yet costs what its renewal is priced at: shown is what it is now.
  const changed = priceOf({
    premium: taxByLaw(premiumBefore(held), [...taxesBefore(held), { from, to }]),
  })
  const before = priceOf({ premium: premiumBefore(held) })
  return { firstDay, before, after: changed, timeline: after, made: [...made.values()] }
}

export function taxChangeOf(
  { massEndorsementId, day, from, to }: TaxChangeOfLaw,
  { firstDay, timeline }: DecidedTaxChange,
): SystemTransaction {
  return {
    kind: 'tax_change',
    details: { mass_endorsement_id: massEndorsementId, day: day.toString(), from, to },
    effectiveDay: firstDay,
    requestedBy: null,
    apply: () => ({ timeline }),
  }
}

function laterOf(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) >= 0 ? one : other
}
